"""The cards of a table: every step its document asks for, through the floor itself."""

import pytest

from game import deck
from game.cards import DECK, parse
from game.ranks import Rank
from house.floor.decks.models import DeckRow
from house.floor.decks.services import WHOLE, Checked
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.models import RoundRow
from house.floor.tables import services, shutting
from rulebook import Refused
from tests.house.cards_cast import Cards
from tests.house.decks_cast import (
    BOSS,
    HAND,
    KEYED,
    SHOE,
    SHUFFLER,
    TWO,
    closed_table,
    code_of,
    deck_rules,
    finish,
    play,
    set_up,
    sit,
    tables,
    to_the_deal,
)
from tests.house.floor_cast import at, cites, do, entries
from tests.house.rounds_cast import NAMES, dealer, key

# The cards that a table has.


@pytest.mark.parametrize(
    "rule",
    [
        "CROWN3-3.1",
        "MASS-2(a)",
        "NSW3-3.1",
        "STAR4-3.1",
        "VIC99-N25-3.1",
    ],
)
def test_a_deck_that_is_not_whole_opens_no_table(db, rule):
    code = code_of(rule)
    closed_table(db, code)
    missing = parse("2c")
    for wrong in ((missing, ()), ((), parse("As")), ((), (len(DECK),))):
        found = Checked({"red": wrong})
        refused = do(db, 4, services.open_table, at(), cards=found)
        assert set(cites(refused)) == {rule}
    assert isinstance(do(db, 4, services.open_table, at(), cards=WHOLE), TableRow)


@pytest.mark.parametrize(
    "rule",
    [
        "CROWN3-3.2",
        "MASS-3(b)",
        "NSW3-3.4",
        "STAR4-3.4",
        "VIC99-N25-3.2",
    ],
)
def test_no_table_opens_before_its_cards_are_checked(db, rule):
    closed_table(db, code_of(rule))
    assert cites(do(db, 4, services.open_table, at())) == [rule]
    assert entries(db, "open table")[-1].verdict == "refused"
    with db.reading() as session:
        assert services.get(session, 4).status == "closed"
    Cards(db).check()  # ahead of time
    assert isinstance(do(db, 4, services.open_table, at()), TableRow)


@pytest.mark.rule("HOUSE-CARDS-4")
def test_the_cards_are_put_away_when_the_table_closes(db):
    _, cards = tables(db)
    assert cards.pack().checked
    do(db, 4, shutting.close, at(), nobody=True)
    assert not cards.pack().checked
    assert cites(do(db, 4, services.open_table, at(1))) == ["CROWN3-3.2"]


@pytest.mark.parametrize(
    ("device", "more", "rule"),
    [
        (SHOE, TWO, "CROWN3-3.1.1"),
        (SHOE, TWO, "MASS-2(b)"),
        (SHOE, TWO, "NSW3-3.2"),
        (SHOE, TWO, "STAR4-3.2"),
        (SHUFFLER, {"backs": "red"}, "VIC99-N25-3.1.1"),
        (SHUFFLER, {"backs": "red red"}, "MASS-2(b)(2)"),
        (SHUFFLER, {"backs": "red red"}, "NSW3-3.2.2"),
        (SHUFFLER, {"backs": "blue blue"}, "STAR4-3.2.2"),
        (SHUFFLER, {"backs": "red blue green"}, "MASS-2(b)(1)"),
    ],
)
def test_two_decks_alternate_only_as_the_document_has_it(db, device, more, rule):
    assert rule in cites(set_up(db, code_of(rule), device, **more))
    fits = {"backs": "red blue"}
    assert isinstance(set_up(db, code_of(rule), SHUFFLER, **fits), TableRow)


@pytest.mark.parametrize(
    ("device", "method", "rule"),
    [
        (SHOE, "csm", "CROWN3-4.1.3"),
        (SHUFFLER, "manual", "CROWN3-4.2.2"),
        (SHOE, "csm", "MASS-4(a)"),
        (HAND, "manual", "MASS-8(b)(1)"),
        (SHOE, "csm", "NSW3-4.4"),
        (SHUFFLER, "manual", "NSW3-4.4.4"),
        (SHOE, "asm", "NSW3-4.2"),
        (SHOE, "csm", "STAR4-4.4"),
        (SHUFFLER, "manual", "STAR4-4.4.4"),
        (SHOE, "csm", "VIC99-N25-2.3"),
        (SHOE, "riffle", "HOUSE-CARDS-1"),
    ],
)
def test_a_device_takes_only_its_own_way_of_shuffling(db, device, method, rule):
    assert cites(set_up(db, code_of(rule), device, method=method)) == [rule]
    assert isinstance(set_up(db, code_of(rule), device), TableRow)


@pytest.mark.parametrize(
    "rule",
    ["CROWN3-7.1", "NSW3-3.6", "STAR4-3.6", "VIC99-N25-2.3"],
)
def test_cards_are_dealt_from_the_hand_under_one_document_alone(db, rule):
    assert cites(set_up(db, code_of(rule), HAND)) == [rule]


@pytest.mark.rule("MASS-8(a)")
def test_the_operator_decides_whether_the_hand_deals(db):
    assert cites(set_up(db, "MASS", HAND, from_hand=False)) == ["MASS-8(a)"]
    assert isinstance(set_up(db, "MASS", SHOE, from_hand=False), TableRow)
    console, _ = tables(db, "MASS", HAND, number=7)
    play(console)
    with db.reading() as session:
        row = books.last(session, books.REAL, services.get(session, 7))
        assert row.setup["device"] == "hand"


# Before each round.


@pytest.mark.parametrize(
    ("rounds", "rule"),
    [
        (0, "CROWN3-4.1.1(a)"),
        (1, "CROWN3-4.1.1(a)"),
        (0, "MASS-4(a)"),
        (1, "MASS-4(a)"),
        (0, "NSW3-4.1.1"),
        (1, "NSW3-4.1.2"),
        (0, "STAR4-4.1.1"),
        (1, "STAR4-4.1.2"),
        (0, "VIC99-N25-4.1"),
        (1, "VIC99-N25-4.1"),
    ],
)
def test_no_round_opens_without_a_shuffle(db, rounds, rule):
    console, cards = tables(db, code_of(rule))
    for _ in range(rounds):
        play(console)
    done = [step for step in cards.asked() if step != "shuffle"]
    said = deck.Prepared("red", tuple(deck.Step(step) for step in done))
    refused = console.open(options=KEYED, prepared=said)
    assert cites(refused) == [rule]
    with db.reading() as session:
        last = books.last(session, books.REAL, services.get(session, 4))
        assert (last.number if last else 0) == rounds  # nothing half done
    play(console)


@pytest.mark.parametrize(
    "rule",
    [
        "CROWN3-4.2.1",
        "MASS-4(b)(2)",
        "NSW3-4.2",
        "STAR4-4.2",
        "VIC99-N25-4.2",
    ],
)
def test_a_shoe_waits_for_one_cut(db, rule):
    console, cards = tables(db, code_of(rule))
    done = [step for step in cards.asked() if step != "cut"]
    said = deck.Prepared("red", tuple(deck.Step(step) for step in done))
    assert cites(console.open(options=KEYED, prepared=said)) == [rule]
    assert isinstance(console.open(options=KEYED), RoundRow)
    once = deck_rules(code_of(rule)).cut.once.id
    assert cites(cards.prepare("cut")) == [once]


@pytest.mark.parametrize(
    ("device", "rule"),
    [
        (SHUFFLER, "CROWN3-4.2.2"),
        (SHUFFLER, "MASS-4(b)(1)"),
        (HAND, "MASS-4(b)(1)"),
        (SHUFFLER, "NSW3-4.4.3"),
        (SHUFFLER, "STAR4-4.4.3"),
        (SHUFFLER, "VIC99-N25-4.2"),
    ],
)
def test_machine_shuffled_cards_are_not_cut(db, device, rule):
    console, cards = tables(db, code_of(rule), device)
    assert "cut" not in cards.asked()
    steps = tuple(deck.Step(step) for step in (*cards.asked(), "cut"))
    refused = console.open(options=KEYED, prepared=deck.Prepared("red", steps))
    assert cites(refused) == [rule]
    play(console)


@pytest.mark.parametrize(
    "rule",
    [
        "CROWN3-4.2.1",
        "MASS-4(c)(1)",
        "NSW3-4.3",
        "STAR4-4.3",
        "VIC99-N25-4.3",
    ],
)
def test_a_player_never_cuts(db, rule):
    _, cards = tables(db, code_of(rule))
    refused = cards.prepare(*cards.asked(), cut_by=Rank.PLAYER)
    assert cites(refused) == [rule]
    assert isinstance(cards.prepare(*cards.asked()), DeckRow)


@pytest.mark.rule("MASS-4(c)(1)(ii)")
@pytest.mark.parametrize(("lifted", "fits"), [(9, False), (10, True), (51, True)])
def test_a_cut_lifts_at_least_ten_cards(db, lifted, fits):
    _, cards = tables(db, "MASS")
    verdict = cards.prepare(*cards.asked(), lifted=lifted)
    assert isinstance(verdict, DeckRow) is fits
    if not fits:
        assert cites(verdict) == ["MASS-4(c)(1)(ii)"]


@pytest.mark.parametrize("rule", ["NSW3-4.4.1", "STAR4-4.4.1"])
def test_a_device_is_first_loaded_with_cards_shuffled_by_hand(db, rule):
    console, cards = tables(db, code_of(rule), SHUFFLER)
    assert cards.asked() == ["by hand", "shuffle"]
    assert cites(cards.prepare("shuffle")) == [rule]
    play(console)
    assert cards.asked() == ["shuffle"]  # only before the first loading


@pytest.mark.rule("MASS-3(c)")
def test_new_cards_are_washed_before_the_first_shuffle_alone(db):
    console, cards = tables(db, "MASS")
    assert cards.asked() == ["wash", "shuffle", "cut"]
    assert cites(cards.prepare("shuffle", "cut")) == ["MASS-3(c)"]
    play(console)
    assert cards.asked() == ["shuffle", "cut"]


@pytest.mark.rule("HOUSE-CARDS-1")
def test_a_step_that_was_never_asked_is_refused(db):
    console, cards = tables(db)
    play(console)
    assert cites(cards.prepare("wash", "shuffle", "cut")) == ["HOUSE-CARDS-1"]
    assert isinstance(cards.prepare("shuffle", "cut"), DeckRow)
    assert cites(cards.prepare()) == ["HOUSE-CARDS-1"]
    assert cites(cards.prepare("shuffle")) == ["HOUSE-CARDS-1"]
    assert cites(cards.check()) == ["HOUSE-CARDS-1"]
    assert isinstance(console.open(options=KEYED), RoundRow)


@pytest.mark.rule("HOUSE-CARDS-1", "HOUSE-ONCE-2")
def test_the_same_key_counts_once(db):
    _, cards = tables(db)
    name = key()
    first = cards.prepare("shuffle", "cut", key_=name)
    again = cards.prepare("shuffle", "cut", key_=name)
    assert (first.pk, len(cards.rows())) == (again.pk, 2)  # checked, prepared
    assert cites(cards.check(key_=name)) == ["HOUSE-ONCE-2"]


@pytest.mark.parametrize("rule", ["MASS-4(e)", "NSW3-4.1.3", "STAR4-4.1.3"])
def test_a_table_that_stood_empty_shuffles_before_it_goes_on(db, rule):
    console, cards = tables(db, code_of(rule))
    play(console)
    console.open(options=KEYED)
    console.act = cards.act = dealer(5)
    sit(console, 3, NAMES[1])
    console.leave(2)
    console.act = dealer(6)
    console.leave(3)
    console.act = dealer(7)
    sit(console, 2)
    to_the_deal(console)
    refused = console.tap("deal")
    assert rule in cites(refused)
    cards.act = dealer(8)
    assert isinstance(cards.prepare(*cards.asked()), DeckRow)
    finish(console)


def test_a_table_where_somebody_always_sat_goes_on(db):
    console, _ = tables(db, "NSW3")
    play(console)
    console.open(options=KEYED)
    console.act = dealer(5)
    sit(console, 3, NAMES[1])
    console.leave(2)
    console.act = dealer(6)
    to_the_deal(console, 3)
    console.must("deal")


# Two decks.


@pytest.mark.parametrize(
    ("code", "waits", "alternate"),
    [
        ("MASS", "MASS-2(b)(3)", "MASS-2(b)(4)"),
        ("NSW3", "NSW3-3.2.1", "NSW3-3.2.1"),
        ("STAR4", "STAR4-3.2.1", "STAR4-3.2.1"),
        ("CROWN3", "CROWN3-3.1.1", "CROWN3-3.1.1"),
    ],
)
@pytest.mark.rule("MASS-2(b)(3)", "MASS-2(b)(4)", "NSW3-3.2.1", "STAR4-3.2.1")
@pytest.mark.rule("CROWN3-3.1.1")
def test_two_decks_take_turns_and_one_is_shuffled_meanwhile(db, code, waits, alternate):
    console, cards = tables(db, code, SHUFFLER, **TWO)
    used = []
    for _ in range(4):
        used.append(cards.pack().back)
        play(console)
    assert used == ["red", "blue", "red", "blue"]
    assert cites(cards.prepare("shuffle", back="blue")) == [alternate]
    console.open(options=KEYED)
    to_the_deal(console)
    console.must("deal")
    assert cites(cards.prepare("shuffle", back="red")) == [waits]
    assert isinstance(cards.prepare("shuffle", back="blue"), DeckRow)
    finish(console)
    assert cards.asked() == []  # it was shuffled while the other was played
    play(console)


@pytest.mark.rule("MASS-2(b)(5)")
def test_the_rack_holds_one_deck_at_a_time(db):
    console, cards = tables(db, "MASS", SHUFFLER, **TWO)
    play(console)
    blue = cards.order("count", found=47, back="blue")
    assert cites(blue) == ["MASS-2(b)(5)"]
    assert isinstance(cards.order("count", found=47, back="red"), DeckRow)


# Orders.


@pytest.mark.parametrize(
    ("device", "more", "rule"),
    [
        (SHOE, {"abnormal": True}, "CROWN3-4.1.1(b)"),
        (SHOE, {"reason": "Sticky cards"}, "CROWN3-4.1.1(c)"),
        (SHOE, {"abnormal": True}, "HOUSE-STUD-5"),
        (SHUFFLER, {"reason": "Sticky cards"}, "NSW3-4.4.5"),
        (SHUFFLER, {"abnormal": True}, "STAR4-4.4.5"),
    ],
)
def test_a_supervisor_orders_a_shuffle_before_the_first_card(db, device, more, rule):
    console, cards = tables(db, code_of(rule), device)
    play(console)
    console.open(options=KEYED)
    assert cites(cards.order("order shuffle", **more)) == [rule]
    ordered = cards.order("order shuffle", by=BOSS, **more)
    assert (ordered.rule_id, ordered.by_name) == (rule, "Priya")
    to_the_deal(console)
    assert isinstance(console.tap("deal"), Refused)
    by_hand = ["by hand"] if device is SHUFFLER else []
    assert [step for step in cards.asked() if step == "by hand"] == by_hand
    cards.prepare(*cards.asked())
    console.must("deal")


@pytest.mark.rule("CROWN3-4.1.1(c)")
def test_a_shuffle_for_cause_names_the_cause(db):
    _, cards = tables(db)
    refused = cards.order("order shuffle", by=BOSS, reason=" ")
    assert cites(refused) == ["CROWN3-4.1.1(c)"]


@pytest.mark.rule("MASS-4(d)")
def test_a_fresh_cut_comes_from_a_supervisor_before_the_first_card(db):
    console, cards = tables(db, "MASS")
    console.open(options=KEYED)
    assert cites(cards.order("order cut")) == ["MASS-4(d)"]
    assert isinstance(cards.order("order cut", by=BOSS), DeckRow)
    to_the_deal(console)
    assert cites(console.tap("deal")) == ["MASS-4(d)"]
    assert cards.asked() == ["cut"]
    cards.prepare("cut")
    console.must("deal")
    assert cites(cards.order("order cut", by=BOSS)) == ["MASS-4(d)"]


@pytest.mark.parametrize("rule", ["NSW3-4.4.5", "STAR4-4.4.5"])
def test_a_cut_may_be_ordered_before_the_device_is_loaded(db, rule):
    console, cards = tables(db, code_of(rule), SHUFFLER)
    play(console)
    assert isinstance(cards.order("order cut", by=BOSS), DeckRow)
    assert cards.asked() == ["shuffle", "cut"]
    assert cites(cards.prepare("shuffle")) == [rule]
    play(console)
    assert cards.asked() == ["shuffle"]


@pytest.mark.parametrize("rule", ["CROWN3-4.2.2", "MASS-4(b)(1)"])
def test_no_cut_is_ordered_where_cards_are_never_cut(db, rule):
    _, cards = tables(db, code_of(rule), SHUFFLER)
    assert cites(cards.order("order cut", by=BOSS)) == [rule]


# Counts.


# Where the house deals.


# What is kept.
