"""Beginning a tournament from a template or from a past one."""

from sqlmodel import Session

from house.floor.acts import Act
from house.terms import creating
from house.venue import Venue
from rulebook import Refused
from tournaments import beginnings, queries
from tournaments.beginnings import Beginning
from tournaments.models import TournamentRow
from tournaments.rules.formats import Template
from tournaments.rules.terms import Terms
from tournaments.terms import TERMS


def create(
    session: Session,
    beginning: Beginning,
    source: Template | TournamentRow,
    venue: Venue,
    act: Act,
) -> TournamentRow | Refused:
    """Begin a tournament from a template or from a past one."""

    def first_terms() -> Terms:
        if isinstance(source, Template):
            return beginnings.from_template(source, beginning, venue, act.now)
        return beginnings.from_past(queries.draft_of(source), beginning, act.now)

    start = creating.Start(
        name=beginning.name,
        source=source,
        address=beginnings.address(beginning.name),
        refusals=tuple(beginnings.check(beginning, act.now)),
        terms=first_terms,
    )
    return creating.create(TERMS, session, start, act)
