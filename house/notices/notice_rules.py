"""What may be done with a notice: pure decisions."""

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from house.notices.contacts import Contact, wrong_with
from house.notices.letters import Letter
from house.notices.models import Channel, NoticeRow
from rulebook import HOUSE, Refusal

if TYPE_CHECKING:
    from house.notices.services import Posting

FIXED = HOUSE.at("NOTICE-5")
CORRECT = HOUSE.at("NOTICE-6")
REACHED = HOUSE.at("NOTICE-7")
PROVED_SENT = HOUSE.at("NOTICE-12")
ACKNOWLEDGED = HOUSE.at("NOTICE-13")
ASIDE = HOUSE.at("NOTICE-18")
STALE = HOUSE.at("STALE-1")
NEW_ONE = Refusal(
    CORRECT, "This notice is still a draft.", "Change its words; nothing is sent yet."
)
NEVER_SENT = Refusal(
    CORRECT, "This notice was set aside and never sent.", "Write a new one."
)
LONGEST = 100_000
BY_HAND = "written:"  # how the keys of notices begin that a person wrote


class State(StrEnum):
    """Draft, in the post, sent, acknowledged; or set aside."""

    DRAFT = "draft"
    POSTED = "in the post"
    SENT = "sent"
    ACKNOWLEDGED = "acknowledged"
    SET_ASIDE = "set aside"


def state(notice: NoticeRow) -> State:
    """How far a notice has come."""
    if notice.acknowledged_at is not None:
        return State.ACKNOWLEDGED
    if notice.sent_at is not None:
        return State.SENT
    if notice.posted_at is None:
        return State.DRAFT
    return State.SET_ASIDE if notice.channel is Channel.NONE else State.POSTED


def minute(at: datetime) -> datetime:
    """The minute an instant lies in: people write times no finer."""
    return at.replace(second=0, microsecond=0)


def _out(notice: NoticeRow) -> Iterator[Refusal]:
    if notice.posted_at is not None:
        wrong = f"This notice is {state(notice)}; its words stand."
        aside = state(notice) is State.SET_ASIDE
        right = "Draft a correction that refers to it."
        yield Refusal(FIXED, wrong, "Write a new one." if aside else right)


def check_draft(notice: NoticeRow, seen: int, letter: Letter) -> Iterator[Refusal]:
    """Why the words of a notice cannot be changed so."""
    yield from _out(notice)
    if notice.posted_at is None and notice.version != seen:
        wrong = "Somebody else changed this notice while you were writing."
        yield Refusal(STALE, wrong, "Open it again and write into the newest words.")
    yield from check_words(letter)


def check_words(letter: Letter) -> Iterator[Refusal]:
    """What is wrong with the words themselves."""
    if not letter.title.strip():
        yield Refusal(FIXED, "It has no title.", "Say what it is about.", "title")
    if not 0 < len(letter.body.strip()) <= LONGEST:
        right = f"Write what is told, in up to {LONGEST:,} letters."
        yield Refusal(FIXED, "It says nothing, or too much.", right, "body")


def check_posting(
    notice: NoticeRow, to: Contact, posting: "Posting", now: datetime
) -> Iterator[Refusal]:
    """Why a notice cannot go out this way."""
    yield from _out(notice)
    if not to.name:
        wrong = f"No contact is entered for {notice.audience} under {notice.document}."
        yield Refusal(REACHED, wrong, "Enter the contact first.")
    if posting.channel is Channel.EMAIL:
        if to.name and (not to.email or wrong_with(to.email)):
            wrong = f"{to.name} has no e-mail address that works."
            right = "Enter one, or hand the notice over."
            yield Refusal(REACHED, wrong, right, "channel")
        return
    if posting.channel is Channel.MAIL:
        if to.name and not to.address.strip():
            wrong = f"{to.name} has no address that a letter could be posted to."
            right = "Enter one, or reach them another way."
            yield Refusal(REACHED, wrong, right, "channel")
    elif not posting.reference.strip():
        wrong = "There is no reference."
        right = "Write who took it, or the number of the call."
        yield Refusal(REACHED, wrong, right, "reference")
    if posting.at is not None and not minute(notice.drafted_at) <= posting.at <= now:
        done = "posted" if posting.channel is Channel.MAIL else "handed over"
        wrong = f"It cannot have been {done} then."
        right = "Give a time between its drafting and now."
        yield Refusal(PROVED_SENT, wrong, right, "at")


def check_acknowledgement(
    notice: NoticeRow, words: str, at: datetime, now: datetime
) -> Iterator[Refusal]:
    """Why an acknowledgement cannot be noted."""
    if notice.sent_at is None:
        yield Refusal(ACKNOWLEDGED, "It has not been sent yet.", "Send it first.")
    elif notice.acknowledged_at is not None:
        yield Refusal(ACKNOWLEDGED, "It is acknowledged already.", "Once is enough.")
    elif not minute(notice.sent_at) <= at <= now:
        wrong = "It cannot have been acknowledged then."
        right = "Give a time between the sending and now."
        yield Refusal(ACKNOWLEDGED, wrong, right, "at")
    if not words.strip():
        right = "Write who acknowledged it and how."
        yield Refusal(ACKNOWLEDGED, "It says nothing.", right, "acknowledgement")


def may_set_aside(notice: NoticeRow) -> bool:
    """Whether people decided to write it, so that they may decide not to send it."""
    return notice.key.startswith(BY_HAND) or notice.kind == "correction"


def check_setting_aside(
    notice: NoticeRow, why: str, *, replaced: bool
) -> Iterator[Refusal]:
    """Why a draft cannot be set aside: what a rule has told is told, not dropped."""
    yield from _out(notice)
    if notice.posted_at is None and not (replaced or may_set_aside(notice)):
        wrong = "A step of the house drafted it, for its rule has somebody told."
        yield Refusal(ASIDE, wrong, "Change its words if they are wrong, and send it.")
    if not why.strip():
        wrong, right = "No reason is given.", "Write why it is not sent."
        yield Refusal(ASIDE, wrong, right, "why")
