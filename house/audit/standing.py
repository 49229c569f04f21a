"""How the record stands: when it was last verified whole, and whether it held."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import chain
from typing import Any

from sqlmodel import Session, col, select

from house.audit.chain import Broken, Link, fault
from house.audit.checkpoints.book import Book
from house.audit.checkpoints.holding import HELD
from house.audit.models import AuditRow
from house.audit.nightly import STALE, last_verification
from house.audit.verification import Unreadable, chunks, newest

GLANCE = 100


class Standing(StrEnum):
    """How much the record can be relied on now."""

    HOLDS = "holds"
    NEW = "new"
    STALE = "stale"
    BROKEN = "broken"
    WRONG = "wrong"  # the record holds, and something else does not


@dataclass(frozen=True, slots=True)
class Status:
    """The standing, since when, over how many entries, and what is wrong."""

    standing: Standing
    verified_at: datetime | None = None
    entries: int = 0
    head: str = ""
    broken: Broken | None = None
    checkpoint: int = 0  # which one it was held against; nought: none
    wrong: tuple[str, ...] = ()  # what else does not hold, in sentences


def status(session: Session, now: datetime, book: Book | None = None) -> Status:
    """How the record stands, from the last whole verification and a short look now."""
    glance = glance_at_newest(session) or glance_at_checkpoint(session, book)
    last = None if glance else last_verification(session)
    if last is None:
        return _unverified(session, glance, now)
    noted: dict[str, Any] = last.after if isinstance(last.after, dict) else {}
    broken, wrong = _as_noted(noted), _wrong(noted)
    if broken is not None:
        standing = Standing.BROKEN
    elif wrong:
        standing = Standing.WRONG
    elif now - last.at >= STALE.value:
        standing = Standing.STALE
    else:
        standing = Standing.HOLDS
    entries, head = noted.get("entries", 0), noted.get("head", "")
    against = noted.get("checkpoint", 0)
    return Status(standing, last.at, entries, head, broken, against, wrong)


def _as_noted(noted: dict[str, Any]) -> Broken | None:
    known = noted.get("holds") is True or "wrong" in noted
    if known and "first_bad" not in noted:
        return None
    return Broken(noted.get("first_bad", 0), noted.get("why", "unknown"))


def _wrong(noted: dict[str, Any]) -> tuple[str, ...]:
    """What a verification found wrong, room by room."""
    found = noted.get("wrong")
    rooms = found.values() if isinstance(found, dict) else ()
    return tuple(str(one) for each in rooms if isinstance(each, list) for one in each)


def _unverified(session: Session, glance: Broken | None, now: datetime) -> Status:
    """A young record waits for its first night; an old one should have had it."""
    if glance is not None:
        return Status(Standing.BROKEN, broken=glance)
    query = select(AuditRow.at).order_by(col(AuditRow.number)).limit(1)
    began = session.exec(query).first()
    old = began is not None and now - began >= STALE.value
    return Status(Standing.STALE if old else Standing.NEW)


def glance_at_newest(session: Session, count: int = GLANCE) -> Broken | None:
    """What is wrong with the newest entries, if anything: a bounded look."""
    until = newest(session)
    after = max(until - count - 1, 0)
    last = Link(after) if after else Link()
    try:
        for entry in chain.from_iterable(chunks(session, after, until)):
            # The first of a later stretch only gives the hash to go on from.
            begins = after > 0 and entry["number"] == after + 1
            if not begins and (why := fault(entry, last)):
                return Broken(last.number + 1, why)
            last = Link(entry["number"], entry["hash"])
    except Unreadable as garbage:
        return Broken(garbage.number, "its columns do not hold what they should")
    return None


def glance_at_checkpoint(session: Session, book: Book | None) -> Broken | None:
    """Whether the record still has what the newest checkpoint ended with."""
    last = book.newest() if book else None
    if last is None or not last.size:
        return None
    query = select(AuditRow.hash).where(AuditRow.number == last.size)
    if session.exec(query).first() == last.head:
        return None
    why = f"checkpoint {last.number} has another hash here: it was cut or rewritten"
    return Broken(last.size, why, HELD)
