"""A seat's screen: a player's own hand on their own phone, while they sit there."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import update
from sqlmodel import Session, col, select

from house.floor.acts import Act, record
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.book import RoundAtTable
from house.floor.rounds.models import AnySeat, SeatScreenRow
from house.people.sessions import fingerprint
from rulebook import HOUSE, Cited, Refusal, Refused

SITTING = HOUSE.at("CONSOLE-12")
LAPSES = Cited(timedelta(minutes=10), HOUSE.at("CONSOLE-13"))
_IN_USE = col(SeatScreenRow.ended_at).is_(None)


@dataclass(frozen=True, slots=True)
class Given:
    """A screen just made, and the secret of its address, which nobody keeps."""

    screen: SeatScreenRow
    secret: str


@dataclass(frozen=True, slots=True)
class Looker:
    """Whose eyes a phone has, and the hand it may see."""

    here: RoundAtTable
    seat: int
    is_in_round: bool  # false while another's hand still lies at the seat


def give(session: Session, table: TableRow, seat: int, act: Act) -> Given | Refused:
    """Make a screen for whoever sits at a seat; one they had before ends."""
    here = books.here(session, table)
    sits = books.seats(session, here.book, table).get(seat)
    if sits is None:
        wrong, right = f"Nobody sits at seat {seat}.", "Choose a seat that is taken."
        refused = Refused((Refusal(SITTING, wrong, right, "seat"),))
        record(session, act, "make seat screen", table, refused)
        return refused
    end_with(session, table, (sits,), "Another was made", act)
    secret = secrets.token_urlsafe(24)
    row = SeatScreenRow(
        table_id=table.pk,
        seat=seat,
        practice=here.book.practice,
        sitting_id=sits.pk,
        address_sha256=fingerprint(secret),
        made_at=act.now,
        made_by=act.by.name,
    )
    session.add(row)
    session.flush()
    after = {"screen": row.pk, "seat": seat}
    record(session, act, "make seat screen", table, rules=(SITTING,), after=after)
    return Given(row, secret)


def of(session: Session, table: TableRow) -> Sequence[SeatScreenRow]:
    """The seats' screens of a table that are in use."""
    mine = select(SeatScreenRow).where(col(SeatScreenRow.table_id) == table.pk, _IN_USE)
    return session.exec(mine.order_by(col(SeatScreenRow.seat))).all()


def end(
    session: Session, table: TableRow, screen_id: int, act: Act
) -> SeatScreenRow | Refused:
    """End a screen: the phone shows nothing from now on."""
    row = next((row for row in of(session, table) if row.pk == screen_id), None)
    if row is None:
        wrong = f"Table {table.number} has no such screen."
        refused = Refused((Refusal(SITTING, wrong, "It may have ended already."),))
        record(session, act, "end seat screen", table, refused)
        return refused
    _end(session, table, (row,), "Ended by hand", act)
    return row


def end_with(
    session: Session, table: TableRow, sitting: Iterable[AnySeat], why: str, act: Act
) -> None:
    """End the screens of those who sit no longer, or get another."""
    rows = of(session, table)
    theirs = [row for sits in sitting for row in rows if _is_of(row, sits)]
    _end(session, table, theirs, why, act)


def end_practice(session: Session, table: TableRow, act: Act) -> None:
    """End every screen that shows practice rounds of a table."""
    shown = (row for row in of(session, table) if row.practice)
    _end(session, table, shown, "The practice rounds are thrown away", act)


def _end(
    session: Session, table: TableRow, rows: Iterable[SeatScreenRow], why: str, act: Act
) -> None:
    for row in rows:
        row.ended_at = act.now
        after = {"screen": row.pk, "seat": row.seat, "why": why}
        record(session, act, "end seat screen", table, rules=(SITTING,), after=after)


def _is_of(row: SeatScreenRow, sits: AnySeat | None) -> bool:
    """Whether a screen is for this very sitting."""
    if sits is None:
        return False
    return (row.sitting_id, row.practice) == (sits.pk, sits.practice)


def waiting(session: Session, secret: str, now: datetime) -> SeatScreenRow | None:
    """The screen that waits at an address for the player's phone, if one does."""
    found = session.exec(
        select(SeatScreenRow).where(
            col(SeatScreenRow.address_sha256) == fingerprint(secret),
            col(SeatScreenRow.made_at) > now - LAPSES.value,
            _IN_USE,
        )
    ).first()
    return found if found is not None and not found.phone_sha256 else None


def open_on(session: Session, secret: str, phone: str, now: datetime) -> bool:
    """Let this phone, and no other from now on, be the screen at an address."""
    ours = fingerprint(phone)
    first = waiting(session, secret, now)
    if first is not None:
        free = (
            col(SeatScreenRow.id) == first.pk,
            col(SeatScreenRow.phone_sha256) == "",
        )
        taken = update(SeatScreenRow).where(*free)
        session.execute(taken.values(phone_sha256=ours, opened_at=now))
    mine = select(SeatScreenRow.id).where(
        col(SeatScreenRow.address_sha256) == fingerprint(secret),
        col(SeatScreenRow.phone_sha256) == ours,
    )
    return session.exec(mine).first() is not None


def looker(session: Session, phone: str) -> Looker | None:
    """What a phone may look at: nothing once its player sits there no longer."""
    query = (
        select(SeatScreenRow, TableRow)
        .join(TableRow, col(TableRow.id) == SeatScreenRow.table_id)
        .where(col(SeatScreenRow.phone_sha256) == fingerprint(phone), _IN_USE)
        .order_by(col(SeatScreenRow.id).desc())
    )
    found = session.exec(query).first()
    if found is None:
        return None
    row, table = found
    here = books.here(session, table)
    if not _is_of(row, books.seats(session, here.book, table).get(row.seat)):
        return None
    return Looker(here, row.seat, is_in_round=_plays(session, here, row))


def _plays(session: Session, here: RoundAtTable, row: SeatScreenRow) -> bool:
    """Whether the hand at the seat, if there is one, is that of this very sitting."""
    if here.round is None:
        return True
    player = books.players(session, here.book, here.round).get(row.seat)
    return player is None or _is_of(row, player)
