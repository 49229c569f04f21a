"""Tickets from play: rates, remainders, multipliers and limits, each at its edge."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from promotions.rules import earning
from promotions.rules.earning import (
    Earning,
    Holding,
    Played,
    Rate,
    Source,
    Times,
    Weekday,
    replayed,
)
from rulebook import Cite

SYDNEY = ZoneInfo("Australia/Sydney")
NOON = datetime(2026, 11, 20, 1, tzinfo=UTC)  # Friday noon in Sydney
TEN_DOLLARS = Rate(Source.PLAY, 10_00, 1)


def tickets(rules, *plays):
    return [found.tickets for found in replayed(rules, plays, SYDNEY)]


def wager(cents, at=NOON):
    return Played(Source.PLAY, cents, at)


@pytest.mark.rule("HOUSE-PROMOTION-40")
@pytest.mark.parametrize(
    ("cents", "expected"),
    [
        ([9_99], [0]),
        ([10_00], [1]),
        ([10_01], [1]),
        ([25_00, 5_00], [2, 1]),
        ([9_99, 1], [0, 1]),
        ([4_00, 4_00, 4_00], [0, 0, 1]),
    ],
)
def test_what_is_left_over_counts_with_what_comes_next(cents, expected):
    assert tickets(Earning((TEN_DOLLARS,)), *map(wager, cents)) == expected


@pytest.mark.rule("HOUSE-PROMOTION-40")
@given(st.lists(st.integers(1, 100_00), max_size=20))
def test_however_play_is_split_it_earns_the_same(cents):
    rules = Earning((Rate(Source.PLAY, 7_77, 3),))
    assert sum(tickets(rules, *map(wager, cents))) == sum(cents) // 7_77 * 3


def test_each_source_has_its_rate_or_earns_nothing():
    rules = Earning((Rate(Source.POINTS, 10, 2), Rate(Source.VISIT, 1, 5)))
    plays = [
        Played(Source.POINTS, 25, NOON),
        Played(Source.VISIT, 1, NOON),
        wager(1_000_00),
    ]
    assert tickets(rules, *plays) == [4, 5, 0]
    *_, last = replayed(rules, plays, SYDNEY)
    assert last.why == (("No tickets are earned by play.", Cite("HOUSE-PROMOTION-40")),)


FRIDAY_NIGHT = Times((Weekday.FRIDAY,), 18, 21, 2)


@pytest.mark.rule("HOUSE-PROMOTION-41")
@pytest.mark.parametrize(
    ("local", "expected"),
    [
        ("2026-11-20T17:59:59", 1),
        ("2026-11-20T18:00:00", 2),
        ("2026-11-20T20:59:59", 2),
        ("2026-11-20T21:00:00", 1),
        ("2026-11-21T18:00:00", 1),  # a Saturday
        ("2026-11-19T18:00:00", 1),
    ],
)
def test_multipliers_hold_by_the_venues_clock(local, expected):
    at = datetime.fromisoformat(local).replace(tzinfo=SYDNEY)
    rules = Earning((TEN_DOLLARS,), (FRIDAY_NIGHT,))
    assert tickets(rules, wager(10_00, at.astimezone(UTC))) == [expected]


@pytest.mark.rule("HOUSE-PROMOTION-41")
def test_of_several_multipliers_the_highest_holds_alone():
    rules = Earning((TEN_DOLLARS,), (Times(times=2), Times(times=3)))
    [found] = replayed(rules, [wager(10_00)], SYDNEY)
    assert found.tickets == 3
    assert found.why[1] == ("It counts 3 times.", Cite("HOUSE-PROMOTION-41"))


@pytest.mark.rule("HOUSE-PROMOTION-42")
@pytest.mark.parametrize(
    ("had", "cents", "given", "cut"),
    [(48, 20_00, 2, False), (48, 30_00, 2, True), (50, 10_00, 0, True)],
)
def test_no_more_a_day_than_the_terms_allow(had, cents, given, cut):
    rules = Earning((TEN_DOLLARS,), most_a_day=50)
    day = NOON.astimezone(SYDNEY).date()
    before = Holding(had, {day: had}, {Source.PLAY: had * 10_00})
    found = earning.earned(rules, wager(cents), before, SYDNEY)
    assert found.tickets == given
    assert any(rule.id == "HOUSE-PROMOTION-42" for _, rule in found.why) is cut


@pytest.mark.rule("HOUSE-PROMOTION-42")
def test_a_new_day_of_the_venue_has_a_limit_of_its_own():
    rules = Earning((TEN_DOLLARS,), most_a_day=5)
    midnight = datetime(2026, 11, 20, 13, tzinfo=UTC)  # in Sydney
    before = midnight - timedelta(seconds=1)
    plays = [wager(80_00, NOON), wager(50_00, before), wager(50_00, midnight)]
    assert tickets(rules, *plays) == [5, 0, 5]


@pytest.mark.rule("HOUSE-PROMOTION-42")
def test_no_more_for_a_draw_than_the_terms_allow():
    rules = Earning((TEN_DOLLARS,), most_a_day=8, most_each=10)
    plays = [wager(90_00, NOON + timedelta(days=day)) for day in range(3)]
    assert tickets(rules, *plays) == [8, 2, 0]
    [_, second, _] = replayed(rules, plays, SYDNEY)
    assert [text for text, _ in second.why] == [
        "$90 wagered at one ticket for every $10 wagered.",
        "8 of 9: at most 8 tickets a day.",
        "2 of 8: at most 10 tickets for this draw.",
    ]


@pytest.mark.rule("HOUSE-PROMOTION-43")
def test_the_free_entry_is_taken_once():
    rules = Earning((Rate(Source.FREE, 1, 1),))
    free = Played(Source.FREE, 1, NOON)
    assert tickets(rules, free, free) == [1, 0]
