"""What conduct says on the desks: tables that call, handovers that wait."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session, col, select

from house.desk import Item, Urgency, tells
from house.people.roles import Role
from house.people.sessions import Staff
from tournaments.conduct import calling
from tournaments.conduct.calling import CALLED
from tournaments.conduct.models import Answer
from tournaments.models import TournamentRow
from tournaments.rules.lifecycle import Status


@tells(Role.DIRECTOR, Role.DEPUTY)
def tables_that_call(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Tables that wait for the Director, the longest first."""
    running = select(TournamentRow).where(col(TournamentRow.status) == Status.RUNNING)
    for tournament in session.exec(running.order_by(col(TournamentRow.id))).all():
        for call in calling.calls(session, tournament.pk, only_open=True):
            row, coming = call.row, call.answers.get(Answer.COMING)
            minutes = int((now - row.at).total_seconds() // 60)
            comes = f" {coming.by_name} is on the way." if coming else ""
            yield Item(
                Urgency.DUE if coming else Urgency.BLOCKED,
                f"Table {row.table_number} calls the Director",
                CALLED,
                "Answer",
                url_for("tournaments.conduct_book", slug=tournament.slug),
                why=f"{row.what or 'No words.'} {row.by_name}, {row.hand}, "
                f"{minutes} min ago.{comes}",
            )
