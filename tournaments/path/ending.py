"""How an entry ends before play: each way a verb of its own with its own refund."""

from collections.abc import Iterator, Mapping

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import queries
from tournaments.entrants import naming
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.money import refunding
from tournaments.path import steps
from tournaments.rules.lifecycle import Status
from tournaments.rules.refunds import Cause
from tournaments.waiting import offers

ENDS: Mapping[Cause, EntryState] = {
    Cause.WITHDRAWN: EntryState.WITHDRAWN,
    Cause.REFUSED: EntryState.REFUSED,
    Cause.VOID: EntryState.VOID,
    Cause.TERMS_DECLINED: EntryState.DECLINED,
    Cause.CANCELLED: EntryState.CANCELLED,
}
BEFORE_PLAY = frozenset({Status.ENTRIES_OPEN, Status.SEATED})


def end(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    cause: Cause,
    reason: str,
    act: Act,
) -> EntryRow | Refused:
    """End an entry before play: withdrawn, refused, void or the terms declined."""
    refusals = tuple(against_end(session, tournament, entry, cause, reason))
    if refusals:
        refused = Refused(refusals)
        after = {"entry": entry.number, "cause": cause.value}
        steps.note(session, tournament, "end entry", act, refused, (), {}, after)
        return refused
    back = close(session, entry, cause, reason, act)
    naming.take_back(session, tournament, entry, act)
    rules = (Cite("CROWN3-12.5.3(a)(iv)"),)
    before = {"entry": entry.number, "state": EntryState.ENTERED.value}
    after = {"state": entry.state.value, "refund_cents": back}
    steps.note(session, tournament, "end entry", act, None, rules, before, after)
    offers.offer(session, tournament, act)
    return entry


def against_end(
    session: Session,
    tournament: TournamentRow,
    entry: EntryRow,
    cause: Cause,
    reason: str,
) -> Iterator[Refusal]:
    """Why an entry cannot end like this."""
    if tournament.status not in BEFORE_PLAY:
        status = tournament.status.words.lower()
        wrong = f"The tournament is {status}."
        yield Refusal(HOUSE.at("TOURN-15"), wrong, "Entries end so before play only.")
    if entry.state is not EntryState.ENTERED:
        wrong = f"Entry {entry.number} is {entry.state.value} already."
        yield Refusal(HOUSE.at("STEP-1"), wrong)
    if cause not in ENDS or cause is Cause.CANCELLED:
        wrong = "That is no way for one entry to end before play."
        right = "Choose withdrawn, refused, void or terms declined."
        yield Refusal(HOUSE.at("STEP-1"), wrong, right, "cause")
    elif cause is not Cause.WITHDRAWN and not reason.strip():
        wrong = "No reason is given."
        yield Refusal(HOUSE.at("TOURN-20"), wrong, "Write it down.", "reason")
    if cause is Cause.REFUSED:
        terms = queries.terms_of(session, tournament)
        yield from terms.entry.refusal.guard(entry)


def close(
    session: Session, entry: EntryRow, cause: Cause, reason: str, act: Act
) -> int:
    """Set an entry aside; the cents that come back, by the terms it is bound to."""
    entry.state, entry.changed_at = ENDS[cause], act.now
    entry.reason = fitted(reason.strip(), 400)
    session.flush()
    return refunding.due(session, entry, cause, act)
