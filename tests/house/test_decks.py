"""The cards of a table: every step its document asks for, through the floor itself."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import deck
from game.cards import DECK, parse, show
from game.deck import Pack
from game.ranks import Rank
from house.audit import Actor
from house.floor.decks.models import DeckRow
from house.floor.decks.services import WHOLE, Checked
from house.floor.models import Device, TableRow
from house.floor.rounds import book as books
from house.floor.rounds import decks
from house.floor.rounds.models import RoundRow
from house.floor.tables import services, shutting
from rulebook import Refused
from tests.house.at_table_cast import carded, number_of
from tests.house.cards_cast import Cards
from tests.house.floor_cast import at, cites, do, entries, open_table
from tests.house.rounds_cast import NAMES, SEAL, Console, dealer, key, play_through
from tests.house.test_tables import PLAIN

SHOE, SHUFFLER, HAND = Device.SHOE, Device.SHUFFLER, Device.HAND
KEYED = {"cards": "keyed", "maximum_payout": 100_000_00}
TWO = {"backs": "red blue"}
BOSS = at(by=Actor("priya", "Priya", "supervisor"))
INSPECTOR = at(by=Actor("samir", "Samir", "inspector"))
DOCUMENTS = ("CROWN3", "MASS", "NSW3", "STAR4", "VIC99")


def code_of(rule):
    return rule.partition("-")[0].replace("HOUSE", "MASS")


def layout(code, device=SHOE, **more):
    game = "caribbean_stud" if code == "VIC99" else "mississippi_stud"
    return replace(PLAIN, rulebook=code, game=game, device=device, **more)


def set_up(db, code, device=SHOE, *, from_hand=True, **more):
    with db.writing() as session:
        wanted = layout(code, device, **more)
        return services.set_up(session, wanted, at(), from_hand=from_hand)


def closed_table(db, code="CROWN3", device=SHOE, **more):
    open_table(db, code, device=device, **more)
    do(db, 4, shutting.close, at(-30), nobody=True)


def tables(db, code="CROWN3", device=SHOE, number=4, **more):
    """A console and the cards of an open table, with somebody at seat 2."""
    open_table(db, code, number, device=device, **more)
    carded(db, *NAMES)
    console = Console(db, number, act=dealer())
    sit(console, 2)
    return console, Cards(db, number)


def sit(console, seat, name=NAMES[0]):
    """Somebody sits down with a player card, as STAR4 asks of everybody."""
    sat = console.sit(seat, names=[name], card=number_of(name))
    assert not isinstance(sat, Refused), sat


def offers(console):
    def work(session, table):
        here = books.here(session, table)
        position = books.position(session, here.book, here.round, SEAL)
        return {offer.act: offer for offer in position.game.offers(position.state)}

    return console.read(work)


def to_the_deal(console, seat=2):
    console.must("ante", seat=seat, amount=10_00)
    if "no_more_bets" in offers(console):
        console.must("no_more_bets")


def play(console, **wanted):
    """A keyed round in which everybody folds as soon as they may."""
    row = console.open(options=KEYED, **wanted)
    assert isinstance(row, RoundRow), row
    to_the_deal(console)
    finish(console)


def finish(console):
    for _ in range(12):
        found = offers(console)
        if not found:
            return
        for act in ("fold", "deal", "bet_or_fold", "turn_up", "close"):
            if act in found:
                extra = {"seat": 2} if act == "fold" else {}
                wanted = found[act].cards
                if wanted and wanted.count:
                    extra["cards"] = [show(wanted.left[:1])]
                done = console.must(act, **extra)
                break
        else:
            raise AssertionError(found)
        if done.position.over:
            return


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


def deck_rules(code):
    from game.rulebooks.deck_of import deck_rules as found  # noqa: PLC0415

    game = "caribbean_stud" if code == "VIC99" else "mississippi_stud"
    return found(game, code)


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


# Counts.


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


# Where the house deals.


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


# What is kept.


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
