"""The ticking process: does what is due, waits for a database, ends when asked."""

import os
import re
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import structlog
import time_machine
from sqlalchemy import text
from sqlmodel import col, select

from app import create_app
from house import audit, clock, migrate
from house.audit import Actor, Subject, nightly
from house.audit.models import AuditRow
from house.audit.standing import Standing, glance_at_newest, status
from house.config import Config, Mode
from house.db import Database
from house.desk import Urgency
from house.desk.items import on_the_desk
from house.notices import deadlines, heartbeat, queries
from house.notices.deadlines import plan, run_due
from house.notices.models import DeadlineRow, OutboxRow
from house.notices.outbox import announce
from house.notices.ticking import Ticker
from house.people.models import SignInAttemptRow, StaffSessionRow
from house.people.roles import Role
from house.people.sessions import Staff
from house.retention.forgetting import forget
from house.retention.kinds import FORGOTTEN
from house.web.once import RequestKeyRow
from rulebook import Cite
from tests.house.conftest import add_staff

ROOT = Path(__file__).parent.parent.parent
NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)  # Friday noon in Melbourne
FOUR = datetime(2026, 11, 20, 17, 0, tzinfo=UTC)  # Saturday 04:00 in Melbourne
SECOND = timedelta(seconds=1)
ANN = Actor("ann", "Ann Archer", "director")


def waiting(db):
    with db.reading() as session:
        query = select(DeadlineRow).where(
            col(DeadlineRow.fired_at).is_(None),
            col(DeadlineRow.kind) != "payments.month-end",  # another room's
        )
        return list(session.exec(query.order_by(col(DeadlineRow.due_at))))


def entries(db):
    with db.reading() as session:
        return session.exec(select(AuditRow).order_by(col(AuditRow.number))).all()


def newest(db):
    return entries(db)[-1]


def on_desk(app, db, role, now):
    staff = Staff(1, "x", "X", frozenset({role}), 1, None, None)
    with app.test_request_context(), db.reading() as session:
        items = on_the_desk(session, staff, now)
    # Other rooms speak on the same desks; these are ours.
    return [i for i in items if i.cite.id.startswith(("HOUSE-RECORD", "HOUSE-CLOCK"))]


@deadlines.on("test.always-fails")
def fails(*_):
    raise ValueError("The sign is not up.")


# --- the night's verification ------------------------------------------------


@pytest.mark.rule("HOUSE-RECORD-5")
def test_the_record_is_verified_every_night_and_each_night_plans_the_next(app, db):
    ticker = Ticker(app)
    with db.writing() as session:
        audit.record(session, ANN, "add patron", Subject("patron", "1"), now=NOON)
    with time_machine.travel(NOON, tick=False):
        assert ticker.tick()
        assert ticker.tick()
    [night] = waiting(db)
    assert (night.due_at, night.rule_id) == (FOUR, "HOUSE-RECORD-5")
    with time_machine.travel(FOUR, tick=False):
        assert ticker.tick()
    entry, signed = entries(db)[-2:]
    assert (entry.act, entry.actor, entry.at) == ("verify the house", "system", FOUR)
    assert entry.after["holds"] is True
    assert entry.after["entries"] == signed.after["size"] == entry.number - 1
    assert entry.after["head"] == entry.previous
    assert entry.after["checked"].pop("its guards") > 1  # one for each way to change it
    assert entry.after["checked"] == {
        "the record": entry.number - 1,
        "documents": 0,
        "ledger": 0,
        "rounds": 0,
        "draws": 0,
    }
    assert [row.due_at for row in waiting(db)] == [FOUR + timedelta(days=1)]


@pytest.mark.rule("HOUSE-RECORD-5")
def test_after_a_week_without_a_tick_the_record_is_verified_once(app, db):
    with time_machine.travel(NOON, tick=False):
        Ticker(app).tick()
    with time_machine.travel(NOON + timedelta(days=7), tick=False):
        ticker = Ticker(app)
        ticker.tick()
        ticker.tick()
    acts = [entry.act for entry in entries(db)]
    assert acts == ["seal with another key", "verify the house", "sign a checkpoint"]
    assert [row.due_at for row in waiting(db)] == [FOUR + timedelta(days=7)]


@pytest.mark.rule("HOUSE-RECORD-6")
def test_a_record_that_does_not_hold_stands_first_on_the_desk(app, db):
    with db.writing() as session:
        for n in range(150):
            audit.record(session, ANN, "count", Subject("test", str(n)), now=NOON)
        session.execute(text("SELECT 1"))
    _tamper(db, "UPDATE audit SET actor = 'eve' WHERE number = 3")
    with db.reading() as session:  # a short look does not reach back that far
        assert status(session, NOON).standing is Standing.NEW
    with db.writing() as session:
        nightly.ask(session, NOON)
    with app.app_context():
        run_due(db, NOON)
    with db.reading() as session:
        found = status(session, NOON)
    assert (found.standing, found.broken.number) == (Standing.BROKEN, 3)
    for role in (Role.ADMIN, Role.COMPLIANCE, Role.INSPECTOR, Role.DIRECTOR):
        [item] = on_desk(app, db, role, NOON)
        assert (item.urgency, item.cite.id) == (Urgency.BLOCKED, "HOUSE-RECORD-6")
        assert "Entry 3 does not hold" in item.why
    assert on_desk(app, db, Role.DEALER, NOON) == []
    entry = newest(db)
    assert (entry.after["holds"], entry.after["first_bad"]) == (False, 3)


def _tamper(db, statement):
    with db.engine.connect() as connection:
        if db.is_sqlite:
            connection.execute(text("DROP TRIGGER audit_no_update"))
        else:
            connection.execute(text("SET session_replication_role = replica"))
        connection.execute(text(statement))
        connection.commit()


@pytest.mark.rule("HOUSE-RECORD-6")
def test_a_short_look_finds_what_is_wrong_with_the_newest(db):
    with db.writing() as session:
        for n in range(12):
            audit.record(session, ANN, "count", Subject("test", str(n)), now=NOON)
    with db.reading() as session:
        assert glance_at_newest(session) is None
        assert glance_at_newest(session, 5) is None
    _tamper(db, "UPDATE audit SET actor = 'eve' WHERE number = 8")
    with db.reading() as session:
        assert glance_at_newest(session).number == 8
        assert glance_at_newest(session, 5).number == 8
        assert glance_at_newest(session, 4) is None
        assert status(session, NOON).standing is Standing.BROKEN


@pytest.mark.rule("HOUSE-RECORD-6")
@pytest.mark.parametrize(
    ("later", "standing"),
    [
        (timedelta(hours=26) - SECOND, Standing.HOLDS),
        (timedelta(hours=26), Standing.STALE),
    ],
)
def test_a_record_not_verified_for_26_hours_is_blocked(app, db, later, standing):
    with db.writing() as session:
        nightly.ask(session, NOON)
    with app.app_context():
        run_due(db, NOON)
    with db.reading() as session:
        assert status(session, NOON + later).standing is standing
    items = [
        i
        for i in on_desk(app, db, Role.DIRECTOR, NOON + later)
        if "RECORD" in i.cite.id
    ]
    assert len(items) == (standing is Standing.STALE)


@pytest.mark.rule("HOUSE-RECORD-6")
def test_a_record_never_verified_is_blocked_once_it_is_26_hours_old(db):
    with db.reading() as session:
        assert status(session, NOON).standing is Standing.NEW
    with db.writing() as session:
        audit.record(session, ANN, "begin", Subject("test", "1"), now=NOON)
    with db.reading() as session:
        day = NOON + timedelta(hours=26)
        assert status(session, day - SECOND).standing is Standing.NEW
        assert status(session, day).standing is Standing.STALE


# --- what the desk says of clocks and post -----------------------------------


@pytest.mark.rule("HOUSE-CLOCK-2")
def test_what_fails_and_what_nobody_looks_at_is_on_the_desk(app, db):
    with db.writing() as session:
        for key, kind in (("a", "test.always-fails"), ("b", "test.always-fails")):
            plan(
                session,
                kind,
                key=key,
                subject=Subject("table", "7"),
                title=f"Table 7 closes ({key})",
                due_at=NOON,
                cite=Cite("CROWN3-13.7"),
            )
    patience = queries.PATIENCE
    assert on_desk(app, db, Role.ADMIN, NOON + patience - SECOND) == []
    [item] = on_desk(app, db, Role.ADMIN, NOON + patience)
    assert (item.urgency, item.cite.id) == (Urgency.BLOCKED, "HOUSE-CLOCK-1")
    assert "flask tick" in item.right
    run_due(db, NOON + patience)
    items = on_desk(app, db, Role.COMPLIANCE, NOON + patience)
    assert [i.title for i in items] == [
        "Table 7 closes (a) has failed once",
        "Table 7 closes (b) has failed once",
    ]
    assert {i.cite.id for i in items} == {"HOUSE-CLOCK-2"}
    assert items[0].why == "The sign is not up."
    assert on_desk(app, db, Role.CASHIER, NOON + patience) == []


@pytest.mark.rule("HOUSE-CLOCK-3")
def test_an_undelivered_message_is_on_the_desk_until_it_is_delivered(app, db):
    ticker = Ticker(app)

    def full(_letter):
        raise OSError("The disk is full.")

    post, ticker.post = ticker.post, full
    with db.writing() as session:
        announce(session, "k", "ann@example.com", "s", "b", now=NOON)
    with time_machine.travel(NOON, tick=False):
        assert ticker.tick()
    [item] = on_desk(app, db, Role.ADMIN, NOON)
    assert (item.urgency, item.cite.id) == (Urgency.DUE, "HOUSE-CLOCK-3")
    assert "ann@example.com" in item.title
    ticker.post = post
    with time_machine.travel(NOON + timedelta(minutes=1), tick=False):
        assert ticker.tick()
    assert on_desk(app, db, Role.ADMIN, NOON + timedelta(minutes=1)) == []


# --- what is forgotten -------------------------------------------------------

KEEP = {kind.name: kind.usual for kind in FORGOTTEN}


@pytest.mark.rule("HOUSE-CLOCK-4", "HOUSE-CLOCK-5", "HOUSE-CLOCK-6")
def test_what_was_kept_long_enough_is_forgotten_and_nothing_younger(db):
    keys, tries, sessions = (
        KEEP[name] for name in ("request_keys", "sign_in_tries", "sign_ins")
    )
    assert (keys, tries, sessions) == (
        timedelta(hours=48),
        timedelta(days=30),
        timedelta(days=90),
    )
    with db.writing() as session:
        staff = add_staff(session, "ann", Role.DEALER, at=NOON)
        for n, young in enumerate((timedelta(0), SECOND)):
            session.add(_request_key(n, NOON - keys + young))
            session.add(_attempt(NOON - tries + young))
            session.add(_session(staff.pk, n, NOON - sessions + young))
    assert forget(db, KEEP, NOON) == 3
    assert forget(db, KEEP, NOON) == 0
    assert forget(db, KEEP, NOON + SECOND) == 3


@pytest.mark.rule("HOUSE-CLOCK-4")
def test_a_great_deal_is_forgotten_a_little_at_a_time(db):
    with db.writing() as session:
        session.add_all(_request_key(n, NOON - timedelta(days=9 - n)) for n in range(5))
    assert forget(db, KEEP, NOON, batch=2) == 2
    with db.reading() as session:  # the oldest went first
        left = session.exec(select(RequestKeyRow.key)).all()
    assert sorted(left) == ["key-2", "key-3", "key-4"]
    assert forget(db, KEEP, NOON, batch=2) == 2
    assert forget(db, KEEP, NOON, batch=2) == 1


def _request_key(n, at):
    return RequestKeyRow(scope="staff:1", key=f"key-{n}", request_sha256="-", at=at)


def _attempt(at):
    values = {"at": at, "username": "ann", "address": "127.0.0.1"}
    more = {
        "known_device": False,
        "succeeded": False,
        "device": "",
        "outcome": "failed",
    }
    fields = SignInAttemptRow.__table__.columns.keys()
    return SignInAttemptRow(**values, **{k: v for k, v in more.items() if k in fields})


def _session(staff_id, n, at):
    return StaffSessionRow(
        token_sha256=str(n),
        staff_id=staff_id,
        request_key=str(n),
        created_at=at,
        seen_at=at,
        address="127.0.0.1",
        agent="test",
    )


# --- signs of life -----------------------------------------------------------


@pytest.mark.rule("HOUSE-CLOCK-9")
def test_a_ticking_process_that_is_late_is_on_the_desk_and_on_the_health_page(app, db):
    client, late = app.test_client(), heartbeat.LATE.value
    with time_machine.travel(NOON, tick=False) as travel:
        [missing] = client.get("/healthz").json["missing"]
        assert "No ticking process has been seen yet" in missing
        assert Ticker(app).tick()
        travel.move_to(NOON + late - SECOND)
        fine = client.get("/healthz")
        assert (fine.status_code, fine.json["missing"]) == (200, [])
        assert fine.json["ticker_seen_at"] == NOON.isoformat()
        travel.move_to(NOON + late)
        after = client.get("/healthz")
    assert (after.status_code, after.json["ok"]) == (200, True)
    [missing] = after.json["missing"]
    assert f"late: last seen {NOON.isoformat()}" in missing
    for role in (Role.ADMIN, Role.COMPLIANCE, Role.DIRECTOR, Role.DEPUTY):
        assert on_desk(app, db, role, NOON + late - SECOND) == []
        [item] = on_desk(app, db, role, NOON + late)
        assert (item.urgency, item.cite.id) == (Urgency.BLOCKED, "HOUSE-CLOCK-9")
        assert item.why == "The ticking process was last seen 20 Nov 2026, 12:00:00."
        assert "flask serve" in item.right
    assert on_desk(app, db, Role.DEALER, NOON + late) == []


@pytest.mark.rule("HOUSE-CLOCK-9")
def test_a_sign_of_life_is_left_every_few_seconds_and_not_at_every_tick(app, db):
    def seen():
        with db.reading() as session:
            return heartbeat.last(session)

    ticker = Ticker(app)
    with time_machine.travel(NOON, tick=False) as travel:
        for after, left in ((0, 0), (4, 0), (5, 5), (9, 5), (10, 10)):
            travel.move_to(NOON + after * SECOND)
            assert ticker.tick()
            assert seen() == NOON + left * SECOND


# --- trouble with the database -----------------------------------------------


def _said(app, ticks, between=None):
    """What the log says over some ticks."""
    ticker = Ticker(app)
    with structlog.testing.capture_logs() as logs:
        good = []
        for number in range(ticks):
            if between and number == ticks - 1:
                between()
            good.append(ticker.tick())
    return good, [(entry["log_level"], entry["event"]) for entry in logs]


def test_it_waits_for_a_database_that_is_not_migrated_and_says_so_once(tmp_path):
    url = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    app = create_app(Config(Mode.DEMO, url, "s" * 40, outbox=tmp_path / "outbox"))

    good, logs = _said(app, 3, between=lambda: migrate.upgrade(url))
    assert good == [False, False, True]
    assert logs == [("warning", "waiting"), ("info", "the database answers again")]
    app.extensions["database"].engine.dispose()


@pytest.mark.database
def test_it_waits_while_the_database_is_away_and_goes_on_by_itself(
    postgres_url, postgres_server, tmp_path
):
    app = create_app(
        Config(Mode.DEMO, postgres_url, "s" * 40, outbox=tmp_path / "outbox")
    )
    name = re.search(r"/(house_\w+)\?", postgres_url)[1]
    server = Database(postgres_server.format("postgres"))

    def do(statement):
        with server.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT")
            connection.execute(text(statement))

    ticker = Ticker(app)
    assert ticker.tick()
    do(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    do(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        f"WHERE datname = '{name}'"
    )
    with structlog.testing.capture_logs() as logs:
        assert [ticker.tick(), ticker.tick()] == [False, False]
        do(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert ticker.tick()
    assert [entry["event"] for entry in logs] == [
        "waiting",
        "the database answers again",
    ]
    app.extensions["database"].engine.dispose()
    server.engine.dispose()


# --- the command -------------------------------------------------------------


def flask(url, tmp_path, *args):
    env = {
        **os.environ,
        "DATABASE_URL": url,
        "SECRET_KEY": "4f0c9a1be77d52c3a86e1f9b03d4c7e2",
        "OUTBOX": str(tmp_path / "outbox"),
        "PYTHONWARNINGS": "error",
    }
    return subprocess.Popen(
        [sys.executable, "-m", "flask", *args],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def sent(db):
    with db.reading() as session:
        return session.exec(select(OutboxRow.sent_at)).one() is not None


@pytest.mark.rule("HOUSE-CLOCK-3")
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_the_process_works_and_ends_at_once_when_asked(sqlite_url, tmp_path, ending):
    db = Database(sqlite_url)
    with db.writing() as session:
        announce(session, "k", "ann@example.com", "s", "b", now=clock.now())
    process = flask(sqlite_url, tmp_path, "tick", "--every", "60")
    while not sent(db) and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(ending)
    output, _ = process.communicate()
    assert process.returncode == 0, output
    assert "Traceback" not in output
    assert sent(db)
    assert [row.title for row in waiting(db)] == [
        "Verify the whole house and sign the record"
    ]
    db.engine.dispose()


def test_a_single_look_says_plainly_when_the_database_is_not_migrated(app, tmp_path):
    url = f"sqlite:///{tmp_path / 'empty.sqlite3'}"
    empty = create_app(Config(Mode.DEMO, url, "s" * 40))
    result = empty.test_cli_runner().invoke(args=["tick", "--once"])
    assert result.exit_code == 1
    assert "this release needs" in result.output
    assert app.test_cli_runner().invoke(args=["tick", "--once"]).exit_code == 0
    assert app.test_cli_runner().invoke(args=["tick", "--every", "0"]).exit_code == 2
    empty.extensions["database"].engine.dispose()
