"""The tables of over- and underpayments and of limits: all append-only."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, Index
from sqlmodel import Field

from game.payments import Intent, Kind
from house.db import Row, key_of, optional_key_of, words


class PaymentRow(Row, table=True):
    """One over- or underpayment as it was first entered."""

    __tablename__ = "payment"
    __table_args__ = (Index("ix_payment_known", "known_at", "id"),)

    kind: Kind = Field(sa_type=words(Kind))
    table_number: int | None = Field(default=None, index=True)
    patron_id: int | None = optional_key_of("patron", index=True)
    due_cents: int = Field(sa_type=BigInteger)
    paid_cents: int = Field(sa_type=BigInteger)
    happened_at: datetime
    known_at: datetime
    intent: Intent = Field(sa_type=words(Intent))
    note: str = Field(max_length=400)
    entered_at: datetime
    entered_by: str = Field(max_length=64)

    @property
    def over_cents(self) -> int:
        """What was paid too much; below nothing, what was paid too little."""
        return self.paid_cents - self.due_cents


class PaymentEvent(StrEnum):
    """What can be added to an over- or underpayment."""

    STEP = "step"
    FINDING = "finding"
    CLOSED = "closed"


class Outcome(StrEnum):
    """How the matter ended."""

    NO_BREACH = "no breach"
    BREACH = "breach"


class PaymentEventRow(Row, table=True):
    """Something tried, found out or decided about an over- or underpayment."""

    __tablename__ = "payment_event"

    payment_id: int = key_of("payment", index=True)
    happened: PaymentEvent = Field(sa_type=words(PaymentEvent))
    step: str = Field(default="", max_length=32)
    intent: Intent | None = Field(default=None, sa_type=words(Intent))
    patron_id: int | None = optional_key_of("patron", index=True)
    outcome: Outcome | None = Field(default=None, sa_type=words(Outcome))
    note: str = Field(max_length=400)
    at: datetime
    entered_at: datetime
    by: str = Field(max_length=64)
    by_name: str = Field(max_length=120)


class LimitAct(StrEnum):
    """What was done to a patron's loss limit."""

    SET = "set"
    PAUSED = "paused"
    RESUMED = "resumed"
    ENDED = "ended"


class LossLimitRow(Row, table=True):
    """One change of a patron's loss limit; the newest says what holds."""

    __tablename__ = "loss_limit"
    __table_args__ = (Index("ix_loss_limit_patron", "patron_id", "id"),)

    patron_id: int = key_of("patron")
    act: LimitAct = Field(sa_type=words(LimitAct))
    limit_cents: int = Field(sa_type=BigInteger)
    period_days: int
    from_at: datetime
    acknowledged: list[str] = Field(sa_type=JSON)
    at: datetime
    by: str = Field(max_length=64)

    def plain(self) -> dict[str, Any]:
        """The change as the record keeps it."""
        return {
            "act": self.act.value,
            "limit_cents": self.limit_cents,
            "period_days": self.period_days,
            "from": self.from_at,
        }


class DepositLimitRow(Row, table=True):
    """One change of what a patron lets themselves pay in a day; the newest holds."""

    __tablename__ = "deposit_limit"

    patron_id: int = key_of("patron", index=True)
    limit_cents: int | None = Field(default=None, sa_type=BigInteger)  # None: ended
    at: datetime
    by: str = Field(max_length=64)
