"""The deck of a round that the house deals: sealed, bound by a hash, opened at the end.

Whoever reads the database finds neither the cards to come nor those that lie face
down. The hash goes on the record before the first ante; once the round is over the
deck and its salt stand beside it, so that anybody can check that it was this deck.
"""

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from game.cards import Card, parse, show
from game.deck import mixed
from game.play import Setup
from game.play.setup import DEALT
from game.rulebooks.deck_of import deck_rules, device_under, usual_method
from game.rulebooks.devices import Device
from house.floor.rounds.models import AnyRound
from house.sealing import Seal
from rulebook import HOUSE, Cite

SEALED = HOUSE.at("ROUNDS-9")


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards in the order in which they leave the device, and the salt of their hash."""

    cards: tuple[Card, ...]
    salt: str
    mixed_by: tuple[Cite, ...] = ()  # the rules that it was shuffled and cut by

    @property
    def sha256(self) -> str:
        """What goes on the record before anybody has staked anything."""
        said = f"{self.salt} {show(self.cards)}"
        return hashlib.sha256(said.encode()).hexdigest()

    def plain(self) -> dict[str, Any]:
        """The deck as it is sealed, and shown once the round is over."""
        return {"cards": show(self.cards), "salt": self.salt}


def fresh(setup: Setup, by: Random | None = None) -> Deck | None:
    """A deck or shoe for a round that the house deals, mixed and cut; else none."""
    if setup.cards != DEALT:
        return None
    rules = deck_rules(setup.game, setup.document)
    device = device_under(rules, Device(setup.device))
    decks = setup.decks if setup.game == "baccarat" else 1
    method = usual_method(rules, device)
    found = mixed(rules, device, method, by or secrets.SystemRandom(), decks)
    return Deck(found.cards, secrets.token_hex(16), found.cites)


def sealed(deck: Deck, seal: Seal) -> bytes:
    """The deck as the database may keep it."""
    return seal.seal(json.dumps(deck.plain()).encode())


def of(row: AnyRound, seal: Seal | None) -> Deck | None:
    """The deck of a round: from its seal, or as shown once it was over."""
    if row.deck_shown:
        return read(row.deck_shown)
    if row.deck_sealed is None or seal is None:
        return None
    return read(json.loads(seal.open(row.deck_sealed)))


def read(plain: dict[str, Any]) -> Deck:
    """A deck as it was sealed or shown."""
    return Deck(parse(plain["cards"]), plain["salt"])


def cards(row: AnyRound, seal: Seal | None) -> Sequence[Card]:
    """The cards of a round that the house deals; none where they are keyed."""
    deck = of(row, seal)
    return deck.cards if deck else ()


def holds(row: AnyRound, seal: Seal | None) -> bool:
    """Whether the deck that was dealt is the one put on the record."""
    deck = of(row, seal)
    return deck is None or deck.sha256 == row.deck_sha256
