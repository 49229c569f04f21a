"""Players are told of what comes: ahead of a session, and when its start moves."""

from datetime import timedelta

import pytest
from sqlmodel import col, select

from house.notices.deadlines import run_due
from house.notices.models import DeadlineRow, NoticeRow, OutboxRow
from house.people.patrons.models import PatronRow
from rulebook import Refused
from tests.tournaments.cast import CLOSED, NOW, SEAL, SLUG, STARTS, at, do, seated
from tests.tournaments.examples import MINUTE
from tests.tournaments.play_cast import begun, in_session, short_terms, start
from tests.tournaments.stages_cast import close_tables, draw_next, starts
from tests.tournaments.test_stages import TOP_ONE, by_number
from tests.tournaments.test_starts import move, notice
from tests.tournaments.test_table_close import LATER
from tournaments import queries
from tournaments.entrants import passes, reaching
from tournaments.models import EntryRow, EntryState
from tournaments.reminding import writing
from tournaments.stages import closing

HOURS = 120  # minutes


def with_mail(db):
    """Everybody but entry 1 has an address."""
    with db.writing() as session:
        for entry in session.exec(select(EntryRow)):
            patron = session.get_one(PatronRow, entry.patron_id)
            patron.email = f"p{entry.number}@example.com" if entry.number > 1 else ""


def tick(app, db, minutes):
    with app.test_request_context():
        return run_due(db, NOW + minutes * MINUTE)


def letters(db, kind):
    """Who was written to, with what, about sessions to come or moved."""
    with db.reading() as session:
        titles = select(NoticeRow.title).where(NoticeRow.kind == kind)
        found = session.exec(titles).all()
        query = select(OutboxRow).where(col(OutboxRow.subject).in_(found))
        return session.exec(query.order_by(col(OutboxRow.id))).all()


@pytest.mark.rule("HOUSE-TOURN-385")
def test_players_are_reminded_two_hours_ahead_with_their_seat_and_a_date(app, db):
    seated(db, made=short_terms())
    with_mail(db)
    with db.writing() as session:
        gone = session.exec(select(EntryRow).where(EntryRow.number == 2)).one()
        gone.state = EntryState.WITHDRAWN
    due = STARTS - HOURS
    # The seats were released an hour before the start: they are written to at once.
    assert letters(db, writing.REMINDER) == []
    tick(app, db, max(due, CLOSED + 30))
    found = letters(db, writing.REMINDER)
    assert [row.recipient for row in found] == [
        f"p{n}@example.com" for n in range(3, 3 + len(found))
    ]
    assert len(found) >= 3
    assert "You sit at table" in found[0].body
    assert found[0].attachment_name == f"{SLUG}.ics"
    assert b"DTSTART:20261121T030000Z" in found[0].attachment
    tick(app, db, STARTS - 1)
    assert len(letters(db, writing.REMINDER)) == len(found)
    with db.reading() as session:
        [told] = reaching.told(session, queries.get(session, SLUG))
        states = {reach.entry.number: reach.state for reach in told.reaches}
    assert states[1] == "no address: tell them"
    assert states[3] == "in the post"


@pytest.mark.rule("HOUSE-TOURN-385")
def test_a_reminder_comes_two_hours_ahead_and_not_before(app, db):
    in_session(db, short_terms(TOP_ONE))
    close_tables(db, LATER, by_number)
    assert not isinstance(do(db, closing.close, 0, at(LATER)), Refused)
    with_mail(db)
    final = starts(short_terms(TOP_ONE), 1)
    draw_next(db, final - HOURS - 5)
    before = len(letters(db, writing.REMINDER))
    tick(app, db, final - HOURS - 1)
    assert len(letters(db, writing.REMINDER)) == before
    tick(app, db, final - HOURS)
    found = letters(db, writing.REMINDER)[before:]
    with db.reading() as session:
        on = session.exec(
            select(EntryRow.number).where(EntryRow.state == EntryState.ENTERED)
        ).all()
    assert {row.recipient for row in found} <= {f"p{n}@example.com" for n in on}
    assert len(found) == len([n for n in on if n > 1])


@pytest.mark.rule("HOUSE-TOURN-386", "CROWN3-12.4.1(b)")
def test_a_moved_start_tells_everybody_concerned_and_the_calendar_follows(app, db):
    begun(db)
    with_mail(db)
    told = STARTS - 10
    later = told + notice()
    assert not isinstance(move(db, told, later), Refused)
    found = letters(db, writing.MOVED)
    with db.reading() as session:
        count = len(session.exec(select(EntryRow)).all())
    assert len(found) == count - 1
    assert "The room is late." in found[0].body
    moved = (NOW + later * MINUTE).strftime("%Y%m%dT%H%M%SZ").encode()
    assert b"DTSTART:" + moved in found[0].attachment
    with db.writing() as session:
        tournament = queries.get(session, SLUG)
        entry = session.exec(select(EntryRow).where(EntryRow.number == 3)).one()
        row = passes.issue(session, tournament, entry, SEAL, at(told))
        token = passes.token_in(row, SEAL)
    own = app.test_client().get(f"/t/{SLUG}/pass/{token}/start.ics").data
    assert b"DTSTART:" + moved in own
    uid = next(line for line in own.splitlines() if line.startswith(b"UID:"))
    assert any(uid in letter.attachment for letter in found)


@pytest.mark.rule("HOUSE-TOURN-386")
def test_a_start_that_is_refused_tells_nobody_and_an_old_reminder_stays_silent(app, db):
    begun(db)
    with_mail(db)
    assert isinstance(move(db, STARTS - 10, STARTS - 9), Refused)
    assert letters(db, writing.MOVED) == []
    tick(app, db, STARTS - 10)
    before = len(letters(db, writing.REMINDER))
    later = STARTS - 10 + max(notice(), 3 * HOURS)
    assert not isinstance(move(db, STARTS - 10, later), Refused)
    tick(app, db, later - HOURS - 1)
    assert len(letters(db, writing.REMINDER)) == before
    tick(app, db, later - HOURS)
    assert len(letters(db, writing.REMINDER)) > before
    with db.reading() as session:
        rows = session.exec(
            select(DeadlineRow).where(DeadlineRow.kind == "tournament.remind")
        ).all()
    assert all(row.last_error == "" for row in rows)
    assert max(row.due_at for row in rows) == NOW + timedelta(minutes=later - HOURS)
    assert not isinstance(start(db, at(later)), Refused)
