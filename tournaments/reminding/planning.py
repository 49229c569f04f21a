"""When entrants are reminded: ahead of each session whose seats are released."""

from datetime import datetime

from sqlmodel import Session

from house.audit import SYSTEM
from house.floor.acts import Act
from house.notices import deadlines
from house.notices.models import DeadlineRow
from tournaments.models import TournamentRow
from tournaments.play import standing
from tournaments.play.starts import slots_now
from tournaments.reminding import writing
from tournaments.reminding.reminders import KIND, plan, planned_for
from tournaments.rules.lifecycle import Status
from tournaments.seating.models import SeatDrawRow


def of_stage(
    session: Session, tournament: TournamentRow, draw: SeatDrawRow, now: datetime
) -> None:
    """Plan the reminders of a stage whose seats have just been released."""
    mine = (s for s in slots_now(session, tournament) if s.stage_at == draw.stage_at)
    plan(session, tournament, mine, f"draw {draw.number}", now)


@deadlines.on(KIND)
def remind(session: Session, deadline: DeadlineRow) -> None:
    """Write to the players, unless the session began, moved or was called off."""
    tournament = session.get_one(TournamentRow, deadline.subject_id)
    if tournament.status not in {Status.SEATED, Status.RUNNING}:
        return
    begun = standing.sessions(session, tournament)
    for slot in slots_now(session, tournament):
        at = (slot.stage_at, slot.session)
        where = f":{tournament.pk}:{slot.stage_at}:{slot.session}:"
        same = where in deadline.key and slot.starts == planned_for(deadline.key)
        if same and at not in begun:
            writing.remind(session, tournament, slot, Act(SYSTEM, deadline.due_at))
