"""What follows a notice that was sent: an acknowledgement, or a correction."""

from datetime import datetime

from sqlmodel import Session

from house.audit import Subject
from house.audit.plain import fitted
from house.notices.contacts import Contact
from house.notices.models import NoticeRow
from house.notices.notice_rules import CORRECT, NEW_ONE, check_acknowledgement
from house.notices.services import Act, draft, note
from rulebook import Cite, Refused


def acknowledge(
    session: Session, notice: NoticeRow, words: str, at: datetime | None, act: Act
) -> NoticeRow | Refused:
    """Note that whoever was told has said so, and what they said."""
    when = at or act.now
    refusals = tuple(check_acknowledgement(notice, words, when, act.now))
    refused = Refused(refusals) if refusals else None
    if refused is None:
        notice.acknowledged_at = max(when, notice.sent_at or when)
        notice.acknowledged_by = act.by.id
        notice.acknowledgement = fitted(words, 200)
        session.flush()
    note(
        session,
        "acknowledge notice",
        notice,
        act,
        verdict=refused,
        after={"words": words[:200]},
    )
    return refused or notice


def correct(
    session: Session, notice: NoticeRow, sent: str, act: Act
) -> NoticeRow | Refused:
    """Draft a notice that puts an earlier one right; the earlier one stands."""
    if notice.posted_at is None:
        refused = Refused((NEW_ONE,))
        note(session, "correct notice", notice, act, verdict=refused)
        return refused
    facts = {
        "number": notice.pk,
        "title": notice.title,
        "sent": sent,
        "body": notice.body,
    }
    to = Contact(notice.recipient, notice.email, notice.phone)
    return draft(
        session,
        "correction",
        about=Subject(notice.about_kind, notice.about_id, notice.about_name),
        facts=facts,
        cite=Cite.kept(notice.rule_id) or CORRECT,
        now=act.now,
        by=act.by,
        to=to,
        corrects=notice,
    )
