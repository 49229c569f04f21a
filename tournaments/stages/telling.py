"""Whoever goes on or no longer does, by a correction, is told by their own channel."""

from collections.abc import Collection

from sqlmodel import Session, col, select

from house.floor.acts import Act
from house.notices import letters
from house.notices.contacts import Contact
from house.notices.models import Audience
from rulebook import HOUSE, Cite
from rulebook.terms import wording
from tournaments import queries
from tournaments.entrants import reaching
from tournaments.entrants.reaching import Personal
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import notices
from tournaments.stages.models import StageClosedRow
from tournaments.stages.replacing import Exchange

CORRECTED = "tournament.stage-corrected"
TOLD: Cite = HOUSE.at("TOURN-306")
letters.kind(CORRECTED, "Who goes on is put right", Audience.ENTRANTS, "", *notices.RUN)


def tell(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    closed: StageClosedRow,
    concerned: Collection[int],
    exchange: Exchange | None,
    act: Act,
) -> None:
    """Write to everybody for whom a correction changes whether they go on."""
    mine = select(EntryRow).where(
        col(EntryRow.tournament_id) == tournament.pk,
        col(EntryRow.number).in_(concerned),
    )
    entries = session.exec(mine.order_by(col(EntryRow.number))).all()
    if not entries:
        return
    terms = queries.terms_of(session, tournament)
    facts = {
        "tournament": tournament.name,
        "house": wording.phrase(terms.names.operator),
        "stage": terms.format.stages.stages[closed.stage_at].called,
        "reason": wording.ended(closed.reason),
    }
    key, to = f"{closed.stage_at}:{closed.number}", Contact("Players concerned")
    about = (session, tournament)
    notice = notices.draft(*about, CORRECTED, facts, TOLD, act, key=key, to=to)

    def personal(entry: EntryRow) -> Personal:
        return Personal(_words(entry.number, closed, exchange))

    reaching.write_to(*about, notice, entries, act, personal=personal)


def _words(number: int, closed: StageClosedRow, exchange: Exchange | None) -> str:
    if number not in closed.through:
        return "You do not go on, and your seat is no longer kept for you."
    seats = exchange.seats if exchange else ()
    place = next((each.place for each in seats if each.came == number), None)
    if place is None or exchange is None:
        return "You go on. Your seat is drawn with those of the others."
    where = f"at table {place.table}, seat {place.seat}"
    return f"You go on: you sit {where} in {exchange.called}."
