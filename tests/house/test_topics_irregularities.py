"""What goes wrong at Crown and in Massachusetts, ruled on through the service."""

import pytest

from house.floor.rulings.models import CarriedRow
from tests.house.at_table_cast import DEALER, DEPUTY, rows
from tests.house.topics_cast import proving
from tests.house.topics_moments import (
    MISDEAL,
    ON,
    VOID,
    all_bet,
    dealing,
    deciding,
    first_bet,
    no_stake,
    one_folded,
    ruled_on,
    settling,
    to_the_end,
)

param, rule = pytest.param, pytest.mark.rule
SWEPT = {"seat": "1", "discards": "7sKd2c3c"}
COUNTED = {"trouble": "unverified"}


@pytest.fixture
def floor(app, db, request):
    with proving(app, db, request.node) as floor:
        yield floor


CROWN = (
    param(
        dealing,
        "cards-exposed",
        {"cards": "1"},
        MISDEAL,
        20_00,
        marks=rule("CROWN3-11.1"),
    ),
    param(
        all_bet,
        "wrong-hand-count",
        {"seat": "3", "cards": "3", "deck_count": "52"},
        MISDEAL,
        60_00,
        marks=rule("CROWN3-11.2", "CROWN3-11.2.1", "CROWN3-11.2.2", "CROWN3-11.2.2(a)"),
    ),
    param(
        deciding,
        "wrong-hand-count",
        {"seat": "3", "cards": "0", "deck_count": "51"},
        MISDEAL,
        20_00,
        marks=rule("CROWN3-11.2.1", "CROWN3-11.2.2(b)"),
    ),
    param(
        deciding,
        "wrong-community-count",
        {"cards": "4", "order_known": "yes", "community_first": "yes"},
        ON,
        0,
        marks=rule("CROWN3-11.3", "CROWN3-11.3.1", "CROWN3-11.3.1(a)"),
    ),
    param(
        deciding,
        "wrong-community-count",
        {"cards": "4", "order_known": "yes"},
        ON,
        0,
        marks=rule("CROWN3-11.3", "CROWN3-11.3.1", "CROWN3-11.3.1(b)"),
    ),
    param(
        deciding,
        "wrong-community-count",
        {"cards": "2"},
        MISDEAL,
        20_00,
        marks=rule("CROWN3-11.3.2"),
    ),
    param(
        deciding, "stray-hand", {"box": "5"}, MISDEAL, 20_00, marks=rule("CROWN3-11.4")
    ),
    param(
        deciding,
        "stray-hand",
        {"box": "5", "looked": ["1"]},
        ON,
        0,
        marks=rule("CROWN3-11.5"),
    ),
    param(
        all_bet,
        "cards-swept",
        SWEPT | {"named": "Kd7s"},
        ON,
        0,
        marks=rule("CROWN3-11.6.1"),
    ),
    param(
        all_bet,
        "cards-swept",
        SWEPT | {"discards": "7sKd"},
        ON,
        0,
        marks=rule("CROWN3-11.6.2"),
    ),
    param(
        all_bet,
        "cards-swept",
        SWEPT | {"named": "Kd7c"},
        ON,
        30_00,
        marks=rule("CROWN3-11.6.2", "CROWN3-11.6.3"),
    ),
    param(
        first_bet,
        "community-shown-early",
        {"street": "3"},
        ON,
        0,
        marks=rule("CROWN3-11.7"),
    ),
    param(
        settling, "deck-fault", {"count": "51"}, VOID, 80_00, marks=rule("CROWN3-11.8")
    ),
    param(
        deciding,
        "cannot-bet-enough",
        {"seat": "1", "amount": "5"},
        ON,
        10_00,
        marks=rule("CROWN3-11.9"),
    ),
    param(
        settling,
        "bet-found-wrong",
        {"seat": "1", "wager": "4th", "lies": "4500"},
        ON,
        0,
        marks=rule("CROWN3-11.10.1"),
    ),
    param(
        settling,
        "bet-found-wrong",
        {"seat": "1", "wager": "4th", "lies": "500"},
        ON,
        5_00,
        marks=rule("CROWN3-11.10.2"),
    ),
    param(
        no_stake, "device-fault", {"trouble": "jam"}, ON, 0, marks=rule("CROWN3-11.14")
    ),
    param(
        deciding,
        "device-fault",
        COUNTED | {"count": "53"},
        VOID,
        20_00,
        marks=rule("CROWN3-11.15"),
    ),
    param(
        deciding,
        "device-fault",
        COUNTED | {"count": "52"},
        ON,
        0,
        marks=rule("CROWN3-11.15"),
    ),
)


@pytest.mark.parametrize(("when", "what", "asked", "fate", "back"), CROWN)
def test_what_crown_makes_of_it(floor, request, when, what, asked, fate, back):
    ruled_on(floor, request.node, "CROWN3", when, what, asked, fate, back)


MASSACHUSETTS = (
    param(
        deciding, "deck-fault", {"count": "51"}, VOID, 20_00, marks=rule("MASS-7(f)(2)")
    ),
    param(
        deciding,
        "deck-fault",
        {"count": "52", "misdealt": "yes"},
        VOID,
        20_00,
        marks=rule("MASS-7(f)(2)"),
    ),
    param(first_bet, "talk", {"seat": "1"}, ON, 0, marks=rule("MASS-10(c)")),
    param(
        first_bet,
        "community-shown-early",
        {"street": "3"},
        VOID,
        40_00,
        marks=rule("MASS-14(a)"),
    ),
    param(
        deciding,
        "cards-exposed",
        {"cards": "1", "community": "yes"},
        VOID,
        20_00,
        marks=rule("MASS-14(a)"),
    ),
    param(deciding, "boxed-cards", {"cards": "1"}, ON, 0, marks=rule("MASS-14(b)")),
    param(
        deciding, "boxed-cards", {"cards": "2"}, VOID, 20_00, marks=rule("MASS-14(b)")
    ),
    param(deciding, "card-drawn", {}, ON, 0, marks=rule("MASS-14(c)")),
    param(
        all_bet,
        "wrong-hand-count",
        {"seat": "3", "cards": "3"},
        ON,
        30_00,
        marks=rule("MASS-14(d)"),
    ),
    param(  # found when the folded cards are fanned
        one_folded,
        "wrong-hand-count",
        {"seat": "3", "cards": "3"},
        ON,
        10_00,
        marks=rule("MASS-14(d)"),
    ),
    param(
        no_stake, "device-fault", {"trouble": "jam"}, ON, 0, marks=rule("MASS-14(e)")
    ),
    param(
        deciding,
        "device-fault",
        {"trouble": "jam", "deals_cards": "yes"},
        VOID,
        20_00,
        marks=rule("MASS-14(f)"),
    ),
)


@pytest.mark.parametrize(("when", "what", "asked", "fate", "back"), MASSACHUSETTS)
def test_what_massachusetts_makes_of_it(floor, request, when, what, asked, fate, back):
    ruled_on(floor, request.node, "MASS", when, what, asked, fate, back)


@pytest.mark.parametrize(
    ("rule", "what", "asked"),
    [
        ("CROWN3-11.1", "cards-exposed", {"cards": "1"}),
        ("CROWN3-11.3.2", "wrong-community-count", {"cards": "2"}),
        ("CROWN3-11.4", "stray-hand", {"box": "5"}),
        ("CROWN3-11.8", "deck-fault", {"count": "51"}),
    ],
)
def test_after_a_misdeal_at_crown_jackpot_wagers_wait(floor, rule, what, asked):
    table = floor.table("CROWN3", jackpot=True)
    table.antes(also={"jackpot": 1_00})
    table.must("no_more_bets")
    table.must("deal")
    row = table.ruled(what, rule, "CROWN3-11.12", **asked)
    waiting = [(c.seat, c.amount, c.rule_id) for c in rows(table.db, CarriedRow)]
    assert waiting == [(1, 1_00, "CROWN3-11.12"), (3, 1_00, "CROWN3-11.12")]
    assert (row.returned, table.at_meter()) == (20_00, 2_00)


@rule("CROWN3-11.5", "CROWN3-11.5.1")
def test_whoever_takes_wagers_back_gets_the_jackpot_wager_too(floor):
    table = floor.table("CROWN3", jackpot=True)
    table.antes(also={"jackpot": 1_00})
    table.deal_out()
    asked = {"box": "5", "looked": ["1"], "retracted": (3,)}
    row = table.ruled("stray-hand", "CROWN3-11.5", "CROWN3-11.5.1", **asked)
    assert (row.returned, table.at_meter()) == (11_00, 1_00)
    came = to_the_end(table)
    assert came[3, "ante"][1:] == (0, "CROWN3-11.5")
    assert came[3, "jackpot"] == (1_00, 0, "CROWN3-11.5.1")


@rule("CROWN3-11.13")
def test_a_jackpot_game_begun_by_mistake_is_cancelled(floor):
    table = floor.table("CROWN3", jackpot=True)
    table.antes(also={"jackpot": 1_00})
    table.deal_out()
    assert table.at_meter() == 2_00
    table.not_ruled("jackpot-game", "CROWN3-11.13", by=DEALER)
    row = table.ruled("jackpot-game", "CROWN3-11.13")
    assert (row.returned, table.at_meter()) == (2_00, 0)
    came = to_the_end(table)
    back = (1_00, 0, "CROWN3-11.13")
    assert [came[seat, "jackpot"] for seat in (1, 3)] == [back, back]
    table.next_round()
    table.antes(also={"jackpot": 1_00})  # all may stake it again


@rule("CROWN3-11.13")
def test_a_jackpot_game_cancelled_before_the_first_card_leaves_the_antes(floor):
    """CROWN3-11.13: only the jackpot wagers go back, as the ruling itself says."""
    table = floor.table("CROWN3", jackpot=True)
    table.antes(also={"jackpot": 1_00})
    row = table.ruled("jackpot-game", "CROWN3-11.13")
    assert row.returned == 2_00
    assert table.at_stake == 20_00


@rule("CROWN3-11.10.2")
def test_a_street_bet_too_small_is_settled_once_and_then_goes_back(floor):
    table, found = floor.table("CROWN3"), {"seat": "1", "wager": "4th", "lies": "500"}
    settling(table)
    table.ruled("bet-found-wrong", "CROWN3-11.10.2", **found)
    assert to_the_end(table)[1, "4th"][:2] == (5_00, -5_00)
    table.next_round()
    settling(table)
    again = table.ruled("bet-found-wrong", "CROWN3-11.10.2", **found)
    assert again.returned == 10_00
    assert to_the_end(table)[1, "4th"] == (10_00, 0, "CROWN3-11.10.2")


def with_a_blind_hand(floor):
    """A player who sits at 1 and plays box 2 unseen, and another at 5."""
    table = floor.table("CROWN3", (1, 5), cards="dealt")
    table.antes()
    table.must("ante", seat=2, amount=10_00, player="Mei-Lin Zhao", blind=True)
    table.deal_out()
    return table


@rule("CROWN3-11.11", "CROWN3-11.11.1")
def test_a_hand_looked_at_in_place_of_ones_own_is_played_open(floor):
    table = with_a_blind_hand(floor)
    looked = {"seated_at": "1", "viewed": ["2"]}
    row = table.ruled("hands-viewed", "CROWN3-11.11", "CROWN3-11.11.1", **looked)
    assert (row.returned, [m["act"] for m in row.moves]) == (0, ["swap_hands"])
    table.refused("bet", "CROWN3-5.10.2(a)", seat=1, amount=10_00)
    table.refused("fold", "CROWN3-5.10.2(b)", seat=1)
    shown = {s["seat"]: s["cards"] for s in table.shown(2)["seats"]}
    assert None not in shown[2]
    table.must("bet_blind", seat=1, amounts=[10_00, 10_00, 10_00])
    table.must("fold", seat=2)
    assert table.replayed().agrees
    table.not_ruled("hands-viewed", "HOUSE-RULING-4", viewed=[], seated_at="1")


@rule("CROWN3-11.11.1")
def test_once_either_hand_has_bet_nothing_is_swapped(floor):
    table = with_a_blind_hand(floor)
    table.must("bet_blind", seat=2, amounts=[10_00, 10_00, 10_00])
    looked = {"seated_at": "1", "viewed": ["2"]}
    row = table.ruled("hands-viewed", "CROWN3-11.11.1", **looked)
    assert (row.returned, row.moves) == (0, [])


@rule("CROWN3-11.11", "CROWN3-11.11.2", "CROWN3-11.11.2(a)")
def test_whoever_looked_at_several_hands_plays_only_their_own(floor):
    table = with_a_blind_hand(floor)
    looked = {"seated_at": "1", "viewed": ["1", "2"]}
    table.not_ruled("hands-viewed", "CROWN3-11.11", by=DEALER, **looked)
    rules = ("CROWN3-11.11", "CROWN3-11.11.2", "CROWN3-11.11.2(a)")
    row = table.ruled("hands-viewed", *rules, retracted=(5,), **looked)
    back = {e["seat"] for e in row.effects if e["fate"] == "goes back"}
    assert (back, row.returned) == ({2, 5}, 20_00)
    assert [m["act"] for m in row.moves] == ["void_hand", "void_hand"]
    table.must("fold", seat=1)
    table.must("close")
    nets = {key: net for key, (_, net, _) in table.came_to().items()}
    assert nets == {(1, "ante"): -10_00, (2, "ante"): 0, (5, "ante"): 0}


@pytest.mark.parametrize(
    ("rule", "code", "what", "asked"),
    [
        ("CROWN3-11.2.2", "CROWN3", "wrong-hand-count", {"deck_count": ""}),
        ("CROWN3-11.2.2(a)", "CROWN3", "wrong-hand-count", {"deck_count": "52"}),
        ("CROWN3-11.2.2(b)", "CROWN3", "wrong-hand-count", {"deck_count": "51"}),
        ("MASS-7(f)(2)", "MASS", "deck-fault", {"count": "51"}),
        ("MASS-14(b)", "MASS", "boxed-cards", {"cards": "2"}),
        ("MASS-14(f)", "MASS", "device-fault", {"trouble": "jam", "deals_cards": "1"}),
        ("VIC99-N25-14.13", "VIC99", "device-fault", {"trouble": "jam"}),
        ("CROWN3-11.14", "CROWN3", "device-fault", {"trouble": "jam"}),
        ("MASS-14(e)", "MASS", "device-fault", {"trouble": "jam"}),
        ("NSW3-12.1", "NSW3", "device-fault", {"trouble": "jam"}),
        ("NSW3-12.2.3", "NSW3", "device-fault", {"trouble": "unusable"}),
        ("NSW3-11.9.3", "NSW3", "deck-fault", {"count": "51"}),
        ("NSW3-11.3", "NSW3", "community-spread-wrongly", {}),
        ("NSW3-4.2.1", "NSW3", "cards-dropped", {}),
        ("STAR4-12.1", "STAR4", "device-fault", {"trouble": "jam"}),
        ("STAR4-12.2.3", "STAR4", "device-fault", {"trouble": "unusable"}),
        ("STAR4-11.9.3", "STAR4", "deck-fault", {"count": "51"}),
        ("STAR4-4.2.1", "STAR4", "cards-dropped", {}),
    ],
)
def test_the_next_first_card_waits_for_what_was_ordered(floor, rule, code, what, asked):
    table = floor.table(code)
    if asked.get("trouble") == "jam" and "deals_cards" not in asked:
        table.antes()  # the device fails before the first card
    else:
        deciding(table)
    if what == "wrong-hand-count":
        asked = {"seat": "3", "cards": "3", **asked}
    row = table.ruled(what, rule, by=DEPUTY, **asked)
    to_the_end_or_the_antes(table)
    table.waits(row, rule)


def to_the_end_or_the_antes(table):
    """Play on where cards are out; where none is, stay."""
    if table.position.game.started(table.state):
        to_the_end(table)
