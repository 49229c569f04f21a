"""What a notice to a winner needs before it goes out: means that count."""

from collections.abc import Iterator

from sqlmodel import Session

from house.notices.contacts import Contact
from house.notices.models import Channel, NoticeRow
from house.notices.services import Posting, before_sending
from promotions import duties, queries
from promotions.models import PromotionRow
from promotions.rules import means
from promotions.rules.means import Means
from rulebook import Refusal

BY = {
    Channel.HAND: Means.FACE_TO_FACE,
    Channel.MAIL: Means.MAIL,
    Channel.PHONE: Means.TELEPHONE,
    Channel.EMAIL: Means.EMAIL,
}


@before_sending(duties.WINNER)
def against(
    session: Session, notice: NoticeRow, to: Contact, posting: Posting
) -> Iterator[Refusal]:
    """Why a winner cannot be told so."""
    row = session.get_one(PromotionRow, int(notice.about_id))
    terms = queries.terms_of(session, row)
    where = where_to(to, posting)
    stated = terms.award.notified.means
    yield from means.check(terms.regime, stated, BY.get(posting.channel), where)


def where_to(to: Contact, posting: Posting) -> str:
    """The number or address a winner is reached at, or who stood before them."""
    return {
        Channel.HAND: posting.reference,
        Channel.MAIL: to.address,
        Channel.PHONE: to.phone,
        Channel.EMAIL: to.email,
    }.get(posting.channel, "")
