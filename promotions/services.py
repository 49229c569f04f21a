"""Beginning a promotion from a template or from a past one."""

from sqlmodel import Session

from house.floor.acts import Act
from house.terms import creating
from house.venue import Venue
from promotions import beginnings, queries
from promotions.beginnings import Beginning
from promotions.models import PromotionRow
from promotions.rules.formats import Template
from promotions.rules.terms import Terms
from promotions.terms import TERMS
from rulebook import Refused


def create(
    session: Session,
    beginning: Beginning,
    source: Template | PromotionRow,
    venue: Venue,
    act: Act,
) -> PromotionRow | Refused:
    """Begin a promotion from a template or from a past one."""

    def first_terms() -> Terms:
        if isinstance(source, Template):
            return beginnings.from_template(source, beginning, venue)
        return beginnings.from_past(queries.draft_of(source), beginning)

    start = creating.Start(
        name=beginning.name,
        source=source,
        address=beginnings.address(beginning.name),
        refusals=tuple(beginnings.check(beginning, act.now)),
        terms=first_terms,
    )
    return creating.create(TERMS, session, start, act)
