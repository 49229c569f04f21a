"""Seats on paper: cards, a sheet for each table, and the list from A to Z."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from house.floor.acts import Act
from house.sealing import Seal
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.entrants import passes
from tournaments.entrants.models import PassRow
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps
from tournaments.path.substituting import name_at
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
    row: CardRow
    name: str  # of whoever held the entry as it was counted
    pass_: PassRow | None  # good then, and still


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
    session: Session,
    tournament: TournamentRow,
    numbers: Sequence[int],
    seal: Seal,
    act: Act,
) -> tuple[CardRow, ...] | Refused:
    """Write down the cards about to be printed, each with a pass to lead to.

    For some entries, or for everybody.
    """
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
    passes.hand_out(session, tournament, [s.entry for s in wanted], seal, act)
    rules, after = (PRINTED, passes.COUNTED_WITH), {"cards": len(rows)}
    steps.note(session, tournament, "print seat cards", act, None, rules, {}, after)
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
    starts, before = _starts(session, tournament), dict[int, int]()
    wanted: list[tuple[CardRow, EntryRow, int]] = []
    for row, entry in session.exec(mine):
        times = before.get(entry.pk, 0)
        before[entry.pk] = times + 1
        if row.pk >= first:
            wanted.append((row, entry, times))
    good = passes.of_entries(session, [entry.pk for _, entry, _ in wanted])
    return [
        Card(
            Sitting(entry, place_of(row), starts.get(row.session)),
            times,
            row,
            name_at(session, entry, row.at),
            passes.printed(good.get(entry.pk), row.at),
        )
        for row, entry, times in wanted
    ]


def place_of(row: CardRow) -> Place:
    """The seat that a card shows."""
    return Place(row.session, row.table_number, row.seat)
