"""What follows a notice: an acknowledgement, a correction; or a draft set aside."""

from datetime import datetime

from sqlmodel import Session

from house.audit import Act, Subject
from house.audit.plain import fitted
from house.notices.contacts import Contact
from house.notices.deadlines import call_off
from house.notices.models import Channel, NoticeRow
from house.notices.notice_rules import (
    ASIDE,
    CORRECT,
    NEVER_SENT,
    NEW_ONE,
    State,
    check_acknowledgement,
    check_setting_aside,
    state,
)
from house.notices.services import draft, key_of, note
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
    if state(notice) in {State.DRAFT, State.SET_ASIDE}:
        refused = Refused((NEW_ONE if notice.posted_at is None else NEVER_SENT,))
        note(session, "correct notice", notice, act, verdict=refused)
        return refused
    facts = {
        "number": notice.pk,
        "title": notice.title,
        "sent": sent,
        "body": notice.body,
    }
    to = Contact(notice.recipient, notice.email, notice.phone, notice.address)
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


def set_aside(
    session: Session, notice: NoticeRow, why: str, act: Act, *, replaced: bool = False
) -> NoticeRow | Refused:
    """Let a draft go nowhere, with the reason; its deadline is called off.

    Replaced is for the step that drafted it, when it has drafted another instead.
    """
    refusals = tuple(check_setting_aside(notice, why, replaced=replaced))
    refused = Refused(refusals) if refusals else None
    if refused is None:
        notice.channel, notice.reference = Channel.NONE, fitted(why, 200)
        notice.posted_at, notice.posted_by = act.now, act.by.id
        notice.posted_by_name = act.by.name
        call_off(session, key_of(notice), now=act.now)
        session.flush()
    note(
        session,
        "set notice aside",
        notice,
        act,
        verdict=refused,
        rules=(ASIDE,),
        after={"why": why[:200]},
    )
    return refused or notice
