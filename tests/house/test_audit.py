"""The record: appended with the act, chained, refused any change, found if tampered."""

import json
import threading
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta, timezone
from enum import StrEnum

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from house import audit
from house.audit import Actor, Subject, chain, plain, verification
from house.audit.models import AuditRow, AuditRuleRow, Verdict
from house.audit.verification import Anchor
from house.db import Database
from rulebook import HOUSE, Cite, Refusal, Refused
from tests.house import workers
from tests.processes import processes

NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
ANN = Actor("ann", "Ann Archer", "director")
ANTE = Cite("CROWN3-5.5")
ACCESS = HOUSE.at("ACCESS-1")


@pytest.fixture
def db(database_url):
    """The database alone: the record needs no application."""
    db = Database(database_url)
    yield db
    db.engine.dispose()


def write(db, count=1, **kwargs):
    with db.writing() as session:
        for n in range(count):
            subject = Subject("patron", str(n), f"Patron {n}")
            audit.record(session, ANN, "add patron", subject, now=NOON, **kwargs)


def finding(db, anchor=None):
    with db.reading() as session:
        return verification.verify(session, anchor)


def entries(db):
    with db.reading() as session:
        query = select(AuditRow).order_by(col(AuditRow.number))
        return list(session.exec(query))


TABLES = ("audit", "audit_rule")


@contextmanager
def behind_its_back(db):
    """A connection of somebody who can switch the triggers and foreign keys off."""
    with db.engine.connect() as connection:
        if db.is_sqlite:
            connection.exec_driver_sql("COMMIT")
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            triggers = connection.exec_driver_sql(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            ).all()
            for name, _ in triggers:
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
            yield connection
            for _, made in triggers:
                connection.exec_driver_sql(made)
            connection.exec_driver_sql("BEGIN")
        else:
            connection.execute(text("SET session_replication_role = replica"))
            yield connection
        connection.commit()


# --- what is written ---------------------------------------------------------


@pytest.mark.rule("HOUSE-RECORD-1")
def test_an_entry_says_who_did_what_to_what_when_and_under_which_rules(db):
    with db.writing() as session:
        audit.record(
            session,
            ANN,
            "raise minimum",
            Subject("table", "7", "Table 7"),
            now=NOON,
            rules=(ANTE, ANTE),
            before={"minimum_cents": 15_00},
            after={"minimum_cents": 25_00},
        )
    [row] = entries(db)
    assert (row.number, row.at, row.previous) == (1, NOON, chain.GENESIS)
    assert (row.actor, row.actor_name, row.role) == ("ann", "Ann Archer", "director")
    assert (row.subject_kind, row.subject_id, row.subject_name) == (
        "table",
        "7",
        "Table 7",
    )
    assert (row.verdict, row.rules, row.reasons) == (Verdict.DONE, ["CROWN3-5.5"], [])
    assert (row.before, row.after) == (
        {"minimum_cents": 15_00},
        {"minimum_cents": 25_00},
    )
    assert finding(db) == verification.Finding(chain.Link(1, row.hash))


@pytest.mark.rule("HOUSE-RECORD-1")
def test_a_refusal_is_written_with_every_reason_and_can_be_found_by_rule(db):
    refused = Refused(
        (
            Refusal(ANTE, "The bet is 4 times the Ante.", "Bet 1 to 3 times."),
            Refusal(ACCESS, "You are a dealer."),
        )
    )
    write(db, verdict=refused, rules=(ACCESS,))
    [row] = entries(db)
    assert row.verdict is Verdict.REFUSED
    assert row.reasons == [
        "The bet is 4 times the Ante. Bet 1 to 3 times.",
        "You are a dealer.",
    ]
    assert row.rules == ["HOUSE-ACCESS-1", "CROWN3-5.5"]
    with db.reading() as session:
        by_rule = select(AuditRuleRow.number).where(
            AuditRuleRow.rule_id == "CROWN3-5.5"
        )
        assert session.exec(by_rule).all() == [1]


@pytest.mark.rule("HOUSE-RECORD-1")
def test_an_act_that_is_undone_leaves_no_entry(db):
    def divide():
        with db.writing() as session:
            audit.record(session, ANN, "divide", Subject("test", "1"), now=NOON)
            return 1 // 0

    with pytest.raises(ZeroDivisionError):
        divide()
    assert entries(db) == []
    write(db)
    assert finding(db).head.number == 1


# --- the database refuses ----------------------------------------------------


REFUSED = [
    "UPDATE audit SET act = 'nothing' WHERE number = 1",
    "UPDATE audit SET act = act",
    "DELETE FROM audit WHERE number = 2",
    "DELETE FROM audit",
    "UPDATE audit_rule SET rule_id = 'X' WHERE number = 1",
    "DELETE FROM audit_rule WHERE number = 1",
]
REFUSED_ON_POSTGRESQL = [
    "TRUNCATE audit_rule",
    "TRUNCATE audit, audit_rule",
    "TRUNCATE audit CASCADE",
]
REFUSED_ON_SQLITE = [  # the same number, the same hash, the same line of the index
    "INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE number = 1",
    """REPLACE INTO audit SELECT 9, at, 'eve', actor_name, role, act, subject_kind,
    subject_id, subject_name, verdict, rules, reasons, before, after, previous, hash
    FROM audit WHERE number = 1""",
    "INSERT OR REPLACE INTO audit_rule VALUES ('CROWN3-5.5', 1)",
]


@pytest.mark.rule("HOUSE-RECORD-2")
def test_the_database_itself_refuses_to_change_the_record(db):
    write(db, 2, rules=(ANTE,))
    for statement in REFUSED + (
        REFUSED_ON_SQLITE if db.is_sqlite else REFUSED_ON_POSTGRESQL
    ):
        with (
            pytest.raises(DBAPIError, match="append-only: correct it with a new row"),
            db.writing() as session,
        ):
            session.execute(text(statement))
    assert len(entries(db)) == 2
    assert finding(db).holds


# --- tampering ---------------------------------------------------------------


@pytest.mark.rule("HOUSE-RECORD-3")
@pytest.mark.parametrize(
    ("statements", "number", "why"),
    [
        (["UPDATE audit SET actor_name = 'Eve' WHERE number = 3"], 3, "match its hash"),
        (
            ["UPDATE audit SET after = '{\"cents\": 1}' WHERE number = 1"],
            1,
            "match its hash",
        ),
        (["UPDATE audit SET rules = 'null' WHERE number = 4"], 4, "match its hash"),
        (["UPDATE audit SET rules = '5' WHERE number = 4"], 4, "match its hash"),
        (
            [f"UPDATE audit SET hash = '{'0' * 64}' WHERE number = 5"],
            5,
            "match its hash",
        ),
        (
            [
                "DELETE FROM audit_rule WHERE number = 3",
                "DELETE FROM audit WHERE number = 3",
            ],
            3,
            "entry 3 is missing; entry 4 follows",
        ),
        (
            ["DELETE FROM audit_rule", "DELETE FROM audit WHERE number = 1"],
            1,
            "entry 1 is missing; entry 2 follows",
        ),
        (
            [
                "UPDATE audit SET number = 99 WHERE number = 2",
                "UPDATE audit SET number = 2 WHERE number = 3",
                "UPDATE audit SET number = 3 WHERE number = 99",
            ],
            2,
            "not chained to the entry before it",
        ),
    ],
    ids=[
        "name",
        "amount",
        "no rules",
        "odd rules",
        "hash",
        "middle gone",
        "first gone",
        "swapped",
    ],
)
def test_what_was_tampered_with_is_named(db, statements, number, why):
    write(db, 5, rules=(ANTE,), after={"cents": 5})
    with behind_its_back(db) as connection:
        for statement in statements:
            connection.execute(text(statement))
    broken = finding(db).broken
    assert broken is not None
    assert (broken.number, broken.cite.id) == (number, "HOUSE-RECORD-3")
    assert why in broken.why


@pytest.mark.rule("HOUSE-RECORD-3")
def test_an_entry_rehashed_after_tampering_betrays_the_next_one(db):
    write(db, 3)
    row = entries(db)[1]
    forged = {**verification.as_entry(row), "actor": "eve"}
    with behind_its_back(db) as connection:
        connection.execute(
            text("UPDATE audit SET actor = 'eve', hash = :hash WHERE number = 2"),
            {"hash": chain.digest(forged)},
        )
    broken = finding(db).broken
    assert (broken.number, broken.why) == (
        3,
        "it is not chained to the entry before it",
    )


@pytest.mark.rule("HOUSE-RECORD-7")
@pytest.mark.parametrize(
    ("statement", "number", "why"),
    [
        (
            "INSERT INTO audit_rule VALUES ('MASS-2', 2)",
            2,
            "lists MASS-2, which the entry does not name",
        ),
        (
            "DELETE FROM audit_rule WHERE number = 3",
            3,
            "lacks CROWN3-5.5, which the entry names",
        ),
        ("INSERT INTO audit_rule VALUES ('MASS-2', 77)", 77, "there is no such entry"),
        ("INSERT INTO audit_rule VALUES ('MASS-2', 0)", 0, "there is no such entry"),
    ],
    ids=["added", "removed", "beyond the end", "before the start"],
)
def test_an_index_that_says_something_else_is_found(db, statement, number, why):
    write(db, 4, rules=(ANTE,))
    with behind_its_back(db) as connection:
        connection.execute(text(statement))
    broken = finding(db).broken
    assert (broken.number, broken.cite.id) == (number, "HOUSE-RECORD-7")
    assert why in broken.why


@pytest.mark.rule("HOUSE-RECORD-3")
@pytest.mark.parametrize(
    "garbage", ["before = '{not json'", "verdict = 'maybe'", "at = 'noon'"]
)
def test_garbage_in_a_column_is_a_finding_not_a_crash(sqlite_url, garbage):
    db = Database(sqlite_url)
    write(db, 4)
    with behind_its_back(db) as connection:
        connection.execute(text(f"UPDATE audit SET {garbage} WHERE number = 3"))
    found = finding(db)
    assert (found.head.number, found.broken.number) == (2, 3)
    db.engine.dispose()


@pytest.mark.rule("HOUSE-RECORD-3")
def test_only_what_was_noted_earlier_shows_that_the_end_was_cut_off(db):
    write(db, 5)
    noted = finding(db).head
    third = entries(db)[2].hash
    with behind_its_back(db) as connection:
        connection.execute(text("DELETE FROM audit WHERE number > 3"))
    assert finding(db).holds
    assert finding(db, Anchor(3, third)).holds
    assert finding(db, Anchor(hash=third)).holds
    assert finding(db, Anchor(2)).holds
    cut = finding(db, Anchor(5, noted.hash)).broken
    assert (cut.number, cut.why) == (4, "the record ends at 3; 5 entries were noted")
    assert (
        "no entry has the noted hash" in finding(db, Anchor(hash=noted.hash)).broken.why
    )
    assert finding(db, Anchor(4)).broken.number == 4
    other = finding(db, Anchor(2, third)).broken
    assert (other.number, "what was noted is" in other.why) == (2, True)


def test_an_empty_record_holds(db):
    assert finding(db) == verification.Finding(chain.Link(0, chain.GENESIS))
    assert finding(db, Anchor(0, chain.GENESIS)).holds


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 100])
def test_the_record_is_read_in_chunks_of_any_size(db, size):
    write(db, 4, rules=(ANTE,))
    with db.reading() as session:
        read = list(verification.chunks(session, 0, 4, size))
        assert max(map(len, read)) == min(size, 4)
        assert [e["number"] for part in read for e in part] == [1, 2, 3, 4]
        assert [e["number"] for p in verification.chunks(session, 2, 3) for e in p] == [
            3
        ]


# --- plain values ------------------------------------------------------------


class Colour(StrEnum):
    RED = "red"


@pytest.mark.rule("HOUSE-RECORD-4")
@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (plain.LARGEST, plain.LARGEST),
        (-plain.LARGEST, -plain.LARGEST),
        (True, True),
        (None, None),
        ("a\x00b", "a�b"),
        ("half \ud83d", "half �"),
        ("\ud83d\ude00", "��"),
        ("é", "é"),
        ("e\u0301", "e\u0301"),  # two spellings of one letter stay two
        ("😀", "😀"),
        (Colour.RED, "red"),
        (date(2026, 2, 28), "2026-02-28"),
        (NOON, "2026-11-20T01:00:00.000000Z"),
        (
            datetime(2026, 1, 1, 9, tzinfo=timezone(timedelta(hours=11))),
            "2025-12-31T22:00:00.000000Z",
        ),
        (datetime(33, 4, 3, tzinfo=UTC), "0033-04-03T00:00:00.000000Z"),
        ((1, [2, {"three": ()}]), [1, [2, {"three": []}]]),
    ],
)
def test_a_value_is_kept_in_one_plain_spelling(given, kept):
    assert plain.plain(given) == kept
    assert json.loads(chain.canonical(plain.plain(given))) == kept


NESTED: list[object] = []
for _ in range(plain.DEEPEST + 1):
    NESTED = [NESTED]


@pytest.mark.rule("HOUSE-RECORD-4")
@pytest.mark.parametrize(
    "value",
    [
        0.1,
        1.0,
        float("nan"),
        plain.LARGEST + 1,
        -plain.LARGEST - 1,
        10**5000,
        b"bytes",
        {1, 2},
        {1: "a number for a name"},
        {None: 1},
        {"a\x00": 1, "a\ud800": 2},
        datetime(2026, 11, 20),
        object(),
        NESTED,
    ],
    ids=lambda v: type(v).__name__,
)
def test_a_value_that_would_not_read_back_is_refused_before_it_is_written(
    sqlite_url, value
):
    db = Database(sqlite_url)
    with pytest.raises(plain.NotPlain, match="HOUSE-RECORD-4"):
        write(db, after={"value": value})
    assert entries(db) == []
    db.engine.dispose()


def test_what_is_too_long_for_its_column_is_cut_visibly(db):
    with db.writing() as session:
        audit.record(
            session,
            Actor("a" * 65, "n" * 121, "r" * 33),
            "x" * 65,
            Subject("k" * 33, "i" * 65, "s" * 161),
            now=NOON,
        )
        audit.record(session, Actor("a" * 64, "", ""), "x", Subject("k", "i"), now=NOON)
    long, exact = entries(db)
    assert long.actor == "a" * 63 + "…"
    assert long.subject_name == "s" * 159 + "…"
    assert exact.actor == "a" * 64
    assert finding(db).holds


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-plain.LARGEST, plain.LARGEST)
    | st.text(st.characters(exclude_categories=()))
    | st.datetimes(timezones=st.timezones()),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
FACTS = st.dictionaries(st.text(max_size=8), PLAIN, max_size=4)
NAMES = st.text(st.characters(exclude_categories=()), max_size=200)


def keeps(db, name, before, after):
    """Record these facts and read them back in another session."""
    try:
        facts = plain.plain(before), plain.plain(after)
    except plain.NotPlain:  # two names that differ only in what cannot be kept
        return
    except OverflowError:  # an instant before the first year
        return
    with db.writing() as session:
        number = audit.record(
            session,
            Actor(name, name, "director"),
            "test",
            Subject("test", name, name),
            now=NOON,
            before=before,
            after=after,
        ).number
    with db.reading() as session:
        row = session.get_one(AuditRow, number)
        assert (row.before, row.after) == facts
        assert chain.own_hash_holds(verification.as_entry(row))


@pytest.fixture(scope="module")
def kept_sqlite(sqlite_template, tmp_path_factory):
    path = tmp_path_factory.mktemp("kept") / "house.sqlite3"
    path.write_bytes(sqlite_template.read_bytes())
    db = Database(f"sqlite:///{path}")
    yield db
    db.engine.dispose()


@pytest.mark.rule("HOUSE-RECORD-3", "HOUSE-RECORD-4")
@settings(max_examples=80)
@given(NAMES, FACTS, FACTS)
def test_whatever_is_recorded_verifies_when_read_back(kept_sqlite, name, before, after):
    keeps(kept_sqlite, name, before, after)


@pytest.mark.database
@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(NAMES, FACTS, FACTS)
def test_whatever_is_recorded_verifies_on_postgresql(postgres_db, name, before, after):
    keeps(postgres_db, name, before, after)


@pytest.fixture
def postgres_db(postgres_url):
    db = Database(postgres_url)
    yield db
    db.engine.dispose()


# --- many at once, and killed ------------------------------------------------


def run_all(targets):
    started = [processes.Process(target=f, args=args) for f, *args in targets]
    for process in started:
        process.start()
    for process in started:
        process.join()
    assert [process.exitcode for process in started] == [0] * len(started)


@pytest.mark.rule("HOUSE-RECORD-3")
def test_four_processes_at_once_make_one_unbroken_chain(database_url, db):
    run_all([(workers.append, database_url, str(n), 25, NOON) for n in range(4)])
    assert finding(db).holds
    written = [row.subject_id for row in entries(db)]
    assert sorted(written) == sorted(f"{n}-{i}" for n in range(4) for i in range(25))


@pytest.mark.rule("HOUSE-RECORD-3")
def test_many_threads_at_once_make_one_unbroken_chain(db):
    def run():
        for _ in range(5):
            write(db, 2)

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert finding(db).head.number == 80
    assert finding(db).holds


@pytest.mark.rule("HOUSE-RECORD-1")
def test_a_process_killed_between_acts_loses_and_doubles_nothing(database_url, db):
    told, telling = processes.Pipe(duplex=False)
    process = processes.Process(
        target=workers.append_until_killed, args=(database_url, telling, NOON)
    )
    process.start()
    telling.close()
    while told.recv() < 20:
        pass
    process.kill()
    process.join()
    acknowledged = 20
    try:
        while True:
            acknowledged = told.recv()
    except EOFError:
        pass
    written = [int(row.subject_id) for row in entries(db)]
    assert written == list(range(len(written)))
    assert len(written) - (acknowledged + 1) in (0, 1)  # committed, not yet said
    assert finding(db).holds


@pytest.mark.rule("HOUSE-RECORD-1")
def test_a_process_killed_inside_its_transaction_leaves_nothing_behind(
    database_url, db
):
    write(db)
    told, telling = processes.Pipe(duplex=False)
    process = processes.Process(
        target=workers.hang_before_commit, args=(database_url, telling, NOON)
    )
    process.start()
    assert told.recv() == "written, not committed"
    process.kill()
    process.join()
    write(db)  # nobody is left holding the lock
    assert [row.act for row in entries(db)] == ["add patron", "add patron"]
    assert finding(db).holds
