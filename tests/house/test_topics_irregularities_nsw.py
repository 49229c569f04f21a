"""What goes wrong in New South Wales, under both documents, ruled on at the table."""

import pytest

from house.floor.rulings.models import DirectionRow
from tests.house.at_table_cast import DEALER, rows
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
