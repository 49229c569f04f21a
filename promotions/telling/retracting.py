"""A notice to a winner is taken back only after the inspectors were told why."""

from collections.abc import Iterator

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.notices import services as posts
from house.notices.contacts import Contact
from house.notices.models import NoticeRow
from house.notices.services import Posting, before_sending
from promotions import queries
from promotions.drawing.models import SelectionRow
from promotions.incidents.queries import incidents
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.telling import winners
from rulebook import HOUSE, Cite, Refusal, Refused

AFTER: Cite = HOUSE.at("PROMOTION-87")
RETRACTED = "promotion.retracted"
LONGEST = 400


def retract(
    session: Session, row: PromotionRow, selection: SelectionRow, why: str, act: Act
) -> NoticeRow | Refused:
    """Draft the letter that takes a notice to a winner back, once for each notice."""
    told = winners.told(session, selection).notice
    found = (*against(session, row, told), *_said(why))
    if found or told is None:
        refused = Refused(found)
        steps.note(session, row, "retract notice", act, refused)
        return refused
    after = {"selection": selection.pk, "notice": told.pk, "why": why.strip()}
    steps.note(session, row, "retract notice", act, None, (AFTER,), None, after)
    return _draft(session, row, selection, told, why, act)


def _draft(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    selection: SelectionRow,
    told: NoticeRow,
    why: str,
    act: Act,
) -> NoticeRow:
    terms = queries.terms_of(session, row)
    patron = winners.patron_of(session, selection)
    facts = {
        "name": patron.name,
        "prize": terms.each_prize[int(selection.prize) - 1].title,
        "draw": row.name,
        "reason": fitted(why.strip(), LONGEST),
        "house": terms.names.venue,
    }
    return posts.draft(
        session,
        RETRACTED,
        about=queries.subject(row),
        facts=facts,
        cite=AFTER,
        now=act.now,
        by=act.by,
        to=winners.contact_of(patron),
        key=f"{RETRACTED}:{told.pk}",
    )


def against(
    session: Session, row: PromotionRow, told: NoticeRow | None
) -> Iterator[Refusal]:
    """Why what a winner was told stands: the page asks the same."""
    if told is None or told.sent_at is None:
        wrong = "The winner was not told yet."
        yield Refusal(AFTER, wrong, "There is nothing to take back.")
        return
    since = told.sent_at
    notices = (
        session.get_one(NoticeRow, one.row.notice_id) for one in incidents(session, row)
    )
    if not any(one.sent_at and one.sent_at > since for one in notices):
        wrong = "The inspectors were not told of a doubt since the winner was told."
        right = "Put the doubt on file and send its notice first."
        yield Refusal(AFTER, wrong, right)


def _said(why: str) -> Iterator[Refusal]:
    if not 0 < len(why.strip()) <= LONGEST:
        right = f"Write it as the winner reads it, in up to {LONGEST} characters."
        yield Refusal(AFTER, "It is not said why.", right, "reason")


@before_sending(RETRACTED)
def not_yet(
    session: Session, notice: NoticeRow, _to: Contact, _posting: Posting
) -> Iterator[Refusal]:
    """Asked once more as it goes out: by whichever page, in whichever words."""
    row = session.get_one(PromotionRow, int(notice.about_id))
    told = session.get(NoticeRow, int(notice.key.rpartition(":")[2]))
    yield from against(session, row, told)
    selection = winners.selection_of(session, told) if told else None
    patron = winners.patron_of(session, selection) if selection else None
    if patron is None or notice.recipient != patron.name:
        wrong = f"{notice.recipient or 'Nobody'} is not who was told."
        yield Refusal(AFTER, wrong, "It goes to whoever was told.", "recipient")
