"""What goes wrong in New South Wales, under both documents, ruled on at the table."""

import pytest

from house.floor.rulings.models import DirectionRow
from tests.house.at_table_cast import DEALER, RUTH, rows
from tests.house.floor_cast import cites
from tests.house.topics_cast import proving
from tests.house.topics_moments import (
    MISDEAL,
    ON,
    VOID,
    all_bet,
    deciding,
    first_bet,
    no_stake,
    ruled_on,
    settling,
    staked,
    to_the_end,
)

param, rule = pytest.param, pytest.mark.rule
BOTH = ("NSW3", "STAR4")


@pytest.fixture
def floor(app, db, request):
    with proving(app, db, request.node) as floor:
        yield floor


CASES = (
    param(
        deciding, "cards-dropped", {}, ON, 0, marks=rule("NSW3-4.2.1", "STAR4-4.2.1")
    ),
    param(
        deciding,
        "cards-dropped",
        {"recovered": "51"},
        VOID,
        20_00,
        marks=rule("NSW3-11.9", "STAR4-11.9"),
    ),
    param(
        first_bet,
        "talk",
        {"seat": "1", "chosen": ["forfeit"]},
        ON,
        0,
        marks=rule("NSW3-9.8", "STAR4-9.8"),
    ),
    param(
        first_bet,
        "talk",
        {"seat": "1", "chosen": ["no forfeit"]},
        ON,
        0,
        marks=rule("NSW3-9.8", "STAR4-9.8"),
    ),
    param(
        all_bet,
        "wrong-hand-count",
        {"seat": "1", "cards": "3"},
        MISDEAL,
        60_00,
        marks=rule("NSW3-11.1", "STAR4-11.1"),
    ),
    param(
        deciding,
        "wrong-community-count",
        {"cards": "4"},
        MISDEAL,
        20_00,
        marks=rule("NSW3-11.1", "STAR4-11.1"),
    ),
    param(
        deciding,
        "cards-exposed",
        {"cards": "1"},
        MISDEAL,
        20_00,
        marks=rule("NSW3-11.2", "NSW3-11.3", "STAR4-11.2", "STAR4-11.3"),
    ),
    param(
        deciding,
        "community-spread-wrongly",
        {},
        MISDEAL,
        20_00,
        marks=rule("NSW3-11.5", "NSW3-11.3", "STAR4-11.5", "STAR4-11.3"),
    ),
    param(
        all_bet,
        "community-shown-early",
        {"street": "5"},
        ON,
        0,
        marks=rule("NSW3-11.6", "STAR4-11.6"),
    ),
    param(
        deciding,
        "stray-hand",
        {"box": "5"},
        MISDEAL,
        20_00,
        marks=rule("NSW3-11.7", "NSW3-11.3", "STAR4-11.7", "STAR4-11.3"),
    ),
    param(
        deciding,
        "stray-hand",
        {"box": "5", "looked": ["1"]},
        ON,
        0,
        marks=rule("NSW3-11.8", "STAR4-11.8"),
    ),
    param(
        first_bet,
        "deck-fault",
        {"count": "51"},
        VOID,
        40_00,
        marks=rule(
            "NSW3-11.9",
            "NSW3-11.9.2",
            "NSW3-11.9.3",
            "NSW3-11.9.4",
            "STAR4-11.9",
            "STAR4-11.9.2",
            "STAR4-11.9.3",
            "STAR4-11.9.4",
        ),
    ),
    param(
        deciding,
        "collusion",
        {"seats": ["1", "3"], "chosen": ["act first"]},
        ON,
        0,
        marks=rule("NSW3-11.10.1", "STAR4-11.10.1"),
    ),
    param(
        deciding,
        "collusion",
        {"seats": ["1"], "chosen": ["English only"]},
        ON,
        0,
        marks=rule("NSW3-11.10.3", "STAR4-11.10.3"),
    ),
    param(
        first_bet,
        "absent",
        {"seat": "3"},
        ON,
        0,
        marks=rule("NSW3-11.11", "STAR4-11.11"),
    ),
    param(
        no_stake,
        "device-fault",
        {"trouble": "jam"},
        ON,
        0,
        marks=rule("NSW3-12.1", "STAR4-12.1"),
    ),
    param(
        no_stake,
        "device-fault",
        {"trouble": "unusable"},
        ON,
        0,
        marks=rule("NSW3-12.1", "STAR4-12.1"),
    ),
    param(
        first_bet,
        "device-fault",
        {"trouble": "unusable"},
        VOID,
        40_00,
        marks=rule(
            "NSW3-12.2",
            "NSW3-12.2.1",
            "NSW3-12.2.3",
            "STAR4-12.2",
            "STAR4-12.2.1",
            "STAR4-12.2.3",
        ),
    ),
    param(
        all_bet,
        "outcome-invalid",
        {"ground": "fire"},
        VOID,
        60_00,
        marks=rule(
            "NSW3-13.4",
            "NSW3-13.4.1",
            "NSW3-13.5",
            "STAR4-13.9",
            "STAR4-13.9.1",
            "STAR4-13.10",
        ),
    ),
)


@pytest.mark.parametrize(("when", "what", "asked", "fate", "back"), CASES)
def test_what_new_south_wales_makes_of_it(
    floor, request, when, what, asked, fate, back
):
    for number, code in enumerate(BOTH, 4):
        ruled_on(
            floor, request.node, code, when, what, asked, fate, back, number=number
        )


@pytest.mark.parametrize(
    ("rule", "code", "earlier", "what", "asked"),
    [
        ("NSW3-11.9.1", "NSW3", "NSW3-11.9", "deck-fault", {"count": "51"}),
        ("STAR4-11.9.1", "STAR4", "STAR4-11.9", "deck-fault", {"count": "51"}),
        ("NSW3-12.2.2", "NSW3", "NSW3-12.2", "device-fault", {"trouble": "unusable"}),
        (
            "STAR4-12.2.2",
            "STAR4",
            "STAR4-12.2",
            "device-fault",
            {"trouble": "unusable"},
        ),
    ],
)
def test_earlier_rounds_keep_their_results(floor, rule, code, earlier, what, asked):
    table = floor.table(code)
    settling(table)
    before = to_the_end(table)
    assert sum(net for _, net, _ in before.values()) == -80_00
    table.next_round()
    first_bet(table)
    row = table.ruled(what, earlier, **asked)
    assert row.returned == 40_00
    told = "Earlier rounds stand" in row.spoken
    floor.holds(told and table.came_to(1) == before and table.replayed(1).agrees, rule)


@rule("NSW3-11.4", "NSW3-11.3")
def test_before_third_street_an_early_card_voids_the_round_for_all(floor):
    table = floor.table("NSW3")
    first_bet(table)
    rules = ("NSW3-11.4", "NSW3-11.3")
    row = table.ruled("community-shown-early", *rules, street="3")
    assert (row.fate.value, row.returned) == (MISDEAL, 40_00)
    assert {net for _, net, _ in table.came_to().values()} == {0}


@rule("STAR4-11.4")
def test_in_version_four_only_the_undecided_may_be_void(floor):
    table = floor.table("STAR4")
    first_bet(table)
    asked = {"street": "3", "chosen": ["continue"]}
    assert table.ruled("community-shown-early", "STAR4-11.4", **asked).returned == 0
    asked = {"street": "3", "chosen": ["void"]}
    assert table.ruled("community-shown-early", "STAR4-11.4", **asked).returned == 10_00
    came = to_the_end(table)
    assert came[3, "ante"] == (10_00, 0, "STAR4-11.4")
    assert came[1, "ante"][1] == -10_00


@pytest.mark.parametrize(
    ("code", "apart"),
    [
        param("NSW3", "NSW3-11.10.2", marks=rule("NSW3-11.10", "NSW3-11.10.2")),
        param("STAR4", "STAR4-11.10.2", marks=rule("STAR4-11.10", "STAR4-11.10.2")),
    ],
)
def test_a_supervisor_has_three_directions_for_suspects(floor, code, apart):
    table, suspects = floor.table(code), {"seats": ["1", "3"]}
    deciding(table)
    power = f"{code}-11.10"
    table.not_ruled("collusion", power, chosen=["keep apart"], by=DEALER, **suspects)
    for wrong in ([], ["expel"]):
        table.not_ruled("collusion", power, chosen=wrong, **suspects)
    row = table.ruled("collusion", apart, chosen=["keep apart"], **suspects)
    assert (row.returned, len(rows(table.db, DirectionRow))) == (0, 2)
    to_the_end(table)
    table.leave(3)
    assert cites(table.try_to_sit(3)) == [apart]


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        param(
            "NSW3",
            ("NSW3-13.4", "NSW3-13.4.2", "NSW3-13.5"),
            marks=rule("NSW3-13.4", "NSW3-13.4.2", "NSW3-13.5"),
        ),
        param(
            "STAR4",
            ("STAR4-13.9", "STAR4-13.9.2", "STAR4-13.10"),
            marks=rule("STAR4-13.9", "STAR4-13.9.2", "STAR4-13.10"),
        ),
    ],
)
@pytest.mark.parametrize("when", [staked, all_bet, settling])
def test_a_fraudster_may_forfeit_what_everybody_else_gets_back(
    floor, code, rules, when
):
    table, fraud = floor.table(code), {"ground": "fraud", "fraudsters": ["3"]}
    when(table)
    each = table.at_stake // 2
    table.not_ruled(
        "outcome-invalid", rules[0], by=DEALER, chosen=["refund all"], **fraud
    )
    wrong = {"ground": "boredom"}
    table.not_ruled("outcome-invalid", "HOUSE-RULING-4", **wrong)
    row = table.ruled(
        "outcome-invalid", *rules, chosen=["forfeit the fraudster's"], **fraud
    )
    assert (row.fate.value, row.returned) == (VOID, each)
    nets = {1: 0, 3: 0}
    for (seat, _), (_, net, cited) in table.came_to().items():
        nets[seat] += net
        assert cited == rules[2]
    assert nets == {1: 0, 3: -each}
    assert table.replayed().agrees


@pytest.mark.parametrize(
    ("rule", "code"), [("NSW3-15.3.1", "NSW3"), ("STAR4-15.3.1", "STAR4")]
)
def test_a_misdeal_gives_jackpot_wagers_back_and_takes_them_off_the_meter(
    floor, rule, code
):
    table = floor.table(code, jackpot=True)
    table.antes(also={"jackpot": 5_00})
    table.deal_out()
    assert table.at_meter() == 10_00
    row = table.ruled("wrong-hand-count", rule, seat="1", cards="3")
    assert (row.returned, table.at_meter()) == (30_00, 0)


@rule("STAR4-11.11", "STAR4-9.6.2")
def test_an_absent_players_hand_is_kept_for_its_jackpot_wager(floor):
    table = floor.table("STAR4", jackpot=True)
    table.antes(also={"jackpot": 5_00})
    table.deal_out()
    row = table.ruled("absent", "STAR4-11.11", seat="3")
    fates = {e["wager"]: e["fate"] for e in row.effects if e["seat"] == 3}
    assert fates == {"ante": "is collected", "jackpot": "stands as it is"}
    for card in ("2c", "7d", "9h"):
        table.street(card, {1: 10_00})
    floor.holds(table.offer("settle").seat == 3, "STAR4-9.6.2")


@pytest.mark.parametrize("rule", ["STAR4-11.12"])
def test_jackpot_equipment_that_fails_is_told_to_an_inspector(floor, rule):
    table = floor.table("STAR4", jackpot=True)
    row = table.ruled("jackpot-equipment", rule)
    assert [(told["who"], told["rule"]) for told in row.told] == [
        ("an inspector", rule)
    ]


@pytest.mark.parametrize(
    ("rule", "code", "back"),
    [
        ("NSW3-13.3.1", "NSW3", 30_00),
        ("STAR4-13.8.1", "STAR4", 30_00),
        ("CROWN3-13.2.1", "CROWN3", 30_00),
    ],
)
def test_whoever_breaks_the_rules_may_have_the_wagers_void(floor, rule, code, back):
    table = floor.table(code)
    first_bet(table)
    asked = {"seat": "1", "with_device": "yes", "chosen": ["void the wagers"]}
    row = table.ruled("rule-broken", rule, by=RUTH, **asked)
    assert row.returned == back
    came = to_the_end(table)
    assert {came[1, wager][1] for wager in ("ante", "3rd")} == {0}


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ("CROWN3-13.10", "CROWN3"),
        ("HOUSE-RULING-1", "MASS"),
        ("NSW3-13.12", "NSW3"),
        ("STAR4-13.17", "STAR4"),
        ("HOUSE-RULING-1", "VIC99"),
    ],
)
@pytest.mark.parametrize("folds", [False, True])
def test_what_no_rule_covers_somebody_decides(floor, rule, code, folds):
    table = floor.table(code)
    first_bet(table)
    if folds:
        table.must("fold", seat=3)
    fell = {"what": "A lamp fell on the table.", "chosen": ["void"]}
    table.not_ruled("not-covered", rule, by=DEALER, **fell)
    row = table.ruled("not-covered", rule, by=RUTH, **fell)
    assert (row.fate.value, row.returned) == (VOID, 40_00)
    assert {net for _, net, _ in table.came_to().values()} == {0}
