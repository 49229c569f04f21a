"""The accounts of a tournament's chips: stacks, racks and what was handed out."""

from collections.abc import Mapping

from sqlalchemy import ColumnElement, SQLColumnExpression, String, and_, cast, literal
from sqlmodel import col

from house.ledger.models import AccountRow
from house.ledger.postings import Account
from tournaments.money.accounts import CHIPS
from tournaments.rules.tokens import Pieces

STACK = "stack"  # of an entry, with what it has on the layout of a round under way
LACKING = "chips lacking"  # below nothing: a correction took more than a stack had
RACK = "rack"  # of a table
OUT = "chips handed out"  # of a tournament, below nothing: what tables and stacks have
UNEXPLAINED = "chips unexplained"  # of a tournament: counts against what went in
OF_ROUNDS = frozenset({STACK, LACKING, RACK})
PIECES = "pieces"  # the unit of chips by denomination, whoever of a table has them


def stack(entry_id: int) -> Account:
    """The chips of an entrant."""
    return Account(STACK, f"entry {entry_id}", CHIPS)


def is_stack_of(entry_id: SQLColumnExpression[int | None]) -> ColumnElement[bool]:
    """Whether an account is the stack of an entry, as a condition."""
    return and_(
        col(AccountRow.kind) == STACK,
        col(AccountRow.unit) == CHIPS,
        col(AccountRow.owner) == literal("entry ") + cast(entry_id, String),
    )


def entry_of(account: Account) -> int:
    """The entry whose stack an account is."""
    return int(account.owner.removeprefix("entry "))


def lacking(entry_id: int) -> Account:
    """What an entrant should have lost and had not."""
    return Account(LACKING, f"entry {entry_id}", CHIPS)


def rack(table_number: int) -> Account:
    """The chips in the tray of a table."""
    return Account(RACK, f"table {table_number}", CHIPS)


def out(tournament_id: int) -> Account:
    """What a tournament handed out, below nothing."""
    return Account(OUT, f"tournament {tournament_id}", CHIPS)


def unexplained(tournament_id: int) -> Account:
    """What counts found missing; below nothing, what they found too many."""
    return Account(UNEXPLAINED, f"tournament {tournament_id}", CHIPS)


def pieces(table_number: int, denomination: int) -> Account:
    """The chips of one denomination at a table, in its tray and its stacks."""
    return Account(f"chips of {denomination}", f"table {table_number}", PIECES)


def pieces_out(tournament_id: int, denomination: int) -> Account:
    """What a tournament handed out of one denomination, below nothing."""
    kind = f"chips of {denomination} handed out"
    return Account(kind, f"tournament {tournament_id}", PIECES)


def pieces_unexplained(tournament_id: int, denomination: int) -> Account:
    """What counts found missing of one denomination; below nothing, too many."""
    kind = f"chips of {denomination} unexplained"
    return Account(kind, f"tournament {tournament_id}", PIECES)


def brought(tournament_id: int, table_number: int, came: Pieces) -> dict[Account, int]:
    """Pieces that come to a table from those of the tournament, or go back."""
    found: dict[Account, int] = {}
    for denomination, count in came.items():
        found[pieces(table_number, denomination)] = count
        found[pieces_out(tournament_id, denomination)] = -count
    return {account: count for account, count in found.items() if count}


def due(
    table_number: int, won: Mapping[int, int], has: Mapping[int, int]
) -> dict[Account, int]:
    """What a round is due: from the rack to stacks, none of which goes below nothing.

    `has` says what each entrant would have without the round.
    """
    found = {rack(table_number): -sum(won.values())}
    for entry_id, net in won.items():
        short = max(0, -net - has.get(entry_id, 0))
        found[stack(entry_id)] = net + short
        found[lacking(entry_id)] = -short
    return {account: chips for account, chips in found.items() if chips}


def banks(
    tournament_id: int, table_number: int, handed: Mapping[int, int], tray: int
) -> dict[Account, int]:
    """What a table of a session begins with: what each is handed, and its tray."""
    found = {stack(entry_id): bank for entry_id, bank in handed.items()}
    found[rack(table_number)] = tray
    found[out(tournament_id)] = -sum(found.values())
    return {account: chips for account, chips in found.items() if chips}
