"""The cards of a table: one deck or two, checked before they are used."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from game.cards import DECK, Card, repeated, show
from game.rulebooks.decks import DeckRules
from game.rulebooks.devices import Device, Method
from rulebook import HOUSE, Cite, Refusal, Refused, refusing

# A step that nobody asked for is not confirmed.
ASKED_FOR = HOUSE.at("CARDS-1")


class Step(StrEnum):
    """What is done to a deck before it is dealt, in this order."""

    WASH = "wash"
    BY_HAND = "by hand"  # before the device is loaded
    SHUFFLE = "shuffle"
    MACHINE_COUNT = "machine count"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Pack:
    """The one or two decks of a table and what has been done to the next one."""

    rules: DeckRules
    device: Device
    method: Method  # how this table mixes its cards
    backs: tuple[str, ...] = ("red",)
    machine_counts: bool = False  # the shuffler verifies each shuffle
    round: int = 1  # the round that they are made ready for
    in_play: int = 0
    checked: bool = False
    unmixed: tuple[str, ...] = ("red",)  # brought, and not used since
    shuffled: bool = False
    cut: bool = False
    vacant: bool = False  # the table has stood empty since the last shuffle
    played: int = 0  # rounds since the cards were brought
    uncounted: int = 0  # rounds since the stub was last counted
    ordered: tuple[Step, ...] = ()
    count_ordered: bool = False
    away: Cite | None = None  # the rule under which a deck was sent away

    @property
    def back(self) -> str:
        """The back of the deck that the round is dealt from."""
        return self.backs[self.in_play]


# What is kept of a pack; the rest follows from its table.
_KEPT = (
    *("round", "in_play", "checked", "unmixed", "shuffled", "cut"),
    *("played", "uncounted", "ordered", "count_ordered", "away"),
)


def kept(pack: Pack) -> dict[str, Any]:
    """How the cards stand, as plain JSON."""
    plain = {name: getattr(pack, name) for name in _KEPT}
    lists = {name: list(plain[name]) for name in ("unmixed", "ordered")}
    return plain | lists | {"away": pack.away.id if pack.away else ""}


def standing(pack: Pack, found: dict[str, Any]) -> Pack:
    """The cards of a table as they were kept."""
    read = found | {
        "unmixed": tuple(found["unmixed"]),
        "ordered": tuple(Step(step) for step in found["ordered"]),
        "away": Cite.kept(found["away"]),
    }
    return replace(pack, **read)


@refusing
def complete(rules: DeckRules, cards: Sequence[Card]) -> Iterator[Refusal]:
    """Whether these cards are one whole deck, each card once and nothing else."""
    wrong: list[str] = []
    if twice := repeated(cards):
        wrong.append(f"{show(twice)} is there more than once.")
    if missing := set(DECK) - set(cards):
        wrong.append(f"{show(sorted(missing))} is missing.")
    if strange := [card for card in cards if card not in DECK]:
        wrong.append(f"{len(strange)} cards belong to no deck.")
    right = f"A deck is {rules.size.value} different cards without jokers."
    yield from (Refusal(rules.size.cite, each, right, "deck") for each in wrong)


def assemble(
    rules: DeckRules,
    device: Device,
    method: Method,
    backs: Sequence[str] = ("red",),
    *,
    machine_counts: bool = False,
) -> Pack | Refused:
    """Put one deck at a table, or two that alternate where the shuffler allows it."""
    refusals = (*_mixing(rules, device, method), *_decks(rules, device, method, backs))
    if machine_counts and method is Method.MANUAL:
        wrong, right = "No machine counts cards mixed by hand.", "Count the stub."
        cite = rules.count.by_machine if rules.count else ASKED_FOR
        refusals += (Refusal(cite, wrong, right, "machine_counts"),)
    if refusals:
        return Refused(refusals)
    backs = tuple(backs)
    return Pack(rules, device, method, backs, machine_counts, unmixed=backs)


def _mixing(rules: DeckRules, device: Device, method: Method) -> Iterator[Refusal]:
    methods = rules.shuffle.methods
    if method not in methods.value:
        right = f"Shuffle {' or '.join(m.spoken for m in sorted(methods.value))}."
        wrong = f"Cards are not shuffled {method.spoken} here."
        yield Refusal(methods.cite, wrong, right, "method")
    elif (device, method) not in rules.needs_cut:
        wanted = " or ".join(m.spoken for d, m in rules.needs_cut if d is device)
        wrong = f"Cards dealt from {device.spoken} are not shuffled {method.spoken}."
        cite = rules.pairing.get(device, methods.cite)
        yield Refusal(cite, wrong, f"Shuffle them {wanted}.", "method")


def _decks(
    rules: DeckRules, device: Device, method: Method, backs: Sequence[str]
) -> Iterator[Refusal]:
    second = rules.second
    if len(backs) not in (1, 2):
        wrong = f"{len(backs)} decks are no supply for a table."
        right = "It has one, or two that alternate."
        yield Refusal(second.complete, wrong, right, "backs")
    if len(backs) == 2 and method not in second.methods.value:
        wrong = f"Cards shuffled {method.spoken} come from one deck."
        yield Refusal(second.methods.cite, wrong, "Two decks need a shuffler.", "backs")
    if len(set(backs)) < len(backs):
        wrong = f"Both decks have {backs[0]} backs."
        yield Refusal(second.colours, wrong, "Their backs differ in colour.", "backs")
    if second.needed and device is second.needed.value and len(backs) == 1:
        wrong, right = "There is one deck.", "This device takes two in turn."
        yield Refusal(second.needed.cite, wrong, right, "backs")


def check(pack: Pack, decks: Sequence[Sequence[Card]]) -> Pack | Refused:
    """Check each deck by itself before it is used."""
    if pack.checked or pack.away:
        cite = pack.away or ASKED_FOR
        wrong = "The deck was sent away." if pack.away else "It is checked already."
        right = "Bring other cards first." if pack.away else "Go on."
        return Refused((Refusal(cite, wrong, right),))
    if len(decks) != len(pack.backs):
        wrong = f"{len(decks)} of {len(pack.backs)} decks were checked."
        right = "Check each by itself."
        return Refused((Refusal(pack.rules.second.complete, wrong, right),))
    found = [complete(pack.rules, cards) for cards in decks]
    refusals = tuple(r for refused in found if refused for r in refused.refusals)
    return Refused(refusals) if refusals else replace(pack, checked=True)
