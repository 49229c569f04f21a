"""What promotions put into packs, in the order a regulator reads it."""

from collections.abc import Iterator
from pathlib import Path

from flask import url_for
from sqlmodel import Session, col, select

from house.audit import Subject
from house.documents.models import DocumentRow
from house.floor.disputes.models import DisputeRow
from house.packs.parts import Packed, Papers, Sheet
from promotions import queries, verify
from promotions.drawing import winners
from promotions.drawing.certificates import every
from promotions.freezing import reading
from promotions.models import KIND, PromotionRow
from promotions.packing import sheets
from promotions.printing import KIND as TERMS
from rulebook import HOUSE, Cited

# Holders of a list that goes into a pack; a longer one is to be had on its page.
LONGEST = Cited(100_000, HOUSE.at("PROMOTION-82"))


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
    """Every certificate to the byte, the newest of each draw under its number."""
    row, newest = session.get_one(PromotionRow, promotion_id), dict[int, bytes]()
    numbers = {draw.pk: draw.draw for draw in winners.draws(session, row)}
    for kept in every(session, row):
        number = numbers[kept.draw_id]
        if number in newest:
            before = f"certificates/draw-{number}-round-{kept.round - 1}.json"
            yield before, newest[number]
        newest[number] = kept.content
    for number, content in newest.items():
        yield f"certificates/draw-{number}.json", content
    if newest:
        yield "certificates/verify.py", Path(verify.__file__).read_bytes()


def entries(session: Session, promotion_id: int) -> Iterator[tuple[str, bytes]]:
    """The published list of each draw, unless it is too long for a pack."""
    row = session.get_one(PromotionRow, promotion_id)
    for frozen in reading.lists(session, row):
        if frozen.holders <= LONGEST.value:
            whole = "".join(reading.entries(session, frozen)).encode()
            yield f"entries/draw-{frozen.draw}.csv", whole


KEPT = HOUSE.at("PROMOTION-82")
PACKED = Packed(
    named,
    page,
    (
        Papers("terms", "The terms in every version", KEPT, terms),
        Papers("certificates", "The certificates of each draw", KEPT, certificates),
        Papers("entries", "The list each draw was held from", LONGEST.cite, entries),
        Sheet("draws", "Draws", KEPT, sheets.draws),
        Sheet("prizes", "Prizes and winners", KEPT, sheets.prizes),
        Sheet("notices", "Notices", KEPT, sheets.notices),
        Sheet("attempts", "Attempts to tell winners", KEPT, sheets.attempts),
        Sheet("refusals", "Refused claims", KEPT, sheets.refusals),
        Sheet("doubts", "Draws in doubt", KEPT, sheets.doubts),
    ),
    about,
)
