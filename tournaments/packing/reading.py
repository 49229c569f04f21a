"""Rows of the house as rows of a sheet, read a few hundred at a time."""

import json
from collections.abc import Callable, Iterator
from datetime import date, datetime
from enum import Enum
from typing import Any

from sqlalchemy import ColumnElement, Select, and_
from sqlalchemy import select as sa_select
from sqlmodel import Session, SQLModel, col

from house.sheets import Cell, Cents
from house.venue import Venue
from house.web.request import venue
from tournaments.models import EntryRow

Rows = Iterator[tuple[Cell, ...]]
Statement = Callable[[int], Select[Any]]
AT_A_TIME = 500
MONEY = "$ "  # begins the heading of an amount in cents


def sheet(statement: Statement) -> Callable[[Session, int], Rows]:
    """What a statement finds for a tournament, below the names of its columns."""

    def rows(session: Session, tournament_id: int) -> Rows:
        here = venue()
        asked = statement(tournament_id).execution_options(yield_per=AT_A_TIME)
        found = session.execute(asked)
        names = tuple(found.keys())
        yield tuple(name.removeprefix(MONEY) for name in names)
        amounts = [name.startswith(MONEY) for name in names]
        for row in found:
            yield tuple(
                _cell(value, here, is_money=is_money)
                for value, is_money in zip(row, amounts, strict=True)
            )

    return rows


def columns(row: type[SQLModel], **names: str) -> list[ColumnElement[Any]]:
    """Columns of a table under the headings of a sheet: its field by each heading."""
    return [
        getattr(row, field).label(heading.replace("_", " "))
        for heading, field in names.items()
    ]


def signed(row: type[SQLModel]) -> list[ColumnElement[Any]]:
    """When it was done, and by whom."""
    return columns(row, When="at", By="by_name")


def entrant() -> list[ColumnElement[Any]]:
    """The number and the name of an entry."""
    return columns(EntryRow, Entry="number", Name="name")


def of(row: type[SQLModel], tournament_id: int, *shown: Any) -> Select[Any]:
    """The rows of a table that belong to a tournament, oldest first."""
    mine = sa_select(*shown).select_from(row)
    theirs = row.tournament_id == tournament_id  # type: ignore[attr-defined]
    return mine.where(theirs).order_by(row.id)  # type: ignore[attr-defined]


def by_entry(row: type[SQLModel], tournament_id: int, *shown: Any) -> Select[Any]:
    """The rows of a table that belong to entries of a tournament, oldest first."""
    mine = sa_select(*entrant(), *shown).select_from(row)
    belongs = and_(
        col(EntryRow.id) == row.entry_id,  # type: ignore[attr-defined]
        col(EntryRow.tournament_id) == tournament_id,
    )
    return mine.join(EntryRow, belongs).order_by(row.id)  # type: ignore[attr-defined]


def _cell(value: Any, here: Venue, *, is_money: bool) -> Cell:
    """A value as a cell: times by the venue's clock, choices by their word."""
    if value is None or (isinstance(value, str) and not isinstance(value, Enum)):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return Cents(value) if is_money else value
    return _words(value, here)


def _words(value: Any, here: Venue) -> str:
    match value:
        case datetime():
            return here.local(value).isoformat(timespec="seconds")
        case date():
            return value.isoformat()
        case Enum():
            return str(value.value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
