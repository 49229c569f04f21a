"""A substitute named on the pass: in time by the terms, then matched at the desk.

Nobody on file is looked up here either: whoever is named, the answer is the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from house.audit import SYSTEM
from house.floor.acts import Act
from house.notices import deadlines, kinds
from house.notices.models import DeadlineRow
from house.people.roles import Role
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.entrants import applying
from tournaments.entrants.applying import Applies
from tournaments.entrants.models import ApplicationRow, Outcome
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps, substituting
from tournaments.rules.terms import Terms

BY_PASS: Cite = HOUSE.at("TOURN-172")
LAPSES = "tournament.named-substitute-lapses"
kinds.describe(
    LAPSES, "A substitute who was named lapses", Role.DIRECTOR, Role.ENTRIES_DESK
)


@dataclass(frozen=True, slots=True)
class NamedSubstitute:
    """Whom an entrant named last, and what became of it."""

    row: ApplicationRow
    by: datetime | None  # the time both have to be at the desk

    @property
    def waits(self) -> bool:
        """Whether the desk has still to see them."""
        return self.row.outcome is Outcome.WAITING

    @property
    def was_declined(self) -> bool:
        """Whether the desk could not take them."""
        return self.row.outcome is Outcome.DECLINED


def newest(session: Session, entry: EntryRow) -> ApplicationRow | None:
    """The substitute whom whoever holds this entry named last."""
    mine = select(ApplicationRow).where(col(ApplicationRow.takes_over_id) == entry.pk)
    taken_over = queries.substitutions(session, [entry.pk]).get(entry.pk)
    if taken_over is not None:
        mine = mine.where(col(ApplicationRow.at) > taken_over.at)
    return session.exec(mine.order_by(col(ApplicationRow.id).desc())).first()


def of(session: Session, entry: EntryRow, terms: Terms) -> NamedSubstitute | None:
    """Whom the entrant named, as their pass shows it."""
    row = newest(session, entry)
    return NamedSubstitute(row, _lapses_at(terms)) if row else None


def _lapses_at(terms: Terms) -> datetime | None:
    """Whoever is named has come by the time they could be named, or by the start."""
    moments = (terms.conduct.substitutes.until, terms.first_start)
    return max((moment for moment in moments if moment), default=None)


def against(
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    said: Applies,
    now: datetime,
) -> Iterator[Refusal]:
    """Why nobody can be named so: the clock of the terms, or what was typed."""
    yield from substituting.closed(session, tournament, entry, now)
    yield from applying.against_details(session, tournament, said, now)


def name(
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    said: Applies,
    act: Act,
) -> ApplicationRow | Refused:
    """Name a substitute; whoever was named before is not meant any more."""
    refusals = tuple(against(session, tournament, entry, said, act.now))
    after = {"entry": entry.number}
    if refusals:
        refused = Refused(refusals)
        steps.note(session, tournament, "name substitute", act, refused, (), {}, after)
        return refused
    before = _waiting(session, entry)
    if before is not None and before.same_mark == said.same_mark:
        return before
    take_back(session, tournament, entry, act)
    row = applying.write(session, tournament, said, act.now, takes_over=entry)
    _plan(session, tournament, row)
    after |= {"application": row.number}
    rules = (BY_PASS, substituting.NAMED)
    steps.note(session, tournament, "name substitute", act, None, rules, {}, after)
    return row


def take_back(
    session: Session, tournament: TournamentRow, entry: EntryRow, act: Act
) -> bool:
    """Whoever was named is not meant any more; whether somebody was."""
    row = _waiting(session, entry)
    if row is None:
        return False
    _end(session, tournament, row, Outcome.TAKEN_BACK, act)
    settled(session, row, act.now)
    return True


def _waiting(session: Session, entry: EntryRow) -> ApplicationRow | None:
    mine = select(ApplicationRow).where(
        col(ApplicationRow.takes_over_id) == entry.pk,
        col(ApplicationRow.outcome) == Outcome.WAITING,
    )
    return session.exec(mine.with_for_update()).first()


def settled(session: Session, row: ApplicationRow, now: datetime) -> None:
    """Nobody is waited for any more."""
    key = f"{LAPSES}:{row.pk}"
    deadlines.call_off(session, key, now=now, unless_firing=True)


def _end(
    session: Session,
    tournament: TournamentRow,
    row: ApplicationRow,
    outcome: Outcome,
    act: Act,
) -> None:
    applying.end(session, row, outcome, act)
    after, rules = {"application": row.number, "outcome": outcome.value}, (BY_PASS,)
    steps.note(session, tournament, "end application", act, None, rules, {}, after)


def _plan(session: Session, tournament: TournamentRow, row: ApplicationRow) -> None:
    due_at = _lapses_at(queries.terms_of(session, tournament))
    if due_at is None:
        return
    deadlines.plan(
        session,
        LAPSES,
        key=f"{LAPSES}:{row.pk}",
        subject=queries.subject(tournament),
        title=f"Nobody has come for application {row.number}",
        due_at=due_at,
        cite=BY_PASS,
    )


@deadlines.on(LAPSES)
def lapse(session: Session, deadline: DeadlineRow) -> None:
    """Nobody came to the desk in time: the entrant keeps the entry."""
    held = session.get(TournamentRow, deadline.subject_id, with_for_update=True)
    row = session.get(ApplicationRow, int(deadline.key.rpartition(":")[2]))
    if held is None or row is None or row.outcome is not Outcome.WAITING:
        return
    _end(session, held, row, Outcome.LAPSED, Act(SYSTEM, deadline.due_at))
