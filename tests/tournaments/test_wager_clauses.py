"""Clauses of banks, chips and wagers, compulsory and secret."""

import pytest

from rulebook.terms.checklist import checklist
from tests.tournaments.examples import complete, ready, with_, wrong
from tournaments.rules.clauses.chances import Disposal
from tournaments.rules.clauses.secret import SecretOn
from tournaments.rules.clauses.wagers import BetLevel, ChipKind, ShortStack
from tournaments.rules.facts import SeatedPlayer
from tournaments.rules.session_plan import How, SessionPlan


@pytest.mark.rule("CROWN3-12.4.3(b)")
@pytest.mark.parametrize(
    ("bank", "equal"), [(10_000, True), (10_001, False), (0, False)]
)
def test_everybody_starts_with_the_bank_of_the_terms(bank, equal):
    players = (SeatedPlayer("Ann", 10_000), SeatedPlayer("Bob", bank))
    refusals = [*complete().format.bank.guard(ready(players=players))]
    assert (not refusals) is equal
    assert all("Bob" in r.wrong for r in refusals)


@pytest.mark.rule("CROWN3-12.4.3(c)")
def test_chips_are_worth_nothing_or_their_rate():
    assert complete().format.disposal.value_cents(700) == 0
    cashed = with_(
        complete(),
        ("format.disposal.disposal", Disposal.CASHED),
        ("format.disposal.cents_per_chip", 5),
    )
    assert cashed.format.disposal.value_cents(700) == 35_00
    unrated = with_(cashed, ("format.disposal.cents_per_chip", 0))
    assert [i.field for i in checklist(unrated).open] == [
        "format.disposal.cents_per_chip"
    ]


@pytest.mark.rule("CROWN3-12.4.4(a)")
def test_a_wager_in_cash_chips_is_refused():
    clause = complete().wagers.chips
    [refused] = clause.guard(ChipKind.CASH)
    assert refused.wrong.startswith("Cash chips are no chips")
    assert not [*clause.guard(ChipKind.TOURNAMENT)]


@pytest.mark.rule("CROWN3-12.4.4(b)")
@pytest.mark.parametrize(
    ("hand", "stack", "least", "most"),
    [
        (1, 1_000, 100, 500),
        (6, 1_000, 100, 500),
        (7, 1_000, 200, 1_000),  # no maximum from hand 7 but the stack
        (7, 9_010, 200, 9_000),  # on the step
        (1, 130, 100, 125),
        (1, 100, 100, 100),
    ],
)
def test_the_ante_keeps_to_the_level_of_its_hand(hand, stack, least, most):
    levels = (BetLevel(1, 100, 500, 25), BetLevel(7, 200, 0, 25))
    terms = with_(complete(), ("wagers.compulsory.levels", levels))
    plan = SessionPlan.of(terms, 0, "the first session", How())
    may = plan.limits_at(3, hand, stack)
    assert (may.minimum, may.maximum) == (least, most)
    assert plan.limits(hand, (stack,)).step == 25
    assert plan.can_play(hand, least)
    assert not plan.can_play(hand, least - 1)


@pytest.mark.rule("CROWN3-12.4.4(b)")
@pytest.mark.parametrize(
    ("levels", "field"),
    [
        ((BetLevel(1, 100, 50),), "levels.0.most_chips"),
        ((BetLevel(1, 100, 0, 30),), "levels.0.step_chips"),
        ((BetLevel(2, 100),), "levels.0.from_hand"),
        ((BetLevel(1, 100), BetLevel(1, 200)), "levels.0.from_hand"),
    ],
)
def test_levels_that_contradict_themselves_are_refused(levels, field):
    terms = with_(complete(), ("wagers.compulsory.levels", levels))
    assert f"wagers.compulsory.{field}" in wrong(terms)


@pytest.mark.rule("CROWN3-12.4.4(c)", "VIC99-N26-14.2.8")
def test_the_fourth_of_three_secret_wagers_is_refused():
    clause = with_(complete(), ("wagers.secret.per_session", 3)).wagers.secret
    assert clause.refuse(2) is None
    assert "has used three secret wagers" in clause.refuse(3).wrong
    none = with_(
        complete(),
        ("wagers.secret.allowed", False),
        ("wagers.secret.per_session", None),
    )
    assert none.wagers.secret.refuse(0).field == "allowed"
    assert not checklist(none).open


@pytest.mark.rule("CROWN3-12.4.4(c)", "VIC99-N26-14.2.8")
def test_the_number_of_secret_wagers_fits_the_terms():
    barred = with_(complete(), ("wagers.secret.allowed", False))
    assert "wagers.secret.per_session" in wrong(barred)
    assert not wrong(with_(complete(), ("wagers.secret.per_session", 18)))
    assert "wagers.secret.per_session" in wrong(
        with_(complete(), ("wagers.secret.per_session", 19))
    )
    streets = with_(complete(), ("wagers.secret.on", SecretOn.ANTE_AND_STREETS))
    assert "later streets" in streets.wagers.secret.text(streets)


@pytest.mark.rule("HOUSE-TOURN-3")
def test_a_short_stack_is_warned_once_or_out():
    terms = complete()
    assert "warning" in terms.wagers.short_stack.text(terms)
    out = with_(terms, ("wagers.short_stack.rule", ShortStack.ELIMINATED))
    assert "eliminated before the hand" in out.wagers.short_stack.text(out)


@pytest.mark.rule("CROWN3-12.5(a)")
def test_the_lowest_bank_is_out_after_the_hand_named():
    clause = complete("elimination").elimination.elimination
    assert clause.after(8, {"a": 900, "b": 400, "c": 700}).chosen == ("b",)
    assert clause.after(9, {"a": 900, "b": 400}).chosen == ()
    tied = clause.after(8, {"a": 900, "b": 400, "c": 400})
    assert (tied.chosen, tied.tied, tied.places) == ((), ("b", "c"), 1)


@pytest.mark.rule("CROWN3-12.5(a)")
@pytest.mark.parametrize("hands", [(16, 8), (8, 8), (0,), (8, 31)])
def test_elimination_hands_are_played_and_in_order(hands):
    path = "elimination.elimination.lowest_after_hands"
    assert path in wrong(with_(complete("elimination"), (path, hands)))
    assert not wrong(with_(complete("elimination"), (path, (8, 30))))
