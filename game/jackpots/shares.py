"""How many winning hands there were, and what each of them gets."""

from dataclasses import dataclass
from fractions import Fraction

from game.hands import Category
from rulebook import HOUSE, Cite, Refusal


@dataclass(frozen=True, slots=True)
class Share:
    """What each winner of one class gets: exactly, and in whole cents."""

    exact_cents: Fraction
    cents: int
    cite: Cite
    from_meter_cents: int  # the rest, up to a guaranteed minimum, comes from the house

    @property
    def exact_dollars(self) -> str:
        """The exact share in dollars, as “p/q”."""
        dollars = self.exact_cents / 100
        return f"{dollars.numerator}/{dollars.denominator}"


@dataclass(frozen=True, slots=True)
class Shares:
    """The meter used, and the share of each class that was hit."""

    meter_used_cents: int
    royal: Share | None
    straight_flush: Share | None
    cite: Cite
    tables: tuple[Cite, ...] = ()  # the printed tables the shares are read from

    def of(self, hand: Category | None) -> Share:
        """The share of a winner who holds this hand."""
        won = self.royal if hand is Category.ROYAL_FLUSH else self.straight_flush
        if won is None:
            raise ValueError(f"Nobody had counted a {hand}.")
        return won


def card_alarm(royals: int, straight_flushes: int) -> Refusal | None:
    """An alarm if one deck with three shared cards cannot have dealt these hands.

    All winners hold the three community cards, so they share a suit and each needs two
    more cards of it: there is room for two of them, and for one royal flush.
    """
    return _alarm(royals, straight_flushes, most=(1, 2))


def own_cards_alarm(royals: int, straight_flushes: int) -> Refusal | None:
    """The same alarm where every player holds five cards of their own."""
    return _alarm(royals, straight_flushes, most=(4, 8))


def _alarm(royals: int, flushes: int, most: tuple[int, int]) -> Refusal | None:
    if royals <= most[0] and royals + flushes <= most[1]:
        return None
    counted = ((royals, "royal flush"), (flushes, "straight flush"))
    parts = [f"{n} {name}{'es' if n > 1 else ''}" for n, name in counted if n]
    wrong = f"One deck cannot give {' and '.join(parts)} in one round."
    right = "Stop play, check the cards and tell Surveillance."
    return Refusal(HOUSE.at("JACKPOT-1"), wrong, right)
