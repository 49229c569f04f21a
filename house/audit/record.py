"""Append one entry to the record, in the transaction of the act itself."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import text
from sqlmodel import Session, col, select

from house.audit.chain import GENESIS, digest, instant
from house.audit.models import AuditRow, AuditRuleRow, Verdict
from rulebook import Cite, Refused

# One number for one lock: whoever appends next waits until this transaction ends.
APPEND_LOCK = 1_159


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, and in which role."""

    id: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class Subject:
    """What the act is about."""

    kind: str
    id: str
    name: str = ""


SYSTEM = Actor("system", "House Rules", "system")
Facts = Mapping[str, Any]


def record(  # noqa: PLR0913
    session: Session,
    actor: Actor,
    act: str,
    subject: Subject,
    *,
    now: datetime,
    verdict: object = None,
    rules: Iterable[Cite] = (),
    before: Facts | None = None,
    after: Facts | None = None,
) -> AuditRow:
    """Write down who did or was refused what, to what, when and under which rules."""
    refused = verdict if isinstance(verdict, Refused) else None
    cites = dict.fromkeys([*rules, *(refused.cites if refused else ())])
    last = _last(session)
    entry: dict[str, Any] = {
        "number": last.number + 1 if last else 1,
        "at": instant(now),
        "actor": actor.id,
        "actor_name": actor.name,
        "role": actor.role,
        "act": act,
        "subject_kind": subject.kind,
        "subject_id": subject.id,
        "subject_name": subject.name,
        "verdict": (Verdict.REFUSED if refused else Verdict.DONE).value,
        "rules": [cite.id for cite in cites],
        "reasons": [r.reason for r in refused.refusals] if refused else [],
        "before": dict(before or {}),
        "after": dict(after or {}),
        "previous": last.hash if last else GENESIS,
    }
    row = AuditRow(**{**entry, "at": now, "hash": digest(entry)})
    session.add(row)
    session.flush()
    session.add_all(AuditRuleRow(rule_id=c.id, number=row.number) for c in cites)
    return row


def _last(session: Session) -> AuditRow | None:
    """The newest entry, with nobody able to append before this transaction ends."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(
            text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": APPEND_LOCK}
        )
    newest = select(AuditRow).order_by(col(AuditRow.number).desc()).limit(1)
    return session.exec(newest).first()
