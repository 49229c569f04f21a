"""Cards as they are written down: known, so many of them, and none of them twice."""

from collections.abc import Iterator, Sequence

from game.cards import Card, parse, repeated, show
from rulebook import Cite, Cited, Refusal


def read_cards(
    written_down: str, number: Cited[int], deck: Cite, field: str
) -> tuple[tuple[Card, ...], list[Refusal]]:
    """The cards of a field, and what is wrong with them."""
    try:
        cards = parse(written_down)
    except ValueError as unknown:
        return (), [Refusal(deck, str(unknown), field=field)]
    if len(cards) == number.value:
        return cards, []
    wrong = f"{len(cards)} {field} cards are recorded."
    right = f"There are {number.value}."
    return cards, [Refusal(number.cite, wrong, right, field)]


def dealt_twice(cards: Sequence[Card], deck: Cite) -> Iterator[Refusal]:
    """Refuse a card that one deck cannot have given twice."""
    if twice := repeated(cards):
        wrong = f"{show(twice)} is dealt more than once."
        yield Refusal(deck, wrong, "A deck has each card once.")


def seats_twice(seats: Sequence[int], cite: Cite) -> Iterator[tuple[int, Refusal]]:
    """Refuse a seat that is recorded more than once."""
    if len(set(seats)) == len(seats):
        return
    for seat in sorted({seat for seat in seats if seats.count(seat) > 1}):
        wrong, right = f"Seat {seat} is recorded twice.", "A box has one hand."
        yield seat, Refusal(cite, wrong, right, "seat")
