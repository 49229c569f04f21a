"""Cancelling a tournament: one act that leaves nothing half-done."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from house.floor.acts import Act
from house.notices.contacts import Contact
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms import wording
from tournaments import queries
from tournaments.entrants import reaching
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import duties, ending, notices, steps, tables
from tournaments.play import calling_off
from tournaments.rules.lifecycle import Action, Status
from tournaments.rules.refunds import Cause
from tournaments.rules.terms import Terms

WHOLE: Cite = HOUSE.at("TOURN-66")
TOLD: Cite = Cite("CROWN3-12.4.1(c)")
REFUNDED: Cite = Cite("CROWN3-12.5.3(a)(iv)")
LONGEST = 400


def against(
    session: Session, tournament: TournamentRow, now: datetime
) -> tuple[Refusal, ...]:
    """What has to end first: play at a table."""
    return tuple(
        Refusal(WHOLE, refusal.wrong, refusal.right)
        for table in queries.tables(session, tournament)
        if not calling_off.can_close(session, tournament, table)
        for refusal in tables.in_play(table, now)
    )


def cancel(
    session: Session, tournament: TournamentRow, reason: str, act: Act
) -> Status | Refused:
    """Cancel: refunds listed, notices drafted, tables released, deadlines off."""
    was, terms = tournament.status, queries.terms_of(session, tournament)
    besides = (*against(session, tournament, act.now), *_too_long(reason))
    verdict = steps.take(
        session, tournament, Action.CANCEL, act, reason=reason.strip(), besides=besides
    )
    if isinstance(verdict, Refused):
        return verdict
    entrants = list(queries.entrants(session, tournament))
    refunds = sum(
        ending.close(session, entry, Cause.CANCELLED, reason, act) for entry in entrants
    )
    calling_off.close_tables(session, tournament, act)
    released = tables.release_all(session, tournament, act)
    off = duties.call_off(session, tournament, act)
    if was is not Status.DRAFT:
        _tell(session, tournament, terms, reason, (entrants, refunds), act)
    after = {
        "refunds": len(entrants),
        "refund_cents": refunds,
        "tables": released,
        "deadlines": off,
    }
    steps.note(
        session, tournament, "wind up", act, None, (WHOLE, REFUNDED), None, after
    )
    return verdict


def _too_long(reason: str) -> tuple[Refusal, ...]:
    if len(reason.strip()) <= LONGEST:
        return ()
    wrong = f"The reason has {len(reason.strip()):,} characters."
    return (Refusal(HOUSE.at("TOURN-16"), wrong, f"Say it in {LONGEST}.", "reason"),)


def _tell(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    terms: Terms,
    reason: str,
    due: tuple[Sequence[EntryRow], int],  # to these entrants, and so many cents
    act: Act,
) -> None:
    """Draft what the regulator and the entrants are told."""
    zone = terms.names.tz
    entrants, cents = due
    facts = {
        "tournament": tournament.name,
        "house": wording.phrase(terms.names.operator),
        "starts": wording.when(terms.details.dates.starts_at, zone),
        "at": wording.when(act.now, zone),
        "reason": wording.ended(reason),
        "entries": len(entrants),
        "refunds": wording.dollars(cents),
        "refund": wording.ended(_said(terms)),
    }
    kinds = notices.CANCELLED, notices.CALLED_OFF
    notices.draft(session, tournament, kinds[0], facts, TOLD, act, key="cancelled")
    if entrants:
        everybody = Contact(f"All entrants of {tournament.name}"[:120])
        notice = notices.draft(
            session,
            tournament,
            kinds[1],
            facts,
            REFUNDED,
            act,
            key="cancelled",
            to=everybody,
        )
        reaching.write_to(session, tournament, notice, entrants, act)


def _said(terms: Terms) -> str:
    share = terms.conduct.refunds.cancelled
    return wording.capital(share.text()) if share else "Nothing is refunded"
