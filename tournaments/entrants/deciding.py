"""What the desk does with an application: match the person, take or decline it."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.notices import outbox
from house.people.patrons import queries as patrons
from house.people.patrons.models import PatronRow, PlayerCardRow
from house.people.patrons.rules import PatronDetails
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.entrants import applying, consents, holding, naming
from tournaments.entrants.models import ApplicationRow, Consent, Outcome
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps

DECIDED: Cite = HOUSE.at("TOURN-144")


def application(
    session: Session, tournament: TournamentRow, number: int, *, lock: bool = False
) -> ApplicationRow | None:
    """The application of this number, held against others until it is decided."""
    if not 0 < number < 2**31:
        return None
    one = select(ApplicationRow).where(
        col(ApplicationRow.tournament_id) == tournament.pk,
        col(ApplicationRow.number) == number,
    )
    return session.exec(one.with_for_update() if lock else one).first()


def likely(session: Session, row: ApplicationRow) -> Sequence[PatronRow]:
    """Who on file it may be: by card, by name and birth date, by how they are reached.

    Namesakes stay on the list; the desk tells them apart.
    """
    if row.born_on is None:
        return ()
    typed = PatronDetails(
        row.given_name, row.family_name, row.born_on, row.email, row.phone
    )
    holds = select(PlayerCardRow.patron_id).where(
        col(PlayerCardRow.number) == row.card_number,
        col(PlayerCardRow.cancelled_at).is_(None),
    )
    by_card = select(PatronRow).where(
        col(PatronRow.id).in_(holds), col(PatronRow.merged_into_id).is_(None)
    )
    carded = session.exec(by_card).all() if row.card_number else ()
    named = patrons.likely(session, typed)
    return tuple({patron.pk: patron for patron in (*carded, *named)}.values())


def taken(
    session: Session, tournament: TournamentRow, entry: EntryRow, number: int, act: Act
) -> None:
    """The entry of an application is taken: it ends, and its consents are kept."""
    row = application(session, tournament, number, lock=True)
    if row is None or row.outcome is not Outcome.WAITING:
        return
    given = {what: what.value in row.consents for what in Consent}
    consents.keep(session, entry, given, applying.ONLINE, row.at)
    row.patron_id, row.entry_id = entry.patron_id, entry.pk
    applying.end(session, row, Outcome.TAKEN, act)
    holding.let_go(session, tournament, row, act.now)
    after = {"application": row.number, "entry": entry.number}
    rules = (DECIDED, consents.APART)
    steps.note(session, tournament, "end application", act, None, rules, {}, after)


def takes_over(session: Session, row: ApplicationRow) -> EntryRow | None:
    """The entry that somebody named on a pass is to take over."""
    return session.get(EntryRow, row.takes_over_id) if row.takes_over_id else None


def named_for(
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    number: int,
    *,
    lock: bool = False,
) -> ApplicationRow | None:
    """The application of this number, if it names a substitute for this entry."""
    row = application(session, tournament, number, lock=lock)
    if row is None or row.outcome is not Outcome.WAITING:
        return None
    return row if row.takes_over_id == entry.pk else None


def substituted(
    session: Session,
    tournament: TournamentRow,
    row: ApplicationRow,
    entry: EntryRow,
    act: Act,
) -> None:
    """Whoever was named on the pass has taken over: what was typed goes."""
    row.patron_id, row.entry_id = entry.patron_id, entry.pk
    applying.end(session, row, Outcome.TAKEN, act)
    naming.settled(session, row, act.now)
    after, rules = {"application": row.number, "entry": entry.number}, (DECIDED,)
    steps.note(session, tournament, "end application", act, None, rules, {}, after)


def decline(
    session: Session, tournament: TournamentRow, number: int, reason: str, act: Act
) -> ApplicationRow | Refused:
    """Decline an application; the reason stays here, the applicant hears none."""
    row = application(session, tournament, number, lock=True)
    refusals = []
    if row is None or row.outcome is not Outcome.WAITING:
        refusals.append(Refusal(DECIDED, "This application is decided already."))
    if not reason.strip():
        right = "Write it down: it stays at the desk."
        refusals.append(Refusal(DECIDED, "No reason is given.", right, "reason"))
    if refusals or row is None:
        refused = Refused(tuple(refusals))
        after = {"application": number}
        steps.note(session, tournament, "end application", act, refused, (), {}, after)
        return refused
    _tell(session, tournament, row, act)
    row.reason = fitted(reason.strip(), 400)
    applying.end(session, row, Outcome.DECLINED, act)
    naming.settled(session, row, act.now)
    holding.let_go(session, tournament, row, act.now)
    ended = {"application": row.number, "outcome": Outcome.DECLINED.value}
    steps.note(session, tournament, "end application", act, None, (DECIDED,), {}, ended)
    return row


def _tell(
    session: Session, tournament: TournamentRow, row: ApplicationRow, act: Act
) -> None:
    """The same words for everybody, whatever the reason is.

    Somebody named on a pass never asked: the pass says it to whoever named them.
    """
    if not row.email or row.takes_over_id is not None:
        return
    outbox.announce(
        session,
        f"application:{row.pk}:declined",
        row.email,
        f"{tournament.name}: your application",
        "Thank you for your application to enter. We could not take it.\n\n"
        "If you would like to know more, please ask at the tournament desk.\n",
        now=act.now,
    )
