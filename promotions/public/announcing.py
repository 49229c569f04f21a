"""Promotions as the house announces them to everybody."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session, col, select

from house.desk.outside import Announced, Section
from promotions import queries
from promotions.models import PromotionRow
from promotions.public.shown import situation
from promotions.results import published
from promotions.rules.lifecycle import Status
from promotions.rules.terms import Terms
from rulebook import HOUSE, Cited
from rulebook.terms import wording

ANNOUNCED = Cited(
    (Status.LODGED, Status.RUNNING, Status.CLOSED), HOUSE.at("PROMOTION-31")
)
DRAWN = Cited((Status.DRAWN, Status.COMPLETED), HOUSE.at("PROMOTION-81"))
MOST, FEW = 60, 12
TITLE = "To be won"


def sections(session: Session, now: datetime) -> Iterator[Section]:
    """What runs and what is coming, once the regulator has the terms."""
    mine = select(PromotionRow).where(
        col(PromotionRow.status).in_(ANNOUNCED.value),
        col(PromotionRow.document_id).is_not(None),
    )
    order = (col(PromotionRow.starts_at), col(PromotionRow.id))
    rows = session.exec(mine.order_by(*order).limit(MOST)).all()
    if rows:
        said = wording.many(len(rows), "promotion has prizes", "promotions have prizes")
        every = tuple(_announced(session, row, now) for row in rows)
        yield Section(TITLE, f"{wording.capital(said)} to be won.", every)
    if drawn := tuple(_drawn(session, now)):
        yield Section("Drawn", "Who won, as the terms publish it.", drawn)


def _drawn(session: Session, now: datetime) -> Iterator[Announced]:
    """Promotions whose results stand on their page, the latest first."""
    mine = select(PromotionRow).where(col(PromotionRow.status).in_(DRAWN.value))
    for row in session.exec(mine.order_by(col(PromotionRow.id).desc()).limit(FEW)):
        if published.of(session, row, now).are_up(now):
            yield Announced(
                name=row.name,
                href=url_for("public_promotions.results", slug=row.slug),
                sentence="The draw has been held.",
                facts=tuple(_won(queries.terms_of(session, row))),
            )


def _announced(session: Session, row: PromotionRow, now: datetime) -> Announced:
    terms = queries.terms_of(session, row)
    return Announced(
        name=row.name,
        href=url_for("public_promotions.front", slug=row.slug),
        sentence=situation(row.status, terms, now),
        facts=tuple(_won(terms)),
    )


def _won(terms: Terms) -> Iterator[str]:
    """The first prize, and how many there are."""
    first, *_ = terms.each_prize
    yield f"{wording.phrase(first.title)}, worth {wording.dollars(first.value_cents)}"
    if (many := sum(prize.quantity for prize in terms.each_prize)) > 1:
        yield f"{wording.capital(wording.number(many))} prizes in all"
