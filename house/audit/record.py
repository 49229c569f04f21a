"""Append one entry to the record, in the transaction of the act itself."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, insert, select, text
from sqlmodel import Session

from house.audit.chain import Link, digest
from house.audit.models import AuditRow, AuditRuleRow, Verdict
from house.audit.plain import fitted, instant, plain
from house.prepared import Prepared
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
class Act:
    """Who acts and at which instant."""

    by: Actor
    now: datetime


@dataclass(frozen=True, slots=True)
class Subject:
    """What the act is about."""

    kind: str
    id: str
    name: str = ""


# Every act of the house appends: what is asked for each time is put together once.
_TABLE = AuditRow.__table__  # type: ignore[attr-defined]
_NEWEST = Prepared(
    select(_TABLE.c.number, _TABLE.c.hash).order_by(_TABLE.c.number.desc()).limit(1)
)
_LOCK = text("SELECT pg_advisory_xact_lock(:lock)")
_APPEND = Prepared(insert(_TABLE).inline())
_APPEND_RULES = insert(AuditRuleRow.__table__)  # type: ignore[attr-defined]
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
) -> Link:
    """Write down who did or was refused what, to what, when and under which rules.

    Says where in the chain it stands.
    """
    refused = verdict if isinstance(verdict, Refused) else None
    cites = dict.fromkeys([*rules, *(refused.cites if refused else ())])
    entry: dict[str, Any] = {
        "at": instant(now),
        "actor": fitted(actor.id, 64),
        "actor_name": fitted(actor.name, 120),
        "role": fitted(actor.role, 32),
        "act": fitted(act, 64),
        "subject_kind": fitted(subject.kind, 32),
        "subject_id": fitted(str(subject.id), 64),
        "subject_name": fitted(subject.name, 160),
        "verdict": (Verdict.REFUSED if refused else Verdict.DONE).value,
        "rules": [cite.id for cite in cites],
        "reasons": plain([r.reason for r in refused.refusals] if refused else []),
        "before": plain(before or {}, "before"),
        "after": plain(after or {}, "after"),
    }
    connection = take_turn(session)
    newest = _NEWEST.first(connection)
    last = Link(*newest) if newest else Link()
    entry |= {"number": last.number + 1, "previous": last.hash}
    entry |= {"hash": digest(entry), "at": now.astimezone(UTC)}
    _APPEND.run(connection, **entry)
    if cites:
        rules_of = [{"rule_id": c.id, "number": entry["number"]} for c in cites]
        connection.execute(_APPEND_RULES, rules_of)
    return Link(entry["number"], entry["hash"])


def take_turn(session: Session) -> Connection:
    """Let nobody append before this transaction ends; gives its connection.

    What the act itself changed is written first, so that whoever has the turn is no
    longer waiting for anybody's rows. Rows that other acts want as well are held
    only by whoever has the turn: then no two acts ever wait for each other.
    """
    session.flush()
    connection = session.connection()
    if connection.dialect.name == "postgresql":
        connection.execute(_LOCK, {"lock": APPEND_LOCK})
    return connection
