"""What every stud game offers alike, and the cards that come with it."""

from collections.abc import Sequence

from game.cards import Card
from game.play import face_down
from game.play.moves import Move
from game.play.offers import CardsToKey, Extra, Offer, exactly, still_in
from game.play.setup import KEYED
from game.play.words import named
from game.stud.round import JACKPOT, Round
from rulebook import Cite


def jackpot_extras(now: Round) -> tuple[Extra, ...]:
    """The jackpot wager that may be placed with an ante, where one is offered."""
    price, cite = now.setup.jackpot, now.table.rules.wagers.jackpot_price
    if price is None:
        return ()
    return (Extra(JACKPOT, named(JACKPOT), exactly(price), cite),)


def dealt_up(now: Round, cite: Cite, what: str, for_whom: str) -> Offer:
    """The deal of one card that everybody sees."""
    keyed = now.setup.cards == KEYED
    wanted = CardsToKey(1, for_whom, _left(now)) if keyed else None
    return Offer("deal", cite, cards=wanted, what=what)


def cards_to_key(now: Round, lying: Sequence[Card], for_whom: str) -> CardsToKey | None:
    """The cards that are keyed when these are turned, if any is unknown."""
    count = sum(face_down.unknown(card) for card in lying)
    return CardsToKey(count, for_whom, _left(now)) if count else None


def _left(now: Round) -> tuple[Card, ...]:
    return still_in(face_down.known(now.cards_seen))


def next_cards(now: Round, shoe: Sequence[Card], count: int) -> Move:
    """The next cards off a shuffled deck as a move."""
    return Move("deal", cards=tuple(shoe[now.cards_out : now.cards_out + count]))
