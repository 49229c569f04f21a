"""How a meter pays, in sentences with their rules, for whoever has to explain it. Pure.

Nothing here decides a prize: it reads the same tables that do.
"""

from collections.abc import Iterator

from game.bonus_hand import CardsUsed
from game.jackpots.prizes import PrizeTable
from game.jackpots.shared_round import element
from house.floor.meters.terms import Terms, prize_table
from house.floor.meters.valuing import shared
from rulebook import Cited


def how_it_pays(terms: Terms) -> tuple[Cited[str], ...]:
    """Which cards count, which prizes grow, and what a wager is paid beside."""
    return tuple(_sentences(terms))


def _sentences(terms: Terms) -> Iterator[Cited[str]]:
    used = _cards_used(terms)
    if used is not None:
        yield Cited(f"A hand is {used.value}.", used.cite)
    sharing = terms.system.sharing
    if sharing is not None and isinstance(prize_table(terms), PrizeTable):
        yield from _elements(terms)
        yield Cited("It is paid whatever the other wagers come to.", sharing.paid_apart)


def _cards_used(terms: Terms) -> Cited[CardsUsed] | None:
    if terms.system.cards_used is not None:
        return terms.system.cards_used[terms.multi_game]
    pays = prize_table(terms)
    return pays.cards_used if isinstance(pays, PrizeTable) else None


def _elements(terms: Terms) -> Iterator[Cited[str]]:
    """The hands that win from the pool, and those that win a fixed amount."""
    jackpot = shared(terms)
    found: dict[Cited[str], list[str]] = {}
    for hand in jackpot.pays.prizes:
        name = hand.replace("_", " ")
        found.setdefault(element(jackpot, hand), []).append(name)
    for part, hands in found.items():
        yield Cited(f"{', '.join(hands).capitalize()}: {part.value}.", part.cite)
