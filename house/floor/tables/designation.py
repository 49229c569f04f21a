"""What a table is kept for: open play, one tournament, or nothing at all."""

from collections.abc import Iterator
from datetime import datetime

from sqlmodel import Session

from house.audit import Subject
from house.floor.acts import Act, record
from house.floor.models import Designation, TableRow, TableStatus
from house.floor.tables.rules import Layout, for_tournament, layout_of
from rulebook import CROWN3, HOUSE, Refusal, Refused

DESIGNATED = CROWN3.at("12.2.4")
ONLY_FOR = CROWN3.at("12.2.5")
WHILE_CLOSED = HOUSE.at("SIGNS-9")
STEP = HOUSE.at("STEP-1")
# What a table was looked at for when it was designated.
CHOSEN_FOR = ("game", "rulebook", "seats")


def kept_for(table: TableRow) -> Subject | None:
    """What a table is designated for, as its own room of the house knows it."""
    if not table.kept_for_kind:
        return None
    return Subject(table.kept_for_kind, table.kept_for_id, table.kept_for_name)


def holds(table: TableRow, now: datetime) -> bool:
    """Whether a table's designation has begun: until then it serves open play."""
    kept = table.designation is not Designation.OPEN_PLAY
    return kept and (table.kept_from is None or table.kept_from <= now)


def lent(table: TableRow) -> bool:
    """Whether what a table is kept for is played there: nothing else opens it then."""
    if table.status is not TableStatus.OPEN or kept_for(table) is None:
        return False
    since, opened = table.kept_from, table.opened_at
    return since is None or (opened is not None and since <= opened)


def check_use(
    table: TableRow, now: datetime, use: Subject | None = None
) -> Iterator[Refusal]:
    """Why a table cannot serve this use (open play, when none is named) at present."""
    mine = kept_for(table)
    if use is None and not holds(table, now):
        return
    if table.designation is Designation.CLOSED:
        wrong = f"Table {table.number} is out of use."
        yield Refusal(WHILE_CLOSED, wrong, "Release it for open play first.")
    elif mine is not None and not _same(mine, use):
        wrong = f"Table {table.number} is designated for {mine.name or mine.kind}."
        right = "It serves nothing else until it is released."
        yield Refusal(ONLY_FOR, wrong, right)
    elif mine is None and use is not None:
        wrong = f"Table {table.number} is not designated for {use.name or use.kind}."
        yield Refusal(DESIGNATED, wrong, "Designate it first.")


def check_layout(table: TableRow, layout: Layout) -> Iterator[Refusal]:
    """Why a table that is designated cannot become another: it was chosen as it is."""
    mine, now = kept_for(table), layout_of(table)
    if mine is None:
        return
    for name in CHOSEN_FOR:
        if getattr(now, name) != getattr(layout, name):
            wrong = f"Table {table.number} is designated for {mine.name or mine.kind}."
            yield Refusal(DESIGNATED, wrong, "Release it first.", name)


def _same(one: Subject, other: Subject | None) -> bool:
    return other is not None and (one.kind, one.id) == (other.kind, other.id)


def designate(  # noqa: PLR0913
    session: Session,
    table: TableRow,
    to: Designation,
    act: Act,
    use: Subject | None = None,
    *,
    since: datetime | None = None,
) -> TableRow | Refused:
    """Keep a table for one use alone, from a time or at once, or release it."""
    begins = since is None or since <= act.now
    at_once = holds(table, act.now) if to is Designation.OPEN_PLAY else begins
    found = (*_closed(table, at_once=at_once), *_designable(table, to, use))
    refused = Refused(found) if found else None
    before = _plain(table)
    if refused is None:
        _set(table, to, use, act)
        table.kept_from = since
        session.flush()
    name = "release table" if to is Designation.OPEN_PLAY else "designate table"
    after = {"designation": to.value, "for": use.name or use.id if use else ""}
    after |= {"from": since.isoformat()} if since else {}
    rules = (DESIGNATED, ONLY_FOR) if to is Designation.TOURNAMENT else (WHILE_CLOSED,)
    record(session, act, name, table, refused, rules=rules, before=before, after=after)
    return refused or table


def _plain(table: TableRow) -> dict[str, str]:
    return {"designation": table.designation.value, "for": table.kept_for_name}


def _set(table: TableRow, to: Designation, use: Subject | None, act: Act) -> None:
    table.designation = to
    table.kept_for_kind = use.kind if use else ""
    table.kept_for_id = use.id if use else ""
    table.kept_for_name = use.name[:160] if use else ""
    table.designated_by, table.designated_at = act.by.name, act.now


def keep_from(session: Session, table: TableRow, since: datetime, act: Act) -> None:
    """Let a designation begin at another time, as what it is kept for has moved."""
    if table.kept_from == since or (since <= act.now and holds(table, act.now)):
        return
    before = {"from": table.kept_from.isoformat() if table.kept_from else ""}
    table.kept_from = since
    session.flush()
    after, rules = {"from": since.isoformat()}, (DESIGNATED,)
    record(
        session, act, "designate table", table, rules=rules, before=before, after=after
    )


def _closed(table: TableRow, *, at_once: bool) -> Iterator[Refusal]:
    if at_once and table.status is not TableStatus.CLOSED:
        wrong = f"Table {table.number} is open."
        yield Refusal(WHILE_CLOSED, wrong, "Close it first.", "designation")


def _designable(
    table: TableRow, to: Designation, use: Subject | None
) -> Iterator[Refusal]:
    mine = kept_for(table)
    if to is Designation.TOURNAMENT:
        yield from for_tournament(table)
        if use is None or not (use.kind and use.id):
            wrong = "It is not said which tournament."
            yield Refusal(DESIGNATED, wrong, "Name the tournament.", "use")
        elif mine is not None and not _same(mine, use):
            wrong = f"Table {table.number} is designated for {mine.name or mine.kind}."
            yield Refusal(ONLY_FOR, wrong, "Release it first.", "designation")
    if to is table.designation and (mine is None or (use and _same(mine, use))):
        wrong = f"Table {table.number} is designated so already."
        yield Refusal(STEP, wrong, "", "designation")
