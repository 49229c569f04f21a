"""What online applications say on the desks of those who take entries."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session, col, func, select

from house.desk import Item, Urgency, tells
from house.people.roles import Role
from house.people.sessions import Staff
from rulebook.terms import wording
from tournaments.entrants.deciding import DECIDED
from tournaments.entrants.models import ApplicationRow, Outcome
from tournaments.models import TournamentRow


@tells(Role.ENTRIES_DESK)
def to_decide(session: Session, _staff: Staff, _now: datetime) -> Iterator[Item]:
    """Each tournament with applications that nobody has decided."""
    waiting = (
        select(TournamentRow, func.count())
        .join(ApplicationRow, col(ApplicationRow.tournament_id) == TournamentRow.id)
        .where(col(ApplicationRow.outcome) == Outcome.WAITING)
        .group_by(col(TournamentRow.id))
        .order_by(col(TournamentRow.starts_at), col(TournamentRow.id))
    )
    for row, count in session.exec(waiting):
        many = wording.capital(wording.many(count, "application"))
        title = f"{many} to enter {row.name}"
        href = url_for("tournaments.applications", slug=row.slug)
        yield Item(Urgency.NEXT, title, DECIDED, "Look at them", href)
