"""What goes wrong at Caribbean Stud, ruled on through the service."""

import pytest

from house.floor.at_table import backing
from house.floor.rulings import carrying
from house.floor.rulings.models import CarriedEndRow, CarriedRow
from tests.house import meters
from tests.house.at_table_cast import PRIYA, at_table, rows
from tests.house.floor_cast import at, cites
from tests.house.rounds_cast import SEAL
from tests.house.topics_cast import proving
from tests.house.topics_moments import (
    MISDEAL,
    ON,
    UP,
    VOID,
    all_bet,
    dealing,
    deciding,
    first_bet,
    no_stake,
    ruled_on,
    settling,
    to_the_end,
)

param, rule = pytest.param, pytest.mark.rule
BY_DEALER, COUNTED = {"by_dealer": "yes"}, {"trouble": "unverified"}
OF_DEALER, OF_1 = {"seat": "dealer", "cards": "6"}, {"seat": "1", "cards": "6"}
BET = {"seat": "1", "wager": "bet"}


@pytest.fixture
def floor(app, db, request):
    with proving(app, db, request.node) as floor:
        yield floor


CASES = (
    param(
        dealing,
        "cards-exposed",
        BY_DEALER | {"cards": "1"},
        ON,
        0,
        marks=rule("VIC99-N25-14.1"),
    ),
    param(
        dealing,
        "cards-exposed",
        BY_DEALER | {"cards": "2"},
        ON,
        0,
        marks=rule("VIC99-N25-14.2"),
    ),
    param(
        dealing,
        "cards-exposed",
        BY_DEALER | {"cards": "3"},
        MISDEAL,
        20_00,
        marks=rule("VIC99-N25-14.2"),
    ),
    param(
        dealing,
        "cards-exposed",
        BY_DEALER | {"cards": "3", "dealers_up_card": "yes"},
        ON,
        0,
        marks=rule("VIC99-N25-14.3"),
    ),
    param(
        dealing,
        "cards-exposed",
        {"cards": "3", "by_dealer": "no"},
        ON,
        0,
        marks=rule("VIC99-N25-14.1"),
    ),
    param(
        dealing, "wrong-hand-count", OF_1, MISDEAL, 20_00, marks=rule("VIC99-N25-14.4")
    ),
    param(first_bet, "wrong-hand-count", OF_1, ON, 0, marks=rule("VIC99-N25-14.5")),
    param(
        first_bet,
        "wrong-hand-count",
        OF_1 | {"deck_count": "53"},
        MISDEAL,
        40_00,
        marks=rule("VIC99-N25-14.5", "VIC99-N25-14.5.1"),
    ),
    param(
        first_bet,
        "wrong-hand-count",
        OF_1 | {"deck_count": "52"},
        ON,
        30_00,
        marks=rule("VIC99-N25-14.5", "VIC99-N25-14.5.2"),
    ),
    param(
        first_bet, "wrong-hand-count", OF_DEALER, ON, 0, marks=rule("VIC99-N25-14.6")
    ),
    param(
        first_bet,
        "wrong-hand-count",
        OF_DEALER | {"deck_count": "51"},
        MISDEAL,
        40_00,
        marks=rule("VIC99-N25-14.6", "VIC99-N25-14.6.1"),
    ),
    param(
        all_bet,
        "wrong-hand-count",
        OF_DEALER | {"deck_count": "52"},
        ON,
        40_00,
        marks=rule("VIC99-N25-14.6", "VIC99-N25-14.6.2", "VIC99-N25-14.6.2.1"),
    ),
    param(
        dealing,
        "stray-hand",
        {"box": "5"},
        MISDEAL,
        20_00,
        marks=rule("VIC99-N25-14.7"),
    ),
    param(deciding, "stray-hand", {"box": "5"}, ON, 0, marks=rule("VIC99-N25-14.8")),
    param(
        deciding,
        "stray-hand",
        {"box": "5", "retracted": (3,)},
        ON,
        10_00,
        marks=rule("VIC99-N25-14.8"),
    ),
    param(
        settling,
        "deck-fault",
        {"count": "51"},
        VOID,
        60_00,
        marks=rule("VIC99-N25-14.9"),
    ),
    param(
        deciding,
        "cannot-bet-enough",
        {"seat": "1", "amount": "700"},
        ON,
        10_00,
        marks=rule("VIC99-N25-14.10"),
    ),
    param(
        settling,
        "bet-found-wrong",
        BET | {"lies": "2400"},
        ON,
        0,
        marks=rule("VIC99-N25-14.11.1"),
    ),
    param(
        settling,
        "bet-found-wrong",
        BET | {"lies": "1600"},
        ON,
        4_00,
        marks=rule("VIC99-N25-14.11.2"),
    ),
    param(
        no_stake,
        "device-fault",
        {"trouble": "jam"},
        ON,
        0,
        marks=rule("VIC99-N25-14.13"),
    ),
    param(
        deciding,
        "device-fault",
        COUNTED | {"count": "51"},
        VOID,
        20_00,
        marks=rule("VIC99-N25-14.14"),
    ),
    param(
        deciding,
        "device-fault",
        COUNTED | {"count": "52"},
        ON,
        0,
        marks=rule("VIC99-N25-14.14"),
    ),
)


@pytest.mark.parametrize(("when", "what", "asked", "fate", "back"), CASES)
def test_what_the_notice_makes_of_it(floor, request, when, what, asked, fate, back):
    ruled_on(floor, request.node, "VIC99", when, what, asked, fate, back)


@rule("VIC99-N25-14.10")
def test_the_second_time_a_bet_is_not_met_the_ante_is_lost(floor):
    table, short = floor.table("VIC99"), {"seat": "1", "amount": "700"}
    deciding(table)
    table.ruled("cannot-bet-enough", "VIC99-N25-14.10", **short)
    assert to_the_end(table)[1, "ante"] == (10_00, 0, "VIC99-N25-14.10")
    table.next_round()
    deciding(table)
    again = table.ruled("cannot-bet-enough", "VIC99-N25-14.10", **short)
    assert again.returned == 0
    assert to_the_end(table)[1, "ante"] == (10_00, -10_00, "VIC99-N25-14.10")


def with_jackpot(floor, *seats):
    """A table with a jackpot, its wagers taken by the equipment."""
    table = floor.table("VIC99", seats, jackpot=meters.VIC)
    stake_all(table)
    return table


def stake_all(table, also=None):
    """Antes with jackpot wagers that the equipment accepts."""
    table.must("offer_jackpot")
    for seat in also or table.seats:
        table.must("ante", seat=seat, amount=10_00, also={"jackpot": 1_00})
        table.must("register_jackpot", seat=seat)


@rule("VIC99-N25-14.6.2", "VIC99-N25-14.6.2.1", "VIC99-N25-14.6.2.2")
def test_with_no_dealer_hand_folded_antes_live_and_jackpot_hands_are_checked(floor):
    table = with_jackpot(floor, 1, 3)
    table.deal_out(UP)
    table.must("fold", seat=1)
    table.must("bet", seat=3, amount=20_00)
    rules = ("VIC99-N25-14.6.2", "VIC99-N25-14.6.2.1", "VIC99-N25-14.6.2.2")
    table.ruled("wrong-hand-count", *rules, seat="dealer", cards="6", deck_count="52")
    flush = ["6s", "8s", "Ts", "Js", "Qs"]
    assert table.offer("show", 1).cite.id == "VIC99-N25-14.6.2.2"
    table.must("show", seat=1, cards=flush)
    came = table.finish({3: ["6c", "8d", "Tc", "Jc", "Qc"]})
    assert came[1, "ante"] == (10_00, 10_00, "VIC99-N25-14.6.2.1")
    assert came[3, "ante"] == (10_00, 10_00, "VIC99-N25-14.6.2.1")
    assert came[3, "bet"][:2] == (20_00, 0)
    won = {line.seat: (line.hand, line.award) for line in table.jackpot_lines()}
    assert won[1] == ("flush", 100_00)


@rule("VIC99-N25-14.12.2")
def test_after_a_misdeal_only_a_newcomer_pays_for_the_jackpot(floor):
    table = with_jackpot(floor, 1, 3)
    table.must("no_more_bets")
    table.must("deal")
    table.ruled("wrong-hand-count", "VIC99-N25-14.12.2", seat="1", cards="4")
    waiting = [(row.seat, row.amount) for row in rows(table.db, CarriedRow)]
    assert (waiting, table.at_meter()) == ([(1, 1_00), (3, 1_00)], 2_00)
    table.sit_down(5)
    table.next_round()
    stake_all(table, (1, 3, 5))
    table.must("no_more_bets")
    table.must("deal")
    assert [e.fate.value for e in rows(table.db, CarriedEndRow)] == ["played"] * 2
    assert table.at_meter() == 3_00  # three live wagers, one of them new


@rule("VIC99-N25-14.12.1")
def test_whoever_leaves_after_a_misdeal_gets_the_jackpot_wager_back(floor):
    table = with_jackpot(floor, 1, 3)
    table.must("no_more_bets")
    table.must("deal")
    table.ruled("wrong-hand-count", "VIC99-N25-14.4", seat="1", cards="4")
    table.leave(3)
    table.next_round()
    stake_all(table, (1,))
    table.must("no_more_bets")
    table.refused("deal", "VIC99-N25-14.12.1")

    def back(notification):
        def work(session, row):
            [one] = [c for c in carrying.waiting(session, row.pk) if c.seat == 3]
            act = at(3, by=PRIYA)
            return backing.return_carried(session, row, one, notification, act, SEAL)

        return at_table(table, work)

    assert cites(back("")) == ["VIC99-N25-14.12.1"]
    ended = back("E-118")
    assert (ended.rule_id, ended.notification) == ("VIC99-N25-14.12.1", "E-118")
    table.must("deal")


@rule("VIC99-N25-14.12.3")
def test_a_wrong_press_of_the_button_charges_nobody_twice(floor):
    table = with_jackpot(floor, 1, 3)
    table.deal_out(UP)
    row = table.ruled("jackpot-game", "VIC99-N25-14.12.3")
    assert (row.returned, row.moves, table.at_meter()) == (0, [], 2_00)
    fates = {e["fate"] for e in row.effects if e["wager"] == "jackpot"}
    assert fates == {"stands as it is"}
