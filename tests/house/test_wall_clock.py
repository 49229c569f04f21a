"""A clock moved forward and back: what it stops, for how long, and the way out."""

from datetime import timedelta

import pytest
from sqlalchemy.exc import DatabaseError

from house.desk.items import on_the_desk
from house.floor.clock import wall_clock
from house.floor.limits import changes as limits_changes
from house.floor.limits.rules import LimitsRequest
from house.floor.signs import board
from house.floor.signs.models import ClockRow, LimitChangeRow
from house.floor.tables import closing
from house.floor.tables.standing import Figures, Standing
from house.people.roles import Role
from house.people.sessions import Staff
from rulebook import Refused
from tests.house.floor_cast import (
    NOON,
    VENUE,
    at,
    cites,
    clock_shows,
    do,
    entries,
    open_table,
    stands,
    tick,
)
from tests.house.test_editions import proved
from tests.house.test_patrons import sent

TICK = timedelta(microseconds=1)
CLOCK = "/desk/tables/clock"
AHEAD = 120  # minutes by which the clock was wrong


def wants(minimum):
    return LimitsRequest(Figures(minimum, 200_00, 5_00))


def announce(db, act, minimum=25_00, number=4):
    return do(db, number, limits_changes.announce, wants(minimum), act, VENUE)


def by_the_wrong_clock(db, number=4):
    """A table at which a sign went up while the clock was two hours ahead."""
    open_table(db, number=number)
    do(db, number, board.take_down, "It fell", at(AHEAD), VENUE)
    up = do(db, number, board.put_up, at(AHEAD), VENUE)
    assert isinstance(up, Standing)


def right(db, why="Two hours ahead by mistake", act=None):
    with db.writing() as session:
        return wall_clock.set_right(session, why, act or at())


@pytest.mark.rule("HOUSE-SIGNS-4")
@pytest.mark.parametrize(
    ("seconds", "taken"), [(-5, True), (-6, False), (0, True), (1, True)]
)
def test_a_step_of_up_to_five_seconds_stops_nothing(db, seconds, taken):
    by_the_wrong_clock(db)
    verdict = announce(db, at(AHEAD, seconds))
    assert isinstance(verdict, LimitChangeRow) is taken


@pytest.mark.rule("HOUSE-SIGNS-4")
def test_the_step_is_measured_to_the_end(db):
    by_the_wrong_clock(db)
    edge = NOON + timedelta(minutes=AHEAD, seconds=-5)
    from_edge = at(AHEAD, -5)
    assert from_edge.now == edge
    with db.reading() as session:
        table = stands(db).table
        just_before = wall_clock.moved_back(session, table, edge - TICK, VENUE)
        assert just_before.cite.id == "HOUSE-SIGNS-4"
        assert wall_clock.moved_back(session, table, edge, VENUE) is None


@pytest.mark.rule("HOUSE-SIGNS-4", "HOUSE-SIGNS-2")
def test_a_sign_never_comes_down_before_it_went_up(db):
    open_table(db)
    announce(db, at())
    down = do(db, 4, board.take_down, "It fell", at(0, -3), VENUE)
    assert isinstance(down, Standing)
    again = do(db, 4, board.put_up, at(0, -2), VENUE)
    assert again.due_change >= NOON + timedelta(minutes=20)
    assert tick(db, at(20, -1)) == 0


@pytest.mark.rule("HOUSE-SIGNS-4")
def test_every_act_says_what_is_wrong_and_what_to_do(db):
    by_the_wrong_clock(db)
    notice = closing.notice(stands(db).table, at(), at=None, hand_under_way=False)
    verdicts = [
        announce(db, at()),
        do(db, 4, closing.announce, notice, at(), VENUE),
        do(db, 4, board.take_down, "", at(), VENUE),
    ]
    for verdict in verdicts:
        [refusal] = verdict.refusals
        assert refusal.cite.id == "HOUSE-SIGNS-4"
        assert "shows 20 Nov 2026, 12:00:00" in refusal.wrong
        assert "is of 20 Nov 2026, 14:00:00: it was moved back." in refusal.wrong
        assert "an administrator says so on the page of the clock" in refusal.right
    for act in ("change limits", "announce closing"):
        assert entries(db, act)[-1].verdict == "refused"


@pytest.mark.rule("HOUSE-SIGNS-16", "HOUSE-SIGNS-4")
def test_once_the_clock_is_said_to_be_right_the_tables_go_on(db):
    by_the_wrong_clock(db)
    assert cites(announce(db, at())) == ["HOUSE-SIGNS-4"]
    assert isinstance(right(db), ClockRow)
    change = announce(db, at(1))
    assert change.effective_at == NOON + timedelta(minutes=21)
    assert tick(db, at(21, -1)) == 0
    assert tick(db, at(21)) == 1
    said = entries(db, "set clock right")[-1]
    assert said.before["last signs"] == {"4": at(AHEAD).now.isoformat()}
    assert {"HOUSE-SIGNS-4", "HOUSE-SIGNS-16"} <= set(said.rules)


@pytest.mark.rule("HOUSE-SIGNS-16", "HOUSE-SIGNS-4")
def test_a_clock_moved_back_once_more_stops_them_again(db):
    by_the_wrong_clock(db)
    right(db)
    announce(db, at(10), 5_00)
    assert cites(announce(db, at(5))) == ["HOUSE-SIGNS-4"]
    right(db, "And once more", at(6))
    assert isinstance(announce(db, at(7)), LimitChangeRow)


@pytest.mark.rule("HOUSE-SIGNS-16")
def test_nothing_to_set_right_or_no_reason_is_refused(db):
    open_table(db)
    assert cites(right(db)) == ["HOUSE-SIGNS-16"]
    assert cites(right(db, "")) == ["HOUSE-SIGNS-16", "HOUSE-SIGNS-16"]
    by_the_wrong_clock(db, 5)
    assert cites(right(db, "")) == ["HOUSE-SIGNS-16"]
    assert [e.verdict for e in entries(db, "set clock right")] == ["refused"] * 3


@pytest.mark.rule("HOUSE-SIGNS-16")
def test_what_was_said_of_the_clock_stays(db):
    by_the_wrong_clock(db)
    right(db)
    with pytest.raises(DatabaseError, match="append-only"), db.writing() as session:
        wall_clock.newest(session).why = "another"


@clock_shows()
@pytest.mark.rule("HOUSE-SIGNS-16", "HOUSE-ACCESS-6")
def test_an_administrator_says_so_on_its_page(db, sign_in):
    by_the_wrong_clock(db)
    director = sign_in(Role.DIRECTOR)
    table = director.get("/desk/tables/4").text
    assert "The clock was moved back" in table
    assert f'href="{CLOCK}"' in table
    assert "One table is stopped by the clock." in director.get(CLOCK).text
    assert director.post(CLOCK, data=sent(why="x")).status_code == 403
    admin = sign_in(Role.ADMIN)
    assert admin.post(CLOCK, data=sent(why="Set by mistake")).status_code == 401
    proved(db)
    assert admin.post(CLOCK, data=sent(why="")).status_code == 409
    assert admin.post(CLOCK, data=sent(why="x" * 201)).status_code == 422
    assert admin.post(CLOCK, data=sent(why="Set by mistake")).status_code == 303
    page = admin.get(CLOCK).text
    assert "The clock stops no table." in page
    assert "Set by mistake" in page
    assert "The clock was moved back" not in director.get("/desk/tables/4").text
    changed = director.post(
        "/desk/tables/4/limits",
        data=sent(minimum_cents="5", maximum_cents="200", unit_cents="5"),
    )
    assert changed.status_code == 303


@pytest.mark.rule("HOUSE-SIGNS-4")
def test_the_desks_say_that_the_clock_stops_tables(db, app):
    staff = Staff(1, "priya", "Priya", frozenset({Role.SUPERVISOR}), 1, None, None)
    by_the_wrong_clock(db)

    def titles(act):
        with app.test_request_context(), db.reading() as session:
            return [item.title for item in on_the_desk(session, staff, act.now)]

    said = "The clock of the house was moved back"
    assert said in titles(at())
    assert said not in titles(at(AHEAD, -5))


def test_a_refusal_of_the_clock_comes_with_every_other_reason(db):
    by_the_wrong_clock(db)
    verdict = announce(db, at(), 27_00)
    assert isinstance(verdict, Refused)
    assert cites(verdict)[0] == "HOUSE-SIGNS-4"
    assert len(cites(verdict)) == 2
