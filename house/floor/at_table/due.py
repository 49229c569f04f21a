"""What a round at a money table is due to each account, however it got there. Pure."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from game.line import Line
from house.ledger.postings import Account, Due
from house.payments.accounts import AT_RISK, CARRIED, CENTS, OWED, PURSE

JACKPOT = "jackpot"
FLOAT = "float"  # what a table took, or below nothing paid out
TAKINGS = "jackpot takings"  # jackpot wagers that were lost or won
PRIZES = "jackpot prizes"  # below nothing: what was paid for them
MONEY = frozenset({PURSE, AT_RISK, CARRIED, OWED, FLOAT, TAKINGS, PRIZES})


def guests(table: int) -> str:
    """Those at a table whom nobody knows by a card, as the owner of accounts."""
    return f"guests of table {table}"


@dataclass(frozen=True, slots=True)
class Prize:
    """What a jackpot wager is due, and whose it is."""

    seat: int
    owner: str
    staked: bool
    due: int


@dataclass(frozen=True, slots=True)
class Paid:
    """What somebody was really paid for something, beside what they are due for it."""

    seat: int
    owner: str
    what: str
    due: int
    paid: int
    at: datetime

    @property
    def short(self) -> int:
        """What was paid too little; below nothing, too much."""
        return self.due - self.paid


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """Everything about a round that moves money."""

    table: int
    staked: Mapping[int, Mapping[str, int]]
    owners: Mapping[int, str]  # whose the wagers of a seat are
    lines: Sequence[Line]  # the wagers that are decided
    over: bool
    # Whose a jackpot wager is that is not the seat's own player's.
    backers: Mapping[int, str] = field(default_factory=dict)
    prizes: Sequence[Prize] = ()
    carried_in: Mapping[int, str] = field(default_factory=dict)  # paid earlier: whose
    # Jackpot wagers that wait or that a later round plays, and how much each is.
    carried_out: Mapping[int, int] = field(default_factory=dict)
    paid: Sequence[Paid] = ()

    @property
    def house(self) -> str:
        """The table, as the owner of accounts."""
        return f"table {self.table}"

    def owner(self, seat: int, wager: str) -> str:
        """Whose a wager is."""
        mine = self.owners.get(seat, guests(self.table))
        if wager != JACKPOT:
            return mine
        return self.carried_in.get(seat) or self.backers.get(seat) or mine


def money(facts: RoundFacts) -> Due:
    """What each account is due in cents for a round as it stands."""
    due: defaultdict[Account, int] = defaultdict(int)

    def move(kind: str, owner: str, cents: int) -> None:
        due[Account(kind, owner, CENTS)] += cents

    lines = {(line.seat, line.wager): line for line in facts.lines}
    for (seat, wager), cents in _stakes(facts, lines).items():
        owner, line = facts.owner(seat, wager), lines.get((seat, wager))
        lies = _lies(facts, seat, wager, owner)
        comes_from = CARRIED if _is_carried_in(facts, seat, wager) else PURSE
        if (line, comes_from) == (None, PURSE) and lies == (
            AT_RISK,
            guests(facts.table),
        ):
            continue  # until it is decided it is in nobody's account
        move(comes_from, owner, -cents)
        if line is not None:
            move(PURSE, owner, cents + line.net)
            move(FLOAT, facts.house, -line.net)
        else:
            move(*lies, cents)
    for prize in facts.prizes:
        move(PRIZES, facts.house, -prize.due)
        move(PURSE, prize.owner, prize.due)
    for paid in facts.paid:
        move(PURSE, paid.owner, -paid.short)
        move(OWED, paid.owner, paid.short)
    return {account: cents for account, cents in due.items() if cents}


def _stakes(
    facts: RoundFacts, lines: Mapping[tuple[int, str], Line]
) -> Mapping[tuple[int, str], int]:
    """What was put down in the round; what a later round plays was put down here."""
    played = {(seat, JACKPOT): n for seat, n in facts.carried_out.items()}
    lying = {
        (seat, wager): cents
        for seat, wagers in facts.staked.items()
        for wager, cents in wagers.items()
    }
    return played | lying | {place: line.stake for place, line in lines.items()}


def _is_carried_in(facts: RoundFacts, seat: int, wager: str) -> bool:
    return wager == JACKPOT and seat in facts.carried_in


def _lies(facts: RoundFacts, seat: int, wager: str, owner: str) -> tuple[str, str]:
    """Where a wager lies that no line decides."""
    if wager == JACKPOT and seat in facts.carried_out:
        return CARRIED, owner
    if not facts.over:
        return AT_RISK, owner
    judged = {prize.seat for prize in facts.prizes if prize.staked}
    if wager == JACKPOT and seat in judged:
        return TAKINGS, facts.house
    return PURSE, owner  # it went back
