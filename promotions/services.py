"""Beginning a promotion from a template or from a past one; on the record."""

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from house import audit
from house.audit import Subject
from house.floor.acts import Act
from house.terms import writing
from house.terms.beginning import TRIES, free_addresses
from house.venue import Venue
from promotions import beginnings, queries
from promotions.beginnings import NEEDED, Beginning
from promotions.models import KIND, PromotionRow
from promotions.rules.formats import Template
from promotions.rules.terms import Terms
from promotions.terms import TERMS
from rulebook import Refusal, Refused
from rulebook.terms.limits import bounds

ASKED = {"promotion.names.promotion": "name", "promotion.held.place": "place"}


def create(
    session: Session,
    beginning: Beginning,
    source: Template | PromotionRow,
    venue: Venue,
    act: Act,
) -> PromotionRow | Refused:
    """Begin a promotion from a template or from a past one."""
    reasons, terms = [*beginnings.check(beginning, act.now)], None
    if not reasons:
        terms = _first_terms(beginning, source, venue)
        reasons = [_at_the_start(refusal) for refusal in bounds(terms)]
    verdict = (
        Refused(tuple(reasons))
        if reasons or terms is None
        else _insert(session, terms, source, act)
    )
    row = verdict if isinstance(verdict, PromotionRow) else None
    about = queries.subject(row) if row else Subject(KIND, "new", beginning.name[:160])
    came = source.slug if isinstance(source, PromotionRow) else source.key
    audit.record(
        session,
        act.by,
        "create promotion",
        about,
        now=act.now,
        verdict=verdict,
        rules=(TERMS.written,),
        after={"from": came},
    )
    return verdict


def _first_terms(
    beginning: Beginning, source: Template | PromotionRow, venue: Venue
) -> Terms:
    if isinstance(source, Template):
        return beginnings.from_template(source, beginning, venue)
    return beginnings.from_past(queries.draft_of(source), beginning)


def _at_the_start(refusal: Refusal) -> Refusal:
    """A reason against the first terms, at the field of the page that asks for it."""
    field = ASKED.get(refusal.field, refusal.field)
    return Refusal(refusal.cite, refusal.wrong, refusal.right, field)


def _insert(
    session: Session, terms: Terms, source: Template | PromotionRow, act: Act
) -> PromotionRow | Refused:
    first = beginnings.address(terms.names.promotion)
    for slug in free_addresses(session, PromotionRow, first):
        row = PromotionRow(
            slug=slug,
            template=source.key if isinstance(source, Template) else source.template,
            copied_from_id=None if isinstance(source, Template) else source.pk,
            **writing.begun(TERMS, terms, act),
        )
        try:
            with session.begin_nested():
                session.add(row)
        except IntegrityError:  # somebody took the address in this very moment
            continue
        return row
    wrong = f"There are {TRIES} promotions of that name."
    return Refused((Refusal(NEEDED, wrong, "Give it another name.", "name"),))
