"""A place held for an application: for the minutes the house sets, then for others.

It goes by room and address alone, never by who asks.
"""

from datetime import datetime, timedelta

from sqlalchemy import func
from sqlmodel import Session, col, select

from house.audit import SYSTEM
from house.floor.acts import Act
from house.notices import deadlines, kinds
from house.notices.models import DeadlineRow
from house.people.roles import Role
from rulebook import HOUSE, Cite, Cited
from tournaments import queries
from tournaments.entrants.models import ApplicationRow, Outcome
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.waiting import line, offers

HELD: Cite = HOUSE.at("TOURN-171")
AT_ONCE = Cited(4, HOUSE.at("TOURN-171"))  # from one address: a family, not a crowd
LONGEST = timedelta(days=7)
RUNS_OUT = "tournament.held-place-runs-out"
kinds.describe(
    RUNS_OUT, "A place held online runs out", Role.DIRECTOR, Role.ENTRIES_DESK
)


def hold(
    session: Session, tournament: TournamentRow, row: ApplicationRow, minutes: int
) -> None:
    """Hold a place for an application that just came in, where one is free."""
    act = Act(SYSTEM, row.at)
    facts = steps.entry_facts(session, tournament, act)
    if not minutes or not line.is_room(facts) or _many(session, row):
        return
    closes = facts.terms.entry.method.closes_at if facts.terms else None
    until = row.at + min(timedelta(minutes=minutes), LONGEST)
    row.held_until = min(until, closes) if closes else until
    session.flush()
    deadlines.plan(
        session,
        RUNS_OUT,
        key=key_of(row),
        subject=queries.subject(tournament),
        title=f"The place held for application {row.number} runs out",
        due_at=row.held_until,
        cite=HELD,
    )
    after = {"application": row.number, "until": row.held_until.isoformat()}
    steps.note(session, tournament, "hold place", act, None, (HELD,), {}, after)


def _many(session: Session, row: ApplicationRow) -> bool:
    """Whether as many places are held from one address as may be."""
    mine = select(func.count()).where(
        col(ApplicationRow.address_mark) == row.address_mark,
        col(ApplicationRow.outcome) == Outcome.WAITING,
        col(ApplicationRow.held_until) > row.at,
    )
    return session.exec(mine).one() >= AT_ONCE.value


def key_of(row: ApplicationRow) -> str:
    """The key of the deadline at which a held place runs out."""
    return f"{RUNS_OUT}:{row.pk}"


def let_go(
    session: Session, tournament: TournamentRow, row: ApplicationRow, now: datetime
) -> None:
    """An application has ended: a place it still held goes to the next in line."""
    if row.held_until is None or row.held_until <= now:
        return
    deadlines.call_off(session, key_of(row), now=now, unless_firing=True)
    if row.outcome is not Outcome.TAKEN:
        offers.offer(session, tournament, Act(SYSTEM, now))


@deadlines.on(RUNS_OUT)
def run_out(session: Session, deadline: DeadlineRow) -> None:
    """Nobody came in time: the place is free as of then, the application waits on."""
    row = session.get(ApplicationRow, int(deadline.key.rpartition(":")[2]))
    held = session.get(TournamentRow, deadline.subject_id, with_for_update=True)
    if row is None or held is None or row.outcome is not Outcome.WAITING:
        return
    as_due, after = Act(SYSTEM, deadline.due_at), {"application": row.number}
    steps.note(session, held, "held place runs out", as_due, None, (HELD,), {}, after)
    # The next one's minutes begin when they are asked, however late that is.
    offers.offer(session, held, Act(SYSTEM, deadline.fired_at or deadline.due_at))
