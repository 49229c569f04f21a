"""A house with tables, staff and patrons, and a tournament led along its path."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial

import time_machine
from sqlmodel import select

from house.audit import Actor
from house.audit.models import AuditRow
from house.documents.models import How
from house.floor.acts import Act
from house.floor.editions import services as editions
from house.floor.editions.services import UNDATED
from house.floor.models import TableRow
from house.floor.tables import services as floor
from house.notices import contacts
from house.notices import services as posts
from house.notices.contacts import Contact
from house.notices.models import Audience, Channel, NoticeRow
from house.notices.services import Posting
from house.people.models import StaffRow
from house.people.patrons.models import PatronRow
from house.people.roles import Role
from house.sealing import Seal
from house.terms import amending, discarding, writing
from rulebook import Refused
from tests.house.conftest import add_staff
from tests.house.shelf import prepared
from tests.house.test_tables import PLAIN
from tests.tournaments.examples import START, complete, with_
from tournaments import queries
from tournaments.models import Office, TournamentRow
from tournaments.money import queries as money
from tournaments.money import refunding, shifts
from tournaments.money.taking import CASH
from tournaments.path import (
    advice,
    briefing,
    ending,
    entries,
    ledgers,
    officials,
    playing,
    presence,
    tables,
)
from tournaments.path.entries import TakeEntry
from tournaments.seating import drawing
from tournaments.seating.drawing import Fixing
from tournaments.terms import TERMS

NOW = datetime(2026, 11, 12, 1, 0, tzinfo=UTC)  # noon in Melbourne; entries open
RUTH = Actor("ruth", "Ruth", "director")
DANIEL = Actor("daniel", "Daniel", "deputy")
AMARA = Actor("amara", "Amara", "dealer")
DESK = Actor("erin", "Erin", "entries desk")
CASHIER = Actor("carl", "Carl", "cashier")
SEAL = Seal(("a secret of the tests alone",))
SLUG = "harbour-stud-open"
save = partial(writing.save, TERMS)
publish = partial(writing.publish, TERMS)
proposed = partial(amending.proposed, TERMS)
amend = partial(amending.amend, TERMS)
discard = partial(discarding.discard, TERMS)
MINUTE, TICK = timedelta(minutes=1), timedelta(microseconds=1)
CLOSED = (START - NOW) // MINUTE - 60  # entries close: minutes after the tests begin
STARTS = CLOSED + 60


def at(minutes=0, by=RUTH):
    """Somebody acting so many minutes after the moment the tests begin."""
    return Act(by, NOW + minutes * MINUTE)


def clock(minutes=0):
    """Let the whole house believe that it is so much later."""
    return time_machine.travel(NOW + minutes * MINUTE, tick=False)


def terms(*changes, key="heats", players=(4, 6, 12), start=START):
    """A small tournament of two stages that starts on the 21st."""
    made = complete(key, start)
    heats, final = made.format.stages.stages[0], made.format.stages.stages[-1]
    stages = (replace(heats, starts=heats.starts[:1], tables=2), final)
    low, likely, high = players
    return with_(
        made,
        ("format.stages.stages", stages),
        ("details.players.minimum", low),
        ("details.players.expected", likely),
        ("details.players.maximum", high),
        ("winners.split.tables", made.winners.split.tables[:1]),
        ("winners.split.tables.0.from_players", low),
        *changes,
    )


def staff(db):
    """Everybody who works on a tournament."""
    with db.writing() as session:
        for username, *roles in (
            ("ruth", Role.DIRECTOR),
            ("daniel", Role.DEPUTY),
            ("petra", Role.DEPUTY),
            ("hugo", Role.DIRECTOR),
            ("amara", Role.DEALER),
            ("erin", Role.ENTRIES_DESK),
            ("carl", Role.CASHIER),
        ):
            add_staff(session, username, *roles, at=NOW - timedelta(days=30))


def who(session, username):
    """The number of a member of staff."""
    return session.exec(select(StaffRow.id).where(StaffRow.username == username)).one()


def set_up_tables(db, *numbers, **changes):
    """Closed tables of the floor."""
    with db.writing() as session:
        for number in numbers:
            layout = replace(PLAIN, **{"rulebook": "CROWN3", **changes}, number=number)
            table = floor.set_up(session, layout, at(-60))
            assert isinstance(table, TableRow), table


def contact(db, body=Audience.INSPECTORATE, email="inspect@example.com"):
    """Whom the house tells under the tournament code."""
    with db.writing() as session:
        made = Contact("Inspectors on site", email, "+61390000000")
        contacts.enter(session, body, "CROWN3", made, by=RUTH, now=NOW)


def patrons(db, count=6, **changes):
    """So many patrons on file; their numbers."""
    with db.writing() as session:
        rows = [
            PatronRow(
                given_name="Player",
                family_name=f"{n:02}",
                search_name=f"player {n:02}",
                born_on=date(1980, 1, 1),
                created_at=NOW,
                **changes,
            )
            for n in range(1, count + 1)
        ]
        session.add_all(rows)
        session.flush()
        return [row.pk for row in rows]


def do(db, service, *args, **kwargs):
    """Call a service on the tournament in a transaction of its own."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        return service(session, tournament, *args, **kwargs)


def look(db, service, *args, **kwargs):
    """Ask something about the tournament."""
    with db.reading() as session:
        return service(session, queries.get(session, SLUG), *args, **kwargs)


def row(db):
    """The tournament as the database has it."""
    with db.reading() as session:
        return queries.get(session, SLUG)


def draft(db, made=None):
    """A draft of the tournament, with the staff and the edition it needs."""
    staff(db)
    given = made or terms()
    with db.writing() as session:
        for which in UNDATED:
            editions.enter(
                session, which, NOW - timedelta(days=90), "An order", at(-60)
            )
        session.add(_tournament(SLUG, given))
        if seats_in := given.winners.split.seat_in:
            session.add(_tournament(seats_in, month_later()))


def month_later():
    """Terms of the tournament whose seats are won: the same, a month later."""
    name = ("details.names.tournament", "Harbour Main Event")
    return terms(name, start=START + timedelta(days=30))


def _tournament(slug, given):
    return TournamentRow(
        slug=slug,
        name=given.names.tournament,
        draft=given.to_data(),
        rulebook=given.names.rulebook,
        edition=given.names.edition,
        starts_at=START,
        created_at=NOW,
        created_by="ruth",
        created_by_name="Ruth",
        saved_at=NOW,
        saved_by="ruth",
        saved_by_name="Ruth",
    )


@prepared
def published(db, made=None, act=None):
    """A tournament whose terms are published."""
    draft(db, made)
    verdict = do(db, publish, 1, "https://house.example/t/x", act or at(-30))
    assert not isinstance(verdict, Refused), verdict


def advise(db, act=None, channel=Channel.HAND):
    """The inspectorate is advised: drafted, and handed over."""
    act = act or at(-20)
    contact(db)
    notice = do(db, advice.draft, "https://house.example/t/x", act)
    assert isinstance(notice, NoticeRow), notice
    return send(db, notice.pk, act, channel)


def send(db, notice_id, act, channel=Channel.HAND):
    """Send a notice, by hand unless said otherwise."""
    with db.writing() as session:
        notice = session.get_one(NoticeRow, notice_id)
        posting = Posting(channel, "Letter 2026-118")
        verdict = posts.post(session, notice, posting, act)
        assert isinstance(verdict, NoticeRow), verdict
        return verdict


CAGE_CENTS = 20_000_00  # the float of whoever hands out refunds and prizes


@prepared
def open_for_entries(db, made=None):
    """A tournament that takes entries, and drawers open at desk and cage."""
    published(db, made)
    open_shift(db, at(-10, DESK))
    open_shift(db, at(-10, CASHIER), CAGE_CENTS)
    assert not isinstance(do(db, advice.make_available, "the cage", at(-25)), Refused)
    advise(db)
    verdict = do(db, playing.open_entries, at())
    assert not isinstance(verdict, Refused), verdict


def open_shift(db, act, float_cents=100_00):
    """Open a shift of whoever acts."""
    with db.writing() as session:
        shift = shifts.open_shift(session, float_cents, act)
        assert not isinstance(shift, Refused), shift
        return shift


PAID = TakeEntry(How.SIGNED, 40_00, 200_00)


def enter(db, patron_id, command=PAID, act=None):
    """Take the entry of a patron."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        patron = session.get(PatronRow, patron_id)
        return entries.take(session, tournament, patron, command, act or at(1, DESK))


def end(db, cause, reason="", act=None, number=1):
    """End an entry."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        mine = ledgers.entry(session, tournament, number, lock=True)
        return ending.end(session, tournament, mine, cause, reason, act or at(3))


def back(db, number=1):
    """What comes back to an entry, handed out or not."""
    with db.reading() as session:
        mine = ledgers.entry(session, queries.get(session, SLUG), number)
        return money.of_entry(session, mine.pk).back_cents


def hand_out(db, refund_id, act=None, tender=CASH, how=""):
    """Hand a refund out."""
    act = act or at(4, CASHIER)
    return do(db, refunding.pay, refund_id, tender, how, act)


@prepared
def with_entries(db, count=6, made=None):
    """A tournament with so many entries."""
    open_for_entries(db, made)
    for patron_id in patrons(db, count):
        verdict = enter(db, patron_id)
        assert not isinstance(verdict, Refused), verdict


def appoint(db, username="ruth", office=Office.DIRECTOR, act=None):
    """Appoint somebody."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        number = who(session, username)
        return officials.appoint(session, tournament, office, number, act or at(2))


def designate(db, number, act=None):
    """Designate a table for the tournament."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        table = floor.get(session, number, lock=True)
        return tables.designate(session, tournament, table, act or at(2))


def ready_to_seat(db, count=6, made=None, **layout):
    """Entries, a Director and tables."""
    with_entries(db, count, made)
    assert not isinstance(appoint(db), Refused)
    set_up_tables(db, 1, 2, **layout)
    for number in (1, 2):
        assert not isinstance(designate(db, number), Refused)


def draw(db, word="harbour", since=CLOSED):
    """The list is fixed, the seats are drawn, looked at and released."""
    verdict = None
    for service, *given in (
        (drawing.fix, at(since), SEAL, Fixing(secret=b"s" * 32)),
        (drawing.hold, word, at(since + 1), SEAL),
        (drawing.confirm, at(since + 2)),
        (drawing.release, at(since + 3)),
    ):
        verdict = do(db, service, *given)
        assert not isinstance(verdict, Refused), verdict
    return verdict


@prepared
def seated(db, count=6, made=None, word="harbour", **layout):
    """The seats are drawn."""
    ready_to_seat(db, count, made, **layout)
    draw(db, word)


def brief_all(db, act=None):
    """Everybody is briefed."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        players = queries.entrants(session, tournament)
        return briefing.tick(session, tournament, players, act or at(5))


@prepared
def running(db, count=6, made=None, **layout):
    """Play has started."""
    seated(db, count, made, **layout)
    assert not isinstance(brief_all(db), Refused)
    assert not isinstance(do(db, presence.check, at(6), coming=True), Refused)
    verdict = do(db, playing.start_play, at(STARTS))
    assert not isinstance(verdict, Refused), verdict


def cites(verdict):
    """The rules a refusal names."""
    assert isinstance(verdict, Refused), verdict
    return [refusal.cite.id for refusal in verdict.refusals]


def recorded(db, act):
    """What the record says about one kind of act, the newest last."""
    with db.reading() as session:
        query = select(AuditRow).where(AuditRow.act == act).order_by(AuditRow.number)
        return session.exec(query).all()
