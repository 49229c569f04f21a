"""What a document says about the deck before it is dealt, as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass

from game.ranks import Rank
from game.rulebooks.devices import Device, Method
from rulebook import Cite, Cited


@dataclass(frozen=True, slots=True)
class SecondDeck:
    """When a second deck may alternate with the first, or must."""

    methods: Cited[frozenset[Method]]
    complete: Cite  # each deck satisfies the standard of one
    colours: Cite  # the backs differ
    waits: Cite  # one is shuffled while the other is played
    alternate: Cite
    rack: Cite  # cards of one deck only in the discard rack
    needed: Cited[Device] | None = None  # a device that takes no single deck


@dataclass(frozen=True, slots=True)
class CutRules:
    """Who cuts, how deep, and where the lifted packet goes."""

    by: Cited[Rank]
    once: Cite
    again: Cited[Rank]  # who may order a fresh cut before the first card
    under: Cited[bool]  # the rest of the deck goes on top of the lifted packet
    least: Cited[int]


@dataclass(frozen=True, slots=True)
class CountRules:
    """How often the stub is counted, by device, and what the count must give."""

    every: Mapping[Device, Cited[int]]
    stub: Cite  # what is left once all cards of the round are out
    adds_up: Cite
    by_machine: Cite


@dataclass(frozen=True, slots=True)
class ShuffleRules:
    """When the deck is shuffled and which ways of mixing it a device takes."""

    random: Cite
    methods: Cited[frozenset[Method]]
    before_play: Cite
    each_round: Cite | None  # None: a shoe lasts until it is changed
    after_vacancy: Cite
    abnormal: Cited[Rank]  # who may order one for an abnormal run of cards
    cause: Cited[Rank]  # who may order one for another stated cause
    by_hand_first: Cite | None = None  # before a device is first loaded
    washed: Cite | None = None  # spread and mixed before the first shuffle


@dataclass(frozen=True, slots=True)
class DeckRules:
    """The deck as one document wants it."""

    size: Cited[int]
    second: SecondDeck
    checked: Cite
    replace: Cited[Rank]
    count_ordered_by: Cited[Rank]
    shuffle: ShuffleRules
    needs_cut: Mapping[tuple[Device, Method], Cited[bool]]
    pairing: Mapping[Device, Cite]  # why a device takes no other method
    cut: CutRules
    count: CountRules | None = None
    inspector: Cite | None = None  # who demands to verify the cards as well
    counted_at_end: Cite | None = None  # once gaming ends
    checking_device: Cite | None = None  # a machine may verify a deck
