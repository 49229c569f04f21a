"""Entries: taken from patrons on file under the terms in force, and ended by name."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TypeGuard
from zoneinfo import ZoneInfo

from sqlalchemy import func
from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.documents import acceptance
from house.documents.models import DocumentRow, How
from house.floor.acts import Act
from house.people.patrons import queries as patrons
from house.people.patrons.exclusion_rules import in_force
from house.people.patrons.models import PatronRow
from house.people.patrons.rules import PatronDetails
from house.terms import versions
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms.path import together
from tournaments import queries
from tournaments.models import (
    EntryRow,
    EntryState,
    SubstitutionRow,
    TournamentRow,
)
from tournaments.money import taking
from tournaments.money.models import ReceiptKind
from tournaments.money.taking import CASH, Tender
from tournaments.path import steps
from tournaments.rules.clauses.eligibility import Affiliation
from tournaments.rules.facts import Application, DeskSays, Facts
from tournaments.rules.lifecycle import Action, Status, transition
from tournaments.rules.payments import PaidFor
from tournaments.rules.requirements import MAY_ENTER
from tournaments.waiting import offers
from tournaments.waiting.queries import held_online, held_places

ENTERED: Cite = Cite("CROWN3-12.4.2(c)")
ACCEPTED: Cite = Cite("CROWN3-12.4.2(a)(i)")
IN_FULL: Cite = HOUSE.at("TOURN-65")
ENTRY = ReceiptKind.ENTRY
Person = PatronRow | PatronDetails  # on file, or about to be
NOBODY = Refusal(
    HOUSE.at("TOURN-65"),
    "Nobody on file is chosen.",
    "Find the patron, or add them first.",
    "patron",
)


@dataclass(frozen=True, slots=True)
class TakeEntry:
    """What the desk says about an entry."""

    how: How  # the terms were accepted
    entry_fee_cents: int
    buy_in_cents: int
    selected: bool = False  # by the criteria, where there are any
    approval: str = ""  # for the operator's own people at a charity or media event
    tender: Tender = CASH
    application: int = 0  # whose place this may be

    @property
    def amounts(self) -> Mapping[PaidFor, int]:
        """What is paid, and for what."""
        return {
            PaidFor.ENTRY_FEE: self.entry_fee_cents,
            PaidFor.BUY_IN: self.buy_in_cents,
        }

    @property
    def said(self) -> DeskSays:
        """What of it the clauses ask for."""
        approved = bool(self.approval.strip())
        paid = self.entry_fee_cents, self.buy_in_cents
        return DeskSays(*paid, selected=self.selected, approved=approved)


def take(
    session: Session,
    tournament: TournamentRow,
    patron: PatronRow | None,
    command: TakeEntry,
    act: Act,
) -> EntryRow | Refused:
    """Take an entry, bound to the terms in force; or say every reason against it."""
    verdict = weighed(session, tournament, patron, command, act)
    if isinstance(verdict, Refused) or patron is None:
        assert isinstance(verdict, Refused)
        after = {"patron": patron.pk if patron else None}
        steps.note(session, tournament, "take entry", act, verdict, (), {}, after)
        return verdict
    return _write(session, tournament, patron, command, act)


def weighed(
    session: Session,
    tournament: TournamentRow,
    patron: PatronRow | None,
    command: TakeEntry,
    act: Act,
) -> Status | Refused:
    """Whether the entry would be taken now; nothing is written."""
    facts = steps.entry_facts(session, tournament, act)
    asks = Application()
    besides = [*taking.against(session, command.tender, act)]
    if is_known(patron):
        asks = application(session, tournament, patron, act.now, facts.zone)
        asks = replace(asks, desk=command.said)
        ahead = held_places(session, tournament, act.now, patron.pk)
        others = held_online(session, tournament, act.now, command.application)
        facts = replace(facts, held_places=ahead, held_online=others)
    else:
        besides.append(NOBODY)
    facts = replace(facts, application=asks)
    verdict = transition(tournament.status, Action.TAKE_ENTRY, facts)
    if isinstance(verdict, Refused) and is_known(patron):
        besides += offers.lost(session, tournament, patron.pk, act.now)
    return together(verdict, *besides)


def is_known(patron: PatronRow | None) -> TypeGuard[PatronRow]:
    """Whether somebody on file is meant, and not one merged into another."""
    return patron is not None and patron.merged_into_id is None


def application(
    session: Session,
    tournament: TournamentRow,
    patron: PatronRow,
    now: datetime,
    zone: ZoneInfo,
) -> Application:
    """What the clauses ask about somebody who wants to enter."""
    exclusions = patrons.exclusions_of(session, patron.pk)
    return application_of(
        patron,
        now,
        zone,
        excluded=any(in_force(each, now) for each in exclusions),
        entries=entered(session, tournament, patron),
        was_replaced=was_replaced(session, tournament, patron),
    )


def application_of(  # noqa: PLR0913
    person: Person,
    now: datetime,
    zone: ZoneInfo,
    *,
    excluded: bool,
    entries: int,
    was_replaced: bool,
) -> Application:
    """What the clauses ask about somebody, from what was looked up about them."""
    return Application(
        name=person.name,
        age=age_on(person.born_on, now.astimezone(zone).date()),
        excluded=excluded,
        affiliation=affiliation(person),
        entries=entries,
        was_replaced=was_replaced,
    )


def against_person(
    session: Session,
    tournament: TournamentRow,
    patron: PatronRow,
    now: datetime,
) -> tuple[Refusal, ...]:
    """Why this person cannot enter, whatever the desk says about them."""
    if not is_known(patron):
        return (NOBODY,)
    terms = queries.terms_of(session, tournament)
    asks = application(session, tournament, patron, now, terms.zone)
    return tuple(MAY_ENTER.guard(Facts(terms, now, application=asks)))


def age_on(born: date, day: date) -> int:
    """How old somebody is on a day."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def affiliation(patron: Person) -> Affiliation:
    """What a patron is to the operator, the closest tie first."""
    if patron.is_employee:
        return Affiliation.EMPLOYEE
    if patron.is_contractor:
        return Affiliation.CONTRACTOR
    return Affiliation.ASSOCIATE if patron.is_associate else Affiliation.GUEST


def entered(session: Session, tournament: TournamentRow, patron: PatronRow) -> int:
    """How many entries of a patron stand."""
    standing = [state for state in EntryState if state.holds_a_place]
    mine = (
        select(func.count())
        .select_from(EntryRow)
        .where(
            col(EntryRow.tournament_id) == tournament.pk,
            col(EntryRow.patron_id) == patron.pk,
            col(EntryRow.state).in_(standing),
        )
    )
    return session.exec(mine).one()


def was_replaced(
    session: Session, tournament: TournamentRow, patron: PatronRow
) -> bool:
    """Whether a substitute has taken over an entry of this patron."""
    gone = (
        select(SubstitutionRow.id)
        .join(EntryRow, col(EntryRow.id) == SubstitutionRow.entry_id)
        .where(
            col(EntryRow.tournament_id) == tournament.pk,
            col(SubstitutionRow.replaced_id) == patron.pk,
        )
    )
    return session.exec(gone.limit(1)).first() is not None


def _write(
    session: Session,
    tournament: TournamentRow,
    patron: PatronRow,
    command: TakeEntry,
    act: Act,
) -> EntryRow:
    document = versions.document_of(session, tournament)
    assert document is not None
    number = next_number(session, tournament)
    row = new_entry(tournament, number, document, patron, command, act)
    session.add(row)
    session.flush()
    who = steps.entry_subject(row)
    acceptance.accept(session, document, who, command.how, by=act.by, now=act.now)
    receipt = taking.take(session, row, ENTRY, command.amounts, command.tender, act)
    after = {
        "entry": row.number,
        "patron": patron.pk,
        "version": document.number,
        "paid_cents": sum(command.amounts.values()),
        "method": command.tender.method.value,
        "receipt": receipt.number,
    }
    rules = (ENTERED, ACCEPTED, IN_FULL)
    steps.note(session, tournament, "take entry", act, None, rules, {}, after)
    offers.entered(session, tournament, row, act)
    return row


def new_entry(  # noqa: PLR0913, PLR0917
    tournament: TournamentRow,
    number: int,
    document: DocumentRow,
    patron: PatronRow,
    command: TakeEntry,
    act: Act,
) -> EntryRow:
    """An entry of this number, bound to the version of the terms in force."""
    approved = f"Approved: {command.approval}" if command.approval else ""
    return EntryRow(
        tournament_id=tournament.pk,
        number=number,
        patron_id=patron.pk,
        name=fitted(patron.name, 160),
        document_id=document.pk,
        accepted_at=act.now,
        signed_at=act.now if command.how is How.SIGNED else None,
        reason=fitted(approved, 400),
        entered_at=act.now,
        entered_by=act.by.id,
        entered_by_name=fitted(act.by.name, 120),
    )


def next_number(session: Session, tournament: TournamentRow) -> int:
    """The number of the entry that is taken next."""
    mine = select(func.max(EntryRow.number)).where(
        col(EntryRow.tournament_id) == tournament.pk
    )
    return (session.exec(mine).one() or 0) + 1
