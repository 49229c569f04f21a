"""Rows of a list of tickets or play, read one after another; a bad one says why."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO, NamedTuple

from house.people.patrons.queries import card_number
from promotions.tickets.models import Came
from rulebook import HOUSE, Cite, Refusal, Refused

LISTED: Cite = HOUSE.at("PROMOTION-44")
NEEDED = ("reference", "card", "at")
AMOUNTS = {
    "tickets": Came.LIST,
    "play": Came.PLAY,  # in cents
    "points": Came.POINTS,
    "visits": Came.VISIT,
}
MOST = 10_000_000  # of anything, in one row
LONGEST = 80


class Given(NamedTuple):
    """One row of a list: what it gives to whom, and when it was earned."""

    line: int
    reference: str
    card: str
    at: datetime
    came: Came
    amount: int


@dataclass(frozen=True, slots=True)
class Bad:
    """A row that cannot be read, and why."""

    line: int
    reference: str
    why: str


class Unreadable(Exception):
    """A list that is none: what is wrong with it, and what helps."""

    def __init__(self, wrong: str, right: str) -> None:
        super().__init__(wrong)
        self.refused = Refused((Refusal(LISTED, wrong, right, "file"),))


def lines(file: IO[bytes]) -> Iterator[str]:
    """The text of a list line by line, without the mark some programs begin with."""
    first = True
    for number, line in enumerate(file, start=1):
        try:
            text = line.decode()
        except UnicodeDecodeError:
            wrong = f"Line {number} is not UTF-8."
            raise Unreadable(wrong, "Save the list as CSV in UTF-8.") from None
        yield text.removeprefix("\ufeff") if first else text
        first = False


def rows(text: Iterable[str]) -> Iterator[Given | Bad]:
    """Every row of a list; its first line names the columns."""
    reader = csv.reader(text, strict=True)
    try:
        places, came = _columns(next(reader, []))
        at_reference, at_card, at_time, at_amount = places
        most = max(places)
        for cells in reader:
            if not cells:
                continue
            if len(cells) <= most:
                yield Bad(reader.line_num, "", "A cell is missing.")
                continue
            yield _row(
                reader.line_num,
                cells[at_reference],
                cells[at_card],
                cells[at_time],
                cells[at_amount],
                came,
            )
    except csv.Error as error:
        wrong = f"Line {reader.line_num}: {error}."
        raise Unreadable(wrong, "Save it as CSV again.") from None


def _columns(heads: list[str]) -> tuple[tuple[int, ...], Came]:
    names = [head.strip().lower() for head in heads]
    amounts = [name for name in AMOUNTS if name in names]
    missing = [name for name in NEEDED if name not in names]
    if missing or len(amounts) != 1:
        wrong = f"The first line is “{','.join(names)[:80]}”."
        right = f"It names reference, card, at and one of {', '.join(AMOUNTS)}."
        raise Unreadable(wrong, right)
    places = tuple(names.index(name) for name in (*NEEDED, amounts[0]))
    return places, AMOUNTS[amounts[0]]


def _row(  # noqa: PLR0913, PLR0917
    line: int, reference: str, card: str, time: str, amount: str, came: Came
) -> Given | Bad:
    reference = reference.strip()
    if not reference or len(reference) > LONGEST:
        return Bad(line, reference[:LONGEST], "The reference is empty or too long.")
    try:
        at = datetime.fromisoformat(time)
    except ValueError:
        return Bad(line, reference, f"“{time[:40]}” is no time.")
    if at.tzinfo is None:
        return Bad(line, reference, "The time does not say its zone.")
    if not (amount.isascii() and amount.isdigit() and 0 < int(amount[:12]) <= MOST):
        return Bad(line, reference, f"“{amount[:40]}” is no number up to {MOST:,}.")
    number = card if card.isalnum() and card.isupper() else card_number(card)
    return Given(line, reference, number, at.astimezone(UTC), came, int(amount))
