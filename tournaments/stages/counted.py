"""A stage as its closed tables have it: confirmed counts, and nothing else."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import select as sa_select
from sqlmodel import Session, col, select

from house import bare
from house.floor.models import TableRow
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.play import standing, starts
from tournaments.play.models import CountRow, SessionTableRow, TableClosedRow
from tournaments.rules.stages import Stage
from tournaments.rules.terms import Terms
from tournaments.seating import seats as seating
from tournaments.stages.models import CountCorrectedRow

CLOSED: Cite = HOUSE.at("TOURN-300")
PLAYS = frozenset({EntryState.ENTERED})
Seats = Mapping[int, tuple[int, int]]  # the session and the table of each entry
OPEN = (None, None, None)  # a table that no session was started at
# Tables are many: what is asked of each are a few columns.
_TABLES = (
    sa_select(
        col(SessionTableRow.session_id),
        col(TableRow.number),
        col(SessionTableRow.id),
        col(TableClosedRow.at),
        col(CountRow.stacks),
    )
    .join(TableRow, col(TableRow.id) == SessionTableRow.table_id)
    .outerjoin(
        TableClosedRow, col(TableClosedRow.session_table_id) == SessionTableRow.id
    )
    .outerjoin(CountRow, col(CountRow.id) == TableClosedRow.count_id)
    .where(col(SessionTableRow.session_id).in_(bindparam("of", expanding=True)))
)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a stage: how many sat down, and its stacks once it is closed."""

    session: int
    number: int
    where: str  # as a sentence names it
    seated: int
    row_id: int | None  # none while its session has not begun
    closed_at: datetime | None
    stacks: Mapping[int, int]  # by entry; nothing while it is open


class Entrant(NamedTuple):
    """An entry as a stage asks about it: entry rows are many."""

    pk: int
    number: int
    name: str
    state: EntryState


@dataclass(frozen=True, slots=True)
class Played:
    """A stage with its tables, and what keeps it from being closed."""

    at: int
    terms: Terms
    planned: Stage
    tables: Sequence[Table]
    entries: Mapping[int, Entrant]
    refusals: tuple[Refusal, ...]
    kept: frozenset[int] = frozenset()  # numbers in the closing, however they stand now

    @property
    def is_over(self) -> bool:
        """Whether every table of every session is closed."""
        return not self.refusals

    @property
    def numbers(self) -> Mapping[str, Mapping[str, int]]:
        """The stacks of those who may go on, by table and by what entries are called.

        Whoever played twice in a stage counts with the session played last.
        """
        last = {entry: table for table in self.tables for entry in table.stacks}
        return {
            table.where: {
                called(self.entries[entry]): chips
                for entry, chips in table.stacks.items()
                if last[entry] is table and self._counts(self.entries[entry])
            }
            for table in self.tables
        }

    def _counts(self, entry: Entrant) -> bool:
        return entry.state in PLAYS or entry.number in self.kept

    @property
    def seated(self) -> Mapping[str, int]:
        """How many sat down at each table."""
        return {table.where: table.seated for table in self.tables}

    @property
    def stacks(self) -> Mapping[int, int]:
        """The stack of everybody at the end of the stage, by entry."""
        found: dict[int, int] = {}
        for table in self.tables:
            found |= table.stacks
        return found


def called(entry: Entrant | EntryRow) -> str:
    """An entry as outcomes name it: by its number, never by a name."""
    return f"entry {entry.number}"


def number_of(name: str) -> int:
    """The number of an entry that an outcome names."""
    return int(name.removeprefix("entry "))


def look(session: Session, tournament: TournamentRow, stage_at: int) -> Played:
    """A stage as its tables have it now."""
    terms = queries.terms_of(session, tournament)
    planned = terms.format.stages.stages[stage_at]
    seats = seating.tables_now(session, tournament, stage_at)
    tables = tables_of(session, tournament, stage_at, len(planned.starts), seats)
    ids = {entry for table in tables for entry in table.stacks}
    every = _entries(session, tournament)
    entries = {entry: about for entry, about in every.items() if entry in ids}
    playing = {e.number: e.pk for e in every.values() if e.state in PLAYS}
    refusals = tuple(_open(session, tournament, stage_at, tables, (seats, playing)))
    return Played(stage_at, terms, planned, tables, entries, refusals)


def _entries(session: Session, tournament: TournamentRow) -> Mapping[int, Entrant]:
    asked = (EntryRow.id, EntryRow.number, EntryRow.name, EntryRow.state)
    mine = sa_select(*map(col, asked)).where(
        col(EntryRow.tournament_id) == tournament.pk
    )
    rows = bare.rows(session, mine.order_by(col(EntryRow.number)))
    return {row[0]: Entrant(*row) for row in rows}


def tables_of(
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    sessions: int = 1,
    seats: Seats | None = None,
) -> Sequence[Table]:
    """The tables of a stage in order, whether they are open or closed."""
    if seats is None:
        seats = seating.tables_now(session, tournament, stage_at)
    sat = Counter(seats.values())
    begun = standing.sessions(session, tournament)
    numbers = {row.pk: n for (at, n), row in begun.items() if at == stage_at}
    rows = {
        (numbers[session_id], number): more
        for session_id, number, *more in bare.rows(session, _TABLES, of=[*numbers])
    }
    right = corrections(session, [row_id for row_id, _, _ in rows.values()])
    found = []
    for at in sorted({*sat, *rows}):
        (session_, number), (row_id, closed_at, kept) = at, rows.get(at, OPEN)
        more = f" of session {session_}" if sessions > 1 else ""
        stacks = {int(e): n for e, n in kept.items()} if kept else {}
        stacks |= right.get(row_id, {}) if row_id and closed_at else {}
        seated, where = max(sat[at], len(stacks)), f"table {number}{more}"
        table = Table(session_, number, where, seated, row_id, closed_at, stacks)
        found.append(table)
    return found


def corrections(
    session: Session, session_tables: Sequence[int]
) -> Mapping[int, Mapping[int, int]]:
    """Stacks that were put right after the close, by table and entry."""
    mine = select(CountCorrectedRow).where(
        col(CountCorrectedRow.session_table_id).in_(session_tables)
    )
    found: dict[int, dict[int, int]] = {}
    for row in session.exec(mine.order_by(col(CountCorrectedRow.id))):
        found.setdefault(row.session_table_id, {})[row.entry_id] = row.chips
    return found


def _open(
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    tables: Sequence[Table],
    entered: tuple[Seats, Mapping[int, int]],
) -> Iterable[Refusal]:
    """What of the stage is not over yet."""
    seats, every = entered
    slots = starts.slots_now(session, tournament)
    names = {slot.session: slot.called for slot in slots if slot.stage_at == stage_at}
    if not tables:
        wrong = "Nobody is seated for this stage."
        yield Refusal(CLOSED, wrong, "Draw and release its seats.")
    for number in sorted({t.session for t in tables if t.row_id is None}):
        name = wording.capital(names.get(number, f"session {number}"))
        wrong = f"{name} has not been played."
        yield Refusal(CLOSED, wrong, "Start it, and close its tables.")
    for table in tables:
        if table.row_id is not None and table.closed_at is None:
            wrong = f"{wording.capital(table.where)} is not closed."
            right = "Count it, have the count confirmed, close it."
            yield Refusal(CLOSED, wrong, right)
    if stage_at == seating.FIRST_STAGE:
        yield from _unseated(every, seats)
    if tables and all(table.closed_at for table in tables):
        yield from _uncounted(every, seats, tables)


def _unseated(every: Mapping[int, int], seats: Seats) -> Iterable[Refusal]:
    """Whoever has entered and played nowhere cannot be through or out."""
    missing = [number for number, entry in every.items() if entry not in seats]
    if missing and seats:
        who = wording.listed(f"entry {number}" for number in missing)
        wrong = f"{wording.capital(who)} has entered and has no seat."
        yield Refusal(CLOSED, wrong, "Draw a seat, or end the entry.")


def _uncounted(
    every: Mapping[int, int], seats: Seats, tables: Sequence[Table]
) -> Iterable[Refusal]:
    """Whoever sits in the stage, still plays and was counted nowhere is undecided."""
    counted = {entry for table in tables for entry in table.stacks}
    for number, entry in every.items():
        if entry in seats and entry not in counted:
            wrong = f"Entry {number} is back in and has not played since."
            right = "Move the entry to a session to come, or give the payment back."
            yield Refusal(CLOSED, wrong, right)
