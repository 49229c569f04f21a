"""Public pages of a promotion: itself in short, its terms, and their files."""

from collections.abc import Iterator

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from house.documents import answers
from house.documents.content import Fact
from house.terms import public
from house.terms.public import SLUG, Situation
from house.web import anyone, now, reading
from promotions import queries
from promotions.models import PromotionRow
from promotions.public.shown import FIRST, next_close, next_draw, situation
from promotions.rules.lifecycle import Status
from promotions.rules.terms import Terms
from promotions.terms import TERMS
from rulebook import HOUSE, Cite
from rulebook.terms import wording

bp = Blueprint("public_promotions", __name__, url_prefix="/p")
SHORT: Cite = HOUSE.at("PROMOTION-31")


def row_of(slug: str) -> PromotionRow | None:
    """The promotion of this address, if it is one."""
    return queries.get(reading(), slug) if SLUG.fullmatch(slug) else None


def situation_of(row: PromotionRow) -> Situation:
    """How a promotion stands, as everybody may know it."""
    stands = queries.steps(reading(), row).get(row.status)
    terms = queries.terms_of(reading(), row)
    said = situation(row.status, terms, now(), stands.reason if stands else "")
    return Situation(said, row.status is Status.CANCELLED, FIRST)


@bp.get("/<slug>")
@anyone
def front(slug: str) -> ResponseReturnValue:
    """A promotion in short, for everybody."""
    row, document = public.version_of(TERMS, row_of(slug))
    terms = queries.terms_in(document)
    running = row.status is Status.RUNNING
    page = render_template(
        "public/promotion.html",
        promotion=row,
        terms=terms,
        document=document,
        situation=situation_of(row),
        facts=tuple(facts(terms)),
        closes_at=next_close(terms, now()) if running else None,
        who=terms.entry.eligibility.text(terms),
        wager=terms.entry.wager.text(terms),
        rule=SHORT,
    )
    return answers.page(page)


def facts(terms: Terms) -> Iterator[Fact]:
    """What people ask first."""
    zone, held = terms.zone, terms.promotion.held
    yield Fact("Entries open", wording.when(terms.starts_at, zone))
    yield Fact("Entries close", wording.when(terms.entry.closing.closes_at, zone))
    draws = terms.draws
    if len(draws) > 1:
        said = f"{wording.capital(wording.number(len(draws)))} draws; the next "
        later = next_draw(terms, now()) or draws[-1].drawn_at
        yield Fact("Drawn", said + wording.when(later, zone))
    else:
        yield Fact("Drawn", wording.when(terms.award.awarded.drawn_at, zone))
    yield Fact("Where", f"{wording.phrase(terms.names.venue)}, {held.place}")
    present = terms.award.claiming.presence_required
    yield Fact("Be there", "yes, when it is drawn" if present else "no need")


public.add_pages(bp, TERMS, row_of, situation_of)
