"""Bounds on what terms may hold: plain text and figures a house could mean."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rulebook.refusal import Refusal
from rulebook.sources import HOUSE
from rulebook.terms.data import leaves
from rulebook.terms.terms import Terms

MOST_IN_A_LINE = 120
MOST_IN_A_TEXT = 4_000
MOST_IN_A_LIST = 200
MARKUP = re.compile(r"<[A-Za-z/!?]|&#?\w+;")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


def bounds(terms: Terms) -> tuple[Refusal, ...]:
    """Every text and figure that no terms can hold."""
    return tuple(
        Refusal(HOUSE.at("TERMS-2"), wrong, right, place)
        for place, value in leaves(terms)
        for wrong, right in _beyond(terms, name_in(place), value)
    )


def name_in(place: str) -> str:
    """The name of the field at a place, also inside a list."""
    return next(part for part in reversed(place.split(".")) if not part.isdigit())


def _beyond(terms: Terms, name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield from _text(value, long=name in terms.long_texts)
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
        most = next(m for end, m in terms.most.items() if name.endswith(end))
        yield from _figure(value, most)


def _text(value: str, *, long: bool) -> Iterator[tuple[str, str]]:
    most = MOST_IN_A_TEXT if long else MOST_IN_A_LINE
    if len(value) > most:
        yield f"The text has {len(value):,} characters.", f"At most {most:,} fit."
        return
    if MARKUP.search(value):
        yield "The text contains markup.", "Write plain words."
    if CONTROL.search(value):
        yield "The text contains characters that do not print.", "Type it again."


def _figure(value: int, most: int) -> Iterator[tuple[str, str]]:
    if value < 0:
        yield f"The figure is {value:,}.", "Nothing here is below 0."
    elif value > most:
        shown = f"{value:,}" if value < 10**18 else "far too large"
        yield f"The figure is {shown}.", f"At most {most:,} is accepted."
