"""A reminder is planned for a session: two hours ahead of it, or at once."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlmodel import Session

from house.notices import deadlines, kinds
from rulebook import HOUSE, Cited
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.path.notices import RUN
from tournaments.rules.timetable import Slot

KIND = "tournament.remind"
AHEAD = Cited(timedelta(hours=2), HOUSE.at("TOURN-385"))
kinds.describe(KIND, "Players are reminded of a session", *RUN)


def plan(
    session: Session,
    tournament: TournamentRow,
    which: Iterable[Slot],
    cause: str,
    now: datetime,
) -> None:
    """Plan a reminder for each of these sessions, two hours ahead or at once."""
    for slot in which:
        where = f"{tournament.pk}:{slot.stage_at}:{slot.session}"
        deadlines.plan(
            session,
            KIND,
            key=f"{KIND}:{where}:{cause}@{slot.starts.isoformat()}",
            subject=queries.subject(tournament),
            title=f"Remind the players of {slot.called}",
            due_at=max(now, slot.starts - AHEAD.value),
            cite=AHEAD.cite,
        )


def planned_for(key: str) -> datetime:
    """The start that a reminder was planned for."""
    return datetime.fromisoformat(key.rpartition("@")[2])
