"""Entries as a list: found by what somebody shows, by state, a page at a time."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, or_
from sqlmodel import Session, col, select

from house.people.patrons.models import PatronRow, PlayerCardRow
from house.people.patrons.names import fold
from house.people.patrons.queries import card_number
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.money.models import ReceiptRow

PAGE = 50
LARGEST = 2**31 - 1
LEAST_LETTERS = 2


@dataclass(frozen=True, slots=True)
class Listing:
    """One page of entries, how many fit, and how many there are of each state."""

    entries: Sequence[EntryRow]
    number: int
    total: int
    states: Mapping[EntryState, int]

    @property
    def pages(self) -> int:
        """How many pages there are; an empty list has one."""
        return max(1, -(-self.total // PAGE))

    @property
    def every(self) -> int:
        """How many entries were ever made."""
        return sum(self.states.values())


def listed(
    session: Session,
    tournament: TournamentRow,
    words: str = "",
    state: EntryState | None = None,
    number: int = 1,
) -> Listing:
    """One page of the entries that fit, in the order of their numbers."""
    mine = col(EntryRow.tournament_id) == tournament.pk
    fits = [mine, *([found_by(tournament, words)] if words else [])]
    by_state = (
        select(EntryRow.state, func.count()).where(*fits).group_by(col(EntryRow.state))
    )
    found = {EntryState(each): many for each, many in session.exec(by_state)}
    states = Counter(found)
    total = states[state] if state else states.total()
    number = min(max(1, number), max(1, -(-total // PAGE)))
    if state is not None:
        fits.append(col(EntryRow.state) == state)
    rows = select(EntryRow).where(*fits).order_by(col(EntryRow.number))
    some = session.exec(rows.limit(PAGE).offset((number - 1) * PAGE)).all()
    return Listing(some, number, total, states)


def found_by(tournament: TournamentRow, words: str) -> ColumnElement[bool]:
    """Whose entry it is by name or card, or by the number of entry or receipt."""
    ways = [*_named(words), *_carded(words)]
    if (typed := read_number(words)) is not None:
        receipts = select(ReceiptRow.entry_id).where(
            col(ReceiptRow.tournament_id) == tournament.pk,
            col(ReceiptRow.number) == typed,
        )
        ways += [col(EntryRow.number) == typed, col(EntryRow.id).in_(receipts)]
    return or_(*ways, col(EntryRow.id) == 0)


def read_number(words: str) -> int | None:
    """The number somebody typed, as 12, #12 or the receipt 3-00012."""
    digits = words.strip().removeprefix("#").rpartition("-")[2]
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
        return None
    return int(digits) if int(digits) <= LARGEST else None


def _named(words: str) -> Sequence[ColumnElement[bool]]:
    folded = fold(words)
    if len(folded) < LEAST_LETTERS:
        return ()
    patrons = select(PatronRow.id).where(
        col(PatronRow.search_name).contains(folded, autoescape=True)
    )
    written = func.lower(col(EntryRow.name)).contains(words.lower(), autoescape=True)
    return written, col(EntryRow.patron_id).in_(patrons)


def _carded(words: str) -> Sequence[ColumnElement[bool]]:
    number = card_number(words)
    if len(number) < LEAST_LETTERS + 1:
        return ()
    begins = col(PlayerCardRow.number).startswith(number, autoescape=True)
    holders = select(PlayerCardRow.patron_id).where(begins)
    return (col(EntryRow.patron_id).in_(holders),)
