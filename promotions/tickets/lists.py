"""Rows of a list of tickets or play, read one after another; a bad one says why."""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache, partial
from io import StringIO
from itertools import count, islice, repeat
from operator import itemgetter
from typing import IO, Any, NamedTuple

from house.people.patrons.queries import card_number
from promotions.tickets import cells
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
DIGITS = 12
TIER = "tier"  # what the loyalty programme calls the card; a list may leave it out
LONGEST, LONGEST_TIER = 80, 40  # characters
QUOTE = '"'
REMEMBERED = 1 << 14  # times and numbers of a list, which come again and again


class Given(NamedTuple):
    """One row of a list: what it gives to whom, and when it was earned."""

    line: int
    reference: str
    card: str
    at: datetime
    came: Came
    amount: int
    tier: str = ""


@dataclass(frozen=True, slots=True)
class Bad:
    """A row that cannot be read, and why."""

    line: int
    reference: str
    why: str


# `Given._make` without its Python: a list has a million rows.
at_once: Callable[[tuple[Any, ...]], Given] = partial(tuple.__new__, Given)


class Block(NamedTuple):
    """Rows that are taken together, and those of them that cannot be read."""

    given: Sequence[Given]
    bad: Sequence[Bad]

    @classmethod
    def of(cls, rows: Iterable[Given | Bad]) -> "Block":
        """Rows that came one by one."""
        every = [*rows]
        given = [row for row in every if isinstance(row, Given)]
        return cls(given, [row for row in every if isinstance(row, Bad)])

    @property
    def read(self) -> int:
        """How many rows these are."""
        return len(self.given) + len(self.bad)


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

    def plain(self, most: int) -> str | None:
        """The next so many lines at once; none where a cell might go over its line."""
        begin, found = self.byte, [*islice(self._file, most)]
        whole, longest = b"".join(found), max(map(len, found), default=0)
        try:
            text = whole.decode()
        except UnicodeDecodeError:
            text = QUOTE  # one by one: it is said which line it is
        if QUOTE in text or longest > csv.field_size_limit():
            self._file.seek(begin)
            return None
        self.byte, self.number = begin + len(whole), self.number + len(found)
        return text

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
        self._lines, self.is_over = Lines(file), False
        try:
            heads = next(csv.reader(self._lines, strict=True), [])
        except csv.Error as error:
            raise _broken(self._lines.number, error) from None
        self._columns = columns_of(heads)
        if begin is not None and begin.byte:
            self._lines.go_to(begin)

    @property
    def place(self) -> Place:
        """Where the next row begins."""
        return Place(self._lines.byte, self._lines.number)

    def next_block(self, most: int) -> Block:
        """The rows of the next lines, so many at most; then it is known if it ends."""
        before, text = self._lines.number, self._lines.plain(most)
        if text is None:
            found = Block.of(islice(self, most))
            self.is_over = found.read < most
            return found
        self.is_over = self._lines.number - before < most
        faultless = self._columns.faultless(before + 1, text)
        if faultless is not None:
            return Block(faultless, [])
        reader = csv.reader(StringIO(text, newline="\n"), strict=True)
        try:
            rows = self._columns.rows(zip(count(before + 1), reader, strict=False))
            return Block.of(rows)
        except csv.Error as error:
            raise _broken(before + reader.line_num, error) from None

    def __iter__(self) -> Iterator[Given | Bad]:
        """Every row that is left."""
        lines = self._lines
        reader = csv.reader(lines, strict=True)
        try:
            yield from self._columns.rows((lines.number, row) for row in reader)
        except csv.Error as error:
            raise _broken(lines.number, error) from None


def _broken(line: int, error: csv.Error) -> Unreadable:
    return Unreadable(f"Line {line}: {error}.", "Save it as CSV again.")


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a list has what, and what its amounts are of."""

    places: tuple[int, ...]  # of reference, card, time, amount and, if any, tier
    came: Came

    def rows(self, numbered: Iterable[tuple[int, list[str]]]) -> Iterator[Given | Bad]:
        """What each row says, or why it cannot be understood."""
        cells_of = itemgetter(*self.places)
        for line, row in numbered:
            try:
                reference, card, time, amount, *tier = cells_of(row)
            except IndexError:
                if row:
                    yield Bad(line, "", "A cell is missing.")
                continue
            yield row_of(line, reference, card, time, amount, self.came, *tier)

    def faultless(self, line: int, text: str) -> list[Given] | None:
        """Lines column by column, as `row_of` reads each; none if one has a fault."""
        columns = cells.columns(text)
        if columns is None or len(columns) <= max(self.places):
            return None  # a blank line, a cell that is missing, or no line at all
        names, cards, times, amounts, *tiers = itemgetter(*self.places)(columns)
        instants = {time: instant(time) for time in {*times}}
        numbers = {amount: amount_of(amount) for amount in {*amounts}}
        spelt = {tier: tier_of(tier) for tier in {*tiers[0]}} if tiers else {}
        references = [*map(str.strip, names)]
        if (
            not all(references)
            or max(map(len, references)) > LONGEST
            or any(isinstance(at, str) for at in instants.values())
            or None in {*numbers.values(), *spelt.values()}
        ):
            return None
        found = zip(
            count(line),
            references,
            card_numbers(cards),
            map(instants.__getitem__, times),
            repeat(self.came),
            map(numbers.__getitem__, amounts),
            map(spelt.__getitem__, tiers[0]) if tiers else repeat(""),
        )
        return [*map(at_once, found)]


def columns_of(heads: list[str]) -> Columns:
    """What the first line of a list says of the others."""
    names = [head.strip().lower() for head in heads]
    amounts = [name for name in AMOUNTS if name in names]
    missing = [name for name in NEEDED if name not in names]
    if missing or len(amounts) != 1:
        wrong = f"The first line is “{','.join(names)[:80]}”."
        right = f"It names reference, card, at and one of {', '.join(AMOUNTS)}."
        raise Unreadable(wrong, right)
    wanted = (*NEEDED, amounts[0], *([TIER] if TIER in names else []))
    return Columns(tuple(map(names.index, wanted)), AMOUNTS[amounts[0]])


def card_numbers(cards: Sequence[str]) -> Iterable[str]:
    """Cards in one spelling; as they are where all of them have it already."""
    whole = "".join(cards)
    plain = whole.isascii() and whole.isalnum() and whole == whole.upper()
    return cards if plain else map(card_number, cards)


def row_of(  # noqa: PLR0913, PLR0917
    line: int,
    reference: str,
    card: str,
    time: str,
    amount: str,
    came: Came,
    tier: str = "",
) -> Given | Bad:
    """What one row says, or why it cannot be understood."""
    at, number, reference = instant(time), amount_of(amount), reference.strip()
    if not reference or len(reference) > LONGEST:
        return Bad(line, reference[:LONGEST], "The reference is empty or too long.")
    if isinstance(at, str):
        return Bad(line, reference, at)
    if number is None:
        return Bad(line, reference, f"“{amount[:40]}” is no number up to {MOST:,}.")
    spelt = tier_of(tier)
    if spelt is None:
        return Bad(line, reference, f"The tier is longer than {LONGEST_TIER}.")
    return Given(line, reference, card_number(card), at, came, number, spelt)


def tier_of(written: str) -> str | None:
    """A tier in one spelling, where it is no longer than one."""
    tier = " ".join(written.split())
    return tier if len(tier) <= LONGEST_TIER else None


@lru_cache(REMEMBERED)
def instant(time: str) -> datetime | str:
    """The instant that is written, or why it is none."""
    try:
        at = datetime.fromisoformat(time)
        return at.astimezone(UTC) if at.tzinfo else "The time does not say its zone."
    except (ValueError, OverflowError):
        return f"“{time[:40]}” is no time."


@lru_cache(REMEMBERED)
def amount_of(written: str) -> int | None:
    """The number that is written, where it is one that a row may give."""
    if not (written.isascii() and written.isdigit() and len(written) <= DIGITS):
        return None
    number = int(written)
    return number if 0 < number <= MOST else None
