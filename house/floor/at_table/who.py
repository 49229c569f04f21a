"""Who plays at a seat: the patron behind it, and whose a jackpot wager is."""

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from flask import has_app_context
from sqlmodel import Session, col, select

from house.floor.acts import Act
from house.floor.at_table.models import BackedRow
from house.floor.rounds.hooks import MoveAsked
from house.floor.rounds.models import AnySeat, RoundRow
from house.payments import acts
from house.people.patrons.models import PatronRow
from house.sealing import Seal
from house.venue import Venue
from house.web.request import seal as seal_of_the_house
from house.web.request import venue as venue_of_the_house

JACKPOT = "jackpot"


def venue() -> Venue:
    """The wall clock of the house; outside of it, that of the world."""
    return venue_of_the_house() if has_app_context() else Venue("", ZoneInfo("UTC"))


def seal() -> Seal | None:
    """What opens the deck of a round under way; outside of the house, nothing does."""
    return seal_of_the_house() if has_app_context() else None


def money_act(act: Act) -> acts.Act:
    """An act at a table as wagers and payments know it: also where it is."""
    return acts.Act(act.by, act.now, venue())


def bettor(asked: MoveAsked) -> AnySeat | None:
    """Who stakes: whoever is named with the move, or sits where it is made."""
    named = asked.move.player
    if named:
        seated = asked.seats.values()
        return next((sits for sits in seated if sits.player == named), None)
    return asked.seated


def patron_of(session: Session, sits: AnySeat | None) -> PatronRow | None:
    """The patron who sits there, if their card said who they are."""
    if sits is None or sits.patron_id is None:
        return None
    return session.get(PatronRow, sits.patron_id)


def backers(session: Session, round_: RoundRow) -> Mapping[int, BackedRow]:
    """Whose the jackpot wagers on other players' boxes are, by box."""
    mine = select(BackedRow).where(col(BackedRow.round_id) == round_.pk)
    return {row.seat: row for row in session.exec(mine)}
