"""Jackpot hands, and the payments a round comes to, in the order they are made."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from game.hands import Category
from game.jackpots.meter import Meter
from game.jackpots.prizes import FixedPrize, PrizeTable
from game.jackpots.shares import Shares
from game.ranks import Rank
from rulebook import Cite

JACKPOT = "jackpot"
BONUS_JACKPOT = "bonus_jackpot"
ENVY = "envy"


@dataclass(frozen=True, slots=True)
class JackpotHand:
    """One box as the round ends: its jackpot wager, its five cards, and any fold."""

    seat: int
    stake_cents: int
    hand: Category | None
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Payment:
    """One award: how much of it the meter bears, and which rank fixes it."""

    seat: int
    wager: str
    cents: int
    from_meter_cents: int
    decided_by: Rank
    cite: Cite


@dataclass(frozen=True, slots=True)
class Paid:
    """The payments of one round in order, and the meter they leave behind."""

    payments: tuple[Payment, ...]
    meter: Meter
    order: tuple[Cite, ...] = ()  # why they are paid in this order


def from_the_right(hands: Iterable[JackpotHand]) -> Sequence[JackpotHand]:
    """Boxes as the dealer pays them: seats count from the left, pay from the right."""
    return sorted(hands, key=lambda box: -box.seat)


def hits(table: PrizeTable, boxes: Iterable[JackpotHand]) -> tuple[int, int]:
    """How many royal and straight flushes won: only hands with a live wager count."""
    won = [
        box.hand
        for box in boxes
        if box.stake_cents and table.prize(box.hand, folded=box.folded).value
    ]
    return won.count(Category.ROYAL_FLUSH), won.count(Category.STRAIGHT_FLUSH)


def payments(
    table: PrizeTable,
    shares: Shares,
    boxes: Iterable[JackpotHand],
    fixed_by: tuple[Rank, Rank] = (Rank.DEALER, Rank.SUPERVISOR),
) -> Iterator[Payment]:
    """What each box wins: a fixed sum, or its share of the meter."""
    lower, higher = fixed_by
    for box in boxes:
        prize = table.prize(box.hand, folded=box.folded)
        if not box.stake_cents or prize.value is None:
            continue
        if isinstance(prize.value, FixedPrize):
            cents = prize.value.for_stake(box.stake_cents)
            yield Payment(box.seat, JACKPOT, cents, 0, lower, prize.cite)
        else:
            won = shares.of(box.hand)
            part = won.from_meter_cents
            yield Payment(box.seat, JACKPOT, won.cents, part, higher, won.cite)
