"""The public value of a draw: named in the terms, promised by the header."""

import json

import pytest

from promotions.freezing import headers
from promotions.rules.clauses.beacon import UNKNOWN, BeaconClause, PublicValue
from promotions.rules.terms import Terms
from rulebook import Refused
from rulebook.terms.checklist import checklist
from rulebook.terms.terms import from_data
from tests.promotions.frozen_cast import CLOSES, frozen, give, run_due, running
from tests.promotions.promo_cast import DAY, EDITH, MIRIAM, add_staff, reach
from tests.promotions.test_terms_items import cites, made, with_

DICE = {"value": PublicValue.DICE, "dice": 5}
ROUND = {"value": PublicValue.ROUND, "source": "drand quicknet"}
PATH = "award.beacon"


@pytest.mark.rule("HOUSE-PROMOTION-61")
def test_terms_kept_before_name_no_value_and_print_as_they_did():
    terms = made("STAR4", "cash-weekend")
    data = terms.to_data()
    old = {**data, "schema": "promotion-terms/1", "award": {**data["award"]}}
    del old["award"]["beacon"]
    kept = from_data(Terms, old)
    assert kept.terms == terms
    assert kept.absent == {PATH}
    assert kept.terms.award.beacon.text(terms) == ""


@pytest.mark.rule("HOUSE-PROMOTION-61")
@pytest.mark.parametrize(
    ("values", "open_"),
    [
        ({}, False),
        (DICE, False),
        ({**DICE, "dice": None}, True),
        ({**DICE, "dice": 2}, True),
        ({**DICE, "dice": 3}, False),
        ({**DICE, "dice": 50}, False),
        ({**DICE, "dice": 51}, True),
        (ROUND, False),
        ({**ROUND, "source": " "}, True),
        ({**ROUND, "round": "round 657413"}, False),
    ],
)
def test_dice_have_a_number_and_a_round_somebody_who_publishes_it(values, open_):
    terms = with_(made("NSW3", "cash-weekend"), PATH, **values)
    assert ("HOUSE-PROMOTION-61" in cites(terms)) is open_


@pytest.mark.rule("HOUSE-PROMOTION-61")
def test_one_named_round_serves_one_draw_and_no_barrel():
    terms = with_(made("NSW3", "cash-weekend"), PATH, **ROUND, round="round 7")
    ends = terms.promotion.held.ends_at + 60 * DAY
    several = with_(terms, "award.series", times=2)
    several = with_(several, "promotion.held", ends_at=ends)
    fields = [refusal.field for refusal in checklist(several).refusals]
    assert fields == ["award.beacon.round"]
    seats = with_(made("NSW3", "hot-seat"), PATH, **DICE)
    assert [r.field for r in checklist(seats).refusals] == ["award.beacon.value"]


@pytest.mark.rule("HOUSE-PROMOTION-62")
@pytest.mark.parametrize(
    ("clause", "said", "taken"),
    [
        (BeaconClause(), "", ""),
        (BeaconClause(), "a word", None),
        (BeaconClause(**DICE), " 2 5,1 6 6 ", "2 5 1 6 6"),
        (BeaconClause(**DICE), "25166", "2 5 1 6 6"),
        (BeaconClause(**DICE), "2 5 1 6", None),
        (BeaconClause(**DICE), "2 5 1 6 6 1", None),
        (BeaconClause(**DICE), "2 5 1 6 7", None),
        (BeaconClause(**DICE), "2 5 1 6 six", None),
        (BeaconClause(**ROUND), "c81a\n 09f2", "c81a 09f2"),
        (BeaconClause(**ROUND), "", None),
        (BeaconClause(**ROUND), "x" * 200, "x" * 200),
        (BeaconClause(**ROUND), "x" * 201, None),
        (BeaconClause(**ROUND), "caf\u00e9", None),
    ],
)
def test_the_value_is_what_the_terms_name(clause, said, taken):
    value = clause.taken(said)
    if taken is None:
        assert isinstance(value, Refused)
        assert value.refusals[0].cite.id == "HOUSE-PROMOTION-62"
    else:
        assert value == taken


@pytest.mark.rule("HOUSE-PROMOTION-61")
@pytest.mark.parametrize(
    ("values", "promised"),
    [
        ({}, "none"),
        (DICE, "5 dice thrown in the room"),
        (ROUND, "drand quicknet: the first round at or after 2026-11-27T00:00:00Z"),
        ({**ROUND, "round": "round 7"}, "drand quicknet: round 7"),
    ],
)
def test_what_a_header_promises_is_what_the_terms_print(values, promised):
    terms = with_(made("NSW3", "cash-weekend"), PATH, **values)
    assert terms.award.beacon.in_header(terms.draws[0]) == promised
    said = terms.award.beacon.text(terms)
    assert (promised == "none") is (UNKNOWN not in said)


@pytest.mark.rule("HOUSE-PROMOTION-61")
def test_the_header_of_a_frozen_list_promises_the_dice(app, db, tmp_path):
    with db.writing() as session:
        add_staff(session, MIRIAM, EDITH)
        reach(session)
        change = (PATH, DICE)
        row, _ = running(session, "ada", changes=(change,), key="cash-weekend")
    give(db, row, tmp_path, ada=3)
    run_due(app, db, CLOSES)
    with db.reading() as session:
        header = json.loads(headers.of(session, frozen(session)).content)
    assert header["beacon"] == "5 dice thrown in the room"
