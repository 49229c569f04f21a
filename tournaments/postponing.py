"""Too few at the close of entries: put off, by terms that everybody is told of."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.terms import amending, versions, writing
from house.terms.amending import Amend
from rulebook import HOUSE, Refusal, Refused
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.rules import postponing
from tournaments.rules.lifecycle import Status
from tournaments.rules.postponing import TWO_WAYS
from tournaments.rules.terms import Terms
from tournaments.terms import TERMS


@dataclass(frozen=True, slots=True)
class Postpone:
    """To when a tournament is put off, why, and where its terms are read."""

    starts_at: datetime | None
    closes_at: datetime | None
    why: str
    address: str
    by_two: bool = False


def is_due(tournament: TournamentRow, session: Session, now: datetime) -> bool:
    """Whether it is time to decide between the two ways."""
    if tournament.status is not Status.ENTRIES_OPEN:
        return False
    return postponing.is_too_few(queries.entry_facts(session, tournament, now))


def postpone(
    session: Session, tournament: TournamentRow, command: Postpone, act: Act
) -> DocumentRow | Refused:
    """Publish terms with the later times, so that everybody is told; or say why not."""
    facts = queries.entry_facts(session, tournament, act.now)
    refusals = [*_unsaved(session, tournament)]
    refusals += postponing.against(facts, command.starts_at, command.closes_at)
    if tournament.status is not Status.ENTRIES_OPEN:
        wrong = f"The tournament is {tournament.status.words.lower()}."
        refusals.append(Refusal(HOUSE.at("TOURN-15"), wrong))
    starts, closes = command.starts_at, command.closes_at
    if refusals or facts.terms is None or starts is None or closes is None:
        refused = Refused(tuple(refusals))
        steps.note(session, tournament, "postpone", act, refused)
        return refused
    return _publish(
        session,
        tournament,
        postponing.postponed(queries.draft_of(tournament), starts, closes),
        command,
        act,
    )


def _unsaved(session: Session, tournament: TournamentRow) -> tuple[Refusal, ...]:
    """Changes that somebody is still writing must not be published by the way."""
    proposal = amending.proposed(TERMS, session, tournament)
    if proposal is None or not proposal.changes:
        return ()
    wrong = "Other changes of the terms are written and not published."
    return (Refusal(TWO_WAYS, wrong, "Publish or discard them first."),)


def _publish(
    session: Session,
    tournament: TournamentRow,
    new: Terms,
    command: Postpone,
    act: Act,
) -> DocumentRow | Refused:
    before = queries.draft_of(tournament)
    document = versions.document_of(session, tournament)
    assert document is not None
    writing.keep_draft(tournament, new, act)
    session.flush()
    seen, note = document.number, command.why.strip() or "Too few have entered."
    amend = Amend(tournament.version, seen, note, command.address, command.by_two)
    verdict = amending.amend(TERMS, session, tournament, amend, act)
    if isinstance(verdict, Refused):
        writing.keep_draft(tournament, before, act)
        session.flush()
        return verdict
    after = {"version": verdict.number, "starts": str(command.starts_at)}
    steps.note(session, tournament, "postpone", act, None, (TWO_WAYS,), {}, after)
    return verdict
