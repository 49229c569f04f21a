"""The deck on its way to the table; the floor's tests hold each document's steps."""

import pytest

from game import deck
from game.cards import DECK, parse
from game.deck import Prepared, Step
from game.deck.pack import complete
from game.ranks import Rank
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from game.rulebooks.devices import Device, Method
from rulebook import Cited, Refused

BOSS = Rank.SUPERVISOR


def a_pack(code="CROWN3", device=Device.SHOE, method=Method.MANUAL, backs=("red",)):
    pack = deck.assemble(mississippi_rules(code).deck, device, method, backs)
    assert isinstance(pack, deck.Pack), str(pack)
    checked = deck.check(pack, [DECK] * len(backs))
    assert isinstance(checked, deck.Pack), str(checked)
    return checked


def readied(pack):
    """The pack with everything done that it asks for."""
    said = Prepared(pack.back, tuple(step.value for step in deck.steps(pack)))
    ready = deck.prepare(pack, said)
    assert isinstance(ready, deck.Pack), str(ready)
    assert deck.ready(ready) is None
    return ready


def played(pack, rounds):
    """The pack after so many rounds."""
    for _ in range(rounds):
        ready = readied(pack)
        pack = deck.before(ready, ready.round + 1)
    return pack


def cites(verdict):
    assert isinstance(verdict, Refused), f"{verdict} is no refusal"
    return [cite.id for cite in verdict.cites]


def test_the_cards_named_in_a_refusal_can_be_read_aloud():
    rules = mississippi_rules("CROWN3").deck
    verdict = complete(rules, (*DECK[1:], *parse("As")))
    reasons = [refusal.reason for refusal in verdict.refusals]
    assert reasons[0].startswith("As is there more than once.")
    assert reasons[1].startswith("2c is missing.")
    strange = complete(rules, (*DECK, 52))
    assert "1 cards belong to no deck." in str(strange)


@pytest.mark.parametrize("code", MISSISSIPPI_STUD)
def test_everything_that_is_missing_is_said_at_once(code):
    rules = mississippi_rules(code).deck
    fresh = deck.assemble(rules, Device.SHOE, Method.MANUAL)
    wanted = [rules.checked, *(step.cite for step in deck.steps(fresh))]
    assert cites(deck.ready(fresh)) == [cite.id for cite in wanted]
    assert len(deck.check(fresh, [DECK[:50]]).refusals) == 1
    assert len(deck.check(fresh, []).refusals) == 1


def test_only_rounds_of_this_deck_count_as_played():
    pack = played(a_pack("MASS"), 3)
    assert (pack.played, pack.uncounted, pack.round) == (3, 3, 4)
    later = deck.before(pack, 9)  # dealt by the house meanwhile
    assert (later.played, later.uncounted, later.round) == (3, 3, 9)


@pytest.mark.rule("MASS-7(f)")
@pytest.mark.parametrize(("rounds", "due"), [(4, False), (5, True), (6, True)])
def test_a_count_is_due_after_five_rounds(rounds, due):
    pack = a_pack("MASS")
    for _ in range(rounds):
        said = Prepared(pack.back, tuple(step.value for step in deck.steps(pack)))
        pack = deck.prepare(pack, said)
        pack = deck.before(pack, pack.round + 1)
    assert (deck.count_due(pack) is not None) is due


@pytest.mark.rule("MASS-1:Stub")
def test_the_stub_is_what_the_players_and_the_board_leave():
    rules = mississippi_rules("MASS").deck
    stub = deck.expected_stub(rules, 6)
    assert (stub.value, stub.cite.id) == (37, "MASS-1:Stub")
    assert deck.expected_stub(rules, 0).value == 52  # nothing is dealt


def test_a_wrong_count_is_no_count():
    pack = played(a_pack("MASS"), 2)
    expected = Cited(37, pack.rules.size.cite)
    right = deck.count(pack, 37, expected, "red")
    wrong = deck.count(pack, 36, expected, "red")
    assert (right.checked, right.away, right.uncounted) == (True, None, 0)
    assert (wrong.checked, wrong.shuffled, str(wrong.away)) == (
        False,
        False,
        "MASS-7(f)(1)",
    )


def test_new_cards_forget_what_was_ordered_of_the_old():
    pack = deck.order_count(played(a_pack(), 2), BOSS)
    new = deck.replace_cards(pack, BOSS, round_open=False)
    assert (new.count_ordered, new.played, new.unmixed) == (False, 0, ("red",))
    assert new.round == pack.round


def test_a_cut_that_lifts_the_whole_deck_is_none():
    pack = a_pack()
    said = Prepared("red", (Step.SHUFFLE, Step.CUT), lifted=52)
    assert cites(deck.prepare(pack, said)) == ["CROWN3-4.2.1"]
