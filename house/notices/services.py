"""Notices: drafted by the step that needs them, sent, acknowledged; never reworded."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from house import audit
from house.audit import SYSTEM, Act, Actor, Subject
from house.audit.plain import fitted, text
from house.notices import contacts, duties, letters, outbox
from house.notices.contacts import Contact
from house.notices.duties import Proof
from house.notices.letters import Kind, Letter
from house.notices.models import Channel, NoticeRow
from house.notices.notice_rules import (
    FIXED,
    PROVED_SENT,
    check_posting,
)
from house.notices.outbox import Attachment
from house.notices.pdf import sha256
from house.people.roles import Role
from rulebook import Cite, Refusal, Refused

SEND = "notice.send"
duties.declare(SEND, "A notice must be sent", Role.DEPUTY)
Heard = Callable[[Session, NoticeRow], None]
Guard = Callable[[Session, NoticeRow, Contact, "Posting"], Iterator[Refusal]]
_HEARD: dict[str, Heard] = {}
_GUARDS: dict[str, Guard] = {}


def before_sending(kind: str) -> Callable[[Guard], Guard]:
    """Let a room of the house say why a notice of its kind may not go out so."""

    def register(guard: Guard) -> Guard:
        _GUARDS[kind] = guard
        return guard

    return register


def on_sent(kind: str) -> Callable[[Heard], Heard]:
    """Let a room of the house hear when a notice of its kind has been sent."""

    def register(heard: Heard) -> Heard:
        _HEARD[kind] = heard
        return heard

    return register


@dataclass(frozen=True, slots=True)
class Posting:
    """How a notice goes out: by which way, with which reference, since when."""

    channel: Channel
    reference: str = ""
    at: datetime | None = None  # when it was handed over, told or posted


def subject(notice: NoticeRow) -> Subject:
    """The notice as the record names it."""
    return Subject("notice", str(notice.pk), fitted(notice.title, 160))


def key_of(notice: NoticeRow) -> str:
    """The key of a notice's deadline and of its message."""
    return f"notice:{notice.pk}"


def draft(  # noqa: PLR0913
    session: Session,
    kind: str,
    *,
    about: Subject,
    facts: Mapping[str, Any] | Letter,
    cite: Cite,
    now: datetime,
    due_at: datetime | None = None,
    by: Actor = SYSTEM,
    to: Contact | None = None,
    key: str = "",
    corrects: NoticeRow | None = None,
    document: str = "",
    channel: Channel | None = None,
    under: tuple[Cite, ...] = (),
) -> NoticeRow:
    """Write a notice in the transaction that needs it; the same key writes it once.

    With a due time it must be sent by then: the deadline is planned here and met by
    sending it. Facts are put into the words of the kind; a Letter has its own. The
    document is the rule's unless another is named; a channel is only what is meant;
    and the record names what else it stands under.
    """
    known = letters.known(kind)
    own = key or f"{kind}:{about.kind}:{about.id}:{now:%Y%m%dT%H%M%S.%f}"
    written = select(NoticeRow).where(col(NoticeRow.key) == own[:120])
    if (before := session.exec(written).first()) is not None:
        return before
    letter = facts if isinstance(facts, Letter) else letters.write(known, facts)
    notice = NoticeRow(
        key=own[:120],
        kind=kind,
        rule_id=cite.id,
        drafted_at=now,
        drafted_by=by.id,
        due_at=due_at,
        channel=channel,
        **_recipients(known, document or cite.code, corrects, to),
        **_words(about, letter),
    )
    try:
        with session.begin_nested():
            session.add(notice)
    except IntegrityError:  # somebody drafted it in this very moment
        return session.exec(written).one()
    note(session, "draft notice", notice, Act(by, now), rules=(cite, *under))
    if due_at is not None:
        _plan(session, notice, cite, due_at)
    return notice


def _recipients(
    kind: Kind, document: str, corrects: NoticeRow | None, to: Contact | None
) -> dict[str, Any]:
    """Whom a notice tells; one that corrects another tells the same."""
    named = to or Contact("")
    return {
        "audience": corrects.audience if corrects else kind.audience,
        "document": corrects.document if corrects else document,
        "corrects_id": corrects.pk if corrects else None,
        "recipient": named.name,
        "email": named.email,
        "phone": named.phone,
        "address": fitted(named.address, 300),
    }


def _words(about: Subject, letter: Letter) -> dict[str, Any]:
    """What a notice says, in words every database keeps."""
    return {
        "about_kind": fitted(about.kind, 32),
        "about_id": fitted(about.id, 64),
        "about_name": fitted(about.name, 160),
        "title": fitted(letter.title, 200),
        "body": text(letter.body),
    }


def _plan(session: Session, notice: NoticeRow, cite: Cite, due_at: datetime) -> None:
    duties.plan(
        session,
        SEND,
        key=key_of(notice),
        subject=subject(notice),
        title=f"Send: {notice.title}",
        due_at=due_at,
        cite=cite,
    )


def recipient_of(session: Session, notice: NoticeRow) -> Contact:
    """Who is told: the body's contact as last entered, or whom the draft names."""
    if notice.posted_at is None and notice.audience.is_body:
        row = contacts.of(session, notice.audience, notice.document)
        return contacts.as_contact(row) if row else Contact("")
    return Contact(notice.recipient, notice.email, notice.phone, notice.address)


def post(
    session: Session,
    notice: NoticeRow,
    posting: Posting,
    act: Act,
    pdf: bytes | None = None,
) -> NoticeRow | Refused:
    """Send a notice, or note that it was handed over, told or posted."""
    to = recipient_of(session, notice)
    refusals = tuple(against(session, notice, to, posting, act.now))
    refused = Refused(refusals) if refusals else None
    if refused is None:
        _fix(notice, to, posting, act, pdf)
        session.flush()
        if posting.channel is Channel.EMAIL:
            _announce(session, notice, act.now)
        else:
            done = max(posting.at or act.now, notice.drafted_at)
            _sent(session, notice, done, act.by)
    note(
        session,
        "send notice",
        notice,
        act,
        verdict=refused,
        rules=(FIXED,),
        after={
            "channel": posting.channel.value,
            "to": to.name,
            "reference": posting.reference[:200],
            "text_sha256": notice.text_sha256,
            "pdf_sha256": notice.pdf_sha256,
        },
    )
    return refused or notice


def against(
    session: Session, notice: NoticeRow, to: Contact, posting: Posting, now: datetime
) -> Iterator[Refusal]:
    """Every reason why a notice cannot go out this way, its own room's among them."""
    yield from check_posting(notice, to, posting, now)
    if (guard := _GUARDS.get(notice.kind)) is not None:
        yield from guard(session, notice, to, posting)


def _fix(
    notice: NoticeRow, to: Contact, posting: Posting, act: Act, pdf: bytes | None
) -> None:
    """From now on the words stand as they are."""
    notice.recipient, notice.email, notice.phone = to.name, to.email, to.phone
    notice.address = to.address
    notice.channel, notice.reference = posting.channel, posting.reference[:200]
    notice.posted_at, notice.posted_by = act.now, act.by.id
    notice.posted_by_name = act.by.name
    notice.text_sha256 = sha256(f"{notice.title}\n\n{notice.body}".encode())
    notice.pdf = pdf
    notice.pdf_sha256 = sha256(pdf) if pdf else ""


def _announce(session: Session, notice: NoticeRow, now: datetime) -> None:
    name = f"notice-{notice.pk}.pdf"
    outbox.announce(
        session,
        key_of(notice),
        notice.email,
        notice.title,
        notice.body,
        now=now,
        attachment=Attachment(name, notice.pdf) if notice.pdf else None,
    )


def _sent(session: Session, notice: NoticeRow, at: datetime, by: Actor) -> None:
    notice.sent_at = at
    said = f"Notice {notice.pk} by {notice.channel} to {notice.recipient}"
    if notice.reference:
        said += f", reference {notice.reference}"
    proof = Proof(said, "notice", notice.pk)
    duties.meet(session, key_of(notice), by=by, now=at, proof=proof)
    session.flush()
    if (heard := _HEARD.get(notice.kind)) is not None:
        heard(session, notice)


@outbox.on_delivered("notice")
def delivered(session: Session, key: str, now: datetime) -> None:
    """The mail server has taken a notice: only now is it sent."""
    notice = session.get(NoticeRow, int(key.partition(":")[2]))
    if notice is None or notice.sent_at is not None:
        return
    by = Actor(notice.posted_by, notice.posted_by_name, "")
    _sent(session, notice, now, by)
    note(session, "notice sent", notice, Act(SYSTEM, now), rules=(PROVED_SENT,))


def note(
    session: Session, act_name: str, notice: NoticeRow, act: Act, **facts: Any
) -> None:
    """Write down what was done with a notice, or refused."""
    audit.record(session, act.by, act_name, subject(notice), now=act.now, **facts)
