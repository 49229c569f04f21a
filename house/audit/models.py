"""The tables of the record; the database itself refuses to change or drop a row."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Index
from sqlmodel import Field, SQLModel

from house.db import BigKey, words


class Verdict(StrEnum):
    """Whether what was asked happened."""

    DONE = "done"
    REFUSED = "refused"


class AuditRow(SQLModel, table=True):
    """One act or refusal, bound by its hash to everything before it."""

    __tablename__ = "audit"
    __table_args__ = (
        # The number last: the newest entries that fit a filter are read in order.
        Index("ix_audit_subject", "subject_kind", "subject_id", "number"),
        Index("ix_audit_actor", "actor", "number"),
        Index("ix_audit_act", "act", "number"),
        Index("ix_audit_verdict", "verdict", "number"),
        Index("ix_audit_at", "at", "number"),
    )

    number: int = Field(
        primary_key=True, sa_type=BigKey, sa_column_kwargs={"autoincrement": False}
    )
    at: datetime
    actor: str = Field(max_length=64)
    actor_name: str = Field(max_length=120)
    role: str = Field(max_length=32)
    act: str = Field(max_length=64)
    subject_kind: str = Field(max_length=32)
    subject_id: str = Field(max_length=64)
    subject_name: str = Field(max_length=160)
    verdict: Verdict = Field(sa_type=words(Verdict))
    rules: list[str] = Field(sa_type=JSON)
    reasons: list[str] = Field(sa_type=JSON)
    before: dict[str, Any] = Field(sa_type=JSON)
    after: dict[str, Any] = Field(sa_type=JSON)
    previous: str = Field(max_length=64)
    hash: str = Field(max_length=64, unique=True)


class AuditRuleRow(SQLModel, table=True):
    """That an entry of the record rests on a rule, so that a rule can be looked up."""

    __tablename__ = "audit_rule"

    rule_id: str = Field(primary_key=True, max_length=64)
    number: int = Field(
        primary_key=True, sa_type=BigKey, foreign_key="audit.number", index=True
    )
