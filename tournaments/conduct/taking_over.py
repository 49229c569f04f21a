"""A substitute at a table: with the player's stack, or the starting bank instead."""

from sqlmodel import Session

from house.floor.acts import Act
from rulebook import Cite, Refused
from tournaments import queries
from tournaments.conduct import finding
from tournaments.models import EntryRow, TournamentRow
from tournaments.play import counting, moving_chips
from tournaments.play.models import ChipsMovedRow, Moved
from tournaments.play.moving_chips import Moving

FOLLOWS: Cite = Cite("CROWN3-12.5.3(b)(iv)")


def begin(
    session: Session, tournament: TournamentRow, entry: EntryRow, act: Act
) -> ChipsMovedRow | Refused | None:
    """Make the stack at the seat what the terms give a substitute, between hands."""
    clause = queries.terms_of(session, tournament).conduct.substitution
    there = finding.where(session, tournament, entry, lock=True)
    if there is None:
        return None  # the session hands out banks when it starts
    table = counting.look(session, there.at.row, there.table)
    has = table.expected.stacks.get(entry.pk, 0)
    more = clause.stack_after(has, there.at.plan.bank_chips) - has
    if not more:
        return None
    reason = f"A substitute takes over from {entry.name}."
    wanted = Moving(Moved.CORRECTION, more, entry.pk, reason=reason, rules=(FOLLOWS,))
    return moving_chips.move(session, tournament, table, wanted, act)
