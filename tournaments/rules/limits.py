"""Bounds on what terms may hold: plain text and figures a house could mean."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rulebook import HOUSE, Refusal
from tournaments.rules.data import leaves
from tournaments.rules.terms import Terms

MOST_IN_A_LINE = 120
MOST_IN_A_TEXT = 4_000
MOST_IN_A_LIST = 200
LONG = frozenset({"how", "words", "criteria", "basis", "also", "otherwise", "told_how"})
MARKUP = re.compile(r"<[A-Za-z/!?]|&#?\w+;")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
MOST = {  # by how the name of a figure ends; the first that fits holds
    "_cents": 10_000_000_000,
    "_chips": 1_000_000_000,
    "_minutes": 10_080,
    "minutes": 1_440,
    "seats": 14,
    "tables": 200,
    "hands": 500,
    "from_hand": 500,
    "": 10_000,
}


def bounds(terms: Terms) -> tuple[Refusal, ...]:
    """Every text and figure that no terms can hold."""
    return tuple(
        Refusal(HOUSE.at("TOURN-8"), wrong, right, place)
        for place, value in leaves(terms)
        for wrong, right in _beyond(_name(place), value)
    )


def _name(place: str) -> str:
    """The name of the field a value stands in, also inside a list."""
    return next(part for part in reversed(place.split(".")) if not part.isdigit())


def _beyond(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield from _text(name, value)
    elif isinstance(value, tuple):
        if len(value) > MOST_IN_A_LIST:
            yield (
                f"The list has {len(value):,} lines.",
                f"At most {MOST_IN_A_LIST} fit.",
            )
    elif isinstance(value, Fraction):
        if not 0 <= value <= 1:
            yield f"The share is {value}.", "A share is from 0 to 100%."
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from _figure(name, value)


def _text(name: str, value: str) -> Iterator[tuple[str, str]]:
    most = MOST_IN_A_TEXT if name in LONG else MOST_IN_A_LINE
    if len(value) > most:
        yield f"The text has {len(value):,} characters.", f"At most {most:,} fit."
        return
    if MARKUP.search(value):
        yield "The text contains markup.", "Write plain words."
    if CONTROL.search(value):
        yield "The text contains characters that do not print.", "Type it again."


def _figure(name: str, value: int) -> Iterator[tuple[str, str]]:
    most = next(limit for ending, limit in MOST.items() if name.endswith(ending))
    if value < 0:
        yield f"The figure is {value:,}.", "Nothing here is below 0."
    elif value > most:
        shown = f"{value:,}" if value < 10**18 else "far too large"
        yield f"The figure is {shown}.", f"At most {most:,} is accepted."
