"""Tournaments in the calendar of the house."""

from collections.abc import Iterator

from flask import url_for
from sqlmodel import Session, col, select

from house.calendar.rules import Planned
from tournaments import queries
from tournaments.listing import OVER
from tournaments.models import TournamentRow


def planned(session: Session) -> Iterator[Planned]:
    """Every tournament that is not over, from its start to the latest end expected."""
    live = select(TournamentRow).where(col(TournamentRow.status).not_in(OVER))
    for row in session.exec(live.order_by(col(TournamentRow.id))):
        terms = queries.terms_of(session, row)
        ends = terms.details.dates.ends_at
        if row.starts_at and ends and row.starts_at < ends:
            place = terms.details.location.place
            href = url_for("tournaments.show", slug=row.slug)
            yield Planned(row.name, "Tournament", row.starts_at, ends, place, href)
