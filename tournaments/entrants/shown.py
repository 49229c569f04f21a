"""What a pass shows its entrant, and the ways out that are open to them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from house.documents.models import DocumentRow
from house.notices.ical import Event
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.money import queries as money
from tournaments.money import refunding, taking
from tournaments.money.queries import EntryMoney
from tournaments.path.ending import BEFORE_PLAY
from tournaments.play.starts import slots_now
from tournaments.reminding.writing import uid_of
from tournaments.rules.refunds import Cause, Refund
from tournaments.rules.terms import Terms
from tournaments.rules.timetable import Slot
from tournaments.seating.seats import FIRST_STAGE, Sits, draws, seats_now

SAID: Mapping[EntryState, str] = {
    EntryState.ENTERED: "You are entered.",
    EntryState.WITHDRAWN: "You have withdrawn.",
    EntryState.REFUSED: "Your entry was not accepted.",
    EntryState.VOID: "Your entry is void.",
    EntryState.DECLINED: "You did not accept the changed terms, so your entry ended.",
    EntryState.SUBSTITUTED: "Somebody else plays in your place.",
    EntryState.ABSENT: "You were not there when play began.",
    EntryState.RETIRED: "You have retired from the tournament.",
    EntryState.DISQUALIFIED: "You were disqualified.",
    EntryState.ELIMINATED: "You are out of the tournament. Well played.",
    EntryState.CANCELLED: "The tournament was cancelled.",
}


@dataclass(frozen=True, slots=True)
class Pass:
    """An entry as its own entrant may see it."""

    tournament: TournamentRow
    entry: EntryRow
    terms: Terms  # those the entrant is bound to
    accepted: DocumentRow
    in_force: int  # the number of the version that holds for new entries
    must_accept: bool  # something binding has changed since
    money: EntryMoney
    seat: Sits | None  # once it is released
    session: Slot | None  # the one they play first, or would play if there is only one

    @property
    def sentence(self) -> str:
        """How they stand, in a sentence."""
        if self.seat is not None:
            return f"You sit at table {self.seat.table_number}, seat {self.seat.seat}."
        return SAID[self.entry.state]

    @property
    def may_leave(self) -> bool:
        """Whether withdrawing is still a way out."""
        before = self.tournament.status in BEFORE_PLAY
        return before and self.entry.state is EntryState.ENTERED

    @property
    def starts_at(self) -> datetime | None:
        """When they are expected at the table."""
        if self.session is not None:
            return self.session.starts
        return self.terms.details.dates.starts_at


def of(session: Session, tournament: TournamentRow, entry: EntryRow) -> Pass:
    """Everything a pass shows."""
    accepted = session.get_one(DocumentRow, entry.document_id)
    behind = queries.behind(session, tournament, {accepted.pk})
    newest = session.get_one(DocumentRow, tournament.document_id)
    plays = entry.state is EntryState.ENTERED
    mine = [entry.pk] if plays else []
    stage_at, seat = _newest_seat(session, tournament, mine)
    return Pass(
        tournament=tournament,
        entry=entry,
        terms=taking.bound_terms(session, entry),
        accepted=accepted,
        in_force=newest.number,
        must_accept=accepted.pk in behind,
        money=money.of_entry(session, entry.pk),
        seat=seat,
        session=_session(slots_now(session, tournament), stage_at, seat),
    )


def _newest_seat(
    session: Session, tournament: TournamentRow, mine: Sequence[int]
) -> tuple[int, Sits | None]:
    """The last stage they have a seat in, and the seat."""
    drawn = {draw.stage_at for draw in draws(session, tournament) if draw.released_at}
    for stage_at in sorted(drawn, reverse=True):
        found = seats_now(session, tournament, stage_at, entries=mine)
        if found:
            return stage_at, next(iter(found.values()))
    return FIRST_STAGE, None


def _session(every: Iterable[Slot], stage_at: int, seat: Sits | None) -> Slot | None:
    """The session they play: their seat's, or the only one there is."""
    here = [slot for slot in every if slot.stage_at == stage_at]
    if seat is not None:
        return next((slot for slot in here if slot.session == seat.session), None)
    return here[0] if len(here) == 1 else None


def leaving(session: Session, shown: Pass, now: datetime) -> Refund:
    """What would come back to somebody who withdraws now, and why so much."""
    return refunding.would_be(session, shown.entry, Cause.WITHDRAWN, now)


def event(shown: Pass, address: str) -> Event:
    """The tournament as a date in their calendar; called off once they are out."""
    where = (
        f"{wording.phrase(shown.terms.names.venue)}, "
        f"{wording.phrase(shown.terms.details.location.place)}."
    )
    starts_at = shown.starts_at
    assert starts_at is not None
    return Event(
        uid=uid_of(shown.entry, shown.session.stage_at if shown.session else 0),
        at=starts_at,
        summary=shown.tournament.name,
        description=f"Entry {shown.entry.number}. {shown.sentence} {where}",
        url=address,
        called_off=shown.entry.state is not EntryState.ENTERED,
    )
