"""Which edition governs, and what every rulebook must have."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from game.rulebooks import (
    MISSISSIPPI_STUD,
    InForce,
    bring_into_force,
    governing,
    mississippi_rules,
)
from rulebook import Refused

SYDNEY = ZoneInfo("Australia/Sydney")
PUBLISHED = datetime(2025, 8, 20, tzinfo=SYDNEY)
BEFORE = InForce(
    "NSW3", "before version 4", datetime(2010, 1, 1, tzinfo=SYDNEY), "s 66"
)


def version_4(**more):
    given = {"published": PUBLISHED, "instrument": "Order of 15 August 2025", **more}
    return bring_into_force("STAR4", "4", **given)


@pytest.mark.rule("STAR4-Order:Effect")
@pytest.mark.parametrize(
    ("first_card", "code"),
    [
        (datetime(2025, 8, 15, 12, tzinfo=SYDNEY), "NSW3"),  # signed, not published
        (PUBLISHED - timedelta(seconds=1), "NSW3"),
        (PUBLISHED, "STAR4"),
        (PUBLISHED.astimezone(UTC), "STAR4"),
        (PUBLISHED + timedelta(days=1), "STAR4"),
    ],
)
def test_an_edition_governs_from_its_publication(first_card, code):
    assert governing([version_4(), BEFORE], first_card).code == code


@pytest.mark.rule("STAR4-Order:Effect")
def test_without_a_day_of_publication_nothing_is_switched_on():
    verdict = version_4(published=None)
    assert [cite.id for cite in verdict.cites] == ["STAR4-Order:Effect"]


@pytest.mark.rule("STAR4-Order:Instrument")
def test_rules_change_only_by_an_order():
    verdict = version_4(instrument=" ")
    assert [cite.id for cite in verdict.cites] == ["STAR4-Order:Instrument"]
    both = version_4(instrument="", published=None)
    assert len(both.refusals) == 2


@pytest.mark.rule("CROWN3-cover:version")
def test_a_round_keeps_the_edition_of_its_first_card():
    first_card = PUBLISHED - timedelta(minutes=1)
    before = governing([BEFORE], first_card)
    assert governing([BEFORE, version_4()], first_card) == before
    nothing = governing([BEFORE], BEFORE.since - timedelta(seconds=1))
    assert isinstance(nothing, Refused)


@pytest.mark.parametrize("code", MISSISSIPPI_STUD)
def test_a_rulebook_cites_its_own_document_or_the_house(code):
    rules = mississippi_rules(code)
    assert rules.code == code
    assert rules.settlement.pays.cite.code == code
    assert {street.bet.code for street in rules.streets} == {code}
    assert {dealing.procedure.code for dealing in rules.devices.values()} == {code}


def test_an_unknown_document_has_no_game():
    with pytest.raises(ValueError, match="has no Mississippi Stud rules"):
        mississippi_rules("VIC99")
