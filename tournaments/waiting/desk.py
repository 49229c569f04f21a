"""Offers that stand, on the entries desk."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session, col, select

from house.desk import Item, Urgency, tells
from house.people.roles import Role
from house.people.sessions import Staff
from rulebook import HOUSE
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.waiting.models import LeftLineRow, OfferRow, WaitingRow


@tells(Role.ENTRIES_DESK, Role.DIRECTOR, Role.DEPUTY)
def places_offered(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Who holds an offer, and until when: they come to the desk to enter."""
    query = (
        select(WaitingRow, OfferRow, TournamentRow)
        .join(OfferRow, col(OfferRow.waiting_id) == WaitingRow.id)
        .join(TournamentRow, col(TournamentRow.id) == WaitingRow.tournament_id)
        .join(LeftLineRow, col(LeftLineRow.waiting_id) == WaitingRow.id, isouter=True)
        .where(col(LeftLineRow.id).is_(None), col(OfferRow.lapses_at) > now)
        .order_by(col(OfferRow.lapses_at))
    )
    for row, offer, tournament in session.exec(query):
        zone = queries.terms_of(session, tournament).zone
        yield Item(
            Urgency.NEXT,
            f"A place of {tournament.name} is offered to {row.name}",
            HOUSE.at("TOURN-121"),
            "See the line",
            url_for("tournaments.waiting", slug=tournament.slug),
            why=f"It is theirs until {wording.when(offer.lapses_at, zone)}.",
        )
