"""How a meter pays, in sentences with their rules, for whoever has to explain it. Pure.

Nothing here decides a prize: it reads the same tables that do.
"""

from collections.abc import Iterator

from game.bonus_hand import CardsUsed
from game.jackpots.prizes import PrizeTable
from game.jackpots.seat_by_seat import CARDS_USED, LINK_CARDS_USED
from game.jackpots.shared_round import element
from house.floor.meters.terms import Terms, prize_table
from house.floor.meters.valuing import SHARING, shared
from rulebook import Cited


def how_it_pays(terms: Terms) -> tuple[Cited[str], ...]:
    """Which cards count, which prizes grow, and what a wager is paid beside."""
    return tuple(_sentences(terms))


def _sentences(terms: Terms) -> Iterator[Cited[str]]:
    used = _cards_used(terms)
    if used is not None:
        yield Cited(f"A hand is {used.value}.", used.cite)
    if terms.rulebook in SHARING and isinstance(prize_table(terms), PrizeTable):
        yield from _elements(terms)
        apart = SHARING[terms.rulebook].paid_apart
        yield Cited("It is paid whatever the other wagers come to.", apart)


def _cards_used(terms: Terms) -> Cited[CardsUsed] | None:
    if terms.rulebook == "MASS":
        return LINK_CARDS_USED if terms.multi_game else CARDS_USED
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
