"""What can be taken away, row by row, each sheet with headings and its totals."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum

from sqlmodel import Session, col, select

from house.ledger.postings import Account
from house.sheets import Cell, Cents
from house.venue import Venue
from rulebook import HOUSE, Cited
from tournaments.models import EntryRow, TournamentRow
from tournaments.money import accounts, queries
from tournaments.money.models import ReceiptRow
from tournaments.money.receipts import BY_METHOD
from tournaments.path import ledgers
from tournaments.seating.seats import seats_now

PAGE = 500
ENTRIES = (
    *("Entry", "Name", "State", "Entered", "By", "Signed", "Session", "Table", "Seat"),
    *("Paid", "Comes back", "Still due back"),
)
SEATS = ("Session", "Table", "Seat", "Entry", "Name")
METHODS = tuple(method.value.capitalize() for method in BY_METHOD.values())
SHARED = (accounts.POOL, accounts.STAFF, accounts.HOUSE)
MONEY = (
    *("Receipt", "When", "Entry", "Name", "For", "Shift", "By"),
    *METHODS,
    *("Pool", "Staff", "House", "Amount"),
)
Row = tuple[Cell, ...]


class Export(StrEnum):
    """What of a tournament can be taken away."""

    ENTRIES = "entries"
    SEATS = "seats"
    MONEY = "money"


def rows(
    session: Session, tournament: TournamentRow, what: Export, venue: Venue
) -> Iterator[Row]:
    """A whole sheet: its headings, its rows, its totals."""
    return SHEETS.value[what](session, tournament, venue)


def _pages(session: Session, tournament: TournamentRow) -> Iterator[Sequence[EntryRow]]:
    after = 0
    mine = select(EntryRow).where(col(EntryRow.tournament_id) == tournament.pk)
    ordered = mine.order_by(col(EntryRow.number)).limit(PAGE)
    while page := session.exec(ordered.where(col(EntryRow.number) > after)).all():
        yield page
        after = page[-1].number


def _entries(
    session: Session, tournament: TournamentRow, venue: Venue
) -> Iterator[Row]:
    yield ENTRIES
    seats, sums, count = seats_now(session, tournament), [0, 0, 0], 0
    for page in _pages(session, tournament):
        money = queries.of_entries(session, [entry.pk for entry in page])
        for entry in page:
            paid = money.get(entry.pk, queries.NOTHING)
            found = (paid.paid_cents, paid.back_cents, paid.due_cents)
            sums = [a + b for a, b in zip(sums, found, strict=True)]
            count += 1
            seat = seats.get(entry.pk)
            yield (
                entry.number,
                entry.name,
                entry.state.value,
                venue.local(entry.entered_at).isoformat(timespec="seconds"),
                entry.entered_by_name,
                venue.local(entry.signed_at).isoformat(timespec="seconds")
                if entry.signed_at
                else None,
                *((seat.session, seat.table_number, seat.seat) if seat else [None] * 3),
                *map(Cents, found),
            )
    yield ("Total", f"{count} entries", *[None] * 7, *map(Cents, sums))


def _seats(session: Session, tournament: TournamentRow, _venue: Venue) -> Iterator[Row]:
    yield SEATS
    names = {e.pk: e for e in ledgers.entries(session, tournament)}
    seats = seats_now(session, tournament)
    for entry_id, sits in seats.items():
        place, entry = sits.place, names[entry_id]
        yield (place.session, place.table, place.seat, entry.number, entry.name)
    yield ("Total", None, len(seats), None, None)


def _money(session: Session, tournament: TournamentRow, venue: Venue) -> Iterator[Row]:
    yield MONEY
    sums: Counter[int] = Counter()
    after = 0
    while page := _receipts(session, tournament, after):
        moved = queries.moves_of(session, [receipt.pk for receipt, _ in page])
        for receipt, entry in page:
            found = _amounts(moved.get(receipt.pk, {}))
            for at, cents in enumerate(found):
                sums[at] += cents
            yield (
                receipt.number,
                venue.local(receipt.at).isoformat(timespec="seconds"),
                entry.number,
                entry.name,
                receipt.kind.value,
                receipt.shift_id,
                receipt.by_name,
                *map(Cents, found),
            )
        after = page[-1][0].number
    columns = len(METHODS) + len(SHARED) + 1
    yield ("Total", *[None] * 6, *(Cents(sums[at]) for at in range(columns)))


def _receipts(
    session: Session, tournament: TournamentRow, after: int
) -> Sequence[tuple[ReceiptRow, EntryRow]]:
    mine = (
        select(ReceiptRow, EntryRow)
        .join(EntryRow, col(EntryRow.id) == ReceiptRow.entry_id)
        .where(
            col(ReceiptRow.tournament_id) == tournament.pk,
            col(ReceiptRow.number) > after,
        )
    )
    return session.exec(mine.order_by(col(ReceiptRow.number)).limit(PAGE)).all()


def _amounts(moves: Mapping[Account, int]) -> list[int]:
    """What a receipt moved: by each method, to each share, and in all."""
    kinds: Counter[str] = Counter()
    for account, cents in moves.items():
        if account.unit == accounts.CENTS:
            kinds[account.kind] += cents
    methods = [kinds[kind] for kind in BY_METHOD]
    return [*methods, *(kinds[kind] for kind in SHARED), sum(methods)]


Sheet = Callable[[Session, TournamentRow, Venue], Iterator[Row]]
SHEETS: Cited[Mapping[Export, Sheet]] = Cited(
    {Export.ENTRIES: _entries, Export.SEATS: _seats, Export.MONEY: _money},
    HOUSE.at("TOURN-184"),
)
