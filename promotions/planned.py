"""Promotions and their draws in the calendar of the house."""

from collections.abc import Iterator
from datetime import timedelta

from flask import url_for
from sqlmodel import Session, col, select

from house.calendar.rules import Planned
from promotions import queries
from promotions.models import PromotionRow
from promotions.rules.lifecycle import OVER

A_DRAW = timedelta(hours=1)


def planned(session: Session) -> Iterator[Planned]:
    """From the opening to the last closing, and an hour for each draw."""
    live = select(PromotionRow).where(col(PromotionRow.status).not_in(OVER))
    for row in session.exec(live.order_by(col(PromotionRow.id))):
        terms = queries.terms_of(session, row)
        href = url_for("promotions.show", slug=row.slug)
        if row.starts_at and row.closes_at:
            place = terms.promotion.held.place
            yield Planned(
                row.name, "Promotion", row.starts_at, row.closes_at, place, href
            )
        place = terms.award.awarded.place
        for draw in terms.draws:
            ends = draw.drawn_at + A_DRAW
            yield Planned(row.name, "Draw", draw.drawn_at, ends, place, href)
