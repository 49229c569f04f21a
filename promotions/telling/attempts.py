"""Each attempt to tell a winner is kept; what came back is told again."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.notices import services as posts
from house.notices.models import Channel, NoticeRow
from house.notices.services import Posting
from promotions import queries
from promotions.drawing.models import SelectionRow
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules import means
from promotions.rules.means import Means
from promotions.rules.terms import Terms
from promotions.telling import winners
from promotions.telling.models import AttemptRow, Outcome
from promotions.telling.sending import WAY
from promotions.telling.winners import WinnerNotice
from rulebook import HOUSE, Cite, Refusal, Refused

KEPT: Cite = HOUSE.at("PROMOTION-72")
OTHERWISE = "social media"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was tried: by which means, where, when, and what came of it."""

    means: Means | None  # none: some way that does not count
    where: str
    outcome: Outcome
    at: datetime
    note: str = ""


def note(
    session: Session,
    row: PromotionRow,
    selection: SelectionRow,
    tried: Attempt,
    act: Act,
) -> NoticeRow | AttemptRow | Refused:
    """Keep an attempt: one that reached the winner sends the notice."""
    known, terms = winners.told(session, selection), queries.terms_of(session, row)
    if reasons := tuple(_against(known, terms, tried, act.now)):
        return _refused(session, row, reasons, act)
    assert known.notice is not None
    if tried.outcome is not Outcome.TOLD or tried.means is None:
        return _keep(session, row, selection, known.notice, tried, act)
    return _send(session, known.notice, tried, act)


def _send(
    session: Session, notice: NoticeRow, tried: Attempt, act: Act
) -> NoticeRow | Refused:
    """Send the notice where the winner was reached; the guards are asked there."""
    channel = WAY[tried.means or Means.EMAIL]
    reference = tried.note.strip() or act.by.name
    if channel is Channel.EMAIL:
        notice.email = fitted(tried.where.strip(), 254)
    elif channel is Channel.PHONE:
        notice.phone = fitted(tried.where.strip(), 32)
    elif channel is Channel.MAIL:
        notice.address = fitted(tried.where.strip(), 300)
    else:
        reference = tried.where.strip()
    session.flush()
    at = None if channel is Channel.EMAIL else tried.at
    how = Posting(channel, reference, at)
    return posts.post(session, notice, how, act)


def _against(
    known: WinnerNotice, terms: Terms, tried: Attempt, now: datetime
) -> Iterator[Refusal]:
    if known.notice is None:
        wrong = "Nobody has to be told: winners had to be there."
        yield Refusal(KEPT, wrong, "They claim at the draw.")
    elif known.notice.posted_at is not None:
        wrong = "The winner was told already."
        yield Refusal(KEPT, wrong, "If it came back, say so.")
    if tried.at > now:
        wrong = "It would be tried later than now."
        yield Refusal(KEPT, wrong, "Give a time that has passed.", "at")
    if tried.means is None and tried.outcome is Outcome.TOLD:
        yield from means.check(terms.regime, (), None, tried.where)
    if not tried.where.strip():
        wrong = "It is not said where the winner was tried."
        right = "Write the number or address, or who told them."
        yield Refusal(KEPT, wrong, right, "where")


def returned(
    session: Session, row: PromotionRow, selection: SelectionRow, why: str, act: Act
) -> NoticeRow | Refused:
    """A notice came back: the duty is open again, due when it always was."""
    known = winners.told(session, selection)
    notice = known.notice
    reasons = []
    if notice is None or notice.posted_at is None:
        wrong = "Nothing was sent that could come back."
        reasons.append(Refusal(KEPT, wrong, "Tell the winner."))
    if not why.strip():
        wrong, right = "It is not said how it came back.", "Write what it said."
        reasons.append(Refusal(KEPT, wrong, right, "note"))
    if reasons or notice is None:
        return _refused(session, row, tuple(reasons), act)
    last = known.attempts[-1] if known.attempts else None
    way = Means(last.means) if last and last.means in set(Means) else Means.EMAIL
    where = last.reached_at if last else notice.email
    tried = Attempt(way, where, Outcome.CAME_BACK, act.now, why)
    _keep(session, row, selection, notice, tried, act)
    again = winners.draft(session, row, selection, act)
    assert again is not None  # one was drafted before it
    return again


def _keep(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    selection: SelectionRow,
    notice: NoticeRow,
    tried: Attempt,
    act: Act,
) -> AttemptRow:
    counts = tried.means is not None
    kept = AttemptRow(
        selection_id=selection.pk,
        notice_id=notice.pk,
        means=tried.means.value if tried.means else OTHERWISE,
        reached_at=fitted(tried.where.strip(), 300),
        outcome=tried.outcome if counts else Outcome.NOT_COUNTED,
        note=fitted(tried.note.strip(), 400),
        **{**steps.signed(act), "at": tried.at},
    )
    session.add(kept)
    session.flush()
    after = {"selection": selection.pk, "means": kept.means, "came": kept.outcome.value}
    steps.note(session, row, "try to tell winner", act, None, (KEPT,), None, after)
    return kept


def _refused(
    session: Session, row: PromotionRow, reasons: tuple[Refusal, ...], act: Act
) -> Refused:
    refused = Refused(reasons)
    steps.note(session, row, "try to tell winner", act, refused)
    return refused
