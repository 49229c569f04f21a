"""A crowd at the gate: one connection each, a line, and a word when to come again."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import g
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError
from sqlmodel import select

from house import capacity, serve
from house.capacity import Limits
from house.db import Database
from house.people.models import StaffRow
from house.people.roles import Role
from house.web import errors, reading, transaction, writing
from house.web import gate as gates
from house.web.gate import LATEST, SOONEST, Gate
from tests.house.conftest import NOON, add_staff
from tests.house.connections import counted


def test_so_many_work_at_once_and_the_next_waits_for_a_place():
    gate = Gate(2)
    assert gate.enter()
    assert gate.enter()
    assert not gate.enter(patience=0)
    gate.leave()
    assert gate.enter()


@pytest.mark.rule("HOUSE-CROWD-7")
def test_whoever_came_first_goes_in_first_and_the_floor_before_visitors():
    gate, order = Gate(1, line=5), []
    gate.enter()

    def come(name):
        assert gate.enter(60, who=name.split()[1])
        order.append(name)
        gate.leave()

    names = ("1 visitors", "2 visitors", "3 house", "4 house", "5 changes")
    with ThreadPoolExecutor(5) as people:
        for number, name in enumerate(names, 1):
            people.submit(come, name)
            while gate.waiting < number:
                pass
        assert not gate.enter(60)  # the line is full: nobody waits behind it
        gate.leave()
    assert order == [names[4], *names[2:4], *names[:2]]
    assert gate.free == 1


@pytest.mark.rule("HOUSE-CROWD-7")
@pytest.mark.parametrize(
    ("method", "cookie", "line"),
    [
        ("GET", "", "visitors"),
        ("POST", "", "visitors"),
        ("GET", "session=x", "house"),
        ("POST", "session=x", "changes"),
    ],
)
def test_each_request_waits_in_its_own_line(app, method, cookie, line):
    headers = {"Cookie": cookie}
    with app.test_request_context("/", method=method, headers=headers):
        assert gates._who() == line


def test_a_place_given_at_the_last_moment_is_not_lost():
    gate = Gate(1)
    gate.enter()

    class Late:
        """A turn that comes just as its owner stops waiting."""

        def release(self):
            pass

    turn = Late()
    line = gate._lines["house"]
    line.append(turn)
    gate.leave()
    assert gate._was_let_in(turn, line)
    gate.leave()
    assert gate.free == 1


@pytest.fixture
def full(app):
    """The house with every place taken."""
    kept = app.extensions["gate"]
    app.extensions["gate"] = Gate(0, line=0)
    yield app
    app.extensions["gate"] = kept


@pytest.mark.rule("HOUSE-CROWD-2")
@pytest.mark.parametrize("path", ["/rules/", "/sign-in", "/desk/"])
def test_a_full_house_says_when_to_come_again(full, path):
    told = full.test_client().get(path)
    assert told.status_code == 503
    assert SOONEST <= int(told.headers["Retry-After"]) <= LATEST
    assert "The house is busy just now." in told.text
    assert "database" not in told.text


@pytest.mark.rule("HOUSE-CROWD-2")
def test_a_tablet_reads_it_as_json_and_nothing_was_tried(full, db):
    headers = {"Accept": "application/json"}
    told = full.test_client().post("/sign-in", headers=headers)
    assert told.status_code == 503
    assert told.json["title"] == "The house is busy just now."


@pytest.mark.rule("HOUSE-CROWD-2")
def test_those_sent_away_do_not_all_return_at_once(full):
    client = full.test_client()
    waits = {client.get("/rules/").headers["Retry-After"] for _ in range(40)}
    assert len(waits) > 1


@pytest.mark.rule("HOUSE-CROWD-3")
def test_whether_the_house_can_serve_is_answered_when_nothing_is_free(full, db):
    taken = [db.engine.connect() for _ in range(db.engine.pool.size())]
    assert full.test_client().get("/healthz").status_code == 200
    for one in taken:
        one.close()


@pytest.mark.rule("HOUSE-CROWD-2")
def test_without_a_connection_in_time_the_house_is_busy(app, db, monkeypatch):
    monkeypatch.setattr(db.engine.pool, "_timeout", 0.01)
    app.test_client().get("/rules/")
    places = db.engine.pool.size() + db.engine.pool._max_overflow
    taken = [db.engine.connect() for _ in range(places)]
    told = app.test_client().get("/rules/")
    for one in taken:
        one.close()
    assert told.status_code == 503
    assert "Retry-After" in told.headers
    assert app.test_client().get("/rules/").status_code == 200


class Refused55P03(Exception):
    """As PostgreSQL says that somebody else holds the row."""

    sqlstate = "55P03"


@pytest.mark.rule("HOUSE-CROWD-2")
@pytest.mark.parametrize(
    ("said", "busy"),
    [
        (sqlite3.OperationalError("database is locked"), True),
        (Exception("FATAL:  sorry, too many clients already"), True),
        (Refused55P03(), True),
        (Exception("could not connect to server"), False),
    ],
)
def test_a_database_with_too_much_to_do_is_not_called_gone(said, busy):
    assert errors._is_crowded(OperationalError("", {}, said)) is busy


def test_every_place_is_given_back(app, sign_in):
    before = app.extensions["gate"].free
    client = sign_in(Role.DIRECTOR)
    for path in ("/desk/tables/", "/desk/nowhere", "/rules/CROWN3", "/sign-in"):
        client.get(path)
    client.post("/desk/audit/verify", data={"_key": "k" * 20})
    assert app.extensions["gate"].free == before


@pytest.mark.rule("HOUSE-CROWD-1")
def test_while_something_is_changed_it_is_read_in_the_same_session(app, db):
    with app.test_request_context("/"), counted(db.engine) as seconds:
        before = reading()
        before.exec(select(StaffRow)).all()
        with transaction() as session:
            assert reading() is session is writing()
            add_staff(session, "dee", at=NOON)
            assert reading().exec(select(StaffRow.username)).all() == ["dee"]
            with transaction() as inner:
                assert inner is session
        assert "writing" not in g
        assert reading().exec(select(StaffRow.username)).all() == ["dee"]
        assert not seconds


@pytest.mark.rule("HOUSE-CROWD-1")
def test_the_count_sees_a_second_connection(app, config):
    other = Database(config.database_url)
    with (
        app.test_request_context("/rules/"),
        counted(other.engine) as seconds,
        other.reading() as first,
        other.reading() as second,
    ):
        for session in (first, second):
            session.exec(select(StaffRow)).all()
    other.engine.dispose()
    assert len(seconds) == 1
    assert "GET /rules/" in seconds[0]
    assert "test_the_count_sees_a_second_connection" in seconds[0]


@pytest.mark.rule("HOUSE-CROWD-1")
@pytest.mark.rule("HOUSE-STALE-1")
def test_a_row_that_is_locked_is_read_anew(db):
    with db.writing() as session:
        add_staff(session, "dee", at=NOON)
    mine = select(StaffRow).where(StaffRow.username == "dee")
    with db.writing() as session:
        seen = session.exec(mine).one()
        session.connection().execute(text("UPDATE staff SET name = 'Dee Marsh'"))
        assert session.exec(mine).one().name == "Dee"
        assert session.exec(mine.with_for_update()).one() is seen
        assert seen.name == "Dee Marsh"


@pytest.mark.rule("HOUSE-CROWD-1")
def test_a_poll_that_notes_nothing_takes_no_writer(app, db, sign_in):
    client, begun = sign_in(Role.DIRECTOR), []
    client.get("/desk/tables/")

    def note(connection):
        if connection.get_execution_options().get("write"):
            begun.append(connection)

    event.listen(db.engine, "begin", note)
    event.listen(db.writer, "begin", note)
    assert client.get("/desk/tables/", headers={"X-Poll": "1"}).status_code == 200
    event.remove(db.engine, "begin", note)
    event.remove(db.writer, "begin", note)
    assert not begun


@pytest.mark.rule("HOUSE-CROWD-4")
def test_a_house_larger_than_its_database_is_refused_with_every_reason():
    most = capacity.needed(4, 8)
    assert not list(capacity.too_small(Limits(most, most, most), 4, 8))
    assert not list(capacity.too_small(Limits(most, -1, -1), 4, 8))
    reasons = list(capacity.too_small(Limits(most - 1, 5, 0), 4, 8))
    assert len(reasons) == 3
    assert all(f"4 workers with 8 threads need {most}" in why for why in reasons)
    assert "HOUSE-CROWD-4" in reasons[0]


@pytest.mark.rule("HOUSE-CROWD-4")
def test_the_usual_house_fits_into_the_usual_database(db):
    found = capacity.limits(db)
    assert (found is None) is db.is_sqlite
    if found is not None:
        assert found == Limits(97)
        assert not list(capacity.too_small(found, 4, 8))


@pytest.mark.rule("HOUSE-CROWD-4")
def test_a_house_that_does_not_fit_does_not_start(app, monkeypatch):
    monkeypatch.setattr(capacity, "limits", lambda _db: Limits(20))
    monkeypatch.setattr(serve, "require_free", lambda *_: None)
    told = app.test_cli_runner().invoke(args=["serve", "--workers", "4"])
    assert told.exit_code == 1
    assert "PostgreSQL gives out 20" in told.output
