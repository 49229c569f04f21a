"""Baccarat from a full shoe: the chance of each result and what each bet costs.

Cards count only 0 to 9, so a coup is at most six numbers. Every way the first four
can fall is weighed by the cards in the shoe, and the table of play does the rest.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

from game.baccarat.table_of_play import next_card, winner
from game.cards import Card
from game.rulebooks.punto_banco import BaccaratRules, Spot
from game.rulebooks.vic99 import BACCARAT


@dataclass(frozen=True, slots=True)
class BaccaratOdds:
    """The long run of a coup by result, and of one unit bet on each area."""

    chances: Mapping[Spot, Fraction]
    ev: Mapping[Spot, Fraction]


def analyse(decks: int, rules: BaccaratRules = BACCARAT) -> BaccaratOdds:
    """The odds of the first coup from a shoe of so many decks.

    The commission is taken at its rate: what rounding adds depends on the bet.
    """
    chances = result_chances(decks)
    player, banker, tie = (chances[s] for s in (Spot.PLAYER, Spot.BANKER, Spot.TIE))
    kept = rules.banker_pays.value * (1 - rules.commission.value.rate)
    return BaccaratOdds(
        chances=chances,
        ev={
            Spot.BANKER: banker * kept - player,
            Spot.PLAYER: player * rules.player_pays.value - banker,
            Spot.TIE: tie * rules.tie_pays.value - (player + banker),
        },
    )


# An ace, a two … a nine; a ten counts nothing. One card of each count will do.
_CARDS = {0: Card(4 * 8), 1: Card(4 * 12)} | {
    n: Card(4 * (n - 2)) for n in range(2, 10)
}
Hand = tuple[Card, ...]
Drawn = tuple[int, ...]  # the counts of the third cards, in the order they are drawn


@cache
def result_chances(decks: int) -> Mapping[Spot, Fraction]:
    """The chance of each result of the first coup from a full shoe."""
    weights = dict.fromkeys(Spot, 0)
    for player, banker in product(_PAIRS, repeat=2):
        shoe = [16 * decks, *[4 * decks] * 9]
        orders = len(set(player)) * len(set(banker))
        ways = orders * _take(shoe, (*player, *banker))
        for drawn, won in _endings(sum(player) % 10, sum(banker) % 10):
            rest = shoe.copy()
            drawing = _take(rest, drawn)
            unseen = _falling(sum(rest), 2 - len(drawn))
            weights[won] += ways * drawing * unseen
    total = _falling(52 * decks, 6)
    return {spot: Fraction(n, total) for spot, n in weights.items()}


_PAIRS = tuple(combinations_with_replacement(range(10), 2))


def _take(shoe: list[int], counts: tuple[int, ...]) -> int:
    """Ways to draw cards of these counts in turn; they are gone afterwards."""
    ways = 1
    for count in counts:
        ways *= shoe[count]
        shoe[count] -= 1
    return ways


@cache
def _endings(player: int, banker: int) -> tuple[tuple[Drawn, Spot], ...]:
    """How a coup can end from two hands of two cards that count so much."""
    nothing = _CARDS[0]
    hands = (_CARDS[player], nothing), (_CARDS[banker], nothing)
    return tuple(_play(*hands, drawn=()))


def _play(player: Hand, banker: Hand, drawn: Drawn) -> Iterator[tuple[Drawn, Spot]]:
    turn = next_card(BACCARAT, player, banker).value
    if turn is None:
        yield drawn, winner(BACCARAT, player, banker).value
        return
    for count, card in _CARDS.items():
        third = (*player, card), banker
        if turn is Spot.BANKER:
            third = player, (*banker, card)
        yield from _play(*third, drawn=(*drawn, count))


def _falling(cards: int, draws: int) -> int:
    ways = 1
    for gone in range(draws):
        ways *= cards - gone
    return ways
