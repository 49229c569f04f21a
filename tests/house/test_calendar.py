"""The calendar of the house: everything planned, and what of it falls together."""

from datetime import UTC, datetime, timedelta

import pytest

from house.calendar.rules import Planned, calendar
from house.people.roles import Role

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
HOUR, TICK = timedelta(hours=1), timedelta(microseconds=1)


def planned(name, starts, hours=1, place="the stage"):
    ends = starts + hours * HOUR
    return Planned(name, "Draw", starts, ends, place, f"/{name}")


@pytest.mark.rule("HOUSE-PROMOTION-28")
@pytest.mark.parametrize(
    ("starts", "together"),
    [
        (NOON + HOUR, False),  # one ends as the other starts
        (NOON + HOUR - TICK, True),
        (NOON - HOUR, False),
        (NOON - HOUR + TICK, True),
    ],
)
def test_two_fall_together_where_they_share_an_instant(starts, together):
    one, other = planned("one", NOON), planned("other", starts)
    found = {e.planned.name: e for e in calendar([one, other], NOON - 9 * HOUR)}
    assert found["one"].with_ == ((other,) if together else ())
    assert found["other"].with_ == ((one,) if together else ())


@pytest.mark.rule("HOUSE-PROMOTION-28")
def test_the_same_place_is_said_and_what_is_over_is_gone():
    one = planned("one", NOON, place="The Stage ")
    here, there = planned("here", NOON), planned("there", NOON, place="the hall")
    over = planned("over", NOON - 2 * HOUR)
    entries = calendar([over, there, here, one], NOON - HOUR)
    assert [e.planned.name for e in entries] == ["here", "one", "there"]
    [mine] = [e for e in entries if e.planned is one]
    assert mine.same_place == (here,)
    assert set(mine.with_) == {here, there}


@pytest.mark.rule("HOUSE-PROMOTION-28")
def test_a_draw_does_not_fall_together_with_its_own_promotion():
    draws = [planned("mine", NOON + n * HOUR) for n in range(2)]
    promotion = planned("mine", NOON, hours=9)
    entries = calendar([promotion, *draws], NOON - HOUR)
    assert [entry.with_ for entry in entries] == [(), (), ()]


def test_an_empty_house_has_an_empty_calendar(sign_in):
    page = sign_in(Role.MARKETING).get("/desk/calendar/")
    assert (page.status_code, "Nothing is planned." in page.text) == (200, True)
