"""Editions: which text is in force at a table, now and at any instant."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.exc import DatabaseError
from sqlmodel import select

from house.desk.items import on_the_desk
from house.floor.decks.services import WHOLE
from house.floor.editions import services as editions
from house.floor.editions.services import UNDATED, Undated, edition_at
from house.floor.models import Game, TableStatus
from house.floor.signs.models import EditionRow
from house.floor.tables import services, shutting
from house.people.models import StaffSessionRow
from house.people.roles import Role
from house.people.sessions import Staff
from rulebook import VIC99, Refused
from tests.house.floor_cast import NOON, SECOND, at, cites, do, entries, open_table
from tests.house.test_patrons import sent
from tests.house.test_tables import PLAIN

STUD = Game.MISSISSIPPI_STUD
STAR = Undated("STAR4", "4")
AUGUST = datetime(2025, 8, 19, 14, tzinfo=UTC)  # midnight of the 20th in Sydney


def row(code, since, id_=1, edition="4"):
    return EditionRow(
        id=id_,
        code=code,
        edition=edition,
        since=since,
        instrument="An order",
        entered_at=NOON,
        entered_by="Ingrid",
    )


@pytest.mark.rule("STAR4-Order:Effect", "CROWN3-cover:version")
def test_an_edition_holds_from_the_very_instant_entered():
    entered = [row("STAR4", AUGUST)]
    assert isinstance(edition_at("STAR4", STUD, AUGUST - SECOND, entered), Refused)
    for instant in (AUGUST, AUGUST + SECOND):
        assert edition_at("STAR4", STUD, instant, entered).edition == "4"
    assert isinstance(edition_at("CROWN3", STUD, AUGUST, entered), Refused)


@pytest.mark.rule("HOUSE-SIGNS-12")
def test_the_newest_entry_counts():
    later = AUGUST + timedelta(days=1)
    entered = [row("STAR4", AUGUST, 1), row("STAR4", later, 2)]
    assert isinstance(edition_at("STAR4", STUD, AUGUST, entered), Refused)
    assert edition_at("STAR4", STUD, later, entered).since == later


@pytest.mark.parametrize(
    ("rule", "game", "notice"),
    [
        ("VIC99-N25-effect", Game.CARIBBEAN_STUD, "Notice 25"),
        ("VIC99-N26-effect", Game.BACCARAT, "Notice 26"),
    ],
)
def test_the_notices_hold_from_four_in_the_morning(rule, game, notice):
    begins = next(e for e in VIC99.editions if e.cite.id == rule).in_force_from
    assert begins.hour == 4
    assert isinstance(edition_at("VIC99", game, begins - SECOND, ()), Refused)
    assert edition_at("VIC99", game, begins, ()).edition == notice


@pytest.mark.rule("HOUSE-SIGNS-13")
def test_a_table_opens_under_no_edition_that_begins_later(db):
    open_table(db, "CROWN3")
    do(db, 4, shutting.close, at(), nobody=True)
    which = next(e for e in UNDATED if e.code == "CROWN3")
    with db.writing() as session:
        later = at(30).now
        assert not isinstance(
            editions.enter(session, which, later, "Version 3.1", at(1)), Refused
        )
    early = do(db, 4, services.open_table, at(30, -1))
    assert cites(early) == ["HOUSE-SIGNS-13"]
    assert (
        do(db, 4, services.open_table, at(30), cards=WHOLE).status is TableStatus.OPEN
    )


@pytest.mark.rule("STAR4-Order:Effect")
def test_version_4_is_not_played_before_its_publication_is_entered(db):
    open_table(db, "CROWN3", 5)  # enters every document
    with db.reading() as session:
        table = services.get(session, 5)
        table.rulebook = "STAR4"
        people, entered = services.supervisors(session), editions.entries(session)
        table.status = TableStatus.CLOSED
        assert not list(services.check_open(table, people, NOON, entered))
        refusals = services.check_open(table, people, NOON, ())
        assert [r.cite.id for r in refusals] == ["STAR4-Order:Effect"]


@pytest.mark.rule("STAR4-Order:Instrument", "STAR4-Order:Effect")
def test_an_entry_needs_its_day_and_its_order(db):
    with db.writing() as session:
        bare = editions.enter(session, STAR, None, " ", at())
        assert cites(bare) == ["STAR4-Order:Instrument", "STAR4-Order:Effect"]
        unknown = editions.enter(session, Undated("VIC99", "N"), NOON, "x", at())
        assert cites(unknown) == ["HOUSE-SIGNS-12"]
    assert [e.verdict for e in entries(db, "enter edition")] == ["refused"] * 2


@pytest.mark.rule("HOUSE-SIGNS-12")
def test_entries_are_never_changed(db):
    with db.writing() as session:
        editions.enter(session, STAR, AUGUST, "Order of 15 August 2025", at())
    with pytest.raises(DatabaseError, match="append-only"), db.writing() as session:
        editions.entries(session)[0].instrument = "another"


def proved(db):
    """Let everybody have shown just now that it is really them."""
    with db.writing() as session:
        for signed in session.exec(select(StaffSessionRow)):
            signed.stepped_up_at = signed.created_at


@pytest.mark.rule("HOUSE-ACCESS-6", "HOUSE-SIGNS-12")
def test_an_administrator_enters_it_after_showing_who_it_is(db, sign_in):
    client, page = sign_in(Role.ADMIN), "/desk/tables/editions"
    assert "4 documents do not say yet" in client.get(page).text
    form = {"edition": "STAR4", "since": "2025-08-20T00:00", "instrument": "Order"}
    assert client.post(page, data=sent(**form)).status_code == 401
    proved(db)
    bare = client.post(page, data=sent(**form | {"instrument": ""}))
    assert bare.status_code == 409
    assert "STAR4-Order:Instrument" in bare.text
    wrong = client.post(page, data=sent(**form | {"since": "soon"}))
    assert wrong.status_code == 422
    assert client.post(page, data=sent(**form)).status_code == 303
    shown = client.get(page).text
    assert "3 documents do not say yet" in shown
    assert "20 Aug 2025, 00:00" in shown
    director = sign_in(Role.DIRECTOR)
    assert director.get(page).status_code == 200
    assert director.post(page, data=sent(**form)).status_code == 403


def test_the_desk_asks_for_the_documents_in_use(db, app):
    staff = Staff(1, "ingrid", "Ingrid", frozenset({Role.ADMIN}), 1, None, None)
    with db.writing() as session:
        services.set_up(session, PLAIN, at())
    with app.test_request_context(), db.reading() as session:
        titles = [item.title for item in on_the_desk(session, staff, NOON)]
    assert "Since when CROWN3 holds is not entered" in titles
    assert "Since when MASS holds is not entered" not in titles
