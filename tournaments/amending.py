"""Changing terms after publication: a new version, and who must be told by when."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlmodel import Session

from house.audit.plain import fitted
from house.documents import services as documents
from house.documents.models import DocumentRow
from house.floor.acts import Act
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries, services, telling_entrants
from tournaments.editions import edition_from
from tournaments.models import (
    EntryRow,
    StatusChangeRow,
    TellingRow,
    TournamentRow,
)
from tournaments.path import duties, steps, tables, telling
from tournaments.printing.document import KIND as TERMS
from tournaments.printing.document import document_of
from tournaments.rules import gates
from tournaments.rules.changes import (
    Audience,
    Change,
    Telling,
    differences,
    notice_refusals,
    tellings,
    to_accept,
)
from tournaments.rules.lifecycle import Action, transition
from tournaments.rules.terms import Terms

WHOLE: Cite = HOUSE.at("TOURN-50")
ROOM: Cite = HOUSE.at("TOURN-51")


@dataclass(frozen=True, slots=True)
class Amendment:
    """The draft held against the version in force: what it would change for whom."""

    document: DocumentRow  # in force
    old: Terms
    new: Terms
    changes: tuple[Change, ...]
    accepted: tuple[Change, ...]  # what entrants have to accept again
    tellings: tuple[Telling, ...]
    entrants: tuple[EntryRow, ...]

    @property
    def number(self) -> int:
        """The number the new version would have."""
        return self.document.number + 1

    @property
    def told(self) -> tuple[Telling, ...]:
        """Who is there to be told: entrants only where there are any."""
        return tuple(
            t
            for t in self.tellings
            if t.audience is Audience.REGULATOR or self.entrants
        )


def proposed(session: Session, tournament: TournamentRow) -> Amendment | None:
    """What publishing the draft would change; nothing before the first version."""
    document = queries.document_of(session, tournament)
    if document is None:
        return None
    old, new = queries.terms_in(document), queries.draft_of(tournament)
    # How many the house expects is in no version, so it is no change either.
    expected = new.details.players.expected
    players = replace(old.details.players, expected=expected)
    old = replace(old, details=replace(old.details, players=players))
    return Amendment(
        document,
        old,
        new,
        differences(old, new),
        to_accept(old, new),
        tellings(old, new),
        tuple(queries.entrants(session, tournament)),
    )


@dataclass(frozen=True, slots=True)
class Amend:
    """What is asked for: on top of which draft and version, and why."""

    draft: int  # the version of the draft that was looked at
    seen: int  # the number of the version in force that was looked at
    note: str
    address: str
    by_two: bool = False  # whether somebody else publishes what was saved


def against(
    session: Session, tournament: TournamentRow, command: Amend, act: Act
) -> tuple[Refusal, ...]:
    """Every reason why the draft cannot become the next version now."""
    proposal = proposed(session, tournament)
    facts = queries.facts_of(session, tournament, act.now, by=act.by)
    new = proposal.new if proposal else facts.terms
    if new is not None:
        facts = replace(facts, terms=new, edition_from=edition_from(session, new))
    verdict = transition(tournament.status, Action.AMEND, facts)
    found = [*services.fresh(tournament, command.draft)]
    found += services.second_person(tournament, act, by_two=command.by_two)
    found += verdict.refusals if isinstance(verdict, Refused) else ()
    if proposal is None:
        return tuple(found)
    found += gates.edition_in_force(facts)
    found += notice_refusals(proposal.old, proposal.new, act.now)
    found += _room(proposal, facts.entries)
    found += documents.against(
        session,
        TERMS,
        queries.subject(tournament),
        document_of(proposal.new, command.address),
        seen=command.seen,
        now=act.now,
        note=command.note,
    )
    return tuple(dict.fromkeys(found))


def _room(proposal: Amendment, entries: int) -> Iterator[Refusal]:
    """Nobody who has entered is shut out by the change."""
    most = proposal.new.details.players.maximum
    if most is not None and most < entries:
        wrong = f"{entries} entries are taken; the most players would be {most}."
        right = f"Enter {entries} or more."
        yield Refusal(ROOM, wrong, right, "details.players.maximum")


def amend(
    session: Session, tournament: TournamentRow, command: Amend, act: Act
) -> DocumentRow | Refused:
    """Publish the draft as the next version, and say who must be told of what."""
    refusals = against(session, tournament, command, act)
    proposal = proposed(session, tournament)
    if refusals or proposal is None:
        refused = Refused(refusals)
        steps.note(session, tournament, Action.AMEND.value, act, refused, (WHOLE,))
        return refused
    row = _publish(session, tournament, proposal, command, act)
    if isinstance(row, Refused):
        return row
    told = [_tell(session, tournament, row, proposal, t, act) for t in proposal.told]
    duties.plan(session, tournament, proposal.new, act)
    tables.move(session, tournament, act)
    after = {
        "version": row.number,
        "changes": [change.path for change in proposal.changes],
        "told": told,
        "accept_again": len(proposal.entrants) if proposal.accepted else 0,
    }
    before = {"version": proposal.document.number}
    name = Action.AMEND.value
    steps.note(session, tournament, name, act, None, (WHOLE,), before, after)
    return row


def _publish(
    session: Session,
    tournament: TournamentRow,
    proposal: Amendment,
    command: Amend,
    act: Act,
) -> DocumentRow | Refused:
    row = documents.publish(
        session,
        TERMS,
        queries.subject(tournament),
        document_of(proposal.new, command.address),
        seen=command.seen,
        by=act.by,
        now=act.now,
        note=command.note,
    )
    if isinstance(row, Refused):
        return row
    tournament.document_id = row.pk
    tournament.name = fitted(proposal.new.names.tournament, 120)
    tournament.rulebook = fitted(proposal.new.names.rulebook, 16)
    tournament.edition = fitted(proposal.new.names.edition, 120)
    tournament.starts_at = proposal.new.details.dates.starts_at
    session.add(_step(tournament, command, act))
    session.flush()
    return row


def _step(tournament: TournamentRow, command: Amend, act: Act) -> StatusChangeRow:
    return StatusChangeRow(
        tournament_id=tournament.pk,
        action=Action.AMEND,
        was=tournament.status,
        becomes=tournament.status,
        reason=fitted(command.note, 400),
        **steps.signed(act),
    )


def _tell(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    document: DocumentRow,
    proposal: Amendment,
    one: Telling,
    act: Act,
) -> str:
    """Write down that somebody must be told, and draft the notice."""
    row = TellingRow(
        tournament_id=tournament.pk,
        document_id=document.pk,
        audience=one.audience,
        paths=list(one.paths),
        sentence=fitted(one.sentence, 1000),
        rule_id=one.cite.id,
        due_at=one.by,
        at=act.now,
    )
    session.add(row)
    session.flush()
    if one.audience is Audience.REGULATOR:
        telling.draft(session, tournament, row, act)
    else:
        changes, accepted = proposal.changes, proposal.accepted
        about = telling_entrants.About(document, proposal.new, changes, accepted)
        telling_entrants.draft(session, tournament, row, about, act)
    return one.audience.value
