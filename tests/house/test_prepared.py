"""Prepared statements: as every other statement, but spelt only once."""

import pytest
from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from house.ledger.models import AccountRow
from house.people.models import StaffRow
from house.prepared import Columns, Prepared
from tests.house.conftest import NOON
from tests.house.statements import statements

STAFF = StaffRow.__table__
COLUMNS = Columns(StaffRow)
ANN = {"username": "ann", "name": "Ann Alder", "password_hash": "-"}
OPENED = {"kind": "purse", "owner": "patron 1", "unit": "cents"} | {"balance": 5}
OPEN = Prepared(insert(AccountRow.__table__).inline(), [*OPENED, "last_at"])
FIND = Prepared(select(*COLUMNS.asked).where(STAFF.c.username == bindparam("who")))
COUNTED = Prepared(
    select(func.count())
    .select_from(AccountRow.__table__)
    .where(col(AccountRow.kind).in_([bindparam("one"), "purse"]))
)


def hired(session):
    row = StaffRow(password_changed_at=NOON, created_at=NOON, **ANN)
    session.add(row)
    session.flush()
    return row


def found(session, **how):
    return COLUMNS.watched(session, FIND.first(session.connection(), who="ann"), **how)


def test_values_are_kept_and_read_as_those_of_any_other_statement(db):
    with db.writing() as session:
        OPEN.run(session.connection(), **OPENED, last_at=NOON)
        kept = session.exec(select(AccountRow)).scalars().one()
        assert (kept.balance, kept.last_at) == (5, NOON)
        assert COUNTED.first(session.connection(), one="float") == (1,)
        assert FIND.first(session.connection(), who="nobody") is None


def test_what_goes_wrong_is_an_error_as_ever_and_undoes_the_transaction(db):
    def twice():
        with db.writing() as session:
            for _ in range(2):
                OPEN.run(session.connection(), **OPENED, last_at=None)

    with pytest.raises(IntegrityError) as error:
        twice()
    assert "patron 1" not in str(error.value)  # nor who it was about
    with db.writing() as session:
        assert session.exec(select(func.count(AccountRow.id))).scalar_one() == 0


def test_a_row_that_was_read_is_changed_as_any_other(db):
    with db.writing() as session:
        number = hired(session).id
    with db.writing() as session:
        row = found(session)
        assert row is session.get(StaffRow, number)
        assert not session.dirty
        row.name = "Ann Birch"
    with db.writing() as session:
        again = session.get(StaffRow, number)
        assert (again.name, again.version, again.created_at) == ("Ann Birch", 2, NOON)


def test_a_row_that_the_session_knows_stays_unless_it_is_read_anew(db):
    with db.writing() as session:
        row = hired(session)
        renamed = STAFF.update().values(name="Ann Cole")
        session.connection().execute(renamed)
        assert found(session) is row
        assert row.name == "Ann Alder"
        assert found(session, anew=True) is row
        assert row.name == "Ann Cole"
        assert not session.dirty


def test_nobody_watches_a_loose_row(db):
    with db.writing() as session:
        row = hired(session)
        loose = COLUMNS.loose(FIND.first(session.connection(), who="ann"))
        assert (loose.pk, loose.name, loose.created_at) == (row.pk, row.name, NOON)
        assert loose not in session


def test_whoever_listens_hears_of_it(db):
    with statements(db) as heard, db.writing() as session:
        FIND.first(session.connection(), who="ann")
    assert len(heard) == 1
    assert "FROM staff" in heard[0]
