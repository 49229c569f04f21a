"""Many deadlines, several tickers, some of them killed: each fires exactly once."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, insert, text
from sqlmodel import col, select

from house.audit.models import AuditRow
from house.db import Database
from house.notices.deadlines import run_due
from house.notices.models import DeadlineRow
from tests.house import workers
from tests.processes import processes

NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)


@pytest.fixture
def db(database_url):
    db = Database(database_url)
    yield db
    db.engine.dispose()


def plan_many(db, count, due=lambda n: NOON - timedelta(seconds=n), kind="test.count"):
    """Write deadlines by the thousand, as years of use would."""
    rows = [
        {
            "key": f"{kind}:{n}",
            "kind": kind,
            "subject_kind": "table",
            "subject_id": 7,
            "title": "count",
            "rule_id": "CROWN3-13.7",
            "due_at": due(n),
            "try_at": due(n),
            "attempts": 0,
            "last_error": "",
            "duty": False,
            "met_by": "",
            "met_by_name": "",
            "proof": "",
            "proof_kind": "",
        }
        for n in range(count)
    ]
    with db.writing() as session:
        session.execute(insert(DeadlineRow), rows)


def unfired(db):
    with db.reading() as session:
        waiting = select(func.count()).where(col(DeadlineRow.fired_at).is_(None))
        return session.exec(waiting.select_from(DeadlineRow)).one()


def start(url):
    told, tells = processes.Pipe(duplex=False)
    process = processes.Process(target=workers.run_deadlines, args=(url, NOON, tells))
    process.start()
    told.recv()
    return process


def with_random_kills(url, db, count, kills, seed=7):
    """Two tickers over many deadlines; one after another is killed and replaced."""
    plan_many(db, count)
    chance = random.Random(seed)
    killed_at = sorted(chance.sample(range(count // 2, count), kills))
    tickers = [start(url), start(url)]
    while left := unfired(db):
        if killed_at and left <= killed_at[-1] and all(t.is_alive() for t in tickers):
            killed_at.pop()
            tickers[chance.randrange(2)].kill()
        for number, ticker in enumerate(tickers):
            if ticker.exitcode is not None:
                tickers[number] = start(url)
    for ticker in tickers:
        ticker.join()
    run_due(db, NOON)  # what a killed one held when the other had nothing left
    with db.reading() as session:
        fired = session.exec(select(AuditRow.subject_id)).all()
        all_ = session.exec(select(DeadlineRow.id)).all()
    assert sorted(map(int, fired)) == sorted(all_)
    assert unfired(db) == 0
    assert not killed_at


@pytest.mark.rule("HOUSE-CLOCK-1")
def test_two_tickers_with_a_few_kills_fire_each_once(database_url, db):
    with_random_kills(database_url, db, 1_200, kills=2)


@pytest.mark.soak
@pytest.mark.rule("HOUSE-CLOCK-1")
def test_two_tickers_with_random_kills_fire_ten_thousand_each_once(database_url, db):
    with_random_kills(database_url, db, 10_000, kills=12)


@pytest.mark.rule("HOUSE-CLOCK-1")
def test_finding_what_is_due_looks_only_at_what_waits(db):
    plan_many(db, 3_000, lambda n: NOON + timedelta(days=1 + n))
    with db.engine.connect() as connection:
        explain = "EXPLAIN QUERY PLAN" if db.is_sqlite else "EXPLAIN"
        if not db.is_sqlite:
            connection.execute(text("ANALYZE deadline"))
        told = connection.execute(
            text(
                f"{explain} SELECT id, kind FROM deadline WHERE fired_at IS NULL "
                "AND called_off_at IS NULL AND try_at <= '2026-11-20 01:00:00+00' "
                "ORDER BY try_at, id LIMIT 500"
            )
        ).all()
    assert "ix_deadline_waiting" in str(told)
    assert run_due(db, NOON).fired == 0
