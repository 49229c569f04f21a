"""Winners against expectation: information for staff, and never a reason to draw anew.

A group of tickets, by day, channel, tier or size of holding, is expected to win as its
share of all tickets. A winner whose tickets came in several groups counts in each by
share.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulebook import HOUSE, Cite

INFORMS: Cite = HOUSE.at("PROMOTION-86")
BANDS = ((1, "1 ticket"), (5, "2 to 5"), (20, "6 to 20"), (100, "21 to 100"))
ABOVE = "over 100"
UNSAID = "not said"  # the tier of a card


@dataclass(frozen=True, slots=True)
class Group:
    """Tickets of one kind: how many, how many winners are theirs, how many expected."""

    label: str
    tickets: int
    won: Fraction
    expected: Fraction


def band(tickets: int) -> str:
    """Which size of holding this is."""
    return next((label for most, label in BANDS if tickets <= most), ABOVE)


def groups(
    tickets: Mapping[str, int], winners: Sequence[Mapping[str, int]]
) -> Sequence[Group]:
    """Each group beside what chance gives it; of each winner, tickets by group."""
    total = sum(tickets.values())
    won = dict.fromkeys(tickets, Fraction(0))
    for mine in winners:
        held = sum(mine.values())
        for label, count in mine.items():
            won[label] = won.get(label, Fraction(0)) + Fraction(count, held)
    return [
        Group(label, count, won[label], Fraction(count * len(winners), total or 1))
        for label, count in tickets.items()
    ]


def said(tiers: Sequence[Group]) -> Sequence[Group]:
    """Tiers of cards, where anything was said of any."""
    return tiers if any(group.label != UNSAID for group in tiers) else ()
