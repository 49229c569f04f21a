"""The notices of 1999: what they changed, from which instant, and on whose word."""

from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from game.rulebooks.notices import (
    NOTICE_24,
    NOTICE_25,
    NOTICE_26,
    NOTICES,
    SUPERBUCKS,
    may_activate,
    may_offer,
)
from game.rulebooks.vic99 import CARIBBEAN_STUD
from rulebook import Cite, Cited
from tests.game.caribbean import cites

# Melbourne keeps summer time then: 4.00 am is 17:00 UTC of the day before.
EIGHTH_OF_NOVEMBER = datetime(1999, 11, 7, 17, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)


@pytest.mark.rule("VIC99-N24-sch-21", "VIC99-N24-effect")
def test_superbucks_blackjack_is_withdrawn_from_its_hour_on():
    assert may_offer(SUPERBUCKS, EIGHTH_OF_NOVEMBER - MOMENT) is None
    for at in (EIGHTH_OF_NOVEMBER, EIGHTH_OF_NOVEMBER + MOMENT):
        assert cites(may_offer(SUPERBUCKS, at)) == {"VIC99-N24-sch-21"}
    assert may_offer("Blackjack", EIGHTH_OF_NOVEMBER) is None


@pytest.mark.rule("VIC99-N24-sch-21")
def test_the_number_of_a_deleted_rule_is_not_used_again():
    later = replace(NOTICE_24, number=99, deletes=(), inserts=("21", "22"))
    assert cites(may_activate(later, NOTICES)) == {"VIC99-N24-sch-21"}
    assert may_activate(replace(later, inserts=("22",)), NOTICES) is None
    # Another game keeps its own numbers.
    assert may_activate(replace(later, game="Baccarat"), NOTICES) is None


def every_cite(value):
    """Every rule that a cited value rests on, however deep."""
    match value:
        case Cite():
            yield value
        case Cited():
            yield value.cite
            yield from every_cite(value.value)
        case dict():
            for each in value.values():
                yield from every_cite(each)
        case _ if is_dataclass(value):
            for field in fields(value):
                if field.name != "source":
                    yield from every_cite(getattr(value, field.name))


@pytest.mark.rule("VIC99-N25-sch")
def test_all_of_caribbean_stud_comes_from_the_new_text():
    assert NOTICE_25.inserts == tuple(str(n) for n in range(1, 15))
    assert NOTICE_25.schedule.id == "VIC99-N25-sch"
    cited = {cite for cite in every_cite(CARIBBEAN_STUD) if cite.code != "HOUSE"}
    assert len(cited) > 50
    assert all(cite.clause.startswith("N25-") for cite in cited)


@pytest.mark.parametrize(
    ("rule", "notice", "gazettes"),
    [
        ("VIC99-N24-preamble", NOTICE_24, ["S44", "G17", "S39", "S121", "S156"]),
        ("VIC99-N25-preamble", NOTICE_25, ["S44"]),
        ("VIC99-N26-preamble", NOTICE_26, ["S44", "G40", "S114"]),
    ],
)
def test_a_notice_lists_what_it_amends_in_order_of_date(rule, notice, gazettes):
    history = notice.history.value
    assert [instrument.gazette for instrument in history] == gazettes
    assert may_activate(notice) is None
    for wrong in ((), (later_than(history[-1]), *history)):
        changed = replace(notice, history=replace(notice.history, value=wrong))
        assert cites(may_activate(changed)) == {rule}


def later_than(instrument):
    return replace(instrument, published=instrument.published + timedelta(days=1))


@pytest.mark.parametrize(
    ("rule", "notice"),
    [
        ("VIC99-N24-dated", NOTICE_24),
        ("VIC99-N25-dated", NOTICE_25),
        ("VIC99-N26-dated", NOTICE_26),
    ],
)
def test_a_notice_without_date_or_officer_changes_nothing(rule, notice):
    undated = replace(notice, dated=replace(notice.dated, value=None))
    unsigned = replace(notice, signed_by=" ")
    assert cites(may_activate(undated)) == cites(may_activate(unsigned)) == {rule}
    assert may_activate(notice) is None


@pytest.mark.rule("VIC99-masthead")
@pytest.mark.parametrize("notice", NOTICES, ids=lambda n: f"notice {n.number}")
def test_a_rule_change_names_its_gazette_and_date(notice):
    gazette = notice.gazette.value
    assert (gazette.gazette, gazette.published.isoformat()) == ("S161", "1999-11-04")
    nowhere = replace(notice, gazette=replace(notice.gazette, value=None))
    assert cites(may_activate(nowhere)) == {"VIC99-masthead"}
