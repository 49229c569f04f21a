"""Whose warnings count: a player’s in the whole tournament, wherever they sat."""

from collections.abc import Mapping

from sqlmodel import Session, col, select

from house.floor.rounds.models import AnySeat, Seating, SeatRow
from rulebook import HOUSE, Cite, Cited
from tournaments import queries

REMEMBERED: Cite = HOUSE.at("TOURN-263")


def stays(session: Session, sitting: Mapping[int, AnySeat]) -> Cited[Mapping[int, int]]:
    """Every stay at a table of those who sit here now, by its id and their seat.

    A substitute has only those since they took over.
    """
    seats = {sits.entrant: seat for seat, sits in sitting.items() if sits.entrant}
    entries = [int(entrant) for entrant in seats if entrant.isdigit()]
    since = queries.substitutions(session, entries)
    every = select(SeatRow).where(
        col(SeatRow.entrant).in_(list(seats)), col(SeatRow.happened) == Seating.SIT
    )
    found = {sits.pk: seat for seat, sits in sitting.items()}
    for row in session.exec(every):
        took_over = since.get(int(row.entrant)) if row.entrant.isdigit() else None
        if took_over is None or row.at >= took_over.at:
            found[row.pk] = seats[row.entrant]
    return Cited(found, REMEMBERED)
