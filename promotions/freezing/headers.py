"""The header of a draw: published once everything it promises is there."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from itertools import groupby

from sqlmodel import Session, col, select

from house.documents.models import DocumentRow
from house.floor.acts import Act
from promotions import nominees, queries
from promotions.drawing.models import AgainRow
from promotions.freezing import reading
from promotions.freezing.models import FreezeRow, HeaderRow, PromiseRow
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules import scrutineer
from promotions.rules.series import PlannedDraw
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
    again = reading.made_from(session, freeze)
    content = header(row, freeze, document, promise, again).content()
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
    again: AgainRow | None = None,
) -> Header:
    """The header of a frozen list, by the terms it was frozen under."""
    terms = queries.terms_in(document)
    return Header(
        promotion=row.slug,
        draw=freeze.draw,
        terms_sha256=document.sha256,
        entry_root=freeze.entry_root,
        holders=freeze.holders,
        tickets=freeze.tickets,
        one_win_per_holder=terms.award.manner.one_win_each,
        prizes=tuple(_prizes(terms, again)),
        reserves=terms.award.manner.reserves,
        house=freeze.house,
        scrutineer=promise.promise if promise else "",
        beacon=_value(terms, freeze, again),
    )


def _prizes(terms: Terms, again: AgainRow | None) -> Iterator[Prize]:
    """Every prize of the terms, or those that are left to be drawn again."""
    if again is None:
        for number, prize in enumerate(terms.each_prize, start=1):
            yield Prize(str(number), prize.quantity)
        return
    for id_, places in groupby(again.prizes):
        yield Prize(id_, len([*places]))


def _value(terms: Terms, freeze: FreezeRow, again: AgainRow | None) -> str:
    """The public value that joins the draw: never one that is known by now."""
    named = terms.award.beacon
    if again is None:
        planned = next(draw for draw in terms.draws if draw.number == freeze.draw)
        return named.in_header(planned)
    later = PlannedDraw(freeze.draw, freeze.closed_at, again.at)
    return replace(named, round="").in_header(later)
