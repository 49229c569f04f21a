"""Letters to holders of tickets whom no e-mail reaches, each until it is posted."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, func, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.notices import letters
from house.notices import services as posts
from house.notices.models import Audience, Channel, NoticeRow
from house.notices.services import Posting
from house.people.patrons.models import PatronRow
from house.people.roles import Role
from promotions import queries
from promotions.models import KIND, PromotionRow
from promotions.path import steps
from promotions.telling.winners import contact_of
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms import wording

TOLD: Cite = HOUSE.at("PROMOTION-21")
LETTER = "promotion.letter"
BATCH = 100  # letters that are printed and posted together
letters.kind(
    LETTER,
    "To somebody with a ticket, on paper",
    Audience.ENTRANTS,
    "promotion.entrants.txt",
    Role.MARKETING,
    by_hand=False,
)


def draft(
    session: Session, row: PromotionRow, patron: PatronRow, what: str, at: datetime
) -> NoticeRow:
    """Draft the letter to one holder, once; by telephone or hand without an address."""
    terms, to = queries.terms_of(session, row), contact_of(patron)
    way = Channel.PHONE if to.phone else Channel.HAND
    facts = {
        "promotion": row.name,
        "name": patron.name,
        "what": what,
        "house": wording.phrase(terms.names.operator),
    }
    return posts.draft(
        session,
        LETTER,
        about=queries.subject(row),
        facts=facts,
        cite=TOLD,
        document=terms.regime.code,
        now=at,
        to=to,
        channel=Channel.MAIL if to.address else way,
        key=f"{LETTER}:{row.pk}:{patron.pk}",
    )


def every(session: Session, row: PromotionRow) -> Sequence[NoticeRow]:
    """Every letter about a promotion, in the order they were written."""
    mine = select(NoticeRow).where(*_of(row))
    return session.exec(mine.order_by(col(NoticeRow.id))).all()


def to_post(session: Session, row: PromotionRow) -> Sequence[NoticeRow]:
    """The next letters that wait to be printed and posted, a batch at a time."""
    mine = select(NoticeRow).where(*_of(row), *_waits())
    return session.exec(mine.order_by(col(NoticeRow.id)).limit(BATCH)).all()


def waiting(session: Session, row: PromotionRow) -> int:
    """How many holders were not reached yet, by post or otherwise."""
    mine = select(func.count()).where(*_of(row), col(NoticeRow.posted_at).is_(None))
    return session.exec(mine).one()


def _of(row: PromotionRow) -> tuple[ColumnElement[bool], ...]:
    about = (col(NoticeRow.about_kind) == KIND, col(NoticeRow.about_id) == str(row.pk))
    return (col(NoticeRow.kind) == LETTER, *about)


def _waits() -> tuple[ColumnElement[bool], ...]:
    by_mail = col(NoticeRow.channel) == Channel.MAIL
    return (col(NoticeRow.posted_at).is_(None), by_mail)


def post(
    session: Session, row: PromotionRow, upto: int, reference: str, act: Act
) -> int | Refused:
    """Note that the printed letters up to this one went to the post, each once."""
    some = [one for one in to_post(session, row) if one.pk <= upto]
    if not some:
        wrong = "No letter up to this one waits to be posted."
        refused = Refused((Refusal(TOLD, wrong, "Print those that wait first."),))
        steps.note(session, row, "post letters", act, refused)
        return refused
    how = Posting(Channel.MAIL, fitted(reference.strip(), 200))
    for letter in some:
        verdict = posts.post(session, letter, how, act)
        if isinstance(verdict, Refused):
            raise TypeError("A letter with an address was not let go to the post.")
    after = {"letters": len(some), "reference": reference.strip()[:200]}
    steps.note(session, row, "post letters", act, None, (TOLD,), None, after)
    return len(some)
