"""Steps of a tournament: the same guards answer the page, the act and the record."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from house.audit import Subject
from house.audit.plain import fitted
from house.floor.acts import Act, record, signed
from house.people.models import StaffRow
from house.people.staff.queries import listed
from rulebook import Cite, Refusal, Refused
from rulebook.terms.path import together
from tournaments import queries
from tournaments.models import EntryRow, StatusChangeRow, TournamentRow
from tournaments.path import ledgers
from tournaments.rules.facts import Facts, Remaining
from tournaments.rules.lifecycle import Action, Status, transition
from tournaments.seating.late import late_places
from tournaments.waiting.queries import held_online, held_places

__all__ = ["signed"]


def facts_of(
    session: Session, tournament: TournamentRow, act: Act, reason: str = ""
) -> Facts:
    """What the gates ask, with what is still open at the end."""
    facts = queries.facts_of(session, tournament, act.now, by=act.by, reason=reason)
    facts = replace(facts, remaining=_remaining(session, tournament))
    return _with_places(session, tournament, facts)


def entry_facts(session: Session, tournament: TournamentRow, act: Act) -> Facts:
    """What the gates of an entry ask, with the places that others come first to."""
    facts = queries.entry_facts(session, tournament, act.now)
    return _with_places(session, tournament, facts)


def _with_places(session: Session, tournament: TournamentRow, facts: Facts) -> Facts:
    return replace(
        facts,
        late_places=late_places(session, tournament, facts.now),
        held_places=held_places(session, tournament, facts.now),
        held_online=held_online(session, tournament, facts.now),
    )


Remains = Callable[[Session, TournamentRow, Remaining], Remaining]
_REMAINS: list[Remains] = []


def remains(provider: Remains) -> Remains:
    """Let a room say what of its own is still open at the end."""
    _REMAINS.append(provider)
    return provider


def _remaining(session: Session, tournament: TournamentRow) -> Remaining:
    """Refunds not handed out, and whatever else the rooms have open."""
    unpaid = len(ledgers.unpaid(session, tournament))
    found = Remaining(unpaid_refunds=unpaid)
    for provider in _REMAINS:
        found = provider(session, tournament, found)
    return found


def take(  # noqa: PLR0913
    session: Session,
    tournament: TournamentRow,
    action: Action,
    act: Act,
    *,
    reason: str = "",
    besides: tuple[Refusal, ...] = (),
    rules: tuple[Cite, ...] = (),
) -> Status | Refused:
    """Take a step, or say every reason against it; either way on the record."""
    facts = facts_of(session, tournament, act, reason)
    verdict = together(transition(tournament.status, action, facts), *besides)
    was = tournament.status
    if not isinstance(verdict, Refused):
        tournament.status = verdict
        session.add(_change(tournament, action, (was, verdict), act, reason))
        session.flush()
    after = {"status": tournament.status.value, "reason": reason}
    note(session, tournament, action.value, act, verdict, rules, {"status": was}, after)
    return verdict


def _change(
    tournament: TournamentRow,
    action: Action,
    way: tuple[Status, Status],
    act: Act,
    reason: str,
) -> StatusChangeRow:
    return StatusChangeRow(
        tournament_id=tournament.pk,
        action=action,
        was=way[0],
        becomes=way[1],
        reason=fitted(reason, 400),
        **signed(act),
    )


def note(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    name: str,
    act: Act,
    verdict: object = None,
    rules: tuple[Cite, ...] = (),
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    """Write down what was done for a tournament, or refused."""
    about = queries.subject(tournament)
    record(session, act, name, about, verdict, rules=rules, before=before, after=after)


def entry_subject(entry: EntryRow) -> Subject:
    """An entry as documents and the record name it."""
    return Subject("entry", str(entry.pk), f"Entry {entry.number}, {entry.name}"[:160])


def who_acts(session: Session, act: Act) -> StaffRow | None:
    """The member of staff behind an act; the house itself is none."""
    return ledgers.staff_named(session, act.by.id)


def is_working(session: Session, staff: StaffRow | None, *roles: str) -> bool:
    """Whether somebody is on the staff, with one of these roles."""
    if staff is None or staff.left_at is not None:
        return False
    held = {role.value for role in listed(session, [staff])[0].roles}
    return bool(held & set(roles)) or not roles
