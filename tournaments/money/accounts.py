"""The accounts of a tournament's money: what was paid, whose it is, where it lies.

A payment moves two things at once: what the entrant has paid becomes pool, staff share
and house share; and a drawer has more of it, for the tournament.
"""

from collections.abc import Iterator, Mapping

from sqlalchemy import ColumnElement, SQLColumnExpression, String, and_, cast, literal
from sqlmodel import col

from house.ledger.models import AccountRow
from house.ledger.postings import Account, Move
from tournaments.rules.payments import Method, PaidFor, Shares

CENTS, CHIPS = "cents", "chips"
POOL, STAFF, HOUSE = "pool", "staff share", "house share"
HELD = "held"  # below nothing: what lies in drawers for the tournament
PAID: Mapping[PaidFor, str] = {
    what: f"{what} paid" for what in PaidFor
}  # below nothing
REFUND_DUE, REFUNDED = "refund due", "refunded"
PRIZE = "prize"  # what an entry was handed out as one
PRIZES = "prizes handed out"  # below nothing: of the tournament
CHIPS_DUE = "chips due"  # paid for, and waiting for the player at the table
CHIPS_PROMISED = "chips promised"  # below nothing: where chips due come from
FLOAT, HANDED_IN, CAGE = "float", "handed in", "cage"
NO_SHIFT = "house"  # whose drawer it is where nobody has a shift


def of_tournament(tournament_id: int, kind: str) -> Account:
    """An account of a tournament: pool, staff share, house share or what is held."""
    return Account(kind, f"tournament {tournament_id}", CENTS)


def of_entry(entry_id: int, kind: str) -> Account:
    """An account of an entry: what was paid for something, or comes back."""
    return Account(kind, f"entry {entry_id}", CENTS)


def entry_of(owner: str) -> int:
    """The entry that owns an account."""
    return int(owner.removeprefix("entry "))


def shift_owner(shift_id: int | None) -> str:
    """A shift as the owner of a drawer."""
    return NO_SHIFT if shift_id is None else f"shift {shift_id}"


def drawer(shift_id: int | None, method: Method) -> Account:
    """What a shift took by one method, less what it gave back."""
    return Account(method.value, shift_owner(shift_id), CENTS)


def filled(shift_id: int, method: Method) -> Account:
    """What the cage put into a drawer after its float, less what it took back."""
    return Account(f"{method} filled", shift_owner(shift_id), CENTS)


def off(shift_id: int, method: Method) -> Account:
    """What was counted beyond what the ledger has, below nothing short of it."""
    return Account(f"{method} difference", shift_owner(shift_id), CENTS)


def paid(
    whose: tuple[int, int], what: PaidFor, shares: Shares, into: Account
) -> tuple[Move, ...]:
    """What a payment moves, of an entry in a tournament; below nothing it goes back."""
    entry_id, tournament_id = whose
    return _moved(
        (of_entry(entry_id, PAID[what]), -shares.cents),
        *_shared(tournament_id, shares, 1),
        (into, shares.cents),
        (of_tournament(tournament_id, HELD), -shares.cents),
    )


def chips(entry_id: int, tournament_id: int, count: int) -> tuple[Move, ...]:
    """Chips that wait for the player."""
    due = Account(CHIPS_DUE, f"entry {entry_id}", CHIPS)
    promised = Account(CHIPS_PROMISED, f"tournament {tournament_id}", CHIPS)
    return _moved((due, count), (promised, -count))


def is_chips_due_to(
    entry_id: SQLColumnExpression[int | None],
) -> ColumnElement[bool]:
    """Whether an account is the chips that wait for an entry, as a condition."""
    return and_(
        col(AccountRow.kind) == CHIPS_DUE,
        col(AccountRow.unit) == CHIPS,
        col(AccountRow.owner) == literal("entry ") + cast(entry_id, String),
    )


def comes_back(entry_id: int, tournament_id: int, shares: Shares) -> tuple[Move, ...]:
    """What a refund takes out of pool and shares, and owes to the entrant."""
    due = (of_entry(entry_id, REFUND_DUE), shares.cents)
    return _moved(*_shared(tournament_id, shares, -1), due)


def handed_out(
    whose: tuple[int, int], out_of: Mapping[Account, int]
) -> tuple[Move, ...]:
    """What handing out a refund moves, by the drawers it comes from."""
    entry_id, tournament_id = whose
    cents = sum(out_of.values())
    return _moved(
        (of_entry(entry_id, REFUND_DUE), -cents),
        (of_entry(entry_id, REFUNDED), cents),
        *((account, -part) for account, part in out_of.items()),
        (of_tournament(tournament_id, HELD), cents),
    )


def prize(whose: tuple[int, int], out_of: Mapping[Account, int]) -> tuple[Move, ...]:
    """What handing out a prize moves: the entrant has it, the drawers no longer."""
    entry_id, tournament_id = whose
    cents = sum(out_of.values())
    return _moved(
        (of_entry(entry_id, PRIZE), cents),
        (of_tournament(tournament_id, PRIZES), -cents),
        *((account, -part) for account, part in out_of.items()),
        (of_tournament(tournament_id, HELD), cents),
    )


def _shared(tournament_id: int, shares: Shares, sign: int) -> Iterator[Move]:
    yield of_tournament(tournament_id, POOL), sign * shares.pool_cents
    yield of_tournament(tournament_id, STAFF), sign * shares.staff_cents
    yield of_tournament(tournament_id, HOUSE), sign * shares.house_cents


def _moved(*moves: Move) -> tuple[Move, ...]:
    return tuple(move for move in moves if move[1])
