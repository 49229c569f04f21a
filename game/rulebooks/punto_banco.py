"""Baccarat as it is commonly played: the base rules that the house goes by."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from rulebook import HOUSE, Cite, Cited


class Spot(StrEnum):
    """An area of the layout, and a result: which hand won, or neither."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Commission:
    """The house's part of a Banker win, in whole cents or chips."""

    rate: Fraction
    rounding: Cite

    def of(self, won: int) -> int:
        """What is kept back of these winnings; a broken unit counts as a whole one."""
        return -(-won * self.rate.numerator // self.rate.denominator)


@dataclass(frozen=True, slots=True)
class DrawRules:
    """The table of play: who takes a third card."""

    natural: Cited[frozenset[int]]
    player: Cited[frozenset[int]]  # the counts on which the Player draws
    banker_alone: Cited[frozenset[int]]  # the Player stood
    # The Banker's counts, each with the third cards of the Player it draws against.
    banker: Cited[Mapping[int, frozenset[int]]]


@dataclass(frozen=True, slots=True)
class BaccaratRules:
    """Baccarat as the house plays it."""

    places: Cited[tuple[int, int]]  # the fewest and the most numbered places
    decks: Cited[frozenset[int]]
    counts: Cited[tuple[int, ...]]  # what a card of each rank counts, deuce to ace
    order: Cite
    draw: DrawRules
    compared: Cite
    player_pays: Cited[int]
    banker_pays: Cited[int]
    commission: Cited[Commission]
    tie_pays: Cited[int]
    tie_returns: Cite
    loses: Cite
    amounts: Cite
    betting_closes: Cite
    settled_once_complete: Cite


ANY = frozenset(range(10))

DRAW = DrawRules(
    natural=Cited(frozenset({8, 9}), HOUSE.at("BACCARAT-4")),
    player=Cited(frozenset(range(6)), HOUSE.at("BACCARAT-5")),
    banker_alone=Cited(frozenset(range(6)), HOUSE.at("BACCARAT-6")),
    banker=Cited(
        {
            0: ANY,
            1: ANY,
            2: ANY,
            3: ANY - {8},
            4: frozenset(range(2, 8)),
            5: frozenset(range(4, 8)),
            6: frozenset({6, 7}),
            7: frozenset(),
        },
        HOUSE.at("BACCARAT-7"),
    ),
)


def punto_banco(places: Cited[tuple[int, int]]) -> BaccaratRules:
    """The common game at a table with so many places."""
    return BaccaratRules(
        places=places,
        decks=Cited(frozenset({6, 8}), HOUSE.at("BACCARAT-1")),
        counts=Cited((*range(2, 10), 0, 0, 0, 0, 1), HOUSE.at("BACCARAT-2")),
        order=HOUSE.at("BACCARAT-3"),
        draw=DRAW,
        compared=HOUSE.at("BACCARAT-8"),
        player_pays=Cited(1, HOUSE.at("BACCARAT-9")),
        banker_pays=Cited(1, HOUSE.at("BACCARAT-10")),
        commission=Cited(
            Commission(Fraction(5, 100), rounding=HOUSE.at("BACCARAT-11")),
            HOUSE.at("BACCARAT-10"),
        ),
        tie_pays=Cited(8, HOUSE.at("BACCARAT-12")),
        tie_returns=HOUSE.at("BACCARAT-13"),
        loses=HOUSE.at("BACCARAT-14"),
        amounts=HOUSE.at("BACCARAT-15"),
        betting_closes=HOUSE.at("BACCARAT-16"),
        settled_once_complete=HOUSE.at("BACCARAT-17"),
    )
