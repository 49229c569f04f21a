"""The first card of a round waits until its deck is ready."""

from collections.abc import Iterator

from game import deck
from game.play.setup import DEALT
from house.floor.decks.standing import before, with_vacancy
from house.floor.rounds.hooks import MoveAsked, Room
from rulebook import Refusal


def deck_is_ready(asked: MoveAsked) -> Iterator[Refusal]:
    """Every step that the deck still needs before the first card of a round."""
    if asked.after.setup.cards == DEALT or not asked.begins:
        return
    cards = before(asked.session, asked.table, asked.round.number)
    pack = with_vacancy(asked.session, asked.table, cards, asked.seats)
    if (refused := deck.ready(pack)) is not None:
        yield from refused.refusals


ROOM = Room(before_action=(deck_is_ready,))
