"""What may happen now, as a console offers it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from game.cards import DECK, Card
from game.play.setup import Limits
from game.play.words import WORDS
from game.ranks import Rank
from rulebook import Cite


@dataclass(frozen=True, slots=True)
class Amounts:
    """What may be staked: some amounts for one tap, and the range for typing."""

    least: int
    most: int
    step: int
    taps: tuple[int, ...]
    cite: Cite | None = None  # the rule that sets the range, where a rule does

    def takes(self, amount: int) -> bool:
        """Whether this amount may be staked."""
        within = self.least <= amount <= self.most
        return within and (amount - self.least) % self.step == 0


@dataclass(frozen=True, slots=True)
class CardsToKey:
    """Cards that are keyed with an act: how many, for whom, and which are left."""

    count: int
    for_whom: str
    left: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Extra:
    """A further wager that may be placed with an ante."""

    wager: str
    label: str
    amounts: Amounts
    cite: Cite


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that may happen now, with the rule that offers it."""

    act: str
    cite: Cite
    seat: int | None = None
    amounts: Amounts | None = None
    extras: tuple[Extra, ...] = ()
    cards: CardsToKey | None = None
    spot: str | None = None
    blind: bool = False
    rank: Rank = Rank.DEALER  # the least that may do it
    needs: tuple[str, ...] = ()  # further fields, such as the grounds of a refusal
    what: str = ""  # the street or the hand it is about, for its label
    label: str = ""  # on its button; where empty, as its act is called


def labelled(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """The offers, each with the label of its act unless it has one of its own."""
    return tuple(replace(offer, label=offer.label or _label(offer)) for offer in offers)


def _label(offer: Offer) -> str:
    words = WORDS[offer.act].label
    return words.format(seat=offer.seat, what=offer.what).strip()


def exactly(amount: int, cite: Cite | None = None) -> Amounts:
    """One amount and no other."""
    return Amounts(amount, amount, 1, (amount,), cite)


def between(
    least: int, most: int, step: int, taps: Iterable[int], cite: Cite | None = None
) -> Amounts:
    """A range in steps, with those one-tap amounts that fit it."""
    offered = Amounts(least, most, step, ())
    fit = sorted({tap for tap in taps if offered.takes(tap)})
    return Amounts(least, most, step, tuple(fit), cite)


def within(limits: Limits) -> Amounts:
    """What an ante or a bet may be under a sign."""
    least, most = limits.minimum, limits.maximum
    times = (least * factor for factor in (1, 2, 3, 5, 10))
    return between(least, most, limits.step or 1, times)


def still_in(known: Iterable[Card], decks: int = 1) -> tuple[Card, ...]:
    """The cards that have not come as often as the shoe holds them."""
    out = list(known)
    return tuple(card for card in DECK if out.count(card) < decks)
