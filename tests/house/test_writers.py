"""Writers of SQLite: each in its turn, none put to sleep by another's error."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from house import db as databases
from house.db import Database
from tests.house.disk import AS_SERVED


@pytest.fixture
def house(sqlite_url):
    database = Database(sqlite_url)
    with database.writing() as session:
        session.execute(text("CREATE TABLE counted (number INTEGER)"))
        session.execute(text("INSERT INTO counted VALUES (0)"))
    yield database
    database.engine.dispose()


def count(house):
    with house.writing() as session:
        session.execute(text("UPDATE counted SET number = number + 1"))


def counted(house):
    with house.reading() as session:
        return session.execute(text("SELECT number FROM counted")).scalar_one()


def test_many_writers_at_once_all_have_their_turn(house):
    with ThreadPoolExecutor(8) as together:
        list(together.map(lambda _: count(house), range(200)))
    assert counted(house) == 200


def asleep(_seconds):
    raise AssertionError("It asked again instead of waiting in line.")


def test_a_writer_of_the_same_process_is_waited_for_in_line(house, monkeypatch):
    monkeypatch.setattr(databases, "sleep", asleep)
    with ThreadPoolExecutor(1) as together:
        with house.writing() as session:
            session.execute(text("UPDATE counted SET number = 7"))
            behind = together.submit(count, house)
        behind.result()
    assert counted(house) == 8


def test_a_writer_that_fails_lets_the_next_one_begin(house, monkeypatch):
    monkeypatch.setattr(databases, "WAIT", 0.02)
    with pytest.raises(OperationalError), house.writing() as session:
        session.execute(text("UPDATE nothing SET number = 7"))
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(count, house).result()
    assert counted(house) == 1


def test_a_connection_that_writes_twice_does_not_wait_for_itself(house, monkeypatch):
    monkeypatch.setattr(databases, "WAIT", 0.02)
    with house.writer.connect() as connection:
        for _ in range(2):
            connection.execute(text("UPDATE counted SET number = number + 1"))
            connection.commit()
    count(house)
    assert counted(house) == 3


def test_whoever_gets_no_place_in_time_is_told_and_those_behind_them_too(
    house, monkeypatch
):
    monkeypatch.setattr(databases, "WAIT", 0.02)
    other = sqlite3.connect(house.engine.url.database, isolation_level=None)
    other.execute(databases.WRITE)
    with ThreadPoolExecutor(3) as together:
        waiting = [together.submit(count, house) for _ in range(3)]
        told = [str(one.exception()) for one in waiting]
    assert all("locked" in reason for reason in told), told
    other.execute("ROLLBACK")
    other.close()
    assert counted(house) == 0
    count(house)
    assert counted(house) == 1


def test_what_is_no_writer_in_the_way_is_said_at_once(house, monkeypatch):
    monkeypatch.setattr(databases, "sleep", asleep)
    with house.engine.connect() as reader:
        reader.execute(text("SELECT 1"))  # it reads already: no other can begin in it
        with pytest.raises(sqlite3.OperationalError, match="within a transaction"):
            databases._take_place(reader, 5)


def test_a_commit_waits_for_the_disk(house, monkeypatch):
    monkeypatch.setattr(databases, "PRAGMAS", AS_SERVED)
    house.engine.dispose()
    with house.engine.connect() as reader:
        assert reader.execute(text("PRAGMA synchronous")).scalar_one() == 2  # FULL
