"""A table of a session is counted by one and confirmed blind by another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from house.floor.acts import Act
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.ledger import queries as balances
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps
from tournaments.play import accounts, standing
from tournaments.play.models import (
    Counting,
    CountRow,
    PlaySessionRow,
    SessionTableRow,
    TableClosedRow,
)
from tournaments.rules import table_count
from tournaments.rules.table_count import Counted, Off
from tournaments.rules.tokens import Pieces, pieces_together

COUNTED: Cite = HOUSE.at("TOURN-17")
_COUNTS = (
    select(CountRow)
    .where(col(CountRow.session_table_id) == bindparam("at"))
    .order_by(col(CountRow.id))
)
_CLOSED = select(TableClosedRow).where(
    col(TableClosedRow.session_table_id) == bindparam("at")
)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a session on its way to being closed."""

    at: standing.AtTable
    table: TableRow
    names: Mapping[int, str]  # of everybody who sits there, by entry
    expected: Counted
    count: CountRow | None
    confirmed: CountRow | None
    closed: TableClosedRow | None
    tally: standing.Tally

    @property
    def off(self) -> tuple[Off, ...]:
        """Where the confirmed count is off what it should be."""
        if self.count is None or not self.agree:
            return ()
        counted = self.counted
        return (
            *table_count.differences(self.expected, counted, self.names),
            *table_count.pieces_off(self.expected.pieces, counted.pieces),
        )

    @property
    def counted(self) -> Counted:
        """What was counted, with the pieces of whichever count has them."""
        assert self.count is not None, "Nobody counted."
        found, two = read(self.count), self.confirmed
        if found.pieces is None and two is not None:
            found = replace(found, pieces=read(two).pieces)
        return found

    @property
    def agree(self) -> bool:
        """Whether both counts say the same."""
        one, two = self.count, self.confirmed
        if one is None or two is None:
            return False
        return table_count.same(read(one), read(two))

    @property
    def variance(self) -> int:
        """By how much tray and stacks together are off what went in."""
        counted = read(self.count).total if self.count else self.expected.total
        return counted - self.expected.total


def read(row: CountRow) -> Counted:
    """A count as it was kept."""
    stacks = {int(e): n for e, n in row.stacks.items()}
    if row.pieces is None:
        return Counted(row.rack_chips, stacks)
    each = ({int(d): n for d, n in lay.items()} for lay in row.pieces.values())
    return Counted(row.rack_chips, stacks, pieces_together(each))


def look(session: Session, row: SessionTableRow, table: TableRow) -> Table:
    """Where the closing of a table stands."""
    at = standing.served(row, session.get_one(PlaySessionRow, row.session_id))
    closed = closed_row(session, row)
    count, confirmed = _counts(session, row)
    names = _names(session, table, count if closed else None)
    stacks, tray = standing.stacks(session, names), accounts.rack(table.number)
    rack = balances.balances(session, [tray]).get(tray, 0)
    expected = Counted(rack, stacks, standing.pieces(session, at, table))
    if closed is not None and count is not None:
        expected = read(count)
    tally = standing.tally(session, at)
    parts = (names, expected, count, confirmed, closed, tally)
    return Table(at, table, *parts)


def _names(
    session: Session, table: TableRow, count: CountRow | None
) -> Mapping[int, str]:
    if count is not None:
        ids = [int(entry) for entry in count.stacks]
        rows = session.exec(select(EntryRow).where(col(EntryRow.id).in_(ids)))
        return {entry.pk: entry.name for entry in rows}
    sitting = books.seats(session, books.REAL, table)
    return {
        standing.entrant(sits): sits.player
        for _, sits in sorted(sitting.items())
        if standing.entrant(sits)
    }


def _counts(
    session: Session, row: SessionTableRow
) -> tuple[CountRow | None, CountRow | None]:
    """The newest count, and the confirmation that came after it."""
    count = confirmed = None
    for each in session.exec(_COUNTS, params={"at": row.pk}):
        if each.which is Counting.COUNT:
            count, confirmed = each, None
        else:
            confirmed = each
    return count, confirmed


def closed_row(session: Session, row: SessionTableRow) -> TableClosedRow | None:
    """How a table of a session was closed, once it was."""
    return session.exec(_CLOSED, params={"at": row.pk}).first()


@dataclass(frozen=True, slots=True)
class Keyed:
    """A count as somebody keys it: amounts, and pieces where they count by them."""

    counted: Counted
    pieces: Mapping[str, Pieces] | None = None  # of the tray and of each entry


def as_keyed(found: "Counted | Keyed") -> Keyed:
    """A count without its pieces is one too."""
    return found if isinstance(found, Keyed) else Keyed(found)


def count(
    session: Session,
    tournament: TournamentRow,
    there: Table,
    found: Counted | Keyed,
    act: Act,
) -> CountRow | Refused:
    """Count a table, or count it again; whoever confirms sees nothing of it."""
    return _write(session, tournament, there, found, (Counting.COUNT, ()), act)


def confirm(
    session: Session,
    tournament: TournamentRow,
    there: Table,
    found: Counted | Keyed,
    act: Act,
) -> CountRow | Refused:
    """Confirm a count without having seen it: somebody else, with figures of theirs."""
    if there.count is None:
        wrong, right = "Nobody has counted the table.", "One counts it first."
        against: tuple[Refusal, ...] = (Refusal(COUNTED, wrong, right),)
    elif there.confirmed is not None:
        wrong, right = "The count was confirmed already.", "Count the table again."
        against = (Refusal(COUNTED, wrong, right),)
    else:
        against = table_count.same_person(there.count.by, act.by.id)
    return _write(session, tournament, there, found, (Counting.CONFIRM, against), act)


def _write(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    there: Table,
    found: Counted | Keyed,
    asked: tuple[Counting, Sequence[Refusal]],
    act: Act,
) -> CountRow | Refused:
    (which, against), keyed = asked, as_keyed(found)
    counted = keyed.counted
    refusals = (
        *against,
        *while_open(session, there),
        *table_count.incomplete(counted, there.names),
    )
    row = CountRow(
        session_table_id=there.at.row.pk,
        which=which,
        rack_chips=counted.rack_chips,
        stacks={str(entry): counted.stacks.get(entry, 0) for entry in there.names},
        pieces=_kept(keyed.pieces),
        **steps.signed(act),
    )
    verdict: CountRow | Refused = Refused(refusals) if refusals else row
    if not refusals:
        session.add(row)
        session.flush()
    # What was counted stays out of the record until both counts are in.
    after = {"table": there.table.number}
    name = f"{which.value} table"
    steps.note(session, tournament, name, act, verdict, (COUNTED,), None, after)
    return verdict


def _kept(pieces: Mapping[str, Pieces] | None) -> dict[str, dict[str, int]] | None:
    if pieces is None:
        return None
    return {of: {str(d): n for d, n in lay.items()} for of, lay in pieces.items()}


def while_open(session: Session, there: Table) -> tuple[Refusal, ...]:
    """A table is counted between hands, until it is closed."""
    if there.closed is not None:
        return (Refusal(COUNTED, f"Table {there.table.number} is closed already."),)
    dealt = books.under_way(session, there.table)
    if dealt is None or dealt.first_card_at is None:
        return ()
    wrong = f"A hand is under way at table {there.table.number}."
    return (Refusal(COUNTED, wrong, "Settle it before the table is counted."),)
