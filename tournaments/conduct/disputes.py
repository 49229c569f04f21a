"""Disputes at a tournament's tables: the Director decides, and it is final."""

from sqlmodel import Session

from house.audit import Subject
from house.floor.acts import Act
from house.floor.disputes.rules import Umpire
from rulebook import HOUSE, Cite, Cited, Refusal
from tournaments.conduct import acting
from tournaments.models import TournamentRow

DECIDES: Cite = HOUSE.at("TOURN-266")
FINAL: Cite = Cite("CROWN3-12.5.3(h)")
RIGHT: Cited[str] = Cited(
    "An inspector is on site, and the regulator may look into a complaint about how "
    "gaming is conducted.",
    Cite("CROWN3-12.5.3(j)"),
)


def umpire(session: Session, user: Subject, act: Act) -> Umpire:
    """The Director, or a deputy in their place, who is there."""
    tournament = session.get_one(TournamentRow, int(user.id))
    against = tuple(acting.not_in_charge(session, tournament, act))
    if against:
        wrong = "A dispute at a tournament’s table is decided by the Director."
        right = "The Director, or a deputy who is there, decides it."
        against = (*against, Refusal(DECIDES, wrong, right))
    return Umpire("Tournament Director", FINAL, RIGHT, against)
