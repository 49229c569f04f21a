"""Entrants at the tables of a session: they sit where the draw or a move put them."""

from collections import Counter
from collections.abc import Iterator, Mapping

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.models import TableRow, TableStatus
from house.floor.rounds import book as books
from house.floor.rounds import seating as console
from house.floor.rounds.play import Floor
from house.floor.rounds.seating import LONGEST_NAME, Guest
from house.floor.tables import services as floor_tables
from rulebook import Refusal, Refused
from tournaments.conduct.kept import keeps_seat
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps
from tournaments.play import standing
from tournaments.play.models import PlaySessionRow
from tournaments.rules.session_gates import ON_TIME
from tournaments.seating import seats as seating

Seated = Mapping[int, Mapping[int, EntryRow]]  # by table and seat


def players(
    session: Session, tournament: TournamentRow, stage_at: int, number: int
) -> Seated:
    """Who plays in a session, by table and seat, as the seats are now."""
    now = seating.seats_now(session, tournament, stage_at)
    mine = {e: sits for e, sits in now.items() if sits.session == number}
    query = select(EntryRow).where(col(EntryRow.id).in_(list(mine)), keeps_seat())
    found: dict[int, dict[int, EntryRow]] = {}
    for entry in session.exec(query):
        sits = mine[entry.pk]
        found.setdefault(sits.table_number, {})[sits.seat] = entry
    return dict(sorted(found.items()))


def sit_down(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    seated: Mapping[int, EntryRow],
    key: str,
    act: Act,
    floor: Floor,
    *,
    beside: Mapping[int, EntryRow] | None = None,
) -> Refused | None:
    """Let entrants sit down where the draw or a move has put them."""
    names = names_at(beside or seated)
    found: list[Refusal] = []
    for seat, entry in sorted(seated.items()):
        guest = Guest(seat, f"{key}-{seat}", names[seat], entrant=str(entry.pk))
        verdict = console.sit(session, table, guest, act, floor)
        found += verdict.refusals if isinstance(verdict, Refused) else ()
    return Refused(tuple(found)) if found else None


def names_at(seated: Mapping[int, EntryRow]) -> Mapping[int, str]:
    """What everybody at a table is called; two of one name by their entries."""
    many = Counter(entry.name for entry in seated.values())
    return {
        seat: _called(entry, apart=many[entry.name] > 1)
        for seat, entry in seated.items()
    }


def _called(entry: EntryRow, *, apart: bool) -> str:
    number = f" (entry {entry.number})" if apart else ""
    name = fitted(entry.name, LONGEST_NAME - len(number))
    return name + number if name.strip().isprintable() else f"Entry {entry.number}"


def follow_moves(
    session: Session,
    tournament: TournamentRow,
    playing: PlaySessionRow,
    act: Act,
    floor: Floor,
) -> int | Refused:
    """Seat everybody at the open tables where the draw and the moves have them now."""
    wanted = players(session, tournament, playing.stage_at, playing.session)
    changed: list[tuple[TableRow, Mapping[int, EntryRow]]] = []
    with session.begin_nested() as all_or_none:
        found: list[Refusal] = []
        seated = 0
        for _, row in standing.tables_of(session, playing):
            table = floor_tables.get(session, row.number, lock=True)
            if table is not None and table.status is TableStatus.OPEN:
                should = wanted.get(table.number, {})
                found += _leave(session, table, should, act, floor)
                changed.append((table, should))
        for table, should in changed:
            taken = books.seats(session, books.REAL, table)
            new = {seat: entry for seat, entry in should.items() if seat not in taken}
            key = f"{standing.MOVED_SEAT}{act.now.timestamp():.6f}"
            sat = sit_down(session, table, new, key, act, floor, beside=should)
            found += sat.refusals if sat else ()
            seated += len(new)
        verdict: int | Refused = Refused(tuple(found)) if found else seated
        if found:
            all_or_none.rollback()
    name, after = "seat moved players", {"session": playing.plan["called"]}
    steps.note(session, tournament, name, act, verdict, (ON_TIME,), None, after)
    return verdict


def _leave(
    session: Session,
    table: TableRow,
    should: Mapping[int, EntryRow],
    act: Act,
    floor: Floor,
) -> Iterator[Refusal]:
    """Whoever was moved away leaves the seat."""
    for seat, sits in books.seats(session, books.REAL, table).items():
        entry = should.get(seat)
        if entry is not None and entry.pk == standing.entrant(sits):
            continue
        key, why = f"{standing.MOVED_SEAT}off-{sits.pk}", "Moved to another seat"
        gone = console.leave(session, table, seat, act, floor, key=key, why=why)
        yield from gone.refusals if isinstance(gone, Refused) else ()
