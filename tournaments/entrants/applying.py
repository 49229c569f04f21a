"""Applications: somebody asks online to enter, and learns nothing about anybody.

Nobody on file is looked up here, so whoever asks, the work and the answer are the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func
from sqlmodel import Session, col, select

from house.audit import SYSTEM, Actor
from house.audit.plain import fitted
from house.floor.acts import Act
from house.notices import deadlines, kinds
from house.notices.models import DeadlineRow
from house.people.patrons import rules as details_rules
from house.people.patrons.queries import card_number
from house.people.patrons.rules import PatronDetails
from house.people.roles import Role
from house.terms import versions
from rulebook import HOUSE, Cite, Cited, Refusal, Refused
from tournaments import queries
from tournaments.entrants import holding
from tournaments.entrants.models import ApplicationRow, Consent, Outcome
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps
from tournaments.rules.lifecycle import Status

TELLS_NOTHING: Cite = HOUSE.at("TOURN-143")
HOURLY = Cited(30, HOUSE.at("TOURN-143"))  # from one address: a venue may share one
LAPSES = "tournament.applications-lapse"
kinds.describe(LAPSES, "Applications to enter lapse", Role.DIRECTOR, Role.ENTRIES_DESK)
ONLINE = Actor("applicant", "Applied online", "applicant")


@dataclass(frozen=True, slots=True)
class Applies:
    """What somebody typed who wants to enter."""

    details: PatronDetails
    card: str
    version: int  # of the terms they accept
    consents: frozenset[Consent]
    same_mark: str
    address_mark: str


def apply(
    session: Session,
    tournament: TournamentRow,
    said: Applies,
    now: datetime,
    hold_minutes: int = 0,
) -> ApplicationRow | Refused:
    """Keep an application for the desk, once; or say what to put right.

    A place is held for it where one is free and the house says for how long.
    """
    refusals = tuple(against(session, tournament, said, now))
    act = Act(ONLINE, now)
    if refusals:
        refused = Refused(refusals)
        steps.note(session, tournament, "apply", act, refused)
        return refused
    before = _same(session, tournament, said)
    row = before or write(session, tournament, said, now)
    if before is None:
        holding.hold(session, tournament, row, hold_minutes)
        _plan(session, tournament)
        after = {"application": row.number, "version": said.version}
        rules = (TELLS_NOTHING,)
        steps.note(session, tournament, "apply", act, None, rules, {}, after)
    return row


def closed(tournament: TournamentRow, session: Session, now: datetime) -> str:
    """Why nobody can apply now; nothing while entries are taken."""
    terms = queries.terms_of(session, tournament)
    opens, closes = terms.entry.method.opens_at, terms.entry.method.closes_at
    if tournament.status is not Status.ENTRIES_OPEN or (opens and now < opens):
        return "Entries are not taken just now."
    return "Entries are closed." if closes and now >= closes else ""


def against(
    session: Session, tournament: TournamentRow, said: Applies, now: datetime
) -> Iterator[Refusal]:
    """What is wrong with an application, as far as anybody may know."""
    if wrong := closed(tournament, session, now):
        yield Refusal(Cite("CROWN3-12.4.2(c)"), wrong)
    document = versions.document_of(session, tournament)
    if document is None or document.number != said.version:
        wrong = "The terms have changed while you were reading."
        right = "Read the version in force below, then send the form again."
        yield Refusal(HOUSE.at("DOC-6"), wrong, right)
    yield from against_details(session, tournament, said, now)
    if Consent.PRIVACY not in said.consents:
        wrong = "You have not said that you read how your information is handled."
        right = "Read it and tick the box."
        yield Refusal(Cite("CROWN3-12.5.3(e)"), wrong, right, "privacy")


def against_details(
    session: Session, tournament: TournamentRow, said: Applies, now: datetime
) -> Iterator[Refusal]:
    """What is wrong with what was typed about somebody."""
    zone = queries.terms_of(session, tournament).zone
    today = now.astimezone(zone).date()
    yield from details_rules.check(said.details, today)
    if not (said.card or said.details.email or said.details.phone):
        wrong = "There is nothing by which they are found or reached."
        right = "Give the number of a player card, an e-mail address or a telephone."
        yield Refusal(TELLS_NOTHING, wrong, right, "email")


def too_often(session: Session, said: Applies, now: datetime) -> bool:
    """Whether one address asked too often within the hour."""
    mine = select(func.count()).where(
        col(ApplicationRow.address_mark) == said.address_mark,
        col(ApplicationRow.at) > now - timedelta(hours=1),
    )
    return session.exec(mine).one() >= HOURLY.value


def _same(
    session: Session, tournament: TournamentRow, said: Applies
) -> ApplicationRow | None:
    """The same words once more, while the first still wait."""
    mine = select(ApplicationRow).where(
        col(ApplicationRow.tournament_id) == tournament.pk,
        col(ApplicationRow.outcome) == Outcome.WAITING,
        col(ApplicationRow.same_mark) == said.same_mark,
    )
    return session.exec(mine).first()


def waiting(session: Session, tournament: TournamentRow) -> Sequence[ApplicationRow]:
    """The applications that nobody has decided yet, the oldest first."""
    mine = select(ApplicationRow).where(
        col(ApplicationRow.tournament_id) == tournament.pk,
        col(ApplicationRow.outcome) == Outcome.WAITING,
    )
    return session.exec(mine.order_by(col(ApplicationRow.number))).all()


def write(
    session: Session,
    tournament: TournamentRow,
    said: Applies,
    now: datetime,
    takes_over: EntryRow | None = None,
) -> ApplicationRow:
    """Keep what was typed for the desk, under the next number."""
    document = versions.document_of(session, tournament)
    assert document is not None
    newest = select(func.max(ApplicationRow.number)).where(
        col(ApplicationRow.tournament_id) == tournament.pk
    )
    row = ApplicationRow(
        tournament_id=tournament.pk,
        number=(session.exec(newest).one() or 0) + 1,
        given_name=said.details.given_name,
        family_name=said.details.family_name,
        born_on=said.details.born_on,
        email=said.details.email,
        phone=said.details.phone,
        card_number=fitted(card_number(said.card), 32),
        consents=sorted(said.consents),
        document_id=document.pk,
        same_mark=said.same_mark,
        address_mark=said.address_mark,
        at=now,
        takes_over_id=takes_over.pk if takes_over else None,
    )
    session.add(row)
    session.flush()
    return row


def _plan(session: Session, tournament: TournamentRow) -> None:
    """What nobody has looked at by the close lapses then."""
    closes = queries.terms_of(session, tournament).entry.method.closes_at
    if closes is None:
        return
    deadlines.plan(
        session,
        LAPSES,
        key=f"{LAPSES}:{tournament.pk}:{closes:%Y%m%dT%H%M%S}",
        subject=queries.subject(tournament),
        title="Applications that nobody has decided lapse",
        due_at=closes,
        cite=TELLS_NOTHING,
    )


@deadlines.on(LAPSES)
def lapse(session: Session, deadline: DeadlineRow) -> None:
    """Entries are closed: whatever waits still ends, unless they close later now."""
    tournament = session.get(TournamentRow, deadline.subject_id, with_for_update=True)
    if tournament is None:
        return
    closes = queries.terms_of(session, tournament).entry.method.closes_at
    if closes is not None and closes > deadline.due_at:
        _plan(session, tournament)
        return
    act = Act(SYSTEM, deadline.due_at)
    for row in waiting(session, tournament):
        if row.takes_over_id is not None:
            continue  # a substitute has a clock of their own
        end(session, row, Outcome.LAPSED, act)
        after = {"application": row.number, "outcome": Outcome.LAPSED.value}
        rules = (TELLS_NOTHING,)
        steps.note(session, tournament, "end application", act, None, rules, {}, after)


def end(session: Session, row: ApplicationRow, outcome: Outcome, act: Act) -> None:
    """An application is over: what was typed goes, its numbers stay."""
    row.outcome, row.ended_at = outcome, act.now
    row.ended_by, row.ended_by_name = act.by.id, fitted(act.by.name, 120)
    row.given_name = row.family_name = row.email = row.phone = row.card_number = ""
    row.born_on = None
    session.flush()
