"""Deadlines: rows that fire once, as of the time they were due, however late."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

import structlog
from sqlalchemy import ColumnElement, bindparam, update
from sqlalchemy import select as sa_select
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col, select

from house.audit import SYSTEM, Subject
from house.audit.plain import fitted
from house.db import Database
from house.notices.models import DeadlineRow
from rulebook import HOUSE, Cite, Cited

log = structlog.get_logger()
Effect = Callable[[Session, DeadlineRow], None]
Study = Callable[[Session, DeadlineRow], Effect]
Stopped = Callable[[], bool]

FIRST_RETRY = Cited(timedelta(minutes=1), HOUSE.at("CLOCK-2"))
LONGEST_RETRY = Cited(timedelta(hours=1), HOUSE.at("CLOCK-2"))
# One that no longer applies keeps its row, and the time it was called off.
CALLED_OFF = Cited("called_off_at", HOUSE.at("CLOCK-8"))
BATCH = 500
INSTANT = timedelta(microseconds=1)
_EFFECTS: dict[str, Effect] = {}
_STUDIES: dict[str, Study] = {}


# Made once: asking every few seconds should cost the database's time and no other.
DUE = (
    sa_select(col(DeadlineRow.id), col(DeadlineRow.kind))
    .where(
        col(DeadlineRow.fired_at).is_(None),
        col(DeadlineRow.called_off_at).is_(None),
        col(DeadlineRow.try_at) <= bindparam("now"),
    )
    .order_by(col(DeadlineRow.try_at), col(DeadlineRow.id))
    .limit(bindparam("limit"))
)


@dataclass(frozen=True, slots=True)
class Round:
    """What one look at the clock came to."""

    fired: int = 0
    failed: int = 0


def never() -> bool:
    """Nobody asks to stop."""
    return False


class NobodyHandles(LookupError):
    """A deadline of a kind that this release does not know."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"No part of this release handles deadlines of kind “{kind}”.")


def on(kind: str) -> Callable[[Effect], Effect]:
    """Let this function take effect when a deadline of this kind is due."""

    def register(effect: Effect) -> Effect:
        _take(kind)
        _EFFECTS[kind] = effect
        return effect

    return register


def on_studied(kind: str) -> Callable[[Study], Study]:
    """The same for what takes long: look first, locking nothing; then take effect."""

    def register(study: Study) -> Study:
        _take(kind)
        _STUDIES[kind] = study
        return study

    return register


def _take(kind: str) -> None:
    if kind in _EFFECTS or kind in _STUDIES:
        raise ValueError(f"Deadlines of kind “{kind}” are already handled.")


def plan(  # noqa: PLR0913
    session: Session,
    kind: str,
    *,
    key: str,
    subject: Subject,
    title: str,
    due_at: datetime,
    cite: Cite,
    duty: bool = False,
) -> None:
    """Set a deadline in the transaction that causes it; the same key sets it once.

    What happens by itself takes effect at due_at. A duty may be met until then, so
    that it is overdue only once due_at has passed.
    """
    dialect = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    planned = dialect.insert(DeadlineRow).values(
        key=key,
        kind=kind,
        subject_kind=subject.kind,
        subject_id=int(subject.id),
        title=fitted(title, 200),
        rule_id=cite.id,
        due_at=due_at,
        try_at=due_at + INSTANT if duty else due_at,
        attempts=0,
        last_error="",
        duty=duty,
        met_by="",
        met_by_name="",
        proof="",
        proof_kind="",
    )
    session.execute(planned.on_conflict_do_nothing())


def call_off(
    session: Session, key: str, *, now: datetime, unless_firing: bool = False
) -> bool:
    """Call a deadline off that no longer applies; say whether it was still open.

    One that is taking effect now and waits for what we hold can be left to find out.
    """
    mine = select(DeadlineRow.id).where(col(DeadlineRow.key) == key, *unmet())
    if unless_firing:
        mine = mine.with_for_update(skip_locked=True)
    off = (
        update(DeadlineRow)
        .where(col(DeadlineRow.id).in_(mine), *unmet())
        .values({CALLED_OFF.value: now})
        .execution_options(synchronize_session=False)
    )
    return bool(session.execute(off).rowcount)  # type: ignore[attr-defined]


def run_due(
    db: Database, now: datetime, limit: int = BATCH, *, stopped: Stopped = never
) -> Round:
    """Fire what is due, each in its own transaction; put off what fails."""
    fired = failed = 0
    for id_, kind in find_due(db, now, limit):
        if stopped():
            break
        try:
            fired += _fire(db, id_, kind, now)
        except Exception as error:  # whatever it is, the rest must fire
            log.exception("deadline failed", deadline=id_, kind=kind)
            _put_off(db, id_, error, now)
            failed += 1
    return Round(fired, failed)


def unmet() -> tuple[ColumnElement[bool], ...]:
    """What has neither been done nor called off."""
    return col(DeadlineRow.met_at).is_(None), col(DeadlineRow.called_off_at).is_(None)


def _waiting() -> tuple[ColumnElement[bool], ...]:
    return col(DeadlineRow.fired_at).is_(None), col(DeadlineRow.called_off_at).is_(None)


def find_due(db: Database, now: datetime, limit: int) -> Sequence[tuple[int, str]]:
    """What is due now, in the order it fell due: plain rows, for there may be many."""
    with db.engine.connect() as connection:
        found = connection.execute(DUE, {"now": now, "limit": limit})
        return cast("Sequence[tuple[int, str]]", found.all())


def _fire(db: Database, id_: int, kind: str, now: datetime) -> bool:
    """Take effect and say so in one transaction, unless somebody else is at it."""
    effect = _effect(db, id_, kind)
    mine = (
        select(DeadlineRow)
        .where(col(DeadlineRow.id) == id_, *_waiting(), col(DeadlineRow.try_at) <= now)
        .with_for_update(skip_locked=True)
    )
    with db.writing() as session:
        deadline = session.exec(mine).first()
        if deadline is None:
            return False
        deadline.fired_at = now
        deadline.attempts += 1
        if not deadline.duty:
            deadline.met_at = now
            deadline.met_by, deadline.met_by_name = SYSTEM.id, SYSTEM.name
        effect(session, deadline)
    return True


def _effect(db: Database, id_: int, kind: str) -> Effect:
    """What the deadline will do; what takes long is looked into here, unlocked."""
    if (study := _STUDIES.get(kind)) is not None:
        with db.reading() as session:
            return study(session, session.get_one(DeadlineRow, id_))
    if (effect := _EFFECTS.get(kind)) is None:
        raise NobodyHandles(kind)
    return effect


def _put_off(db: Database, id_: int, error: Exception, now: datetime) -> None:
    """Note why it failed and when it is tried next; due_at never moves."""
    with db.writing() as session:
        deadline = session.get_one(DeadlineRow, id_, with_for_update=True)
        if deadline.fired_at is None and deadline.try_at <= now:
            deadline.attempts += 1
            deadline.try_at = now + pause(deadline.attempts)
            deadline.last_error = fitted(said(error), 400)


def pause(attempts: int) -> timedelta:
    """How long to wait after so many failures: twice as long each time, to a limit."""
    doublings: int = 2 ** min(attempts - 1, 20)
    return min(FIRST_RETRY.value * doublings, LONGEST_RETRY.value)


def said(error: Exception) -> str:
    """A failure in the words it came with; its kind too, unless it is a sentence."""
    words = str(error).strip()
    if words.endswith("."):
        return words
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
