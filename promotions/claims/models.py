"""The tables of claims: who claimed, what was refused and why, what was handed over."""

from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger
from sqlmodel import Field

from house.db import SignedRow, key_of, words


class ClaimRow(SignedRow, table=True):
    """A winner claimed a prize, and which paper of theirs was seen."""

    __tablename__ = "promotion_claim"

    selection_id: int = key_of("promotion_selection", unique=True)
    identity: str = Field(max_length=120)


class RefusedFor(StrEnum):
    """On which ground a claim is refused."""

    IDENTITY = "identity not shown"
    INELIGIBLE = "not eligible"
    EXCLUDED = "excluded"
    EMPLOYEE = "employee policy"
    LATE = "claimed too late"
    INTEGRITY = "the draw is in doubt"


class RefusedClaimRow(SignedRow, table=True):
    """A claim that is refused: the ground, the evidence, and whose it was."""

    __tablename__ = "promotion_refused_claim"

    selection_id: int = key_of("promotion_selection", index=True)
    ground: RefusedFor = Field(sa_type=words(RefusedFor))
    reason: str = Field(max_length=400)  # as the patron reads it
    evidence: str = Field(max_length=400)  # where it is found
    prize_cents: int = Field(sa_type=BigInteger)
    name: str = Field(default="", max_length=160)
    address: str = Field(default="", max_length=300)


class HandingRow(SignedRow, table=True):
    """Somebody signed first how a prize is handed over; the newest holds."""

    __tablename__ = "promotion_handing"

    selection_id: int = key_of("promotion_selection", index=True)
    instead: bool = False  # money is taken instead of the thing
    way: str = Field(default="", max_length=32)  # of a thing
    thing: str = Field(default="", max_length=64)  # which one of the store
    cents: int = Field(sa_type=BigInteger)  # in money; nought for a thing
    parts: list[dict[str, Any]] = Field(default_factory=list, sa_type=JSON)
    signed_by: str = Field(max_length=160)  # who receives it
    note: str = Field(default="", max_length=200)


class HandedRow(SignedRow, table=True):
    """A prize was handed over, once: how, in which parts, who signed for it."""

    __tablename__ = "promotion_handed"

    selection_id: int = key_of("promotion_selection", unique=True)
    instead: bool = False  # money was taken instead of the thing
    way: str = Field(default="", max_length=32)  # of a thing
    thing: str = Field(default="", max_length=64)  # which one of the store
    cents: int = Field(sa_type=BigInteger)  # in money; nought for a thing
    parts: list[dict[str, Any]] = Field(default_factory=list, sa_type=JSON)
    value_cents: int = Field(sa_type=BigInteger)
    signed_by: str = Field(max_length=160)  # who received it
    witness: str = Field(max_length=120)  # who of the house signed second
    witness_id: str = Field(default="", max_length=64)
    note: str = Field(default="", max_length=200)
