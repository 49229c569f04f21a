"""In which order cards leave the device: the places they go to, one after another."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

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


def places(
    rules: DealRules, seats: Iterable[int], burn: Cite | None = None
) -> tuple[Place, ...]:
    """Every place of a round in dealing order; `seats` are those with an ante."""
    hole = tuple(_hole(rules, sorted(seats)))  # from the Dealer’s left
    community = tuple(_community(rules))
    if burn is not None:
        community = (Place(burn), *community)
    first = rules.community.value is Community.FIRST
    return community + hole if first else hole + community


def _hole(rules: DealRules, clockwise: Sequence[int]) -> Iterator[Place]:
    cite = rules.clockwise  # it sends the first card to the first of them
    for seat in clockwise:
        for _ in range(rules.at_once.value):
            yield Place(cite, seat=seat)
            cite = rules.at_once.cite
    if rules.at_once.value == 1:
        for seat in clockwise:
            yield Place(rules.second_pass, seat=seat)


def _community(rules: DealRules) -> Iterator[Place]:
    """The first card out is that of 3rd street: in a stack it lies at the bottom."""
    face_up = rules.community.value is Community.BY_STREET
    cite = rules.community.cite
    for street in range(3):
        yield Place(cite, street=street, face_up=face_up)
        cite = rules.stack or cite
