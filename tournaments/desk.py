"""What drafts say on the desks of those who write them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from flask import url_for
from sqlmodel import Session, col, func, select

from house.desk import Item, Panel, Place, Urgency, shows, tells
from house.desk.search import Hit, finds
from house.people.roles import Role
from house.people.sessions import Staff
from rulebook import Cite
from tournaments import queries
from tournaments.listing import drafts
from tournaments.models import TournamentRow
from tournaments.postponing import is_due
from tournaments.rules.lifecycle import Status
from tournaments.rules.postponing import TOO_FEW

WRITTEN = Cite("CROWN3-12.2.1")
LIVE = (Status.RUNNING, Status.SEATED, Status.ENTRIES_OPEN)
SEE_THEM = (Role.ENTRIES_DESK, Role.CASHIER, Role.DIRECTOR, Role.DEPUTY)


@dataclass(frozen=True, slots=True)
class UnderWay:
    """A tournament on a desk: how many places are taken, and until when."""

    row: TournamentRow
    taken: int
    places: int
    closes_at: datetime | None = None
    takes_entries: bool = False


@tells(Role.DIRECTOR, Role.DEPUTY)
def to_publish(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Each draft: what its terms still lack, or that they can be published."""
    for one in drafts(session, now):
        href = url_for("tournaments.terms", slug=one.row.slug)
        title, why = f"Publish the terms of {one.row.name}", "They are complete."
        done = Item(Urgency.NEXT, title, WRITTEN, "Publish them", href, why)
        yield one.to_complete(href) or done


@tells(Role.DIRECTOR, Role.DEPUTY)
def too_few(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Tournaments whose entries closed with fewer players than the terms need."""
    row = TournamentRow
    waiting = select(row).where(col(row.status) == Status.ENTRIES_OPEN)
    for one in session.exec(waiting.order_by(col(row.starts_at))):
        if is_due(one, session, now):
            yield Item(
                Urgency.BLOCKED,
                f"Too few have entered {one.name}",
                TOO_FEW,
                "Put it off or cancel it",
                url_for("tournaments.too_few", slug=one.slug),
                why="Entries are closed and the terms need more players.",
            )


@shows(*SEE_THEM)
def under_way(session: Session, _staff: Staff, now: datetime) -> Panel | None:
    """The tournaments that take entries or are played, with how full they are."""
    row = TournamentRow
    live = select(row).where(col(row.status).in_(LIVE)).order_by(col(row.starts_at))
    lines = tuple(_line(session, one, now) for one in session.exec(live))
    facts = {"tournaments": lines}
    return Panel(Place.TOP, "tournaments/_under_way.html", facts) if lines else None


def _line(session: Session, row: TournamentRow, now: datetime) -> UnderWay:
    terms = queries.terms_of(session, row)
    taken = queries.entries_count(session, row)
    places = terms.details.players.maximum or 0
    if row.status is not Status.ENTRIES_OPEN:
        return UnderWay(row, taken, places)
    closes = terms.entry.method.closes_at
    return UnderWay(row, taken, places, closes, closes is None or now < closes)


@finds("Tournaments", "cup", "tournaments.show")
def tournaments_named(session: Session, words: str) -> Iterator[Hit]:
    """Tournaments by their name, the latest first."""
    row = TournamentRow
    named = func.lower(row.name).contains(words.lower(), autoescape=True)
    for one in session.exec(select(row).where(named).order_by(col(row.id).desc())):
        href = url_for("tournaments.show", slug=one.slug)
        yield Hit(one.name, one.status.value.replace("_", " "), href)
