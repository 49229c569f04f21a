"""Entries: taken from patrons on file under the terms in force, and ended by name."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.documents import acceptance
from house.documents.models import How
from house.floor.acts import Act
from house.people.patrons import queries as patrons
from house.people.patrons.exclusion_rules import in_force
from house.people.patrons.models import PatronRow
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.path import steps
from tournaments.rules import wording
from tournaments.rules.clauses.eligibility import Affiliation
from tournaments.rules.lifecycle import Action, transition
from tournaments.rules.terms import Terms

ENTERED: Cite = Cite("CROWN3-12.4.2(c)")
ACCEPTED: Cite = Cite("CROWN3-12.4.2(a)(i)")
SELECTED: Cite = Cite("CROWN3-12.4.2(a)(iv)")
IN_FULL: Cite = HOUSE.at("TOURN-65")


@dataclass(frozen=True, slots=True)
class TakeEntry:
    """What the desk says about an entry."""

    how: How  # the terms were accepted
    entry_fee_cents: int
    buy_in_cents: int
    selected: bool = False  # by the criteria, where there are any
    approval: str = ""  # for the operator's own people at a charity or media event


def take(
    session: Session,
    tournament: TournamentRow,
    patron: PatronRow | None,
    command: TakeEntry,
    act: Act,
) -> EntryRow | Refused:
    """Take an entry, bound to the terms in force; or say every reason against it."""
    facts = steps.facts_of(session, tournament, act)
    verdict = transition(tournament.status, Action.TAKE_ENTRY, facts)
    refusals = list(verdict.refusals) if isinstance(verdict, Refused) else []
    terms = facts.terms or Terms()
    refusals += against_person(session, tournament, patron, terms, act.now)
    refusals += _against_command(patron, command, terms)
    if refusals or patron is None:
        refused = Refused(tuple(dict.fromkeys(refusals)))
        after = {"patron": patron.pk if patron else None}
        steps.note(session, tournament, "take entry", act, refused, (), {}, after)
        return refused
    return _write(session, tournament, patron, command, act)


def against_person(
    session: Session,
    tournament: TournamentRow,
    patron: PatronRow | None,
    terms: Terms,
    now: datetime,
) -> Iterator[Refusal]:
    """Why this person cannot enter, whatever the desk says about them."""
    if patron is None or patron.merged_into_id is not None:
        wrong = "Nobody on file is chosen."
        yield Refusal(IN_FULL, wrong, "Find the patron, or add them first.", "patron")
        return
    excluded = any(in_force(e, now) for e in patrons.exclusions_of(session, patron.pk))
    today = now.astimezone(terms.names.tz).date()
    age = age_on(patron.born_on, today)
    yield from terms.entry.eligibility.refuse(excluded=excluded, age=age)
    own_people = terms.entry.staff.refuse(affiliation(patron), approved=True)
    yield from [own_people] if own_people else []
    taken = entered(session, tournament, patron)
    if taken >= terms.entry.withdrawal.entries_each:
        times = wording.many(taken, "entry", "entries")
        each = wording.many(terms.entry.withdrawal.entries_each, "entry", "entries")
        wrong = f"{patron.name} has {times} already."
        yield Refusal(Cite("CROWN3-12.4.2(d)"), wrong, f"Each person may make {each}.")


def age_on(born: date, day: date) -> int:
    """How old somebody is on a day."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def affiliation(patron: PatronRow) -> Affiliation:
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


def _against_command(
    patron: PatronRow | None, command: TakeEntry, terms: Terms
) -> Iterator[Refusal]:
    """What the desk has still to do: approval, criteria, money."""
    if patron is not None:
        approved = bool(command.approval.strip())
        staff = terms.entry.staff.refuse(affiliation(patron), approved=approved)
        yield from [staff] if staff else []
    if terms.entry.selection.applies and not command.selected:
        wrong = "It is not said that the criteria of the terms are met."
        right = wording.ended(terms.entry.selection.criteria)
        yield Refusal(SELECTED, wrong, right, "selected")
    fees = terms.details.fees
    for field, name, paid, due in (
        (
            "entry_fee_cents",
            "entry fee",
            command.entry_fee_cents,
            fees.entry_fee_cents or 0,
        ),
        ("buy_in_cents", "buy-in", command.buy_in_cents, fees.buy_in_cents or 0),
    ):
        if paid != due:
            wrong = f"{wording.dollars(paid)} was paid as the {name}."
            right = f"The terms ask for {wording.dollars(due)}."
            yield Refusal(IN_FULL, wrong, right, field)


def _write(
    session: Session,
    tournament: TournamentRow,
    patron: PatronRow,
    command: TakeEntry,
    act: Act,
) -> EntryRow:
    document = queries.document_of(session, tournament)
    assert document is not None
    approved = f"Approved: {command.approval}" if command.approval else ""
    row = EntryRow(
        tournament_id=tournament.pk,
        number=_next_number(session, tournament),
        patron_id=patron.pk,
        name=fitted(patron.name, 160),
        document_id=document.pk,
        accepted_at=act.now,
        signed_at=act.now if command.how is How.SIGNED else None,
        entry_fee_cents=command.entry_fee_cents,
        buy_in_cents=command.buy_in_cents,
        reason=fitted(approved, 400),
        entered_at=act.now,
        entered_by=act.by.id,
        entered_by_name=fitted(act.by.name, 120),
    )
    session.add(row)
    session.flush()
    who = steps.entry_subject(row)
    acceptance.accept(session, document, who, command.how, by=act.by, now=act.now)
    after = {
        "entry": row.number,
        "patron": patron.pk,
        "version": document.number,
        "paid_cents": row.entry_fee_cents + row.buy_in_cents,
    }
    rules = (ENTERED, ACCEPTED, IN_FULL)
    steps.note(session, tournament, "take entry", act, None, rules, {}, after)
    return row


def _next_number(session: Session, tournament: TournamentRow) -> int:
    mine = select(func.max(EntryRow.number)).where(
        col(EntryRow.tournament_id) == tournament.pk
    )
    return (session.exec(mine).one() or 0) + 1
