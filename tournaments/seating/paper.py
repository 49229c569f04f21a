"""Seats on paper: cards, a sheet for each table, and the list from A to Z."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from house.floor.acts import Act
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps
from tournaments.rules.seat_repair import Place
from tournaments.seating import seats
from tournaments.seating.models import CardRow

PRINTED: Cite = HOUSE.at("TOURN-107")
HANDS = 30  # rows of a sheet where the terms name no number of hands


@dataclass(frozen=True, slots=True)
class Sitting:
    """An entry at its place, and when its session starts."""

    entry: EntryRow
    place: Place
    starts: datetime | None


@dataclass(frozen=True, slots=True)
class Card:
    """A seat card; every one after the first of an entry is a reprint."""

    sitting: Sitting
    reprint: int
    row_id: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of one session: who sits there, and a row for every hand."""

    session: int
    table: int
    starts: datetime | None
    sittings: tuple[Sitting, ...]
    hands: int


def sittings(session: Session, tournament: TournamentRow) -> list[Sitting]:
    """Everybody who is to play at the seat they have now, in the order of tables."""
    entries = {entry.pk: entry for entry in queries.entrants(session, tournament)}
    starts = _starts(session, tournament)
    now = seats.seats_now(session, tournament)
    return [
        Sitting(entries[pk], sits.place, starts.get(sits.session))
        for pk, sits in now.items()
        if pk in entries
    ]


def _starts(session: Session, tournament: TournamentRow) -> dict[int, datetime]:
    stages = queries.terms_of(session, tournament).format.stages.stages
    return dict(enumerate(stages[seats.FIRST_STAGE].starts, start=1)) if stages else {}


def sheets(session: Session, tournament: TournamentRow) -> list[Sheet]:
    """A sheet for every table of every session where somebody sits."""
    stage = queries.terms_of(session, tournament).format.stages.stages[0]
    found: dict[tuple[int, int], list[Sitting]] = {}
    for sitting in sittings(session, tournament):
        found.setdefault(sitting.place.at, []).append(sitting)
    return [
        Sheet(*at, there[0].starts, tuple(there), stage.hands or HANDS)
        for at, there in found.items()
    ]


def hand_out(
    session: Session, tournament: TournamentRow, numbers: Sequence[int], act: Act
) -> tuple[CardRow, ...] | Refused:
    """Write down the cards about to be printed: for some entries, or for everybody."""
    wanted = [
        s
        for s in sittings(session, tournament)
        if not numbers or s.entry.number in numbers
    ]
    if not wanted:
        right = "Release the seats first, or name an entry that has one."
        refused = Refused(
            (Refusal(PRINTED, "Nobody here has a seat.", right, "entry"),)
        )
        steps.note(session, tournament, "print seat cards", act, refused)
        return refused
    rows = [
        CardRow(
            entry_id=sitting.entry.pk,
            session=sitting.place.session,
            table_number=sitting.place.table,
            seat=sitting.place.seat,
            **steps.signed(act),
        )
        for sitting in wanted
    ]
    session.add_all(rows)
    session.flush()
    after = {"cards": len(rows)}
    steps.note(
        session, tournament, "print seat cards", act, None, (PRINTED,), {}, after
    )
    return tuple(rows)


def cards(
    session: Session, tournament: TournamentRow, first: int, last: int
) -> list[Card]:
    """The cards that were written down together, each with how often before."""
    mine = (
        select(CardRow, EntryRow)
        .join(EntryRow, col(EntryRow.id) == CardRow.entry_id)
        .where(col(EntryRow.tournament_id) == tournament.pk, col(CardRow.id) <= last)
        .order_by(col(CardRow.id))
    )
    starts, before, found = _starts(session, tournament), dict[int, int](), []
    for row, entry in session.exec(mine):
        times = before.get(entry.pk, 0)
        before[entry.pk] = times + 1
        if row.id is not None and row.id >= first:
            place = Place(row.session, row.table_number, row.seat)
            sitting = Sitting(entry, place, starts.get(row.session))
            found.append(Card(sitting, times, row.id))
    return found
