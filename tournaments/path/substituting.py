"""Substitutes: somebody else takes over an entry as it stands."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.documents import acceptance
from house.documents.models import How
from house.floor.acts import Act
from house.people.patrons.models import PatronRow
from house.terms import versions
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.conduct import taking_over
from tournaments.entrants import passes
from tournaments.models import EntryRow, EntryState, SubstitutionRow, TournamentRow
from tournaments.path import entries, steps
from tournaments.rules.facts import DeskSays, Facts
from tournaments.rules.lifecycle import Status
from tournaments.rules.requirements import MAY_ENTER
from tournaments.waiting import offers

NAMED: Cite = Cite("CROWN3-12.5.3(a)(iii)")
FOLLOWS: Cite = Cite("CROWN3-12.5.3(b)(iv)")
TAKES_OVER: Cite = HOUSE.at("TOURN-122")
UNDER_WAY = frozenset({Status.ENTRIES_OPEN, Status.SEATED, Status.RUNNING})


@dataclass(frozen=True, slots=True)
class Substitute:
    """Who takes over, and what is said about them."""

    patron: PatronRow | None
    how: How = How.SIGNED  # the terms were accepted
    selected: bool = False  # by the criteria, where there are any
    approval: str = ""  # for the operator's own people at a charity or media event
    named_at: datetime | None = None  # on the pass, before they came


def closed(
    session: Session, tournament: TournamentRow, entry: EntryRow, named_at: datetime
) -> Iterator[Refusal]:
    """Why nobody who is named at this time can take over the entry."""
    if tournament.status not in UNDER_WAY:
        wrong = f"The tournament is {tournament.status.words.lower()}."
        yield Refusal(HOUSE.at("TOURN-15"), wrong, "No substitute can be named.")
    if entry.state is not EntryState.ENTERED:
        wrong = f"Entry {entry.number} is {entry.state.value}."
        yield Refusal(HOUSE.at("STEP-1"), wrong)
    terms = queries.terms_of(session, tournament)
    too_late = terms.conduct.substitutes.refuse(named_at, terms)
    if too_late is not None:
        yield too_late


def against(
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    named: Substitute,
    now: datetime,
) -> Iterator[Refusal]:
    """Everything against this substitute: the time, and whatever stops an entrant."""
    yield from closed(session, tournament, entry, named.named_at or now)
    if not entries.is_known(named.patron):
        yield entries.NOBODY
        return
    if named.patron.pk == entry.patron_id:
        wrong = f"{entry.name} holds this entry already."
        yield Refusal(TAKES_OVER, wrong, "Name somebody else.", "patron")
        return
    terms = queries.terms_of(session, tournament)
    asks = entries.application(session, tournament, named.patron, now, terms.zone)
    approved = bool(named.approval.strip())
    said = DeskSays(0, 0, selected=named.selected, approved=approved)
    asks = replace(asks, desk=said)
    yield from MAY_ENTER.guard(Facts(terms, now, application=asks))


def substitute(
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    named: Substitute,
    act: Act,
) -> SubstitutionRow | Refused:
    """Let a substitute take over an entry; whoever held it is out."""
    refusals = tuple(against(session, tournament, entry, named, act.now))
    who = {"entry": entry.number, "patron": named.patron.pk if named.patron else None}
    if refusals or named.patron is None:
        refused = Refused(refusals)
        steps.note(session, tournament, "substitute", act, refused, (), {}, who)
        return refused
    stack = taking_over.begin(session, tournament, entry, act)
    if isinstance(stack, Refused):
        steps.note(session, tournament, "substitute", act, stack, (), {}, who)
        return stack
    before = {"patron": entry.patron_id, "state": EntryState.SUBSTITUTED.value}
    row = _take_over(session, tournament, entry, named.patron, act)
    _bind(session, tournament, entry, named, act)
    rules = (NAMED, FOLLOWS, TAKES_OVER)
    steps.note(session, tournament, "substitute", act, None, rules, before, who)
    offers.entered(session, tournament, entry, act)
    passes.revoke(session, tournament, entry, act)  # it was the other's secret
    return row


def _take_over(
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    patron: PatronRow,
    act: Act,
) -> SubstitutionRow:
    clause = queries.terms_of(session, tournament).conduct.substitution
    row = SubstitutionRow(
        entry_id=entry.pk,
        replaced_id=entry.patron_id,
        replaced_name=entry.name,
        patron_id=patron.pk,
        name=fitted(patron.name, 160),
        takes_stack=bool(clause.takes_stack),
        takes_secret_wagers=clause.takes_secret_wagers,
        **steps.signed(act),
    )
    session.add(row)
    entry.patron_id, entry.name = patron.pk, row.name
    return row


def _bind(
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    named: Substitute,
    act: Act,
) -> None:
    """The substitute accepts the terms in force, whatever bound the one before."""
    document = versions.document_of(session, tournament)
    assert document is not None
    entry.document_id, entry.accepted_at = document.pk, act.now
    entry.signed_at = act.now if named.how is How.SIGNED else None
    approved = f"Approved: {named.approval}" if named.approval.strip() else ""
    entry.changed_at, entry.reason = act.now, fitted(approved, 400)
    session.flush()
    who = steps.entry_subject(entry)
    acceptance.accept(session, document, who, named.how, by=act.by, now=act.now)


def name_at(session: Session, entry: EntryRow, at: datetime) -> str:
    """Who held an entry at an instant."""
    later = select(SubstitutionRow).where(
        col(SubstitutionRow.entry_id) == entry.pk, col(SubstitutionRow.at) > at
    )
    after = session.exec(later.order_by(col(SubstitutionRow.id)).limit(1)).first()
    return after.replaced_name if after else entry.name
