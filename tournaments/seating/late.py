"""Late entries: who waits for a seat, and which of the kept places are free."""

from datetime import datetime

from sqlmodel import Session

from rulebook import HOUSE, Cite
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.rules.lifecycle import Status
from tournaments.rules.seat_repair import Place
from tournaments.rules.terms import Terms
from tournaments.seating import seats

LATE: Cite = HOUSE.at("TOURN-104")


def waiting(session: Session, tournament: TournamentRow) -> list[int]:
    """The entries that were taken after the draw and have no seat yet."""
    seated = seats.seats_now(session, tournament)
    every = seats.playing(session, tournament)
    return [number for number, entry_id in every.items() if entry_id not in seated]


def free_for_late(
    session: Session, tournament: TournamentRow, terms: Terms, now: datetime
) -> list[Place]:
    """The places kept for late entries that nobody has, in sessions still to start."""
    released = [
        d
        for d in seats.draws(session, tournament)
        if d.released_at and not d.late and d.stage_at == seats.FIRST_STAGE
    ]
    if not released or not terms.format.stages.stages:
        return []
    starts = terms.format.stages.stages[0].starts
    to_come = {n for n, start in enumerate(starts, start=1) if start > now}
    taken = {sits.place for sits in seats.seats_now(session, tournament).values()}
    tables = {table.number for table in queries.tables(session, tournament)}
    kept = (Place(*place) for place in released[0].header.get("kept", []))
    return [
        place
        for place in kept
        if place not in taken and place.session in to_come and place.table in tables
    ]


def late_places(session: Session, tournament: TournamentRow, now: datetime) -> int:
    """How many late entries could still be taken; before the draw, as it names them."""
    if tournament.status is Status.ENTRIES_OPEN:
        draw = seats.prepared(session, tournament)
        return len(draw.header.get("kept", [])) if draw else 0
    if tournament.status not in queries.SEATED:
        return 0
    terms = queries.terms_of(session, tournament)
    free = free_for_late(session, tournament, terms, now)
    return max(0, len(free) - len(waiting(session, tournament)))
