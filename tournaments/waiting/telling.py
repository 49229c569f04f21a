"""Telling somebody who waits that a place is theirs, and until when."""

from sqlmodel import Session

from house.floor.acts import Act
from house.notices import letters, services
from house.notices.contacts import Contact, wrong_with
from house.notices.models import Audience, Channel
from house.notices.services import Posting
from house.people.patrons.models import PatronRow
from house.people.roles import Role
from rulebook import HOUSE, Cite
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.path import notices
from tournaments.waiting.models import OfferRow, WaitingRow

PLACE_OFFERED = "tournament.place-offered"
OFFERED: Cite = HOUSE.at("TOURN-121")
DESK = (Role.DIRECTOR, Role.DEPUTY, Role.ENTRIES_DESK)
letters.kind(PLACE_OFFERED, "A place is offered", Audience.PATRONS, "", *DESK)


def tell(
    session: Session,
    tournament: TournamentRow,
    row: WaitingRow,
    offer: OfferRow,
    act: Act,
) -> None:
    """Write to them at once; without an e-mail address the desk tells them."""
    terms = queries.terms_of(session, tournament)
    patron = session.get_one(PatronRow, row.patron_id)
    facts = {
        "tournament": tournament.name,
        "house": wording.phrase(terms.names.operator),
        "name": row.name,
        "number": row.number,
        "until": wording.when(offer.lapses_at, terms.zone),
        "how": wording.ended(terms.entry.method.how),
    }
    notice = notices.draft(
        session,
        tournament,
        PLACE_OFFERED,
        facts,
        OFFERED,
        act,
        key=str(offer.pk),
        to=Contact(row.name[:120], patron.email, patron.phone),
        due_at=offer.lapses_at,
    )
    if patron.email and not wrong_with(patron.email):
        services.post(session, notice, Posting(Channel.EMAIL), act)
