"""In which order cards leave the device: the places they go to, one after another."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from game.cards import Card
from game.rulebooks.mississippi import Community, DealRules
from rulebook import Cite


@dataclass(frozen=True, slots=True)
class Place:
    """Where the next card goes, and the rule that sends it there."""

    cite: Cite
    seat: int | None = None  # a hole card of this seat
    street: int | None = None  # the community card of this street, from 0
    face_up: bool = False

    @property
    def burn(self) -> bool:
        """Whether the card is thrown away unseen."""
        return self.seat is None and self.street is None

    @property
    def down(self) -> bool:
        """Whether the card is dealt face down."""
        return not self.face_up


def places(
    rules: DealRules, seats: Iterable[int], burn: Cite | None = None
) -> tuple[Place, ...]:
    """Every place of a round in dealing order; `seats` are those with an ante."""
    hole = tuple(_hole(rules, sorted(seats)))
    community = tuple(_community(rules))
    if burn is not None:
        community = (Place(burn), *community)
    first = rules.community.value is Community.FIRST
    return community + hole if first else hole + community


def _hole(rules: DealRules, clockwise: Sequence[int]) -> Iterator[Place]:
    for seat in clockwise:
        for _ in range(rules.at_once.value):
            yield Place(rules.at_once.cite, seat=seat)
    if rules.at_once.value == 1:
        for seat in clockwise:
            yield Place(rules.second_pass, seat=seat)


def _community(rules: DealRules) -> Iterator[Place]:
    face_up = rules.community.value is Community.BY_STREET
    for street in range(3):
        yield Place(rules.community.cite, street=street, face_up=face_up)


def spread(rules: DealRules, top_to_bottom: Sequence[Card]) -> tuple[Card, ...]:
    """Community cards by street; of a stack the top is 5th street, the bottom 3rd."""
    return tuple(reversed(top_to_bottom) if rules.stack else top_to_bottom)
