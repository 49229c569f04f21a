"""The header of a draw: published once everything it promises is there."""

from datetime import datetime

from sqlmodel import Session, col, select

from house.documents.models import DocumentRow
from house.floor.acts import Act
from promotions import nominees, queries
from promotions.freezing.models import FreezeRow, HeaderRow, PromiseRow
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules import scrutineer
from promotions.rules.terms import Terms
from proof.canonical import sha256
from proof.draw import Header, Prize
from rulebook import HOUSE, Cite

PUBLISHED: Cite = HOUSE.at("PROMOTION-52")


def of(session: Session, freeze: FreezeRow) -> HeaderRow | None:
    """The published header of a frozen list."""
    mine = select(HeaderRow).where(col(HeaderRow.freeze_id) == freeze.pk)
    return session.exec(mine).first()


def promise_of(session: Session, row: PromotionRow, draw: int) -> PromiseRow | None:
    """What the nominated scrutineer promised for a draw, if anything."""
    current = nominees.current(session, row)
    if current is None:
        return None
    mine = select(PromiseRow).where(
        col(PromiseRow.promotion_id) == row.pk,
        col(PromiseRow.draw) == draw,
        col(PromiseRow.staff_id) == current.staff_id,
    )
    return session.exec(mine.order_by(col(PromiseRow.id).desc())).first()


def waits(session: Session, row: PromotionRow, draw: int, terms: Terms) -> bool:
    """Whether the scrutineer's promise is still to come."""
    needed = not terms.promotion.scope.is_exempt and scrutineer.is_needed(
        terms.regime, terms.largest_prize_cents
    )
    there = nominees.current(session, row) is not None
    return (needed or there) and promise_of(session, row, draw) is None


def publish(
    session: Session, row: PromotionRow, freeze: FreezeRow, act: Act
) -> HeaderRow | None:
    """Publish the header once; not before the scrutineer's promise is there."""
    known = of(session, freeze)
    document = session.get_one(DocumentRow, freeze.document_id)
    terms = queries.terms_in(document)
    if known or waits(session, row, freeze.draw, terms):
        return known
    promise = promise_of(session, row, freeze.draw)
    content = header(row, freeze, document, promise).content()
    made = _row(freeze, content, act.now)
    session.add(made)
    session.flush()
    after = {"draw": freeze.draw, "sha256": made.sha256, "root": freeze.entry_root}
    rules = (PUBLISHED,)
    steps.note(session, row, "publish header", act, None, rules, None, after)
    return made


def _row(freeze: FreezeRow, content: bytes, at: datetime) -> HeaderRow:
    return HeaderRow(
        freeze_id=freeze.pk, content=content, sha256=sha256(content), at=at
    )


def header(
    row: PromotionRow,
    freeze: FreezeRow,
    document: DocumentRow,
    promise: PromiseRow | None,
) -> Header:
    """The header of a frozen list, by the terms it was frozen under."""
    terms = queries.terms_in(document)
    planned = next(draw for draw in terms.draws if draw.number == freeze.draw)
    return Header(
        promotion=row.slug,
        draw=freeze.draw,
        terms_sha256=document.sha256,
        entry_root=freeze.entry_root,
        holders=freeze.holders,
        tickets=freeze.tickets,
        one_win_per_holder=terms.award.manner.one_win_each,
        prizes=tuple(
            Prize(str(number), prize.quantity)
            for number, prize in enumerate(terms.each_prize, start=1)
        ),
        reserves=terms.award.manner.reserves,
        house=freeze.house,
        scrutineer=promise.promise if promise else "",
        beacon=terms.award.beacon.in_header(planned),
    )
