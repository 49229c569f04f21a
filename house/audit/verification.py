"""Verify the record as it is kept: chunk by chunk, however long it has become."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, func
from sqlalchemy import select as sa_select
from sqlmodel import Session, col, select

from house.audit.chain import FIELDS, Broken, Entry, Link, walk
from house.audit.checkpoints.book import Kept
from house.audit.checkpoints.checkpoint import Checkpoint
from house.audit.checkpoints.holding import UNREADABLE, Marks, removed
from house.audit.models import AuditRow, AuditRuleRow
from house.audit.plain import instant
from house.checks import Progress, unseen
from rulebook import HOUSE

CHUNK = 2_000
COLUMNS = (*FIELDS, "hash")
NOTHING = Kept()


@dataclass(frozen=True, slots=True)
class Anchor:
    """What somebody noted of the record earlier; a shortened record cannot meet it."""

    count: int | None = None
    hash: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """How far the record holds, and the first thing wrong with it, if anything is."""

    head: Link
    broken: Broken | None = None
    against: Checkpoint | None = None  # the newest one that it was held against
    faults: tuple[str, ...] = ()  # of the checkpoints themselves

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return self.broken is None and not self.faults

    @property
    def wrong(self) -> tuple[str, ...]:
        """Everything wrong, in sentences."""
        return (*(() if self.broken is None else (self.broken.sentence,)), *self.faults)


class Unreadable(Exception):
    """An entry whose columns do not even hold what they should."""

    def __init__(self, number: int) -> None:
        super().__init__(f"Entry {number} cannot be read.")
        self.number = number


def as_entry(row: AuditRow | Row[Any]) -> dict[str, Any]:
    """The fields that were hashed, in the spelling that was hashed, and the hash."""
    entry = {name: getattr(row, name) for name in COLUMNS}
    return {**entry, "at": instant(row.at), "verdict": str(row.verdict)}


def newest(session: Session) -> int:
    """The number of the newest entry; 0 while the record is empty."""
    return session.exec(select(func.max(AuditRow.number))).one() or 0


def chunks(
    session: Session, after: int, until: int, size: int = CHUNK
) -> Iterator[list[dict[str, Any]]]:
    """The entries after one number and up to another, a bounded number at a time."""
    while after < until:
        try:
            entries = list(_chunk(session, after, until, size))
        except UNREADABLE:  # garbage where JSON should be
            entries = list(_readable(session, after, min(until, after + size)))
        if not entries:
            return
        after = entries[-1]["number"]
        yield entries


def _chunk(
    session: Session, after: int, until: int, size: int
) -> Iterator[dict[str, Any]]:
    query = (
        sa_select(*(getattr(AuditRow, name) for name in COLUMNS))
        .where(col(AuditRow.number) > after, col(AuditRow.number) <= until)
        .order_by(col(AuditRow.number))
        .limit(size)
    )
    return (as_entry(row) for row in session.execute(query))


def _readable(session: Session, after: int, until: int) -> Iterator[dict[str, Any]]:
    """These entries one by one, up to the first that cannot be read."""
    for number in range(after + 1, until + 1):
        try:
            yield from _chunk(session, number - 1, number, 1)
        except UNREADABLE:
            if number == after + 1:
                raise Unreadable(number) from None
            return


def verify(
    session: Session,
    anchor: Anchor | None = None,
    kept: Kept = NOTHING,
    progress: Progress = unseen,
) -> Finding:
    """Verify the whole record: in itself, its index, checkpoints, what was noted."""
    anchor, marks = anchor or Anchor(), Marks(kept.checkpoints)
    faults = (*kept.faults, *removed(session, kept))
    head, met = Link(), False
    for step in _steps(session, progress):
        if isinstance(step, Broken):
            return Finding(head, step, marks.met, faults)
        head = step
        if broken := _differs(anchor, head) or marks.passed(head):
            return Finding(head, broken, marks.met, faults)
        met = met or head.hash == anchor.hash
    broken = marks.left(head) or _strays(session, head)
    broken = broken or _shortened(anchor, head, met=met)
    return Finding(head, broken, marks.met, faults)


def _steps(session: Session, progress: Progress) -> Iterator[Link | Broken]:
    """Each entry that holds, in turn, up to the first thing that does not."""
    head, until = Link(), newest(session)
    try:
        for entries in chunks(session, 0, until):
            progress(head.number, until)
            misfiled = _misfiled(session, entries)
            for step in walk(entries, head):
                if (
                    isinstance(step, Link)
                    and misfiled
                    and misfiled.number <= step.number
                ):
                    yield misfiled
                    return
                yield step
                if isinstance(step, Broken):
                    return
                head = step
    except Unreadable as garbage:
        yield Broken(garbage.number, "its columns do not hold what they should")


def _misfiled(session: Session, entries: list[dict[str, Any]]) -> Broken | None:
    """The first of these entries whose rules the index does not give exactly."""
    first, last = entries[0]["number"], entries[-1]["number"]
    query = select(AuditRuleRow.number, AuditRuleRow.rule_id).where(
        col(AuditRuleRow.number).between(first, last)
    )
    indexed: dict[int, set[str]] = {}
    for number, rule_id in session.exec(query):
        indexed.setdefault(number, set()).add(rule_id)
    for entry in entries:
        if why := index_fault(entry, indexed.get(entry["number"], set())):
            return Broken(entry["number"], why, HOUSE.at("RECORD-7"))
    return None


def index_fault(entry: Entry, indexed: set[str]) -> str:
    """How the index of rules differs from what the entry itself says, if it does."""
    rules = entry["rules"]
    own = set(map(str, rules)) if isinstance(rules, list) else set()
    if extra := sorted(indexed - own):
        return f"the index of rules lists {extra[0]}, which the entry does not name"
    if lost := sorted(own - indexed):
        return f"the index of rules lacks {lost[0]}, which the entry names"
    return ""


def _strays(session: Session, head: Link) -> Broken | None:
    """An index line for an entry that does not exist."""
    query = (
        select(AuditRuleRow.number)
        .outerjoin(AuditRow, col(AuditRow.number) == AuditRuleRow.number)
        .where(
            (col(AuditRuleRow.number) > head.number) | (col(AuditRuleRow.number) < 1),
            col(AuditRow.number).is_(None),
        )
        .order_by(col(AuditRuleRow.number))
        .limit(1)
    )
    stray = session.exec(query).first()
    if stray is None:
        return None
    why = "the index of rules lists it, but there is no such entry"
    return Broken(stray, why, HOUSE.at("RECORD-7"))


def _differs(anchor: Anchor, head: Link) -> Broken | None:
    """Where the entry that was noted has another hash than was noted."""
    if head.number != anchor.count or anchor.hash in (None, head.hash):
        return None
    why = f"its hash is {head.hash}; what was noted is {anchor.hash}"
    return Broken(head.number, why)


def _shortened(anchor: Anchor, head: Link, *, met: bool) -> Broken | None:
    """What was noted earlier and is no longer there."""
    following = head.number + 1
    if anchor.count is not None and head.number < anchor.count:
        why = f"the record ends at {head.number}; {anchor.count} entries were noted"
        return Broken(following, why)
    if anchor.hash is not None and not met and anchor.hash != Link().hash:
        return Broken(following, f"no entry has the noted hash {anchor.hash}")
    return None
