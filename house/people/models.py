"""The tables of staff and how they sign in."""

from datetime import datetime

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from house.db import Row, VersionedRow, key_of, words
from house.people.accounts.throttle import Outcome
from house.people.roles import Role


class StaffRow(VersionedRow, table=True):
    """A member of staff and how they prove who they are."""

    __tablename__ = "staff"

    username: str = Field(max_length=64, unique=True)
    name: str = Field(max_length=120)
    password_hash: str = Field(max_length=255)
    password_changed_at: datetime
    must_change_password: bool = True
    totp_sealed: str | None = Field(default=None, max_length=255)
    totp_confirmed_at: datetime | None = None
    last_totp_step: int = 0  # a code is good once, so the step it used is kept
    created_at: datetime
    left_at: datetime | None = None


class StaffRoleRow(Row, table=True):
    """A role given to a member of staff, and taken back when revoked_at is set."""

    __tablename__ = "staff_role"
    __table_args__ = (Index("ix_staff_role_staff", "staff_id", "revoked_at"),)

    staff_id: int = key_of("staff")
    role: Role = Field(sa_type=words(Role))
    granted_at: datetime
    granted_by: str = Field(max_length=64)
    revoked_at: datetime | None = None
    revoked_by: str | None = Field(default=None, max_length=64)


class StaffSessionRow(Row, table=True):
    """One signed-in browser; only the hash of its token is kept."""

    __tablename__ = "staff_session"

    token_sha256: str = Field(max_length=64, unique=True)
    staff_id: int = key_of("staff", index=True)
    request_key: str = Field(max_length=64)  # a repeated sign-in replaces this session
    created_at: datetime
    seen_at: datetime
    second_factor_at: datetime | None = None
    stepped_up_at: datetime | None = None
    revoked_at: datetime | None = None
    address: str = Field(max_length=64)
    agent: str = Field(max_length=255)


class SignInAttemptRow(Row, table=True):
    """One try to sign in, kept to slow down guessing."""

    __tablename__ = "sign_in_attempt"
    __table_args__ = (
        Index("ix_sign_in_attempt_username_at", "username", "at"),
        Index("ix_sign_in_attempt_address_at", "address", "at"),
    )

    at: datetime
    username: str = Field(max_length=64)  # or a mark of one that nobody has
    address: str = Field(max_length=64)
    device: str = Field(default="", max_length=32)  # a browser known to that person
    outcome: Outcome = Field(sa_type=words(Outcome))


class RecoveryCodeRow(Row, table=True):
    """A code that stands in for a lost second factor, once."""

    __tablename__ = "recovery_code"
    __table_args__ = (UniqueConstraint("staff_id", "code_sha256"),)

    staff_id: int = key_of("staff", index=True)
    code_sha256: str = Field(max_length=64)
    created_at: datetime
    used_at: datetime | None = None
