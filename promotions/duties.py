"""What a promotion must tell to whom by when: planned, and drafted as notices.

Each step of a promotion calls one of these in its own transaction, with what the
promotion is (a Subject), its regime and who acts when. What is drafted here is sent,
and its deadline met, on the pages of notices.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from house import audit
from house.audit import Act, Subject
from house.notices import answers
from house.notices import services as notices
from house.notices.contacts import Contact
from house.notices.models import NoticeRow
from house.venue import Venue
from promotions.rules import deadlines, gates
from promotions.rules.deadlines import Duty
from promotions.rules.gates import Doubt, RefusedClaim
from promotions.rules.regimes import Regime
from rulebook import HOUSE, Refused

NEWEST = HOUSE.at("PROMOTION-3")
TERMS, CHANGED = "promotion.terms", "promotion.terms-changed"
WINNER, REFUSED = "promotion.winner", "promotion.claim-refused"
INTEGRITY = "promotion.integrity"
LONGEST_KEY = 120


@dataclass(frozen=True, slots=True)
class Promotion:
    """What is run, under which regime, in which house."""

    about: Subject
    regime: Regime
    house: Venue


@dataclass(frozen=True, slots=True)
class Terms:
    """The full terms as they are printed, by the number of their version."""

    version: int
    text: str


@dataclass(frozen=True, slots=True)
class Winner:
    """Somebody who won, how they are reached, and what they are told."""

    key: str  # what tells this prize from every other of the draw
    contact: Contact
    prize: str
    how_to_claim: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim as the desk has it: whose, to what, and how they are reached."""

    key: str
    prize: str
    email: str = ""
    phone: str = ""


def lodge(
    session: Session, promotion: Promotion, terms: Terms, starts_at: datetime, act: Act
) -> NoticeRow:
    """Draft the terms to the regulator, due a day before the start.

    Terms that were drafted before and never sent need not be lodged any more.
    """
    duty = deadlines.lodge_terms(promotion.regime, starts_at)
    start = f"{starts_at.astimezone(UTC):%Y%m%dT%H%M%S}"
    same = _key(TERMS, promotion, f"v{terms.version}:{start}:")
    newest = session.exec(_lodgings(promotion).limit(1)).first()
    if newest is not None and newest.key.startswith(same):
        return newest
    if newest is not None and newest.posted_at is None:
        why = f"Newer terms take its place ({NEWEST})."
        answers.set_aside(session, newest, why, act, replaced=True)
    facts = {
        "promotion": promotion.about.name,
        "starts": promotion.house.long(starts_at),
        "terms": terms.text,
    }
    own = f"{same}{act.now.astimezone(UTC):%Y%m%dT%H%M%S.%f}"
    return _tell(session, promotion, TERMS, duty, own, facts, act)


def _lodgings(promotion: Promotion) -> SelectOfScalar[NoticeRow]:
    """Every notice of a promotion's terms, the newest first."""
    mine = (
        col(NoticeRow.kind) == TERMS,
        col(NoticeRow.about_kind) == promotion.about.kind,
        col(NoticeRow.about_id) == promotion.about.id,
    )
    return select(NoticeRow).where(*mine).order_by(col(NoticeRow.id).desc())


def lodged_at(session: Session, promotion: Promotion, version: int) -> datetime | None:
    """When this version of the terms first reached the regulator."""
    own = _key(TERMS, promotion, f"v{version}:")
    lodgings = session.exec(_lodgings(promotion))
    sent = [n.sent_at for n in lodgings if n.sent_at and n.key.startswith(own)]
    return min(sent, default=None)


def amend(  # noqa: PLR0913
    session: Session,
    promotion: Promotion,
    terms: Terms,
    act: Act,
    *,
    started: bool,
    approval: str = "",
) -> NoticeRow | Refused | None:
    """Let changed terms hold; draft them to the regulator where they go there again."""
    regime = promotion.regime
    refusals = tuple(gates.check_amendment(regime, started=started, approval=approval))
    refused = Refused(refusals) if refusals else None
    again = deadlines.resubmit_terms(regime, act.now) if started else None
    after = {"version": terms.version, "approval": approval}
    _record(session, promotion, act, "amend terms", refused, after)
    if refused or again is None:
        return refused
    facts = {
        "promotion": promotion.about.name,
        "changed": promotion.house.long(act.now),
        "terms": terms.text,
    }
    own = _key(CHANGED, promotion, f"v{terms.version}")
    return _tell(session, promotion, CHANGED, again, own, facts, act)


def tell_winners(  # noqa: PLR0913
    session: Session,
    promotion: Promotion,
    winners: tuple[Winner, ...],
    drawn_at: datetime,
    act: Act,
    *,
    presence_required: bool,
) -> tuple[NoticeRow, ...]:
    """Draft a notice to each winner, unless winners had to be there."""
    duty = deadlines.tell_winners(
        promotion.regime, drawn_at, presence_required=presence_required
    )
    if duty is None:
        return ()
    return tuple(
        _tell(
            session,
            promotion,
            WINNER,
            duty,
            _key(WINNER, promotion, winner.key),
            {
                "name": winner.contact.name,
                "prize": winner.prize,
                "draw": promotion.about.name,
                "drawn": promotion.house.long(drawn_at),
                "how_to_claim": winner.how_to_claim,
                "house": promotion.house.name,
            },
            act,
            winner.contact,
        )
        for winner in winners
    )


def refuse_claim(
    session: Session, promotion: Promotion, claim: Claim, why: RefusedClaim, act: Act
) -> NoticeRow | Refused:
    """Refuse a claim, keep what must be kept, and draft the reason to the patron."""
    refusals = tuple(gates.check_refused_claim(promotion.regime, why))
    refused = Refused(refusals) if refusals else None
    after = {
        "claim": claim.key,
        "prize": claim.prize,
        "prize_cents": why.prize_cents,
        "name": why.name,
        "address": why.address,
        "reason": why.reason,
    }
    _record(session, promotion, act, "refuse claim", refused, after)
    if refused:
        return refused
    duty = deadlines.tell_refused(promotion.regime, act.now)
    name = why.name or "the claimant"
    facts = {
        "name": name,
        "prize": claim.prize,
        "reason": why.reason,
        "house": promotion.house.name,
    }
    to = Contact(name, claim.email, claim.phone)
    own = _key(REFUSED, promotion, claim.key)
    return _tell(session, promotion, REFUSED, duty, own, facts, act, to)


def doubt(
    session: Session, promotion: Promotion, found: Doubt, act: Act
) -> NoticeRow | Refused:
    """Put a draw off or cancel it, and draft the notice to the inspectors."""
    regime = promotion.regime
    refusals = tuple(gates.check_doubt(regime, found, act.now))
    refused = Refused(refusals) if refusals else None
    after = {
        "found_at": found.found_at.isoformat(),
        "what": found.what,
        "decision": found.decision.value,
    }
    _record(session, promotion, act, "doubt draw", refused, after)
    if refused:
        return refused
    duty = deadlines.tell_inspectors(regime, found.found_at)
    facts = {
        "draw": promotion.about.name,
        "at": promotion.house.long(found.found_at),
        "decision": found.decision.value,
        "what": found.what,
    }
    own = _key(INTEGRITY, promotion, f"{found.found_at:%Y%m%dT%H%M%S.%f}")
    return _tell(session, promotion, INTEGRITY, duty, own, facts, act)


def _tell(  # noqa: PLR0913, PLR0917
    session: Session,
    promotion: Promotion,
    kind: str,
    duty: Duty,
    key: str,
    facts: dict[str, Any],
    act: Act,
    to: Contact | None = None,
) -> NoticeRow:
    """Draft one notice and plan its sending."""
    return notices.draft(
        session,
        kind,
        about=promotion.about,
        facts=facts,
        cite=duty.cite,
        now=act.now,
        by=act.by,
        due_at=duty.due_at,
        to=to,
        key=key,
    )


def _key(kind: str, promotion: Promotion, rest: str) -> str:
    """What tells this notice from every other, whole or not at all."""
    key = f"{kind}:{promotion.about.kind}:{promotion.about.id}:{rest}"
    if len(key) > LONGEST_KEY:
        raise ValueError(f"“{key}” is too long to be told from others.")
    return key


def _record(  # noqa: PLR0913, PLR0917
    session: Session,
    promotion: Promotion,
    act: Act,
    name: str,
    refused: Refused | None,
    after: dict[str, Any],
) -> None:
    audit.record(
        session,
        act.by,
        name,
        promotion.about,
        now=act.now,
        verdict=refused,
        after=after,
    )
