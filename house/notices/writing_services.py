"""Notices that no step drafts: written by hand, one to each who is told."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from house import audit
from house.audit import Act, Subject
from house.notices import contacts, letters, services
from house.notices.contacts import Contact, wrong_with
from house.notices.letters import Kind, Letter
from house.notices.models import Channel, NoticeRow
from house.notices.notice_rules import BY_HAND, REACHED, check_words
from rulebook import HOUSE, Cite, Refusal, Refused

RULE = HOUSE.at("NOTICE-14")
MOST = 50
PARTS = 3


@dataclass(frozen=True, slots=True)
class Written:
    """A notice as somebody wrote it; the key tells this writing from every other."""

    kind: str
    document: str
    rule: str
    about: Subject
    letter: Letter
    recipients: tuple[str, ...]  # lines: name, e-mail, telephone, address
    channel: Channel
    due_at: datetime | None
    key: str

    @property
    def cite(self) -> Cite:
        """The rule it is told under; without one, that it was written by hand."""
        return Cite.kept(self.rule) or RULE

    @property
    def to(self) -> tuple[Contact, ...]:
        """The people it names."""
        return tuple(read(line) for line in self.recipients)


def read(line: str) -> Contact:
    """A line “name, e-mail, telephone, address” as somebody who can be told."""
    name, *parts = (part.strip() for part in line.split(",", PARTS))
    ways, address = parts[: PARTS - 1], "".join(parts[PARTS - 1 :])
    email = next((way for way in ways if "@" in way), "")
    phone = next((way for way in ways if way and "@" not in way), "")
    return Contact(name, email, phone, address)


def kinds() -> tuple[Kind, ...]:
    """The kinds that a person may write."""
    return tuple(kind for kind in letters.every() if kind.by_hand)


def check(written: Written, now: datetime) -> Iterator[Refusal]:
    """Why a notice cannot be drafted like this."""
    known = {kind.name: kind for kind in kinds()}
    kind = known.get(written.kind)
    if kind is None:
        wrong = "No notice of this kind is written by hand."
        yield Refusal(RULE, wrong, "Choose one of those that are.", "kind")
    if written.document not in contacts.CODES:
        wrong = "It is under none of the documents."
        yield Refusal(RULE, wrong, "Choose the document it is under.", "document")
    if written.rule and written.cite.code not in {written.document}:
        wrong = f"“{written.rule}” is no rule of {written.document}."
        yield Refusal(RULE, wrong, "Name a rule of it, or none.", "rule")
    yield from check_words(written.letter)
    if written.due_at is not None and written.due_at < now:
        wrong = "It cannot be due before it is written."
        yield Refusal(RULE, wrong, "Give a time to come, or none.", "due_at")
    if kind is not None:
        yield from _check_recipients(kind, written)


def _check_recipients(kind: Kind, written: Written) -> Iterator[Refusal]:
    who, field = kind.audience, "recipients"
    if who.is_body:
        if written.recipients:
            wrong = f"The {who} is told by the contact entered for it."
            right = "Leave the recipients empty, or choose another kind."
            yield Refusal(RULE, wrong, right, field)
        return
    if not written.recipients:
        wrong, right = "Nobody is named.", "Name everybody who is told, one a line."
        yield Refusal(REACHED, wrong, right, field)
    if len(written.recipients) > MOST:
        wrong = f"{len(written.recipients)} people are named."
        yield Refusal(RULE, wrong, f"Write to at most {MOST} at once.", field)
        return
    for number, line in enumerate(written.recipients, 1):
        yield from _check_line(number, line, written.channel)


def _check_line(number: int, line: str, channel: Channel) -> Iterator[Refusal]:
    to, field = read(line), "recipients"
    right = "Write: name, e-mail, telephone, address."
    fits = len(to.name) <= 120 and len(to.email) <= 254 and len(to.phone) <= 32
    if not to.name or len(to.address) > 300 or not fits:
        yield Refusal(REACHED, f"Line {number} names nobody.", right, field)
    elif to.email and (wrong := wrong_with(to.email)):
        yield Refusal(REACHED, f"Line {number}: {wrong}", right, field)
    elif channel is Channel.EMAIL and not to.email:
        wrong = f"{to.name} has no e-mail address."
        yield Refusal(REACHED, wrong, "Add it, or choose another way.", field)
    elif channel is Channel.MAIL and not to.address:
        wrong = f"{to.name} has no address to post a letter to."
        yield Refusal(REACHED, wrong, "Add it, or choose another way.", field)


def write(
    session: Session, written: Written, act: Act
) -> tuple[NoticeRow, ...] | Refused:
    """Draft the notice, to the body or to each person named."""
    refusals = tuple(check(written, act.now))
    refused = Refused(refusals) if refusals else None
    audit.record(
        session,
        act.by,
        "write notice",
        written.about,
        now=act.now,
        verdict=refused,
        rules=(RULE,),
        after={"kind": written.kind[:64], "title": written.letter.title[:200]},
    )
    if refused:
        return refused
    return tuple(
        _draft(session, written, number, to, act)
        for number, to in enumerate(written.to or (None,))
    )


def _draft(
    session: Session, written: Written, number: int, to: Contact | None, act: Act
) -> NoticeRow:
    return services.draft(
        session,
        written.kind,
        about=written.about,
        facts=written.letter,
        cite=written.cite,
        now=act.now,
        due_at=written.due_at,
        by=act.by,
        to=to,
        key=f"{BY_HAND}{written.key[:100]}:{number}",
        document=written.document,
        channel=written.channel,
    )
