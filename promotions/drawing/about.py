"""What is kept about selections: the rows of one table, asked for all at once."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from promotions.drawing.models import DrawRow, SelectionRow

Among = ColumnElement[bool]  # which selections are asked about


class AboutSelection(Protocol):
    """A row about one selection."""

    id: int | None
    selection_id: int


Kept = TypeVar("Kept", bound=AboutSelection)


def this(selection: SelectionRow) -> Among:
    """One selection alone."""
    return col(SelectionRow.id) == selection.pk


def of_draws(*draws: DrawRow) -> Among:
    """Every selection of these draws."""
    return col(SelectionRow.draw_id).in_({draw.pk for draw in draws})


def every(
    session: Session, table: type[Kept], among: Among
) -> Mapping[int, Sequence[Kept]]:
    """All rows about each selection, in the order they were written."""
    mine = (
        select(table)
        .join(SelectionRow, col(SelectionRow.id) == col(table.selection_id))
        .where(among)
        .order_by(col(table.id))
    )
    found: dict[int, list[Kept]] = {}
    for row in session.exec(mine):
        found.setdefault(row.selection_id, []).append(row)
    return found


def newest(session: Session, table: type[Kept], among: Among) -> Mapping[int, Kept]:
    """The newest row about each selection."""
    rows = every(session, table, among)
    return {selection_id: mine[-1] for selection_id, mine in rows.items()}
