"""Changes after publication, who is told by when; and what an entrant gets back."""

from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook import Cite
from rulebook.terms.changes import differences
from rulebook.terms.free import FreeText
from rulebook.terms.terms import Kept
from tests.tournaments.examples import MINUTE, NOW, START, complete, with_
from tournaments.rules.changes import (
    Audience,
    moved_starts,
    moves_starts_only,
    notice_refusals,
    tellings,
    to_accept,
)
from tournaments.rules.clauses.conduct import RefundShare
from tournaments.rules.payments import PaidFor
from tournaments.rules.refunds import Cause, refund

HALF = Fraction(1, 2)
FINAL = "format.stages.stages.2.starts"
PAID = {PaidFor.ENTRY_FEE: 40_00, PaidFor.BUY_IN: 200_00, PaidFor.REBUY: 50_00}


def changes(old, new):
    return differences(Kept(old), Kept(new))


def told(old, new):
    return tellings(old, new, changes(old, new))


def accepted_again(old, new):
    return to_accept(old, new, changes(old, new))


def test_the_same_terms_have_no_difference():
    assert changes(complete(), complete()) == ()
    assert told(complete(), complete()) == ()
    assert accepted_again(complete(), complete()) == ()


@pytest.mark.rule("CROWN3-12.4.1(c)", "HOUSE-TOURN-19")
def test_a_changed_fee_is_shown_old_and_new_and_accepted_again():
    new = with_(complete(), ("details.fees.buy_in_cents", 250_00))
    fees, pool = changes(complete(), new)
    assert fees.path == "details.fees"
    assert fees.fields == ("details.fees.buy_in_cents",)
    assert "the buy-in is $200" in fees.old
    assert "the buy-in is $250" in fees.new
    assert pool.path == "winners.pool"
    assert pool.is_derived
    assert not pool.binding
    assert [c.path for c in accepted_again(complete(), new)] == ["details.fees"]
    regulator, entrants = told(complete(), new)
    assert regulator.audience is Audience.REGULATOR
    assert regulator.by == START
    assert regulator.cite == Cite("CROWN3-12.4.1(c)")
    assert entrants.audience is Audience.ENTRANTS
    assert entrants.cite == Cite("HOUSE-TOURN-19")
    assert "Entry fee, buy-in, re-buy and add-on" in entrants.sentence


@pytest.mark.rule("CROWN3-12.4.1(b)", "HOUSE-TOURN-19")
def test_a_start_moved_on_its_day_is_told_within_the_notice_and_not_accepted_again():
    later = START + 330 * MINUTE
    new = with_(complete(), (FINAL, (later,)))
    [moved] = moved_starts(complete(), new)
    assert (moved.called, moved.session, moved.new) == ("the final", 1, later)
    assert accepted_again(complete(), new) == ()
    regulator, entrants = told(complete(), new)
    assert regulator.audience is Audience.REGULATOR
    assert entrants.by == later - 30 * MINUTE
    assert entrants.cite == Cite("CROWN3-12.4.1(b)")
    assert entrants.paths == (f"{FINAL}.0",)
    next_day = with_(complete(), (FINAL, (START + timedelta(days=1),)))
    assert [c.path for c in accepted_again(complete(), next_day)] == ["details.dates"]


@pytest.mark.rule("CROWN3-12.4.1(b)")
@pytest.mark.parametrize(("before", "stands"), [(31, True), (30, True), (29, False)])
def test_a_start_is_moved_with_the_notice_the_old_terms_promise(before, stands):
    later = START + 330 * MINUTE
    new = with_(complete(), (FINAL, (later,)), ("details.starts.notice_minutes", 5))
    refusals = notice_refusals(complete(), new, later - before * MINUTE)
    assert (not refusals) is stands
    if not stands:
        assert refusals[0].cite == Cite("CROWN3-12.4.1(b)")
        assert refusals[0].field == f"{FINAL}.0"


@pytest.mark.rule("HOUSE-TOURN-19")
@pytest.mark.parametrize(
    ("field", "new", "accepted"),
    [
        ("winners.split.tables.0.shares", (Fraction(1),), True),
        ("details.location.place", "the ballroom", False),
        ("conduct.penalties.penalties.0.ground", "slow play", True),
        ("entry.copies.how", "At the door.", False),
        ("details.names.regulator", "The Commission", False),
        ("details.names.edition", "4.0", True),
        ("format.stages.stages.0.goes_on.top_per_table", 1, True),
        ("format.stages.stages.0.hands", 24, True),
        ("format.stages.stages.2.bank_chips", 20_000, True),
        ("conduct.privacy.otherwise", "Seats are shown on a screen.", False),
        ("house.practice.hands", 3, False),
    ],
)
def test_what_touches_money_chances_or_duties_is_accepted_again(field, new, accepted):
    terms = with_(complete(), (field, new))
    assert bool(accepted_again(complete(), terms)) is accepted
    audiences = [t.audience for t in told(complete(), terms)]
    assert audiences == [Audience.REGULATOR, Audience.ENTRANTS]


@pytest.mark.parametrize("field", ["details.players.expected", "wagers.chips.rack"])
def test_what_is_not_printed_concerns_nobody_outside(field):
    other = 60 if field.endswith("expected") else ()
    new = with_(complete(), (field, other))
    assert changes(complete(), new) == ()
    assert told(complete(), new) == ()


def test_a_session_more_is_no_moved_start():
    path = "format.stages.stages.1.starts"
    new = with_(complete(), (path, (START + 170 * MINUTE, START + 250 * MINUTE)))
    by_path = {c.path: c for c in changes(complete(), new)}
    assert not moves_starts_only(by_path["details.dates"])
    assert by_path["format.stages"].is_derived
    assert [c.path for c in accepted_again(complete(), new)] == ["details.dates"]


def test_added_and_removed_stages_and_clauses_are_differences():
    two = with_(
        complete(), ("format.stages.stages", complete().format.stages.stages[:2])
    )
    assert "format.stages" in {c.path for c in changes(complete(), two)}
    assert "format.stages" in {c.path for c in changes(two, complete())}
    free = with_(complete(), ("house.free.clauses", (FreeText("Dress", "Smart."),)))
    [change] = changes(complete(), free)
    assert (change.old, change.new) == ("", "Dress: Smart.")


@pytest.mark.rule("CROWN3-12.4.2(d)", "CROWN3-12.5.3(a)(iv)")
def test_withdrawing_at_17_59_brings_all_back_and_at_18_01_what_the_terms_say():
    terms = with_(
        complete(),
        (
            "conduct.refunds.late_withdrawal",
            RefundShare(HALF, HALF),
        ),
    )
    six = terms.entry.withdrawal.free_until
    paid = {PaidFor.ENTRY_FEE: 100_00, PaidFor.BUY_IN: 0}
    before = refund(terms, paid, Cause.WITHDRAWN, six - MINUTE)
    assert before.cents == 100_00
    assert before.cites == (Cite("CROWN3-12.4.2(d)"),)
    assert "Friday 20 November 2026, 18:00" in before.why
    for late in (six, six + MINUTE):
        after = refund(terms, paid, Cause.WITHDRAWN, late)
        assert after.cents == 50_00
        assert Cite("CROWN3-12.5.3(a)(iv)") in after.cites


@pytest.mark.parametrize(
    ("rule", "cause", "cents"),
    [
        ("HOUSE-TOURN-20", Cause.VOID, 290_00),
        ("HOUSE-TOURN-20", Cause.REFUSED, 290_00),
        ("HOUSE-TOURN-20", Cause.TERMS_DECLINED, 290_00),
        ("HOUSE-TOURN-16", Cause.CANCELLED, 290_00),
        ("CROWN3-12.5.3(b)(ii)", Cause.ABSENT, 0),
        ("CROWN3-12.5.3(b)(iv)", Cause.SUBSTITUTED, 0),
        ("CROWN3-12.5.3(b)(v)", Cause.DISQUALIFIED, 0),
        ("CROWN3-12.5.3(b)(vi)", Cause.RETIRED, 0),
        ("CROWN3-12.5.3(a)(iv)", Cause.ELIMINATED, 0),
    ],
)
def test_each_way_out_has_its_own_effect_on_money(rule, cause, cents):
    given_back = refund(complete(), PAID, cause, NOW)
    assert given_back.cents == cents
    assert rule in {cite.id for cite in given_back.cites}
    assert given_back.why.endswith(".")


@pytest.mark.rule("CROWN3-12.5.3(a)(iv)")
def test_a_cancelled_tournament_refunds_what_its_terms_say():
    part = with_(
        complete(), ("conduct.refunds.cancelled", RefundShare(Fraction(0), Fraction(1)))
    )
    back = refund(part, PAID, Cause.CANCELLED, NOW)
    assert back.parts == {
        PaidFor.ENTRY_FEE: 0,
        PaidFor.BUY_IN: 200_00,
        PaidFor.REBUY: 50_00,
    }
    assert "nothing of the entry fee and 100% of the buy-in is refunded" in back.why


amounts = st.integers(0, 10**7)
shares = st.fractions(0, 1, max_denominator=100)


@settings(max_examples=50)
@given(amounts, amounts, amounts, shares, shares, st.sampled_from(Cause))
def test_nobody_gets_back_more_than_was_paid_nor_less_than_the_share(
    fee, buy_in, extras, one, two, cause
):
    share = RefundShare(one, two)
    terms = with_(complete(), ("conduct.refunds.late_withdrawal", share))
    paid = {PaidFor.ENTRY_FEE: fee, PaidFor.BUY_IN: buy_in, PaidFor.ADD_ON: extras}
    back = refund(terms, paid, cause, START)
    assert back.parts.keys() == paid.keys()
    assert all(0 <= cents <= paid[what] for what, cents in back.parts.items())
    if cause is Cause.WITHDRAWN:
        assert fee * one <= back.parts[PaidFor.ENTRY_FEE] < fee * one + 1


@pytest.mark.rule("HOUSE-TOURN-16", "CROWN3-12.5.3(a)(iv)")
def test_cancelling_lists_the_refund_of_every_entry():
    entries = {"1": PAID, "2": {PaidFor.ENTRY_FEE: 40_00, PaidFor.BUY_IN: 200_00}}
    terms, why = complete(), (Cause.CANCELLED, NOW)
    assert {e: refund(terms, paid, *why).cents for e, paid in entries.items()} == {
        "1": 290_00,
        "2": 240_00,
    }
