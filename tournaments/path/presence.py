"""Presence: the Director or a deputy is there, or play stops."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from house.floor.acts import Act
from house.people.models import StaffRow
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries, staffing
from tournaments.models import PresenceRow, TournamentRow
from tournaments.path import steps
from tournaments.rules.facts import AtTable
from tournaments.rules.lifecycle import Action, Status, transition

THERE: Cite = Cite("CROWN3-12.2.3")
THEMSELVES: Cite = HOUSE.at("TOURN-63")
OVER = frozenset({Status.DRAFT, Status.SETTLED, Status.CANCELLED})


@dataclass(frozen=True, slots=True)
class Stay:
    """Somebody who is there, and since when."""

    staff: StaffRow
    since: datetime
    counts: bool  # whether their presence lets play go on


def there(
    session: Session,
    tournament: TournamentRow,
    now: datetime,
    known: AtTable | None = None,
) -> list[Stay]:
    """Everybody checked in, those whose presence counts first."""
    facts = known or queries.table_facts(session, tournament, now)
    people = staffing.People(staffing.staff_names(session))
    stays = [
        Stay(
            session.get_one(StaffRow, staff_id),
            _latest(session, tournament, staff_id).at,
            people.name(staff_id) in facts.stand_ins,
        )
        for staff_id in staffing.present(session, tournament)
    ]
    return sorted(stays, key=lambda stay: not stay.counts)


def _latest(session: Session, tournament: TournamentRow, staff_id: int) -> PresenceRow:
    mine = select(PresenceRow).where(
        col(PresenceRow.tournament_id) == tournament.pk,
        col(PresenceRow.staff_id) == staff_id,
    )
    return session.exec(mine.order_by(col(PresenceRow.id).desc()).limit(1)).one()


def history(
    session: Session, tournament: TournamentRow, most: int = 50
) -> list[tuple[PresenceRow, str]]:
    """Who came and left, the latest first."""
    mine = (
        select(PresenceRow, StaffRow.name)
        .join(StaffRow, col(StaffRow.id) == PresenceRow.staff_id)
        .where(col(PresenceRow.tournament_id) == tournament.pk)
        .order_by(col(PresenceRow.id).desc())
        .limit(most)
    )
    return list(session.exec(mine).all())


def against(
    session: Session,
    tournament: TournamentRow,
    act: Act,
    *,
    coming: bool,
    known: AtTable | None = None,
) -> tuple[Refusal, ...]:
    """Why somebody cannot check in, or out."""
    facts = known or queries.table_facts(session, tournament, act.now, by=act.by)
    staff = steps.who_acts(session, act)
    found = []
    here = staff is not None and staff.pk in staffing.present(session, tournament)
    if coming and tournament.status in OVER:
        status = tournament.status.words.lower()
        wrong = f"The tournament is {status}: nobody has to be there."
        found.append(Refusal(HOUSE.at("TOURN-15"), wrong))
    if coming and facts.actor not in facts.stand_ins:
        wrong = f"{facts.actor} is neither the Director nor a deputy of it."
        right = "The Director appoints deputies."
        found.append(Refusal(Cite("CROWN3-12.2.3(a)"), wrong, right))
    if here == coming:
        wrong = "You are checked in already." if here else "You are not checked in."
        found.append(Refusal(THEMSELVES, wrong))
    return tuple(found)


def check(
    session: Session, tournament: TournamentRow, act: Act, *, coming: bool
) -> PresenceRow | Refused:
    """The Director or a deputy comes or leaves; when the last leaves, play stops."""
    refusals = against(session, tournament, act, coming=coming)
    name = "check in" if coming else "check out"
    if refusals:
        refused = Refused(refusals)
        steps.note(session, tournament, name, act, refused)
        return refused
    staff = steps.who_acts(session, act)
    assert staff is not None
    row = PresenceRow(
        tournament_id=tournament.pk,
        staff_id=staff.pk,
        present=coming,
        **steps.signed(act),
    )
    session.add(row)
    session.flush()
    after = {"present": [s.staff.name for s in there(session, tournament, act.now)]}
    steps.note(session, tournament, name, act, None, (THERE, THEMSELVES), None, after)
    return row


def stops_play(
    session: Session,
    tournament: TournamentRow,
    now: datetime,
    known: AtTable | None = None,
) -> tuple[Refusal, ...]:
    """Why the next hand cannot be dealt; empty while it can."""
    facts = known or queries.table_facts(session, tournament, now)
    verdict = transition(tournament.status, Action.NEXT_HAND, facts)
    return verdict.refusals if isinstance(verdict, Refused) else ()
