"""Disputes at a tournament's tables: the Director decides, and it is final."""

from sqlmodel import Session

from house.audit import Subject
from house.floor.acts import Act
from house.floor.disputes.rules import Umpire
from rulebook import Cite, Cited
from tournaments.conduct import acting
from tournaments.models import TournamentRow

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
    return Umpire("Tournament Director", FINAL, RIGHT, against)
