"""Play systems that send what was played: each has a key, which can be revoked."""

import secrets
from collections.abc import Sequence

from sqlmodel import Session, col, select

from house import audit
from house.audit import Actor, Subject
from house.audit.plain import fitted
from house.floor.acts import Act
from house.people.sessions import fingerprint
from promotions.tickets.models import CallerRow
from rulebook import HOUSE, Cite, Refusal, Refused

KEYED: Cite = HOUSE.at("PROMOTION-64")
BYTES = 32
LONGEST = 80


def every(session: Session) -> Sequence[CallerRow]:
    """All that ever had a key, those who still have one first."""
    order = (col(CallerRow.revoked_at).is_not(None), col(CallerRow.name))
    return session.exec(select(CallerRow).order_by(*order, col(CallerRow.id))).all()


def make(session: Session, name: str, act: Act) -> str | Refused:
    """A key for a play system, told once and kept nowhere."""
    named = fitted(" ".join(name.split()), LONGEST)
    if not named:
        nameless = Refusal(KEYED, "The system has no name.", "Say which it is.", "name")
        return _turned_away(session, "make key", named, act, nameless)
    if any(row.name == named and row.revoked_at is None for row in every(session)):
        wrong = f"{named} has a key already."
        has_one = Refusal(KEYED, wrong, "End it first.", "name")
        return _turned_away(session, "make key", named, act, has_one)
    key = secrets.token_urlsafe(BYTES)
    made = CallerRow(
        name=named,
        key_sha256=fingerprint(key),
        made_at=act.now,
        by=act.by.id,
        by_name=act.by.name,
    )
    session.add(made)
    session.flush()
    _note(session, "make key", named, act)
    return key


def revoke(session: Session, caller_id: int, act: Act) -> CallerRow | Refused:
    """End a key; what came by it before stays."""
    row = session.get(CallerRow, caller_id, with_for_update=True)
    if row is None or row.revoked_at is not None:
        ended = Refusal(KEYED, "This key has ended already.", "Make another one.")
        return _turned_away(session, "revoke key", "", act, ended)
    row.revoked_at, row.revoked_by = act.now, act.by.name
    _note(session, "revoke key", row.name, act)
    return row


def of(session: Session, key: str) -> CallerRow | None:
    """Whose key it is, while it holds."""
    mine = select(CallerRow).where(
        col(CallerRow.key_sha256) == fingerprint(key),
        col(CallerRow.revoked_at).is_(None),
    )
    return session.exec(mine).first()


def actor(row: CallerRow) -> Actor:
    """The system, as the record names it."""
    return Actor(f"play system {row.pk}", row.name, "play system")


def _turned_away(
    session: Session, what: str, name: str, act: Act, reason: Refusal
) -> Refused:
    refused = Refused((reason,))
    _note(session, what, name, act, refused)
    return refused


def _note(
    session: Session, what: str, name: str, act: Act, refused: Refused | None = None
) -> None:
    audit.record(
        session,
        act.by,
        what,
        Subject("play system", name or "none", name),
        now=act.now,
        verdict=refused,
        rules=(KEYED,),
    )
