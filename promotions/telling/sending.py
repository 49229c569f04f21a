"""What a notice to a winner needs before it goes out: the winner, and means."""

from collections.abc import Iterator

from sqlmodel import Session

from house.audit.plain import fitted
from house.notices.contacts import Contact
from house.notices.models import Channel, NoticeRow
from house.notices.services import Posting, before_sending, on_sent
from promotions import duties, queries
from promotions.models import PromotionRow
from promotions.rules import means
from promotions.rules.means import Means
from promotions.telling import winners
from promotions.telling.models import AttemptRow, Outcome
from rulebook import Refusal

BY = {
    Channel.HAND: Means.FACE_TO_FACE,
    Channel.MAIL: Means.MAIL,
    Channel.PHONE: Means.TELEPHONE,
    Channel.EMAIL: Means.EMAIL,
}
WAY = {by: channel for channel, by in BY.items()}


@before_sending(duties.WINNER)
def against(
    session: Session, notice: NoticeRow, to: Contact, posting: Posting
) -> Iterator[Refusal]:
    """Why this person cannot be told so: no winner, or means that do not count."""
    row = session.get_one(PromotionRow, int(notice.about_id))
    terms = queries.terms_of(session, row)
    where, stated = where_to(to, posting), terms.award.notified.means
    yield from means.check(terms.regime, stated, BY.get(posting.channel), where)
    yield from winners.not_the_winner(session, row, notice)


def where_to(to: Contact, posting: Posting) -> str:
    """The number or address a winner is reached at, or who stood before them."""
    return {
        Channel.HAND: posting.reference,
        Channel.MAIL: to.address,
        Channel.PHONE: to.phone,
        Channel.EMAIL: to.email,
    }.get(posting.channel, "")


@on_sent(duties.WINNER)
def told(session: Session, notice: NoticeRow) -> None:
    """A winner was told: the attempt counts as of then, whichever page sent it."""
    selection = winners.selection_of(session, notice)
    if selection is None or notice.channel is None or notice.sent_at is None:
        return
    to = Contact(notice.recipient, notice.email, notice.phone, notice.address)
    where = where_to(to, Posting(notice.channel, notice.reference))
    session.add(
        AttemptRow(
            selection_id=selection.pk,
            notice_id=notice.pk,
            means=BY[notice.channel].value,
            reached_at=fitted(where, 300),
            outcome=Outcome.TOLD,
            note=fitted(notice.reference, 400),
            at=notice.sent_at,
            by=notice.posted_by,
            by_name=notice.posted_by_name,
        )
    )
    session.flush()
