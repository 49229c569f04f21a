"""The conditions that hold, and what they mean for a list of places."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from tournaments.models import TournamentRow
from tournaments.rules.seat_repair import Place
from tournaments.seating.models import Condition, ConditionRow


def conditions(session: Session, tournament: TournamentRow) -> Sequence[ConditionRow]:
    """Every condition that holds, in the order they were set."""
    mine = select(ConditionRow).where(col(ConditionRow.tournament_id) == tournament.pk)
    newest: dict[object, ConditionRow] = {}
    for row in session.exec(mine.order_by(col(ConditionRow.id))):
        newest.pop(row.about, None)
        newest[row.about] = row
    return [row for row in newest.values() if row.holds]


def limits(
    held: Sequence[ConditionRow], entries: Sequence[int], places: Sequence[Place]
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Each entry that may sit at some places only, and which of the list these are."""
    reached = {
        (row.table_number, row.seat)
        for row in held
        if row.kind is Condition.ACCESSIBLE_SEAT
    }
    found: dict[int, set[int]] = {}
    for row in held:
        if row.entry not in entries:
            continue
        if row.kind is Condition.NEEDS_ACCESSIBLE:
            fit = {i for i, p in enumerate(places) if (p.table, p.seat) in reached}
        elif row.kind is Condition.LOCKED:
            fixed = Place(row.session, row.table_number, row.seat)
            fit = {i for i, p in enumerate(places) if p == fixed}
        else:
            continue
        found[row.entry] = found.get(row.entry, fit) & fit
    return tuple((entry, tuple(sorted(at))) for entry, at in sorted(found.items()))


def pairs(held: Sequence[ConditionRow]) -> tuple[tuple[int, int], ...]:
    """Every two entries that sit at different tables."""
    return tuple((r.entry, r.other) for r in held if r.kind is Condition.APART)
