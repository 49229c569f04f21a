"""Accounts, balanced postings, and what is still to be posted. Pure."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulebook import Cite


@dataclass(frozen=True, slots=True, order=True)
class Account:
    """Who holds it, of which kind, in what: `Account("float", "table 4", "cents")`.

    Each room names its own kinds, in words that a person reads.
    """

    kind: str
    owner: str
    unit: str

    def __str__(self) -> str:
        return f"{self.kind} of {self.owner} in {self.unit}"


@dataclass(frozen=True, slots=True)
class Cause:
    """What a posting comes from: a round, a claim, an act at a desk."""

    kind: str
    id: str

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


Move = tuple[Account, int]
Due = Mapping[Account, int]


@dataclass(frozen=True, slots=True)
class Posting:
    """One balanced movement, never changed: why it happened, and under which rules."""

    cause: Cause
    rules: tuple[Cite, ...]
    moves: tuple[Move, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)  # what it was checked by

    def __post_init__(self) -> None:
        if not self.moves or not self.rules:
            raise ValueError(f"{self.cause} moves nothing, or under no rule.")
        if len({account for account, _ in self.moves}) != len(self.moves):
            raise ValueError(f"{self.cause} moves an account twice.")
        for unit, rest in sums(self.moves).items():
            if rest:
                raise ArithmeticError(f"{self.cause} does not balance in {unit}.")


def sums(moves: Iterable[Move]) -> Mapping[str, int]:
    """What movements come to in each unit: nothing, where they balance."""
    found: dict[str, int] = {}
    for account, amount in moves:
        found[account.unit] = found.get(account.unit, 0) + amount
    return found


def difference(due: Due, posted: Due, kinds: Collection[str]) -> tuple[Move, ...]:
    """What is still to be posted so that a cause comes to what it is due now.

    A due speaks for the accounts of some kinds; others are somebody else's.
    """
    if strangers := {account.kind for account in due} - set(kinds):
        raise ValueError(f"Nobody asked about accounts of {sorted(strangers)}.")
    accounts = sorted(a for a in due.keys() | posted.keys() if a.kind in kinds)
    changes = ((a, due.get(a, 0) - posted.get(a, 0)) for a in accounts)
    return tuple((account, more) for account, more in changes if more)
