"""A session for the tests: started with its tables, and hands dealt at them."""

from dataclasses import replace

from sqlmodel import select

from app import BORROWERS
from house.audit import Actor
from house.floor.models import Device, TableRow
from house.floor.rounds import book as books
from house.floor.tables import services as floor_tables
from house.ledger import queries as ledger
from rulebook import Refused
from tests.house.rounds_cast import FLOOR as OWN
from tests.house.rounds_cast import Console, play_through
from tests.house.shelf import prepared
from tests.tournaments.cast import (
    CLOSED,
    SLUG,
    STARTS,
    at,
    do,
    look,
    running,
    terms,
    who,
)
from tests.tournaments.examples import with_
from tournaments import queries
from tournaments.play import accounts, sessions, standing
from tournaments.play.models import PlaySessionRow
from tournaments.rules.clauses.seating import Direction, FirstBettor
from tournaments.rules.clauses.secret import SecretOn
from tournaments.rules.session_plan import Keyed
from tournaments.rules.tokens import ChipCount
from tournaments.seating import seats as seating
from tournaments.seating.models import SeatDrawRow, SeatRow

FLOOR = replace(OWN, borrowers=BORROWERS)
TESS = Actor("tess", "Tess", "supervisor")
SUE = Actor("sue", "Sue", "supervisor")
DEALT = {"cards": "dealt"}
RACK = (ChipCount(25, 400), ChipCount(100, 200), ChipCount(1_000, 20))


def short_terms(*changes, hands=6):
    """A stage of six hands, the lowest seat first, the marker to the right."""
    made = terms(
        ("format.stages.stages.0.hands", hands),
        ("house.bet_order.first", FirstBettor.SEAT_ONE),
        ("house.bet_order.moves", Direction.RIGHT),
        ("wagers.chips.rack", RACK),
    )
    return with_(made, *changes)


def watched(db):
    """Every table has somebody who watches over it."""
    with db.writing() as session:
        for table in session.exec(select(TableRow)).all():
            table.supervisor_id = who(session, "petra")


GAMES = {
    "mississippi": ({}, (), {}),
    "caribbean": (
        {"rulebook": "VIC99", "game": "caribbean_stud"},
        (
            ("details.names.rulebook", "VIC99"),
            ("details.names.game", "Caribbean Stud"),
            ("details.names.edition", "Notice 25"),
            ("wagers.caribbean.stated", True),
        ),
        {"maximum_payout": 100_000_000},
    ),
    "baccarat": (
        {
            "rulebook": "VIC99",
            "game": "baccarat",
            "seats": 12,
            "device": Device.SHOE,
        },
        (
            ("details.names.rulebook", "VIC99"),
            ("details.names.game", "Baccarat"),
            ("details.names.edition", "Notice 26"),
            ("wagers.baccarat.tie", True),
            ("wagers.secret.on", SecretOn.AREAS),
        ),
        {},
    ),
}


def game_begins(db, game, *changes, **kwargs):
    """A session of one of the three games is under way; what a round there offers."""
    layout, named, options = GAMES[game]
    in_session(db, short_terms(*named, *changes, **kwargs), layout=layout)
    return DEALT | options


def begun(db, made=None, count=8, layout=None, **kwargs):
    """Play has started and the tables are watched; no session yet."""
    running(db, count, made or short_terms(**kwargs), **(layout or {}))
    with db.writing() as session:
        from house.people.roles import Role  # noqa: PLC0415
        from tests.house.conftest import add_staff  # noqa: PLC0415

        for name in ("tess", "sue"):
            add_staff(session, name, Role.SUPERVISOR, at=at(-60).now)
        for table in session.exec(select(TableRow)).all():
            table.supervisor_id = who(session, "tess")


def start(db, act=None, stage_at=0, number=1, keyed=Keyed.CARDS):
    """Start a session."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        slot = sessions.find(session, tournament, stage_at, number)
        when = act or at(STARTS)
        return sessions.start(session, tournament, slot, when, FLOOR, keyed)


def in_session(db, made=None, count=8, **kwargs):
    """A session is under way."""
    _started(db, made, count, **kwargs)
    with db.reading() as session:
        return session.exec(select(PlaySessionRow)).one()


@prepared
def _started(db, made=None, count=8, **kwargs):
    begun(db, made, count, **kwargs)
    verdict = start(db)
    assert not isinstance(verdict, Refused), verdict


def tablet(db, number=1, minutes=STARTS + 1):
    """The console of a tournament table."""
    return Console(db, number, act=at(minutes, TESS), floor=FLOOR)


def play_at(console):
    """What is played for at a table now."""
    return console.read(
        lambda session, table: FLOOR.play_at(session, table, console.act.now)
    )


def seated(console):
    """Who sits where at a table, by entry."""
    return console.read(
        lambda session, table: {
            seat: standing.entrant(sits)
            for seat, sits in books.seats(session, books.REAL, table).items()
        }
    )


def asked(console, question):
    """Ask the play of a table something while its session is open."""
    return console.read(
        lambda session, table: question(FLOOR.play_at(session, table, console.act.now))
    )


def deal(console, ante=100, times=1):
    """A whole hand: everybody who takes part antes, the marker first."""
    row = console.open(options=DEALT)
    assert not isinstance(row, Refused), row
    first = asked(console, lambda play: play.first_to_bet())
    others = sorted(asked(console, lambda play: play.playing) - {first})
    antes = tuple((seat, ante) for seat in (first, *others))
    return play_through(console, antes, (times, 1, 1))


def stacks(db, console):
    """The chips at each seat, and in the tray."""
    found = asked(console, lambda play: dict(play.stacks))
    with db.reading() as session:
        tray = accounts.rack(console.number)
        return found, ledger.balances(session, [tray]).get(tray, 0)


def seats_of(db, stage_at, places):
    """The released seats of a later stage: a place for each of these entries."""
    with db.writing() as session:
        tournament = queries.get(session, SLUG, lock=True)
        now, number = at(CLOSED + 5).now, len(seating.draws(session, tournament)) + 1
        draw = SeatDrawRow(
            tournament_id=tournament.pk,
            number=number,
            stage_at=stage_at,
            header={},
            commitment="0" * 64,
            sealed=b"",
            secret="5" * 64,
            fixed_at=now,
            fixed_by="ruth",
            fixed_by_name="Ruth",
            released_at=now,
            released_by="ruth",
            released_by_name="Ruth",
        )
        session.add(draw)
        session.flush()
        for entry, (session_, table, seat) in places.items():
            row = {"session": session_, "table_number": table, "seat": seat}
            session.add(SeatRow(draw_id=draw.pk, entry_id=entry, **row))


__all__ = ["SUE", "TESS", "do", "floor_tables", "look"]
