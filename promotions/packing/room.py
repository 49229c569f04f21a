"""What promotions put into packs, in the order a regulator reads it."""

from collections.abc import Iterator

from flask import url_for
from sqlmodel import Session, col, select

from house.audit import Subject
from house.documents.models import DocumentRow
from house.floor.disputes.models import DisputeRow
from house.packs.parts import Packed, Papers, Sheet
from promotions import queries
from promotions.drawing import winners
from promotions.models import KIND, PromotionRow
from promotions.packing import sheets
from promotions.printing import KIND as TERMS
from rulebook import HOUSE


def named(session: Session, promotion_id: int) -> Subject | None:
    """The promotion as the record names it."""
    found = session.get(PromotionRow, promotion_id)
    return queries.subject(found) if found else None


def page(session: Session, promotion_id: int) -> str:
    """Where it has its own page."""
    slug = session.get_one(PromotionRow, promotion_id).slug
    return url_for("promotions.show", slug=slug)


def about(session: Session, promotion_id: int) -> Iterator[Subject]:
    """Its disputes: the record has entries on each of them."""
    mine = select(DisputeRow.id).where(
        col(DisputeRow.lent_kind) == KIND,
        col(DisputeRow.lent_id) == str(promotion_id),
    )
    yield from (Subject("dispute", str(id_)) for id_ in session.exec(mine))


def terms(session: Session, promotion_id: int) -> Iterator[tuple[str, bytes]]:
    """Each version of the terms as it was hashed."""
    mine = select(DocumentRow).where(
        col(DocumentRow.kind) == TERMS, col(DocumentRow.subject_id) == promotion_id
    )
    for version in session.exec(mine.order_by(col(DocumentRow.number))):
        yield f"terms/version-{version.number}.json", version.content


def certificates(session: Session, promotion_id: int) -> Iterator[tuple[str, bytes]]:
    """The newest certificate of each draw, to the byte."""
    row = session.get_one(PromotionRow, promotion_id)
    for draw in winners.draws(session, row):
        if (kept := winners.certificate(session, draw)) is not None:
            yield f"certificates/draw-{draw.draw}.json", kept.content


KEPT = HOUSE.at("PROMOTION-82")
PACKED = Packed(
    named,
    page,
    (
        Papers("terms", "The terms in every version", KEPT, terms),
        Papers("certificates", "The certificate of each draw", KEPT, certificates),
        Sheet("draws", "Draws", KEPT, sheets.draws),
        Sheet("prizes", "Prizes and winners", KEPT, sheets.prizes),
        Sheet("notices", "Notices", KEPT, sheets.notices),
        Sheet("attempts", "Attempts to tell winners", KEPT, sheets.attempts),
        Sheet("refusals", "Refused claims", KEPT, sheets.refusals),
        Sheet("doubts", "Draws in doubt", KEPT, sheets.doubts),
    ),
    about,
)
