"""Who is in a stage, where they sit and what they have, however many entered."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func
from sqlalchemy import select as sa_select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from house.floor.models import TableRow
from house.floor.rounds.models import RoundRow
from house.ledger.models import AccountRow
from rulebook import HOUSE, Cite
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.play import accounts
from tournaments.play.models import (
    CountRow,
    HandRow,
    KeyedHandsRow,
    PlaySessionRow,
    SessionTableRow,
    TableClosedRow,
)
from tournaments.rules.session_plan import SessionPlan
from tournaments.rules.standings import At, Player
from tournaments.seating.models import MoveKind, MoveRow, SeatDrawRow, SeatRow

CONFIRMED: Cite = HOUSE.at("TOURN-341")
_newer = aliased(HandRow)
Query = Select[*tuple[Any, ...]]
Spot = tuple[int, int, int]  # session, table, seat


@dataclass(frozen=True, slots=True)
class AtPlay:
    """A table of a session: how far it is, and whether it is counted or closed."""

    at: At
    row_id: int
    plan: SessionPlan
    began_at: datetime
    hands: int
    closed_at: datetime | None
    is_counted: bool  # a count is open: what was counted shows nowhere yet
    counted: Mapping[int, int]  # by entry, once it is closed


@dataclass(frozen=True, slots=True)
class Field:
    """A stage as its rows have it: players by their numbers, and tables."""

    players: tuple[Player, ...]
    ids: Mapping[int, int]  # of entries, by their numbers
    tables: Mapping[At, AtPlay]
    changed_at: datetime | None

    @property
    def counting(self) -> tuple[AtPlay, ...]:
        """The tables whose count is open."""
        return tuple(table for table in self.tables.values() if table.is_counted)


def field(session: Session, tournament: TournamentRow, stage_at: int) -> Field:
    """Everybody who has a seat in a stage, and what they have there."""
    tables = {one.at: one for one in _tables(session, tournament, stage_at)}
    moved, came = _moved(session, tournament, stage_at)
    players, ids, changed = [], {}, None
    rows = session.connection().execute(_seats(tournament, stage_at)).all()
    if came:
        rows = _replaced(session, rows, moved, came)
    for entry_id, number, is_entered, balance, last_at, *place in rows:
        at_table, table, seat = moved.get(entry_id, place)
        at, ids[number] = (at_table, table), entry_id
        there, out = tables.get(at), not is_entered
        stack, is_in = _stack(there, entry_id, balance, is_out=out)
        players.append(Player(number, at, seat, stack, is_out=out and not is_in))
        if last_at is not None and (changed is None or last_at > changed):
            changed = last_at
    return Field(tuple(players), ids, tables, changed)


def _stack(
    there: AtPlay | None, entry_id: int, balance: int | None, *, is_out: bool
) -> tuple[int | None, bool]:
    """What an entry has in the stage, and whether it stayed until the count."""
    if there is None:
        return None, False
    if there.closed_at is not None:
        return there.counted.get(entry_id), entry_id in there.counted
    return (None if is_out else balance or 0), not is_out


def _seats(tournament: TournamentRow, stage_at: int) -> Query:
    return (
        sa_select(
            col(EntryRow.id),
            col(EntryRow.number),
            col(EntryRow.state) == EntryState.ENTERED,
            col(AccountRow.balance),
            col(AccountRow.last_at),
            col(SeatRow.session),
            col(SeatRow.table_number),
            col(SeatRow.seat),
        )
        .select_from(SeatRow)
        .join(SeatDrawRow, col(SeatDrawRow.id) == SeatRow.draw_id)
        .join(EntryRow, col(EntryRow.id) == SeatRow.entry_id)
        .outerjoin(AccountRow, accounts.is_stack_of(col(EntryRow.id)))
        .where(
            col(SeatDrawRow.tournament_id) == tournament.pk,
            col(SeatDrawRow.stage_at) == stage_at,
            col(SeatDrawRow.released_at).is_not(None),
        )
    )


def _moved(
    session: Session, tournament: TournamentRow, stage_at: int
) -> tuple[Mapping[int, Spot], Collection[int]]:
    """Where entries were moved to last, and those who took the seat of another."""
    mine = (
        sa_select(
            col(MoveRow.entry_id),
            col(MoveRow.kind),
            col(MoveRow.session),
            col(MoveRow.table_number),
            col(MoveRow.seat),
        )
        .where(
            col(MoveRow.tournament_id) == tournament.pk,
            col(MoveRow.stage_at) == stage_at,
        )
        .order_by(col(MoveRow.id))
    )
    places: dict[int, Spot] = {}
    came: dict[int, Spot] = {}
    for entry, kind, at_table, table, seat in session.connection().execute(mine):
        places[entry] = (at_table, table, seat)
        if kind is MoveKind.REPLACED:
            came = {e: spot for e, spot in came.items() if spot != places[entry]}
            came[entry] = places[entry]
    return places, came


def _replaced(
    session: Session,
    rows: Sequence[Any],
    moved: Mapping[int, Spot],
    came: Collection[int],
) -> Sequence[Any]:
    """The field with those who took a seat, and without whoever had it."""
    asked = (EntryRow.id, EntryRow.number, col(EntryRow.state) == EntryState.ENTERED)
    mine = (
        sa_select(*asked, col(AccountRow.balance), col(AccountRow.last_at))  # type: ignore[call-overload]
        .outerjoin(AccountRow, accounts.is_stack_of(col(EntryRow.id)))
        .where(col(EntryRow.id).in_(list(came)))
    )
    taken = {moved[entry] for entry in came}
    kept = [row for row in rows if moved.get(row[0], (*row[-3:],)) not in taken]
    new = session.connection().execute(mine).all()
    return [*kept, *((*row, *moved[row[0]]) for row in new)]


def _tables(
    session: Session, tournament: TournamentRow, stage_at: int
) -> Iterator[AtPlay]:
    """The tables of the sessions that were started."""
    mine = and_(
        col(PlaySessionRow.tournament_id) == tournament.pk,
        col(PlaySessionRow.stage_at) == stage_at,
    )
    line = session.connection()
    played = {row_id: (n, at) for row_id, n, at in line.execute(_of(_hands(), mine))}
    for row_id, n, at in line.execute(_of(_keyed(), mine)):
        played[row_id] = (n, at)
    counts = line.execute(_of(_counts(), mine))
    begun = {row.session_table_id: row.counted_at for row in counts}
    plans: dict[int, SessionPlan] = {}
    for row in line.execute(_open(mine)):
        since = begun.get(row.row_id)
        hands, last = played.get(row.row_id, (0, since))
        if row.session_id not in plans:
            plans[row.session_id] = SessionPlan.kept(row.plan)
        yield AtPlay(
            (row.session, row.number),
            row.row_id,
            plans[row.session_id],
            row.began_at,
            hands,
            row.closed_at,
            row.closed_at is None and since is not None and since >= last,
            {int(entry): has for entry, has in (row.stacks or {}).items()},
        )


def _open(mine: ColumnElement[bool]) -> Query:
    return (
        sa_select(
            col(PlaySessionRow.id).label("session_id"),
            col(PlaySessionRow.session),
            col(PlaySessionRow.plan),
            col(PlaySessionRow.at).label("began_at"),
            col(SessionTableRow.id).label("row_id"),
            col(TableRow.number),
            col(TableClosedRow.at).label("closed_at"),
            col(CountRow.stacks),
        )
        .join(SessionTableRow, col(SessionTableRow.session_id) == PlaySessionRow.id)
        .join(TableRow, col(TableRow.id) == SessionTableRow.table_id)
        .outerjoin(
            TableClosedRow, col(TableClosedRow.session_table_id) == SessionTableRow.id
        )
        .outerjoin(CountRow, col(CountRow.id) == TableClosedRow.count_id)
        .where(mine)
        .order_by(col(PlaySessionRow.session), col(TableRow.number))
    )


def _of(query: Query, mine: ColumnElement[bool]) -> Query:
    """Of the tables of these sessions alone."""
    return query.join(
        PlaySessionRow, col(PlaySessionRow.id) == SessionTableRow.session_id
    ).where(mine)


def _hands() -> Query:
    """How many hands count at each table as they stand, and when the last was."""
    again = sa_select(col(_newer.id)).where(
        col(_newer.round_id) == HandRow.round_id,
        col(_newer.settlement) > HandRow.settlement,
    )
    at = col(HandRow.session_table_id)
    return (
        sa_select(at, func.count(), func.max(col(HandRow.at)))
        .join(SessionTableRow, col(SessionTableRow.id) == at)
        .join(RoundRow, col(RoundRow.id) == HandRow.round_id)
        .where(
            col(HandRow.counts),
            col(RoundRow.ended_at).is_not(None),
            ~again.exists(),
        )
        .group_by(at)
    )


def _keyed() -> Query:
    """How many hands were played where stacks alone are keyed; the newest row last."""
    at = col(KeyedHandsRow.session_table_id)
    return (
        sa_select(at, col(KeyedHandsRow.played), col(KeyedHandsRow.at))
        .join(SessionTableRow, col(SessionTableRow.id) == at)
        .order_by(at, col(KeyedHandsRow.number))
    )


def _counts() -> Query:
    """When each table was counted last."""
    at = col(CountRow.session_table_id)
    return (
        sa_select(at, func.max(col(CountRow.at)).label("counted_at"))
        .join(SessionTableRow, col(SessionTableRow.id) == at)
        .group_by(at)
    )
