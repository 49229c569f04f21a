"""What a table is kept for: open play, one tournament, or nothing at all."""

from collections.abc import Iterator

from sqlmodel import Session

from house.audit import Subject
from house.floor.acts import Act, record
from house.floor.models import Designation, TableRow, TableStatus
from house.floor.rules import Layout, for_tournament, layout_of
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


def check_use(table: TableRow, use: Subject | None = None) -> Iterator[Refusal]:
    """Why a table cannot serve this use (open play, when none is named)."""
    mine = kept_for(table)
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


def designate(
    session: Session,
    table: TableRow,
    to: Designation,
    act: Act,
    use: Subject | None = None,
) -> TableRow | Refused:
    """Keep a closed table for one use alone, or release it for open play."""
    found = tuple(_designable(table, to, use))
    refused = Refused(found) if found else None
    before = _plain(table)
    if refused is None:
        _set(table, to, use, act)
        session.flush()
    name = "release table" if to is Designation.OPEN_PLAY else "designate table"
    after = {"designation": to.value, "for": use.name or use.id if use else ""}
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


def _designable(
    table: TableRow, to: Designation, use: Subject | None
) -> Iterator[Refusal]:
    if table.status is not TableStatus.CLOSED:
        wrong = f"Table {table.number} is open."
        yield Refusal(WHILE_CLOSED, wrong, "Close it first.", "designation")
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
