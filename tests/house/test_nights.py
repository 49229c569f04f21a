"""The nights on which the clocks change, in every form of the floor with a time."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from werkzeug.datastructures import MultiDict

from house.floor.limits import changes as limits_changes
from house.floor.limits.rules import LimitsRequest
from house.floor.meters.claim_forms import claim_form
from house.floor.models import TableRow
from house.floor.signs.forms import closing_form, edition_form, limits_form, time_form
from house.floor.signs.sheet import sheet
from house.floor.tables import closing
from house.floor.tables.standing import Figures
from house.payments.forms import attempt_form, entry_form
from house.people.roles import Role
from house.venue import Venue
from tests.house import floor_cast
from tests.house.floor_cast import DIRECTOR, do, open_table, stands, tick
from tests.house.test_patrons import sent

MELBOURNE = Venue("Southbank House", ZoneInfo("Australia/Melbourne"))
SYDNEY = Venue("Harbour House", ZoneInfo("Australia/Sydney"))
# 3 am becomes 2 am on 5 April 2026; 2 am becomes 3 am on 4 October 2026.
AUTUMN = datetime(2026, 4, 4, 16, 0, tzinfo=UTC)
SPRING = datetime(2026, 10, 3, 16, 0, tzinfo=UTC)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
TABLE = TableRow(
    number=4, seats=1, minimum_cents=10_00, maximum_cents=20_00, unit_cents=5_00
)
FORMS = {
    "limits": (lambda venue, sent: limits_form(venue, TABLE, sent), "at"),
    "for everyone": (time_form, "at"),
    "closing": (closing_form, "at"),
    "edition": (edition_form, "since"),
    "claim": (lambda venue, sent: claim_form(venue)(sent), "shown_at"),
    "payment happened": (lambda venue, sent: entry_form(venue)(sent), "happened_at"),
    "payment known": (lambda venue, sent: entry_form(venue)(sent), "known_at"),
    "step": (lambda venue, sent: attempt_form(venue)(sent), "at"),
}
AHEAD = ("limits", "for everyone", "closing")


def read(which, venue, typed):
    """One time field of a form, with what was typed into it."""
    make, name = FORMS[which]
    form = make(venue, MultiDict({name: typed}))
    form[name].validate(form)
    return form[name]


@pytest.mark.parametrize("venue", [MELBOURNE, SYDNEY], ids=["Melbourne", "Sydney"])
@pytest.mark.parametrize("which", FORMS)
@pytest.mark.rule("HOUSE-TIME-1")
def test_a_time_that_is_skipped_is_said_to_be_missing(which, venue):
    with time_machine.travel(SPRING - HOUR, tick=False):
        for missing in ("02:00", "02:30", "02:59"):
            field = read(which, venue, f"2026-10-04T{missing}")
            said = f"The clocks go forward: there is no {missing} on 4 October 2026."
            assert field.errors == [said]
            assert field._value() == f"2026-10-04T{missing}"
        for there, at in (("01:59", SPRING - MINUTE), ("03:00", SPRING)):
            assert read(which, venue, f"2026-10-04T{there}").data == at


@pytest.mark.parametrize("venue", [MELBOURNE, SYDNEY], ids=["Melbourne", "Sydney"])
@pytest.mark.parametrize("which", FORMS)
@pytest.mark.rule("HOUSE-TIME-1")
def test_of_an_hour_that_comes_twice_the_one_meant_is_taken(which, venue):
    first = AUTUMN - HOUR + 30 * MINUTE  # 02:30 in summer time
    second = first + HOUR
    for now, ahead in (
        (first, first),
        (first + MINUTE, second),
        (second, second),
        (second + MINUTE, second),  # past either way, and refused as that
    ):
        with time_machine.travel(now, tick=False):
            meant = read(which, venue, "2026-04-05T02:30").data
        assert meant == (ahead if which in AHEAD else first)


@pytest.mark.parametrize(
    ("instant", "said"),
    [
        (AUTUMN - HOUR - MINUTE, "01:59"),
        (AUTUMN - HOUR, "02:00 AEDT"),
        (AUTUMN - MINUTE, "02:59 AEDT"),
        (AUTUMN, "02:00 AEST"),
        (AUTUMN + HOUR, "03:00"),
        (SPRING - MINUTE, "01:59"),
        (SPRING, "03:00"),
    ],
)
def test_a_sign_says_which_of_two_equal_times(instant, said):
    assert MELBOURNE.clock(instant) == said


@pytest.mark.rule("HOUSE-SIGNS-3", "NSW3-6.5")
@pytest.mark.parametrize("venue", [MELBOURNE, SYDNEY], ids=["Melbourne", "Sydney"])
def test_a_raise_over_the_repeated_hour_waits_its_twenty_minutes(
    db, monkeypatch, venue
):
    now = AUTUMN - 10 * MINUTE  # 02:50, the first time
    monkeypatch.setattr(floor_cast, "NOON", now)
    open_table(db)
    act = floor_cast.Act(DIRECTOR, now)
    wanted = LimitsRequest(Figures(25_00, 200_00, 5_00))
    change = do(db, 4, limits_changes.announce, wanted, act, venue)
    assert change.effective_at == now + 20 * MINUTE
    assert venue.clock(change.effective_at) == "02:10 AEST"
    early = LimitsRequest(wanted.figures, change.effective_at - MINUTE)
    do(db, 4, limits_changes.call_off, act)
    refused = do(db, 4, limits_changes.announce, early, act, venue)
    assert "NSW3-6.5" in floor_cast.cites(refused)
    do(db, 4, limits_changes.announce, wanted, act, venue)
    at = replace(act, now=now + 20 * MINUTE)
    assert tick(db, replace(at, now=at.now - timedelta(seconds=1))) == 0
    assert sheet(stands(db), at.now).figures.minimum == 25_00
    assert tick(db, at) == 1


@pytest.mark.rule("NSW3-13.8")
def test_a_closing_over_the_skipped_hour_waits_its_twenty_minutes(db, monkeypatch):
    now = SPRING - 10 * MINUTE  # 01:50, ten minutes before 03:00
    monkeypatch.setattr(floor_cast, "NOON", now)
    open_table(db)
    act = floor_cast.Act(DIRECTOR, now)
    table = stands(db).table
    notice = closing.notice(table, act, at=None, hand_under_way=False)
    do(db, 4, closing.announce, notice, act, MELBOURNE)
    due = now + 20 * MINUTE
    assert MELBOURNE.clock(stands(db).due_closing) == "03:10"
    assert tick(db, replace(act, now=due - timedelta(seconds=1))) == 0
    assert tick(db, replace(act, now=due)) == 1
    assert not stands(db).is_open(due)


@time_machine.travel(SPRING - HOUR, tick=False)
def test_on_the_page_a_skipped_time_is_said_and_kept(db, sign_in, monkeypatch):
    monkeypatch.setattr(floor_cast, "NOON", SPRING - HOUR)
    open_table(db)
    client = sign_in(Role.DIRECTOR)
    figures = {"minimum_cents": "25", "maximum_cents": "200", "unit_cents": "5"}
    for path, more in (("limits", figures), ("closing", {})):
        answer = client.post(
            f"/desk/tables/4/{path}", data=sent(at="2026-10-04T02:30", **more)
        )
        assert answer.status_code == 422
        assert "there is no 02:30 on 4 October 2026" in answer.text
        assert 'value="2026-10-04T02:30"' in answer.text
    assert stands(db).change is None
