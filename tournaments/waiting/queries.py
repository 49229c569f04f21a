"""The waiting list as it stands: who is where in line, and the places it holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from tournaments.entrants.models import ApplicationRow, Outcome
from tournaments.models import TournamentRow
from tournaments.waiting.models import Left, LeftLineRow, OfferRow, WaitingRow


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody in line, what was offered to them, and how they left."""

    row: WaitingRow
    offer: OfferRow | None = None
    left: LeftLineRow | None = None

    def stands(self, now: datetime) -> bool:
        """Whether they still wait, or a place is theirs for the taking."""
        return self.left is None and not self.is_late(now)

    def is_late(self, now: datetime) -> bool:
        """Whether their time to take a place is over, whoever has noticed."""
        if self.left is not None:
            return self.left.how is Left.LAPSED
        return self.offer is not None and self.offer.lapses_at <= now


def everybody(session: Session, tournament: TournamentRow) -> Sequence[Waiting]:
    """Everybody who ever waited, in the order of the line."""
    query = (
        select(WaitingRow, OfferRow, LeftLineRow)
        .join(OfferRow, col(OfferRow.waiting_id) == WaitingRow.id, isouter=True)
        .join(LeftLineRow, col(LeftLineRow.waiting_id) == WaitingRow.id, isouter=True)
        .where(col(WaitingRow.tournament_id) == tournament.pk)
        .order_by(col(WaitingRow.number))
    )
    return [Waiting(*found) for found in session.exec(query)]


def standing(
    session: Session, tournament: TournamentRow, now: datetime
) -> Sequence[Waiting]:
    """Those who still wait or hold an offer, in the order of the line."""
    every = everybody(session, tournament)
    return [each for each in every if each.stands(now)]


def held_places(
    session: Session, tournament: TournamentRow, now: datetime, patron_id: int = 0
) -> int:
    """How many come before this person: those ahead in line, or the whole line."""
    line = standing(session, tournament, now)
    ahead = next((n for n, w in enumerate(line) if w.row.patron_id == patron_id), None)
    return len(line) if ahead is None else ahead


def held_online(
    session: Session, tournament: TournamentRow, now: datetime, but: int = 0
) -> int:
    """How many places applications hold now, leaving out the one of this number."""
    held = (
        select(func.count())
        .select_from(ApplicationRow)
        .where(
            col(ApplicationRow.tournament_id) == tournament.pk,
            col(ApplicationRow.number) != but,
            col(ApplicationRow.outcome) == Outcome.WAITING,
            col(ApplicationRow.held_until) > now,
        )
    )
    return session.exec(held).one()


def of_patron(
    session: Session, tournament: TournamentRow, patron_id: int
) -> Waiting | None:
    """Where somebody is in line, as they last joined it."""
    every = everybody(session, tournament)
    mine = [each for each in every if each.row.patron_id == patron_id]
    return mine[-1] if mine else None


def next_number(session: Session, tournament: TournamentRow) -> int:
    """The number of whoever joins the line next."""
    mine = select(func.max(WaitingRow.number)).where(
        col(WaitingRow.tournament_id) == tournament.pk
    )
    return (session.exec(mine).one() or 0) + 1
