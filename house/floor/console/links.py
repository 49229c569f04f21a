"""The ways from a desk to the consoles: open tables, and where each round is."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from flask import current_app
from sqlmodel import Session, and_, col, func, select

from house.desk import Panel, Place, shows
from house.floor.console import moves_in_words
from house.floor.models import TableRow, TableStatus
from house.floor.rounds.models import ActionRow, RoundRow
from house.floor.rounds.replay import TAKE_BACK
from house.people.roles import Role
from house.people.sessions import Staff
from house.web.access import may

CONSOLE = "console.show"


@dataclass(frozen=True, slots=True)
class ConsoleLink:
    """One open table, its round under way, and what was last done in it."""

    number: int
    game: str
    document: str
    round: int = 0
    phase: str = "No round under way"
    last: str = ""
    at: datetime | None = None


@shows(Role.DEALER, Role.SUPERVISOR)
def to_the_tables(session: Session, staff: Staff, _now: datetime) -> Panel | None:
    """A dealer's way to every open table, a supervisor's to those watched over."""
    if not may(CONSOLE, current_app):
        return None
    deals = Role.DEALER in staff.roles
    ways = tuple(open_tables(session, None if deals else staff.id))
    if not ways and not deals:
        return None
    return Panel(Place.TOP, "console/_open_tables.html", {"ways": ways, "deals": deals})


def open_tables(
    session: Session, supervisor_id: int | None = None
) -> Iterator[ConsoleLink]:
    """Every open table, or those one supervisor watches; asked for at once."""
    newest = (
        select(func.max(ActionRow.seq))
        .where(col(ActionRow.round_id) == RoundRow.id)
        .correlate(RoundRow)
        .scalar_subquery()
    )
    under_way = and_(
        col(RoundRow.table_id) == TableRow.id, col(RoundRow.ended_at).is_(None)
    )
    last = and_(col(ActionRow.round_id) == RoundRow.id, col(ActionRow.seq) == newest)
    query = (
        select(TableRow, RoundRow, ActionRow)
        .join(RoundRow, under_way, isouter=True)
        .join(ActionRow, last, isouter=True)
        .where(col(TableRow.status) == TableStatus.OPEN)
        .order_by(col(TableRow.number))
    )
    if supervisor_id is not None:
        query = query.where(col(TableRow.supervisor_id) == supervisor_id)
    for table, row, action in session.exec(query):
        yield _link(table, row, action)


def _link(
    table: TableRow, row: RoundRow | None, action: ActionRow | None
) -> ConsoleLink:
    about = (table.number, table.game.label, table.rulebook)
    if row is None:
        return ConsoleLink(*about)
    if action is None:
        return ConsoleLink(
            *about, row.number, "waits for the first wager", at=row.opened_at
        )
    phase = "wagers are taken" if row.first_card_at is None else "cards are out"
    return ConsoleLink(*about, row.number, phase, _last(action), action.at)


def _last(action: ActionRow) -> str:
    """The last action in words, without any card."""
    if action.kind == TAKE_BACK:
        return "An action taken back"
    return moves_in_words.called(action.kind, action.data.get("seat"))
