"""The tables of secret wagers: forms under their seals, and who examined them."""

from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Index, LargeBinary
from sqlmodel import Field

from house.db import SignedRow, key_of, words


class Way(StrEnum):
    """How a form came to the table."""

    PASS = "pass"  # noqa: S105  the entrant's own telephone
    TABLET = "tablet"
    PAPER = "paper"


class SecretFormRow(SignedRow, table=True):
    """A form that was handed in for one hand; what it says is under seal."""

    __tablename__ = "tournament_secret_form"
    __table_args__ = (Index("ix_tournament_secret_form_of", "session_id", "entry_id"),)

    session_id: int = key_of("tournament_session")
    round_id: int = key_of("game_round", index=True)
    entry_id: int = key_of("tournament_entry", index=True)
    seat: int
    way: Way = Field(sa_type=words(Way))
    promise: str = Field(max_length=64, unique=True)
    sealed: bytes = Field(sa_type=LargeBinary)


class ExaminationRow(SignedRow, table=True):
    """The Game Supervisor found a form in order, beside what lay on the layout then."""

    __tablename__ = "tournament_secret_examination"

    form_id: int = key_of("tournament_secret_form", index=True)
    layout: dict[str, Any] = Field(sa_type=JSON)  # the open wagers of the seat
