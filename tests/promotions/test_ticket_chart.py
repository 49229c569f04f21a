"""Tickets a day as bars: every day from the first to the close."""

from datetime import date, timedelta

from promotions.tickets.chart import BASE, TOP, chart

FIRST = date(2026, 11, 10)
DAY = timedelta(days=1)


def test_nothing_is_drawn_before_the_first_ticket():
    assert chart({}, FIRST, FIRST + 9 * DAY) is None


def test_every_day_until_the_close_has_its_place_and_today_stands_out():
    found = chart({FIRST: 400, FIRST + 2 * DAY: 100}, FIRST + 2 * DAY, FIRST + 9 * DAY)
    assert [bar.day for bar in found.bars] == [FIRST + n * DAY for n in range(10)]
    assert [bar.mark for bar in found.bars] == ["", "", "part", *["todo"] * 7]
    assert [bar.tickets for bar in found.bars[:3]] == [400, 0, 100]
    assert found.lines == ((200, 87.0), (400, float(TOP)))
    assert found.bars[0].y == TOP < found.bars[2].y < found.bars[1].y < BASE
    assert found.closes_x == found.bars[-1].x + found.bars[-1].width
    assert FIRST + 2 * DAY not in found.named  # “today” stands there
    assert found.finding == "Tickets a day since Tue 10 Nov; most on Tue 10 Nov, 400."


def test_a_close_far_ahead_or_before_the_last_ticket_is_not_drawn():
    for closes in (None, FIRST - DAY, FIRST + 121 * DAY):
        found = chart({FIRST: 1}, FIRST, closes)
        assert (len(found.bars), found.closes_x) == (1, None)
