"""Deadlines: once each, as of when they were due; failures wait and hold up nobody."""

import itertools
import os
import signal
from datetime import UTC, date, datetime, timedelta
from datetime import time as wall_time
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text
from sqlmodel import col, select

from house.audit import Subject
from house.audit.models import AuditRow
from house.db import Database
from house.notices import daily, deadlines
from house.notices.deadlines import Round, call_off, pause, plan, run_due
from house.notices.models import DeadlineRow
from house.venue import Venue
from rulebook import Cite
from tests.house import workers
from tests.processes import processes

NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
TICK = timedelta(microseconds=1)
CITE = Cite("CROWN3-13.7")
TABLE = Subject("table", "7", "Table 7")
kinds = itertools.count()


@pytest.fixture
def db(database_url):
    """The database alone: deadlines need no application."""
    db = Database(database_url)
    yield db
    db.engine.dispose()


@pytest.fixture
def kind():
    """A kind of deadline that no other test has a handler for."""
    return f"test.kind-{next(kinds)}"


def planned(db, kind, key="k", due_at=NOON, **kwargs):
    with db.writing() as session:
        plan(
            session,
            kind,
            key=key,
            subject=TABLE,
            title="Table 7 may close",
            due_at=due_at,
            cite=CITE,
            **kwargs,
        )


def rows(db):
    with db.reading() as session:
        return list(session.exec(select(DeadlineRow).order_by(col(DeadlineRow.id))))


@pytest.mark.rule("HOUSE-CLOCK-1")
@pytest.mark.parametrize(
    ("now", "fires"), [(NOON - TICK, 0), (NOON, 1), (NOON + timedelta(days=30), 1)]
)
def test_it_fires_once_from_its_time_on_as_of_its_time(db, kind, now, fires):
    seen = []

    @deadlines.on(kind)
    def effect(_session, deadline):
        seen.append((deadline.due_at, deadline.fired_at, deadline.subject_id))

    planned(db, kind)
    assert run_due(db, now) == Round(fired=fires)
    assert run_due(db, now) == Round()
    assert seen == [(NOON, now, 7)] * fires
    [row] = rows(db)
    assert (row.fired_at, row.due_at, row.rule_id) == (
        now if fires else None,
        NOON,
        "CROWN3-13.7",
    )


@pytest.mark.rule("HOUSE-CLOCK-1")
def test_the_same_key_is_one_deadline_and_the_first_time_stands(db, kind):
    planned(db, kind)
    planned(db, kind, due_at=NOON + MINUTE)
    planned(db, kind, key="another")
    assert [(r.key, r.due_at) for r in rows(db)] == [("k", NOON), ("another", NOON)]


def test_a_deadline_of_an_act_that_is_undone_was_never_set(db, kind):
    def act():
        with db.writing() as session:
            plan(
                session,
                kind,
                key="k",
                subject=TABLE,
                title="t",
                due_at=NOON,
                cite=CITE,
            )
            raise RuntimeError

    with pytest.raises(RuntimeError):
        act()
    assert rows(db) == []


@pytest.mark.rule("HOUSE-CLOCK-1")
def test_what_is_due_fires_in_the_order_it_fell_due_and_no_more_than_asked(db, kind):
    seen = []
    deadlines.on(kind)(lambda _session, deadline: seen.append(deadline.key))
    for key, minutes in (("late", 3), ("first", 1), ("second", 2)):
        planned(db, kind, key, NOON + minutes * MINUTE)
    assert run_due(db, NOON + 5 * MINUTE, limit=2) == Round(fired=2)
    assert seen == ["first", "second"]
    assert run_due(db, NOON + 5 * MINUTE, limit=2) == Round(fired=1)
    assert seen[-1] == "late"


@pytest.mark.rule("HOUSE-CLOCK-2")
def test_a_failure_is_undone_kept_and_tried_again_without_holding_up_the_rest(db, kind):
    trying = []

    @deadlines.on(kind)
    def effect(session, deadline):
        if deadline.key == "bad":
            trying.append(deadline.attempts)
            session.execute(text("UPDATE deadline SET title = 'half done'"))
            if len(trying) < 3:
                raise ValueError("The sign\x00 is not up.")

    for key in ("a", "bad", "c"):
        planned(db, kind, key)
    assert run_due(db, NOON) == Round(fired=2, failed=1)
    bad = rows(db)[1]
    assert (bad.fired_at, bad.attempts, bad.due_at) == (None, 1, NOON)
    assert bad.try_at == NOON + MINUTE
    assert bad.last_error == "The sign� is not up."
    assert {row.title for row in rows(db)} == {"Table 7 may close"}
    assert run_due(db, NOON + MINUTE - TICK) == Round()
    assert run_due(db, NOON + MINUTE) == Round(failed=1)
    assert rows(db)[1].try_at == NOON + 3 * MINUTE
    assert run_due(db, NOON + 3 * MINUTE) == Round(fired=1)
    assert (rows(db)[1].fired_at, rows(db)[1].attempts) == (NOON + 3 * MINUTE, 3)


@pytest.mark.rule("HOUSE-CLOCK-2")
@pytest.mark.parametrize(
    ("attempts", "minutes"),
    [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (8, 60), (10_000, 60)],
)
def test_each_pause_is_twice_as_long_up_to_an_hour(attempts, minutes):
    assert pause(attempts) == minutes * MINUTE


@pytest.mark.rule("HOUSE-CLOCK-2")
def test_a_kind_this_release_does_not_know_waits_and_holds_up_nobody(db, kind):
    seen = []
    deadlines.on(kind)(lambda _session, deadline: seen.append(deadline.key))
    planned(db, "test.from-a-later-release", "strange", NOON - MINUTE)
    planned(db, kind, "known")
    assert run_due(db, NOON, limit=10) == Round(fired=1, failed=1)
    assert seen == ["known"]
    strange = rows(db)[0]
    assert strange.fired_at is None
    assert "No part of this release handles" in strange.last_error


@pytest.mark.rule("HOUSE-CLOCK-8")
def test_what_is_called_off_does_not_fire_and_is_not_deleted(db, kind):
    deadlines.on(kind)(lambda *_: pytest.fail("it was called off"))
    planned(db, kind)
    with db.writing() as session:
        assert call_off(session, "k", now=NOON - MINUTE)
        assert not call_off(session, "k", now=NOON)
        assert not call_off(session, "unknown", now=NOON)
    assert run_due(db, NOON) == Round()
    assert [(r.called_off_at, r.fired_at) for r in rows(db)] == [(NOON - MINUTE, None)]


def test_what_fired_cannot_be_called_off(db, kind):
    deadlines.on(kind)(lambda *_: None)
    planned(db, kind)
    run_due(db, NOON)
    with db.writing() as session:
        assert not call_off(session, "k", now=NOON)


def test_a_kind_has_one_handler(kind):
    deadlines.on(kind)(lambda *_: None)
    with pytest.raises(ValueError, match="already handled"):
        deadlines.on_studied(kind)(lambda *_: lambda *_: None)


def test_what_takes_long_looks_first_while_others_can_write(db, kind):
    @deadlines.on_studied(kind)
    def study(session, deadline):
        with db.writing() as other:  # nobody holds the database meanwhile
            plan(
                other,
                kind,
                key="written meanwhile",
                subject=TABLE,
                title="t",
                due_at=NOON + MINUTE,
                cite=CITE,
            )
        found = deadline.key

        def effect(session, deadline):
            deadline.title = f"saw {found}"

        return effect

    planned(db, kind)
    assert run_due(db, NOON) == Round(fired=1)
    assert [r.title for r in rows(db)] == ["saw k", "t"]


def test_asked_to_stop_it_takes_up_nothing_new(db, kind):
    seen = []
    deadlines.on(kind)(lambda _session, deadline: seen.append(deadline.key))
    for key in "abc":
        planned(db, kind, key)
    assert run_due(db, NOON, stopped=lambda: len(seen) == 1) == Round(fired=1)
    assert run_due(db, NOON) == Round(fired=2)


def test_a_naive_time_is_refused_before_anything_is_written(db, kind):
    with pytest.raises(Exception, match=r"(?i)naive|timezone|aware|zone"):
        planned(db, kind, due_at=datetime(2026, 11, 20))
    assert rows(db) == []


# --- many processes, one killed ----------------------------------------------


@pytest.mark.rule("HOUSE-CLOCK-1")
def test_four_processes_one_killed_no_effect_twice_and_none_left(database_url, db):
    with db.writing() as session:
        for n in range(200):
            plan(
                session,
                "test.count",
                key=str(n),
                subject=TABLE,
                title="count",
                due_at=NOON - n * MINUTE,
                cite=CITE,
            )
    pipes = [processes.Pipe(duplex=False) for _ in range(4)]
    started = [
        processes.Process(target=workers.run_deadlines, args=(database_url, NOON, pipe))
        for _, pipe in pipes
    ]
    for process in started:
        process.start()
    pipes[0][0].recv()
    while not _effects(db) and started[0].is_alive():
        pass
    os.kill(started[0].pid, signal.SIGKILL)
    for process in started:
        process.join()
    assert [p.exitcode for p in started[1:]] == [0, 0, 0]
    run_due(db, NOON)  # what the others passed over while the killed one held it
    assert sorted(_effects(db)) == sorted(row.pk for row in rows(db))
    assert all(row.fired_at == NOON for row in rows(db))


def _effects(db):
    with db.reading() as session:
        return [int(n) for n in session.exec(select(AuditRow.subject_id))]


# --- every day at a time on the wall -----------------------------------------

MELBOURNE = Venue("Southbank House", ZoneInfo("Australia/Melbourne"))
FOUR = wall_time(4, 0)


def melbourne(*args):
    return datetime(*args, tzinfo=MELBOURNE.zone).astimezone(UTC)


@pytest.mark.rule("HOUSE-CLOCK-7", "HOUSE-RECORD-5")
@pytest.mark.parametrize(
    ("days", "hours"),
    [
        ([date(2026, 10, 3), date(2026, 10, 4), date(2026, 10, 5)], [23, 24]),
        ([date(2026, 4, 4), date(2026, 4, 5), date(2026, 4, 6)], [25, 24]),
        ([date(2026, 12, 31), date(2027, 1, 1)], [24]),
    ],
    ids=["clocks go forward", "clocks go back", "new year"],
)
def test_four_in_the_morning_is_four_on_the_wall_whatever_the_clocks_do(days, hours):
    due = [daily.next_at(MELBOURNE, FOUR, melbourne(*days[0].timetuple()[:3]))]
    for _ in days[1:]:
        due.append(daily.next_at(MELBOURNE, FOUR, due[-1]))
    assert [MELBOURNE.local(at).date() for at in due] == days
    assert {MELBOURNE.local(at).time() for at in due} == {FOUR}
    gaps = [(b - a) / timedelta(hours=1) for a, b in itertools.pairwise(due)]
    assert gaps == hours


@pytest.mark.rule("HOUSE-CLOCK-7")
@pytest.mark.parametrize(
    ("after", "due"),
    [
        (melbourne(2026, 11, 20, 4) - TICK, melbourne(2026, 11, 20, 4)),
        (melbourne(2026, 11, 20, 4), melbourne(2026, 11, 21, 4)),
        (melbourne(2026, 11, 20, 4) + TICK, melbourne(2026, 11, 21, 4)),
    ],
)
def test_the_next_time_is_strictly_later(after, due):
    assert daily.next_at(MELBOURNE, FOUR, after) == due


@pytest.mark.rule("HOUSE-CLOCK-7")
def test_a_time_that_is_skipped_is_due_when_the_clocks_go_forward():
    half_past_two = wall_time(2, 30)
    due = daily.next_at(MELBOURNE, half_past_two, melbourne(2026, 10, 4, 0))
    assert due == datetime(2026, 10, 3, 16, 0, tzinfo=UTC)
    assert f"{MELBOURNE.local(due):%H:%M}" == "03:00"
    assert daily.next_at(MELBOURNE, half_past_two, due) == melbourne(2026, 10, 5, 2, 30)


@pytest.mark.rule("HOUSE-CLOCK-7")
def test_a_time_that_comes_twice_is_due_the_first_time_only():
    half_past_two = wall_time(2, 30)
    first = daily.next_at(MELBOURNE, half_past_two, melbourne(2026, 4, 5, 0))
    assert first == datetime(2026, 4, 4, 15, 30, tzinfo=UTC)
    assert daily.next_at(MELBOURNE, half_past_two, first) == melbourne(
        2026, 4, 6, 2, 30
    )


def test_a_day_that_begins_at_one_begins_at_one():
    cairo = Venue("Nile House", ZoneInfo("Africa/Cairo"))
    begins = daily.midnight(cairo, date(2026, 4, 24))  # clocks go forward at midnight
    assert f"{cairo.local(begins):%d %H:%M}" == "24 01:00"
