"""The tables of tournaments: one row each, and ledgers of what was done for it."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import JSON, CheckConstraint, Index, UniqueConstraint
from sqlmodel import Field

from house.db import Row, SignedRow, VersionedRow, key_of, optional_key_of, words
from house.terms.models import TermsRow
from tournaments.rules.changes import Audience
from tournaments.rules.lifecycle import Action, Status

KIND = "tournament"  # what the record, notices and tables call one


class TournamentRow(TermsRow, table=True):
    """A tournament: its state, the terms being written, the terms in force."""

    __tablename__ = "tournament"
    __table_args__ = (Index("ix_tournament_status", "status", "starts_at"),)

    status: Status = Field(default=Status.DRAFT, sa_type=words(Status))
    rulebook: str = Field(max_length=16)
    edition: str = Field(max_length=120)
    starts_at: datetime | None = None
    copied_from_id: int | None = optional_key_of("tournament", index=True)


class StatusChangeRow(SignedRow, table=True):
    """A step a tournament took, by whom and why."""

    __tablename__ = "tournament_status"

    tournament_id: int = key_of("tournament", index=True)
    action: Action = Field(sa_type=words(Action))
    was: Status = Field(sa_type=words(Status))
    becomes: Status = Field(sa_type=words(Status))
    reason: str = Field(default="", max_length=400)


class Office(StrEnum):
    """What somebody is appointed to."""

    DIRECTOR = "director"
    DEPUTY = "deputy"


class AppointmentRow(SignedRow, table=True):
    """An appointment, or the end of one: the newest row for a person holds."""

    __tablename__ = "tournament_appointment"
    __table_args__ = (
        Index("ix_tournament_appointment_of", "tournament_id", "office", "id"),
    )

    tournament_id: int = key_of("tournament")
    office: Office = Field(sa_type=words(Office))
    staff_id: int = key_of("staff", index=True)
    appointed: bool = True  # false ends it
    by_id: int = key_of("staff", index=True)
    reason: str = Field(default="", max_length=400)


class PresenceRow(SignedRow, table=True):
    """The Director or a deputy came or left; the newest row for a person holds."""

    __tablename__ = "tournament_presence"
    __table_args__ = (Index("ix_tournament_presence_of", "tournament_id", "id"),)

    tournament_id: int = key_of("tournament")
    staff_id: int = key_of("staff", index=True)
    present: bool


class AvailableRow(SignedRow, table=True):
    """The terms were made available to patrons, and where."""

    __tablename__ = "tournament_available"

    tournament_id: int = key_of("tournament", index=True)
    document_id: int = key_of("document", index=True)
    places: str = Field(max_length=400)


class AdviceRow(SignedRow, table=True):
    """The inspectorate was advised of the tournament, by which notice."""

    __tablename__ = "tournament_advice"

    tournament_id: int = key_of("tournament", index=True)
    document_id: int = key_of("document", index=True)
    notice_id: int = key_of("notice", index=True)
    reference: str = Field(default="", max_length=200)


class TournamentTableRow(SignedRow, table=True):
    """A gaming table was designated for the tournament, or released again."""

    __tablename__ = "tournament_table"
    __table_args__ = (Index("ix_tournament_table_of", "tournament_id", "id"),)

    tournament_id: int = key_of("tournament")
    table_id: int = key_of("gaming_table", index=True)
    designated: bool = True  # false releases it


class EntryState(StrEnum):
    """How an entry stands; each way out is a verb of its own."""

    ENTERED = "entered"
    WITHDRAWN = "withdrawn"
    REFUSED = "refused"
    VOID = "void"
    DECLINED = "terms-declined"
    SUBSTITUTED = "substituted"
    ABSENT = "absent"
    RETIRED = "retired"
    DISQUALIFIED = "disqualified"
    ELIMINATED = "eliminated"
    CANCELLED = "cancelled"

    @property
    def holds_a_place(self) -> bool:
        """Whether the entry takes one of the places the terms have."""
        return self in PLACE


PLACE = frozenset(
    {
        EntryState.ENTERED,
        EntryState.ABSENT,
        EntryState.RETIRED,
        EntryState.DISQUALIFIED,
        EntryState.ELIMINATED,
    }
)


class EntryRow(VersionedRow, table=True):
    """One entry: who, and which version of the terms binds them.

    What they paid and get back is on the ledger.
    """

    __tablename__ = "tournament_entry"
    __table_args__ = (
        UniqueConstraint("tournament_id", "number", name="uq_tournament_entry_number"),
        # A person may enter again after withdrawing, or as often as the terms say.
        Index("ix_tournament_entry_patron", "patron_id", "tournament_id"),
        CheckConstraint("number > 0", name="counted"),
    )

    tournament_id: int = key_of("tournament")
    number: int
    patron_id: int | None = optional_key_of("patron")
    name: str = Field(max_length=160)  # a patron's at the time, or one only named
    state: EntryState = Field(default=EntryState.ENTERED, sa_type=words(EntryState))
    # The version accepted; every acceptance is kept with the documents.
    document_id: int = key_of("document", index=True)
    accepted_at: datetime
    signed_at: datetime | None = None
    reason: str = Field(default="", max_length=400)
    entered_at: datetime
    entered_by: str = Field(max_length=64)
    entered_by_name: str = Field(max_length=120)
    changed_at: datetime | None = None


class SubstitutionRow(SignedRow, table=True):
    """A substitute took over an entry: from whom, and what passed on with it."""

    __tablename__ = "tournament_substitution"

    entry_id: int = key_of("tournament_entry", index=True)
    replaced_id: int | None = optional_key_of("patron", index=True)
    replaced_name: str = Field(max_length=160)
    patron_id: int = key_of("patron", index=True)
    name: str = Field(max_length=160)
    takes_stack: bool  # or plays with the starting bank
    takes_secret_wagers: bool


class BriefingRow(SignedRow, table=True):
    """A player was briefed and understands, as the Director is satisfied."""

    __tablename__ = "tournament_briefing"

    entry_id: int = key_of("tournament_entry", index=True)
    understood: bool = True  # false takes the tick back
    by_id: int = key_of("staff", index=True)


class TellingRow(Row, table=True):
    """Somebody must be told of what a new version of the terms changes."""

    __tablename__ = "tournament_telling"
    __table_args__ = (
        Index("ix_tournament_telling_of", "tournament_id", "audience", "id"),
    )

    tournament_id: int = key_of("tournament")
    document_id: int = key_of("document", index=True)
    audience: Audience = Field(sa_type=words(Audience))
    paths: list[str] = Field(sa_type=JSON)
    sentence: str = Field(max_length=1000)
    rule_id: str = Field(max_length=64)
    due_at: datetime | None = None
    at: datetime


class ToldRow(SignedRow, table=True):
    """They were told, by which notice or how else."""

    __tablename__ = "tournament_told"

    telling_id: int = key_of("tournament_telling", index=True)
    notice_id: int | None = optional_key_of("notice", index=True)
    how: str = Field(default="", max_length=400)
    reference: str = Field(default="", max_length=200)
