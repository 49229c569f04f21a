"""Decks replaced, counted, and mixed by the house itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import deck
from game.cards import DECK
from game.deck import Pack
from game.ranks import Rank
from house.floor.decks.models import DeckRow
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds import decks
from house.floor.tables import shutting
from rulebook import Refused
from tests.house.cards_cast import Cards
from tests.house.decks_cast import (
    BOSS,
    DOCUMENTS,
    HAND,
    INSPECTOR,
    KEYED,
    SHOE,
    SHUFFLER,
    code_of,
    deck_rules,
    finish,
    play,
    set_up,
    tables,
    to_the_deal,
)
from tests.house.floor_cast import at, cites, do, entries, open_table
from tests.house.rounds_cast import SEAL, Console, dealer, play_through


@pytest.mark.parametrize(
    "rule",
    [
        "CROWN3-3.4",
        "NSW3-3.7",
        "STAR4-3.7",
        "VIC99-N25-3.2",
        "HOUSE-STUD-5",
    ],
)
def test_new_cards_come_between_rounds_and_start_anew(db, rule):
    console, cards = tables(db, code_of(rule))
    console.open(options=KEYED)
    to_the_deal(console)
    console.must("deal")
    assert cites(cards.order("replace", by=BOSS)) == [rule]  # not in a round
    finish(console)
    assert cites(cards.order("replace")) == [rule]  # not on a dealer's word
    assert isinstance(cards.order("replace", by=BOSS, reason="Torn"), DeckRow)
    checked = deck_rules(code_of(rule)).checked.id
    assert checked in cites(console.open(options=KEYED))
    assert isinstance(cards.check(), DeckRow)
    play(console)


@pytest.mark.parametrize(
    ("device", "rule"),
    [(SHOE, "MASS-7(f)"), (HAND, "MASS-8(e)"), (SHUFFLER, "MASS-9(e)")],
)
def test_the_stub_is_counted_once_in_five_rounds(db, device, rule):
    console, cards = tables(db, "MASS", device)
    for _ in range(4):
        play(console)
    assert deck.count_due(cards.pack()) is None
    play(console)  # the fifth
    steps = tuple(deck.Step(step) for step in cards.asked())
    refused = console.open(options=KEYED, prepared=deck.Prepared("red", steps))
    assert cites(refused) == [rule]
    row = cards.order("count", found=47, back="red")
    assert row.rule_id == rule
    play(console)


@pytest.mark.rule("MASS-7(f)(1)", "MASS-1:Stub")
@pytest.mark.parametrize(("stub", "right"), [(46, False), (47, True), (48, False)])
def test_stub_and_dealt_cards_make_a_whole_deck(db, stub, right):
    console, cards = tables(db, "MASS")
    play(console)  # one player: 52 - 2 - 3
    row = cards.order("count", found=stub, back="red")
    assert row.figures == {"counted": stub, "expected": 47}
    assert row.rule_id == ("MASS-1:Stub" if right else "MASS-7(f)(1)")
    assert (cards.pack().away is None) is right


@pytest.mark.rule("MASS-7(f)(1)", "HOUSE-CARDS-3")
def test_a_wrong_count_sends_the_deck_away(db):
    console, cards = tables(db, "MASS")
    play(console)
    cards.order("count", found=46, back="red")
    refused = console.open(options=KEYED)
    assert "MASS-7(f)(1)" in cites(refused)  # no shuffle brings it back
    assert cites(cards.check()) == ["MASS-7(f)(1)"]
    assert "MASS-7(f)(1)" in cites(cards.order("count", found=47, back="red"))
    cards.order("replace", by=BOSS)
    cards.check()
    assert cards.asked() == ["wash", "shuffle", "cut"]
    play(console)


@pytest.mark.rule("MASS-9(f)")
def test_a_shuffler_that_counts_spares_the_count_by_hand(db):
    console, cards = tables(db, "MASS", SHUFFLER, machine_counts=True)
    assert cards.asked() == ["wash", "shuffle", "machine count"]
    for _ in range(6):
        play(console)
    assert cites(cards.prepare("shuffle")) == ["MASS-9(f)"]
    assert cites(cards.order("machine count", found=52)) == ["HOUSE-CARDS-1"]
    row = cards.order("machine count", found=51)
    assert row.rule_id == "MASS-9(f)"
    assert "MASS-9(f)" in cites(console.open(options=KEYED))  # and no reshuffle helps
    _, other = tables(db, "MASS", SHUFFLER, number=5)
    assert cites(other.order("machine count", found=51)) == ["MASS-9(f)"]
    assert "MASS-9(f)" in cites(set_up(db, "MASS", SHOE, machine_counts=True))


@pytest.mark.parametrize(
    "rule",
    ["CROWN3-3.3", "NSW3-3.8", "STAR4-3.8", "VIC99-N25-3.3"],
)
def test_a_count_is_ordered_at_any_moment(db, rule):
    console, cards = tables(db, code_of(rule))
    play(console)
    assert cites(cards.order("count", found=52, back="red")) == [rule]  # not asked
    assert cites(cards.order("order count")) == [rule]
    inspects = cards.order("order count", by=INSPECTOR)
    assert isinstance(inspects, DeckRow) is (code_of(rule) in ("NSW3", "STAR4"))
    cards.order("order count", by=BOSS)
    steps = tuple(deck.Step(step) for step in cards.asked())
    refused = console.open(options=KEYED, prepared=deck.Prepared("red", steps))
    assert cites(refused) == [rule]
    cards.order("count", found=52, back="red")
    play(console)


@pytest.mark.rule("HOUSE-CARDS-3")
def test_a_wrong_ordered_count_sends_the_deck_away_under_any_document(db):
    console, cards = tables(db, "NSW3")
    play(console)
    cards.order("order count", by=BOSS)
    cards.order("count", found=51, back="red")
    assert "HOUSE-CARDS-3" in cites(console.open(options=KEYED))
    assert cites(cards.order("count", found=400, back="red"))[-1] == "HOUSE-CARDS-1"


@pytest.mark.rule("CROWN3-3.2")
def test_the_deck_is_counted_when_gaming_ends(db):
    console, cards = tables(db)
    play(console)
    console.leave(2)
    refused = do(db, 4, shutting.close, at(9), nobody=True)
    assert cites(refused) == ["CROWN3-3.2"]
    closed = do(db, 4, shutting.close, at(9), nobody=True, counted=51)
    assert isinstance(closed, TableRow)
    counted, put_away = cards.rows()[-2:]
    assert (counted.rule_id, counted.figures["counted"]) == ("CROWN3-3.2", 51)
    assert put_away.figures == {"away": "CROWN3-3.2"}


@pytest.mark.rule("HOUSE-CARDS-2")
def test_a_baccarat_shoe_lasts_until_it_is_over(db):
    open_table(db, "VIC99", game="baccarat", seats=9, device=SHOE)
    console, cards = Console(db, act=dealer()), Cards(db)
    assert cards.asked() == ["shuffle", "cut"]
    refused = console.open(options=KEYED, prepared=deck.Prepared("red", ()))
    assert "HOUSE-CARDS-2" in cites(refused)
    assert isinstance(cards.prepare("shuffle", "cut"), DeckRow)
    assert cards.asked() == []
    assert isinstance(cards.order("end shoe"), DeckRow)
    assert cards.asked() == ["shuffle", "cut"]
    assert cites(cards.order("end shoe")) == ["HOUSE-CARDS-1"]
    _, stud = tables(db, "CROWN3", number=5)
    assert cites(stud.order("end shoe")) == ["CROWN3-4.1.1(a)"]


@pytest.mark.parametrize(
    "rule",
    [
        "CROWN3-4.1.1",
        "MASS-4(a)",
        "NSW3-4.1",
        "STAR4-4.1",
        "VIC99-N25-4.1",
    ],
)
def test_the_house_mixes_its_own_deck_and_says_under_which_rule(db, rule):
    console, cards = tables(db, code_of(rule))
    row = console.open(options=KEYED | {"cards": "dealt"})
    found = decks.of(row, SEAL)
    assert sorted(found.cards) == list(DECK)
    assert found.cards != DECK
    entry = entries(db, "open round")[-1]
    assert rule in entry.rules
    assert len(cards.rows()) == 1  # the deck of the table was not touched


@pytest.mark.rule("MASS-4(c)(1)(iii)")
def test_the_rest_goes_on_top_of_the_lifted_packet(db):
    class InOrder:
        def shuffle(self, cards):
            """Leave them as they are."""

        def randrange(self, least, _most):
            return least

    console, _ = tables(db, "MASS")
    row = console.open(options=KEYED | {"cards": "dealt"})
    setup = books.start(row).state.setup
    assert decks.fresh(setup, InOrder()).cards == (*DECK[10:], *DECK[:10])


def test_a_dealt_round_needs_no_confirmation(db):
    console, cards = tables(db)
    console.open(options=KEYED | {"cards": "dealt"}, prepared=deck.Prepared("", ()))
    play_through(console, antes=((2, 1000),))
    assert cards.pack().played == 0


@settings(max_examples=60)
@given(st.data(), st.sampled_from(DOCUMENTS))
def test_what_is_kept_of_a_pack_gives_it_back(data, code):
    rules = deck_rules(code)
    device, method = data.draw(st.sampled_from(sorted(rules.needs_cut)))
    two = rules.second.needed and device is rules.second.needed.value
    backs = ("red", "blue") if two else ("red",)
    fresh = deck.assemble(rules, device, method, backs)
    assert isinstance(fresh, Pack)
    pack = deck.check(fresh, [DECK] * len(backs))
    for act in data.draw(
        st.lists(st.sampled_from(("play", "shuffle", "count", "cut")))
    ):
        pack = _after(pack, act)
        assert deck.standing(fresh, deck.kept(pack)) == pack


def _after(pack, act):
    if act == "play":
        steps = tuple(step.value for step in deck.steps(pack))
        ready = deck.prepare(pack, deck.Prepared(pack.back, steps))
        return (
            pack if isinstance(ready, Refused) else deck.before(ready, ready.round + 1)
        )
    boss = Rank.SUPERVISOR
    if act == "shuffle":
        return deck.order_shuffle(pack, boss, abnormal=True)
    if act == "cut":
        ordered = deck.order_cut(pack, boss, first_card_dealt=False)
        return pack if isinstance(ordered, Refused) else ordered
    return deck.order_count(pack, boss)
