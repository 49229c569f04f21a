"""A lot that anybody can repeat: entries in the order drawn. HR-DRAW-1, as for seats.

The house fixes the list and promises a secret; a word spoken in the room is mixed in
when the lot is drawn. Whoever has list, secret and word gets the same order.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proof.commitments import commitment, keeps
from proof.stream import PROTOCOL, Stream
from rulebook import HOUSE, Cite
from tournaments.rules.seat_draw import Occasion, key_of

DRAWN: Cite = HOUSE.at("TOURN-303")
CARDS = 52
BEACON = "a word spoken in the room at the draw"


@dataclass(frozen=True, slots=True)
class Lot:
    """What is drawn for: who, for how many places, and why."""

    purpose: str
    entries: tuple[int, ...]
    places: int


def header(occasion: Occasion, lot: Lot, secret: bytes) -> dict[str, Any]:
    """What is fixed before anything is drawn, the promise of the secret included."""
    return {
        "protocol": PROTOCOL,
        "tournament": occasion.tournament,
        "lot": occasion.draw,
        "stage": occasion.stage,
        "terms_sha256": occasion.terms_sha256,
        "purpose": lot.purpose,
        "entries": sorted(lot.entries),
        "places": lot.places,
        "commitment": commitment(secret),
        "beacon": BEACON,
    }


def drawn(fixed: Mapping[str, Any], secret: bytes, word: str) -> tuple[int, ...]:
    """The entries in the order that this list, this secret and this word give."""
    if not keeps(fixed["commitment"], secret):
        raise ValueError("This is not the secret the house committed itself to.")
    stream = Stream(key_of(dict(fixed), secret, word))
    return tuple(stream.shuffled(list(fixed["entries"])))


def dealt(fixed: Mapping[str, Any], secret: bytes, word: str) -> dict[int, int]:
    """A card for each entry, in the order drawn, off a deck that the lot shuffles.

    Cards are numbered from the lowest to the highest, suits from clubs to spades.
    """
    if not keeps(fixed["commitment"], secret):
        raise ValueError("This is not the secret the house committed itself to.")
    stream = Stream(key_of(dict(fixed), secret, word))
    order = stream.shuffled(list(fixed["entries"]))
    return dict(zip(order, stream.shuffled(list(range(CARDS))), strict=False))


def differences(file: Mapping[str, Any]) -> Iterator[str]:
    """Everything in the file of a lot that the lot itself does not give."""
    fixed, secret = file["header"], file.get("secret", "")
    if "order" not in file:
        yield "This lot is not drawn yet: there is nothing to compare."
        return
    entries = fixed.get("entries")
    if not isinstance(entries, list) or entries != sorted(set(entries)):
        yield "The list of the lot is not in order."
        return
    try:
        kept = keeps(fixed.get("commitment", ""), bytes.fromhex(secret))
    except (ValueError, TypeError):
        kept = False
    if not kept:
        yield "The promise is not kept: this secret is not the one promised."
        return
    due = drawn(fixed, bytes.fromhex(secret), str(file.get("word", "")))
    yield from _compared(file["order"], due)


def _compared(order: Sequence[Any], due: Sequence[int]) -> Iterator[str]:
    if len(order) != len(due):
        yield f"The file has {len(order)} entries in order; the lot gives {len(due)}."
    for at, (said, right) in enumerate(zip(order, due, strict=False), start=1):
        if said != right:
            yield f"Entry {said} comes {at}. in the file; the lot gives {right}."
