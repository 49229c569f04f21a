"""The tables of prize meters: terms, links, ledger, announced changes, claims."""

from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Index,
    String,
    UniqueConstraint,
    cast,
    func,
    inspect,
    text,
)
from sqlalchemy.orm import column_property
from sqlmodel import Field, col, select

from house.db import BigKey, Row, VersionedRow, key_of, optional_key_of, words
from house.floor.meters.accounts import METER
from house.ledger.models import AccountRow

# A ledger is kept in millionths of a cent: any rate with four decimals of a per cent
# adds a whole number of them, so that nothing is ever rounded.
MILLION = 1_000_000
LINKED = text("until_at IS NULL")


class MeterStatus(StrEnum):
    """Where a meter is in its life."""

    DRAFT = "draft"
    OPEN = "open"
    CLOSED = "closed"


class EntryKind(StrEnum):
    """What moves a meter."""

    SEED = "seed"
    CONTRIBUTION = "contribution"
    PRIZE = "prize"
    RESET = "reset"
    TRANSFER_IN = "transfer in"
    TRANSFER_OUT = "transfer out"
    CORRECTION = "correction"
    CLOSING = "closing"


class ChangeKind(StrEnum):
    """What may be announced about an open meter."""

    JOIN = "join"
    LEAVE = "leave"
    TRANSFER = "transfer"
    CLOSE = "close"
    OPTION = "option"


class ChangeState(StrEnum):
    """Whether an announced change has happened."""

    ANNOUNCED = "announced"
    DONE = "done"
    REFUSED = "refused"
    CALLED_OFF = "called off"


class ClaimState(StrEnum):
    """Whether a claim has been settled."""

    WAITING = "waiting"
    BLOCKED = "blocked"
    PAID = "paid"
    WITHDRAWN = "withdrawn"


class MeterRow(VersionedRow, table=True):
    """One prize meter: its terms, and its totals since it was last reset."""

    __tablename__ = "prize_meter"

    name: str = Field(max_length=80, unique=True)
    rulebook: str = Field(max_length=16)
    status: MeterStatus = Field(default=MeterStatus.DRAFT, sa_type=words(MeterStatus))
    option: str = Field(default="", max_length=16)
    pay_table: str = Field(default="", max_length=40)
    price_cents: int = Field(default=0, sa_type=BigInteger)
    reseed_cents: int = Field(default=0, sa_type=BigInteger)
    rate_millionths: int = Field(default=0, sa_type=BigInteger)
    approval: str = Field(default="", max_length=120)
    sharing: str = Field(default="", max_length=120)  # approved procedures to share by
    sign_cents: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    bonus_cents: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    says_folded: bool = False  # a sign says that folded hands may still qualify
    multi_game: bool = False  # games of different titles feed it
    # Totals since the last reset, which the ledger adds up to.
    staked_cents: int = Field(default=0, sa_type=BigInteger)
    paid_cents: int = Field(default=0, sa_type=BigInteger)
    received_cents: int = Field(default=0, sa_type=BigInteger)
    last_entry: int = Field(default=0, sa_type=BigInteger)
    last_at: datetime | None = None  # a clock that is moved back moves no ledger
    token: str = Field(max_length=64, unique=True)
    created_at: datetime
    opened_at: datetime | None = None
    closed_at: datetime | None = None
    alarm_at: datetime | None = None
    alarm_rule: str = Field(default="", max_length=64)
    alarm_text: str = Field(default="", max_length=400)

    if TYPE_CHECKING:  # what its account in the ledger comes to
        balance_millionths: int = 0

    @property
    def value_cents(self) -> int:
        """What the meter shows: whole cents, what is less than a cent left off."""
        return self.balance_millionths // MILLION


_ACCOUNT = (
    select(AccountRow.balance)
    .where(
        col(AccountRow.kind) == METER,
        col(AccountRow.owner) == "meter " + cast(MeterRow.id, String),
    )
    .correlate(MeterRow)
)
_STANDS_AT = column_property(func.coalesce(_ACCOUNT.scalar_subquery(), 0))
inspect(MeterRow).add_property("balance_millionths", _STANDS_AT)


class MeterTableRow(Row, table=True):
    """A table on a meter, from when until when, and how its equipment does."""

    __tablename__ = "meter_table"
    __table_args__ = (
        Index("ix_meter_table_meter", "meter_id", "until_at"),
        Index(
            "ix_meter_table_linked",
            "table_id",
            unique=True,
            sqlite_where=LINKED,
            postgresql_where=LINKED,
        ),
    )

    meter_id: int = key_of("prize_meter")
    table_id: int = key_of("gaming_table")
    since_at: datetime
    until_at: datetime | None = None
    display_works: bool = True
    recorder_works: bool = True
    manual_cover: str = Field(default="", max_length=200)
    # What somebody saw there before the meter opened; nothing until they looked.
    shown_cents: int | None = Field(default=None, sa_type=BigInteger)
    has_spots: bool | None = None


class MeterEntryRow(Row, table=True):
    """What moved a meter, as its equipment records it: never changed."""

    __tablename__ = "meter_entry"
    __table_args__ = (
        UniqueConstraint("meter_id", "number", name="uq_meter_entry_number"),
        Index("ix_meter_entry_at", "meter_id", "at", "number"),
        Index("ix_meter_entry_round", "round_id"),
    )

    meter_id: int = key_of("prize_meter")
    number: int = Field(sa_type=BigInteger)
    key: str = Field(max_length=120, unique=True)
    kind: EntryKind = Field(sa_type=words(EntryKind))
    at: datetime  # the time for settlement, of what a round adds or takes
    amount_millionths: int = Field(sa_type=BigInteger)
    balance_millionths: int = Field(sa_type=BigInteger)
    rule_id: str = Field(max_length=64)
    table_id: int | None = optional_key_of("gaming_table")
    round: str = Field(default="", max_length=40)
    round_id: int | None = Field(default=None, sa_type=BigKey)  # played in this house
    wagers: int = 0
    stake_cents: int = Field(default=0, sa_type=BigInteger)
    claim_id: int | None = Field(default=None, sa_type=BigKey)
    other_meter: str = Field(default="", max_length=120)
    note: str = Field(default="", max_length=400)
    entered_by: str = Field(max_length=64)


class MeterChangeRow(VersionedRow, table=True):
    """A change of a meter that waits for its signs."""

    __tablename__ = "meter_change"
    __table_args__ = (
        Index("ix_meter_change_meter", "meter_id", "state"),
        Index("ix_meter_change_to", "to_meter_id", "state"),
    )

    meter_id: int = key_of("prize_meter")
    kind: ChangeKind = Field(sa_type=words(ChangeKind))
    state: ChangeState = Field(sa_type=words(ChangeState))
    table_id: int | None = optional_key_of("gaming_table")
    to_meter_id: int | None = optional_key_of("prize_meter")
    # Of a closing: parts for meters of other games; of an option: what comes.
    details: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    announced_at: datetime
    announced_by: str = Field(max_length=64)
    due_at: datetime | None = None  # once every sign is up
    settled_at: datetime | None = None
    reason: str = Field(default="", max_length=400)


class MeterSignRow(Row, table=True):
    """A sign at a table about an announced change; put back up, it is a new row."""

    __tablename__ = "meter_sign"
    __table_args__ = (Index("ix_meter_sign_change", "change_id", "table_id"),)

    change_id: int = key_of("meter_change")
    table_id: int = key_of("gaming_table")
    displayed_at: datetime
    taken_down_at: datetime | None = None


class MeterClaimRow(VersionedRow, table=True):
    """The outcome of one round that wins from a meter, until it is settled."""

    __tablename__ = "meter_claim"
    __table_args__ = (Index("ix_meter_claim_meter", "meter_id", "state"),)

    meter_id: int = key_of("prize_meter")
    table_id: int = key_of("gaming_table")
    key: str = Field(max_length=120, unique=True)
    state: ClaimState = Field(sa_type=words(ClaimState))
    round: str = Field(default="", max_length=40)
    shown_at: datetime
    recorded_at: datetime
    after_entry: int = Field(sa_type=BigInteger)  # the ledger as it then stood
    # Whose place in the line it took, where it says again what another one said.
    place: int | None = Field(default=None, sa_type=BigInteger)
    # Where nothing recorded when the hand was keyed: as Surveillance fixed it.
    equipment_failed: bool = False
    fixed_at: datetime | None = None
    fixed_by: str = Field(default="", max_length=120)
    boxes: list[dict[str, Any]] = Field(default_factory=list, sa_type=JSON)
    payments: list[dict[str, Any]] = Field(default_factory=list, sa_type=JSON)
    meter_used_cents: int = Field(default=0, sa_type=BigInteger)
    entered_by: str = Field(max_length=64)
    settled_by: str = Field(default="", max_length=64)
    settled_at: datetime | None = None
    reason: str = Field(default="", max_length=400)
