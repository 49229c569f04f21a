"""Duties: what people must have done by a time, met with a proof or overdue."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlmodel import Session, col, select

from house import audit
from house.audit import SYSTEM, Actor, Subject
from house.audit.plain import fitted
from house.notices import deadlines, kinds
from house.notices.daily import midnight
from house.notices.deadlines import INSTANT, unmet
from house.notices.kinds import Kind
from house.notices.models import DeadlineRow
from house.notices.states import LATE
from house.people.roles import Role
from house.venue import Venue
from rulebook import HOUSE, Cite, Refusal, Refused

PROVED = HOUSE.at("NOTICE-3")
BY_HAND = HOUSE.at("NOTICE-4")


@dataclass(frozen=True, slots=True)
class Proof:
    """What shows that a duty was met: words, and where to look."""

    words: str
    kind: str = ""
    id: int | None = None


def declare(name: str, label: str, *roles: Role, by_hand: bool = False) -> Kind:
    """A kind of duty: the record says so when its time passes unmet."""
    deadlines.on(name)(overdue)
    return kinds.describe(name, label, *roles, by_hand=by_hand)


def overdue(session: Session, deadline: DeadlineRow) -> None:
    """Say on the record that a duty was not met, as of the time it was due."""
    own = Cite.kept(deadline.rule_id)
    audit.record(
        session,
        SYSTEM,
        "deadline passed",
        Subject(deadline.subject_kind, str(deadline.subject_id), deadline.title),
        now=deadline.due_at,
        rules=(LATE, own) if own else (LATE,),
        after={"deadline": deadline.pk},
    )


def plan(  # noqa: PLR0913
    session: Session,
    kind: str,
    *,
    key: str,
    subject: Subject,
    title: str,
    due_at: datetime,
    cite: Cite,
) -> None:
    """Say by when people must have done something; the same key says it once."""
    deadlines.plan(
        session,
        kind,
        key=key,
        subject=subject,
        title=title,
        due_at=due_at,
        cite=cite,
        duty=True,
    )


def meet(session: Session, key: str, *, by: Actor, now: datetime, proof: Proof) -> bool:
    """Note that a duty was met, by whom and with which proof; once, and for good."""
    mine = select(DeadlineRow).where(
        col(DeadlineRow.key) == key, col(DeadlineRow.duty), *unmet()
    )
    row = session.exec(mine.with_for_update()).first()
    if row is None:
        return False
    row.met_at, row.met_by, row.met_by_name = now, by.id, by.name
    row.proof, row.proof_kind = fitted(proof.words, 400), proof.kind
    row.proof_id = proof.id
    row.fired_at = row.fired_at or now  # the clock has nothing left to do
    session.flush()
    return True


def meet_by_hand(
    session: Session, row: DeadlineRow, words: str, by: Actor, now: datetime
) -> DeadlineRow | Refused:
    """Let a person say that a duty of no room was met, with the proof in words."""
    refusals = tuple(_against(row, words.strip()))
    refused = Refused(refusals) if refusals else None
    if refused is None:
        meet(session, row.key, by=by, now=now, proof=Proof(words.strip()))
    audit.record(
        session,
        by,
        "meet deadline",
        Subject(row.subject_kind, str(row.subject_id), row.title),
        now=now,
        verdict=refused,
        rules=(PROVED,),
        after={"deadline": row.pk, "proof": words.strip()[:400]},
    )
    return refused or row


def _against(row: DeadlineRow, words: str) -> list[Refusal]:
    found: list[Refusal] = []
    if row.met_at is not None or row.called_off_at is not None:
        wrong = "This deadline is no longer open."
        found.append(Refusal(PROVED, wrong, "It stays as it is."))
    if not (row.duty and kinds.kind_of(row.kind).by_hand):
        wrong = "This deadline is not met by a person’s word."
        right = "It is met where it is about: open its page."
        found.append(Refusal(BY_HAND, wrong, right))
    if not words:
        wrong = "No proof is given."
        right = "Write what was done and where that can be seen."
        found.append(Refusal(PROVED, wrong, right, "proof"))
    return found


def end_of(venue: Venue, day: date) -> datetime:
    """The last instant of a day at the venue: what is done on that day is in time."""
    return midnight(venue, day + timedelta(days=1)) - INSTANT
