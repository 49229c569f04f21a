"""An act at a table: who, when, and how it goes on the record."""

from datetime import datetime
from typing import Any

from sqlmodel import Session

from house import audit
from house.audit import SYSTEM, Act, Subject
from house.audit.plain import fitted
from house.floor.models import TableRow
from rulebook import Cite

__all__ = ["Act"]


def signed(act: Act) -> dict[str, Any]:
    """Who wrote a row, and when."""
    return {"at": act.now, "by": act.by.id, "by_name": fitted(act.by.name, 120)}


def by_itself(at: datetime) -> Act:
    """What happens as of an instant without anybody's hand."""
    return Act(SYSTEM, at)


def subject(table: TableRow) -> Subject:
    """The table as the record names it."""
    return Subject("table", str(table.number), f"Table {table.number}")


def record(  # noqa: PLR0913
    session: Session,
    act: Act,
    name: str,
    about: TableRow | Subject,
    verdict: object = None,
    *,
    rules: tuple[Cite, ...] = (),
    **facts: Any,
) -> None:
    """Write an act at a table, or its refusal, on the record."""
    audit.record(
        session,
        act.by,
        name,
        subject(about) if isinstance(about, TableRow) else about,
        now=act.now,
        verdict=verdict,
        rules=rules,
        **facts,
    )
