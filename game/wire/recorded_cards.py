"""Cards as they are written down: known, so many of them, and none of them twice."""

from collections.abc import Sequence

from game.cards import Card, parse, repeated, show
from rulebook import Cite, Cited, Refusal


def read_cards(
    written_down: str, number: Cited[int], deck: Cite, field: str
) -> tuple[tuple[Card, ...], tuple[Refusal, ...]]:
    """The cards of a field, and what is wrong with them."""
    try:
        cards = parse(written_down)
    except ValueError as unknown:
        return (), (Refusal(deck, str(unknown), field=field),)
    if len(cards) == number.value:
        return cards, ()
    wrong = f"{len(cards)} {field} cards are recorded."
    right = f"There are {number.value}."
    return cards, (Refusal(number.cite, wrong, right, field),)


def across_the_table(
    cards: Sequence[Card], seats: Sequence[int], deck: Cite, one_hand: Cite
) -> list[tuple[int | None, Refusal]]:
    """What no single seat shows: a card dealt twice, a seat recorded twice."""
    return [*_dealt_twice(cards, deck), *seats_twice(seats, one_hand)]


def _dealt_twice(cards: Sequence[Card], deck: Cite) -> Sequence[tuple[None, Refusal]]:
    twice = repeated(cards)
    if not twice:
        return ()
    wrong = f"{show(twice)} is dealt more than once."
    return [(None, Refusal(deck, wrong, "A deck has each card once."))]


def seats_twice(seats: Sequence[int], cite: Cite) -> list[tuple[int, Refusal]]:
    """Refuse a seat that is recorded more than once."""
    if len(set(seats)) == len(seats):
        return []
    right = "A box has one hand."
    return [
        (seat, Refusal(cite, f"Seat {seat} is recorded twice.", right, "seat"))
        for seat in sorted({seat for seat in seats if seats.count(seat) > 1})
    ]
