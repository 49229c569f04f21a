"""What the game's own document brings to a tournament: its edition and its limits."""

from datetime import datetime

from sqlmodel import Session

from game.rulebooks import MISSISSIPPI_STUD, governing, mississippi_rules
from house.floor.editions.services import entries, known
from house.floor.models import Game
from house.floor.tables.rules import OFFERS
from rulebook import SOURCES, Cited, Refused
from tournaments.rules import games
from tournaments.rules.clauses.names import NamesClause
from tournaments.rules.contradictions import RulebookFacts
from tournaments.rules.terms import Terms


def edition_from(session: Session, terms: Terms) -> datetime | None:
    """Since when the named edition holds, if it is the one in force at the start."""
    names, starts = terms.names, terms.details.dates.starts_at
    if names.rulebook not in SOURCES:
        return None
    editions = known(names.rulebook, game_of(names), entries(session))
    since = next((e.since for e in editions if e.edition == names.edition), None)
    if starts is not None and since is not None and since <= starts:
        holds = governing(editions, starts)
        if isinstance(holds, Refused) or holds.edition != names.edition:
            return None
    return since


def game_of(names: NamesClause) -> Game:
    """The game the terms name, as the floor knows it."""
    return Game(games.game_of(names))


def rulebook_facts(names: NamesClause) -> RulebookFacts:
    """What the document of the terms fixes, and the terms cannot change."""
    offer = OFFERS.get((names.rulebook, game_of(names)))
    if offer is None:
        return RulebookFacts(names.rulebook)
    places, cite = offer.seats.value, offer.seats.cite
    return RulebookFacts(
        names.rulebook,
        street_most=_street_most(names.rulebook),
        seats_most=Cited(max(places), cite),
        seats_least=Cited(min(places), cite),
    )


def _street_most(code: str) -> Cited[int] | None:
    """The largest bet on any street, in antes."""
    if code not in MISSISSIPPI_STUD:
        return None
    times = [street.times for street in mississippi_rules(code).streets]
    most = max(times, key=lambda each: each.value[1])
    return Cited(most.value[1], most.cite)
