"""The deck of a round that the engine deals: mixed at random, cut where that is due."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from game.cards import DECK, Card
from game.deck.steps import MIDDLE
from game.rulebooks.decks import DeckRules
from game.rulebooks.devices import Device, Method
from rulebook import Cite


@dataclass(frozen=True, slots=True)
class Mixed:
    """Cards in the order in which they leave, and the rules that they were mixed by."""

    cards: tuple[Card, ...]
    cites: tuple[Cite, ...]


def mixed(
    rules: DeckRules, device: Device, method: Method, by: random.Random, decks: int = 1
) -> Mixed:
    """A deck or shoe in random order, cut as one dealt by hand would be."""
    cards = list(DECK) * decks
    by.shuffle(cards)
    needed = rules.needs_cut[device, method]
    if not needed.value:
        return Mixed(tuple(cards), (rules.shuffle.random, needed.cite))
    depth = by.randrange(rules.cut.least.value, len(cards))
    cites = (rules.shuffle.random, needed.cite, rules.cut.under.cite)
    return Mixed(cut_cards(rules, cards, depth), cites)


def cut_cards(
    rules: DeckRules, cards: Sequence[Card], depth: int = MIDDLE
) -> tuple[Card, ...]:
    """The order after a cut: the rest of the deck goes on top of the lifted packet."""
    packet, rest = tuple(cards[:depth]), tuple(cards[depth:])
    return rest + packet if rules.cut.under.value else packet + rest
