"""Rows of a list of tickets or play, read one after another; a bad one says why."""

import csv
from collections.abc import Iterator
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


class Lines:
    """The text of a list line by line, and how far it was read."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.byte = self.number = 0

    def __iter__(self) -> "Lines":
        return self

    def __next__(self) -> str:
        line = self._file.readline()
        if not line:
            raise StopIteration
        first, self.byte = self.byte == 0, self.byte + len(line)
        self.number += 1
        try:
            text = line.decode()
        except UnicodeDecodeError:
            wrong = f"Line {self.number} is not UTF-8."
            raise Unreadable(wrong, "Save the list as CSV in UTF-8.") from None
        return text.removeprefix("\ufeff") if first else text  # some programs' mark

    def go_to(self, place: "Place") -> None:
        """Go on where somebody stopped."""
        self._file.seek(place.byte)
        self.byte, self.number = place.byte, place.line


class Place(NamedTuple):
    """Where the next row of a list begins, and after which line."""

    byte: int = 0
    line: int = 0


class Reading:
    """Rows of a list, from its beginning or from where somebody stopped."""

    def __init__(self, file: IO[bytes], begin: Place | None = None) -> None:
        self._lines = Lines(file)
        try:
            heads = next(csv.reader(self._lines, strict=True), [])
        except csv.Error as error:
            raise _broken(self._lines, error) from None
        self._places, self._came = _columns(heads)
        if begin is not None and begin.byte:
            self._lines.go_to(begin)

    @property
    def place(self) -> Place:
        """Where the next row begins."""
        return Place(self._lines.byte, self._lines.number)

    def __iter__(self) -> Iterator[Given | Bad]:
        """Every row that is left."""
        reader, lines = csv.reader(self._lines, strict=True), self._lines
        at_reference, at_card, at_time, at_amount = self._places
        most, came = max(self._places), self._came
        try:
            for cells in reader:
                if not cells:
                    continue
                if len(cells) <= most:
                    yield Bad(lines.number, "", "A cell is missing.")
                    continue
                yield row_of(
                    lines.number,
                    cells[at_reference],
                    cells[at_card],
                    cells[at_time],
                    cells[at_amount],
                    came,
                )
        except csv.Error as error:
            raise _broken(lines, error) from None


def _broken(lines: Lines, error: csv.Error) -> Unreadable:
    return Unreadable(f"Line {lines.number}: {error}.", "Save it as CSV again.")


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


def row_of(  # noqa: PLR0913, PLR0917
    line: int, reference: str, card: str, time: str, amount: str, came: Came
) -> Given | Bad:
    """What one row says, or why it cannot be understood."""
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
