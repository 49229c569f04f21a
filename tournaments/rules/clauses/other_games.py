"""What is wagered at Baccarat and at Caribbean Stud, where the terms are for them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.rulebooks.vic99 import BACCARAT as TABLE
from game.rulebooks.vic99 import CARIBBEAN_STUD as STUD
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause
from tournaments.rules.games import BACCARAT, CARIBBEAN, game_of

if TYPE_CHECKING:
    from tournaments.rules.terms import Terms

AREAS: Cite = HOUSE.at("TOURN-236")


@dataclass(frozen=True, slots=True)
class BaccaratClause(Clause):
    """On which areas of a Baccarat layout wagers are placed, and what they pay."""

    cites = (HOUSE.at("TOURN-236"),)
    title = "Wagers on Banker, Player and Tie"

    tie: bool | None = None  # whether a Tie may be bet on

    def text(self, terms: "Terms") -> str:
        """The areas, their odds, and the commission in chips; else nothing."""
        if game_of(terms.names) != BACCARAT or self.tie is None:
            return ""
        rate = wording.per_cent(TABLE.commission.value.rate)
        on = "Banker, Player or Tie" if self.tie else "Banker or Player; Tie is not bet"
        tie = f", a Tie {TABLE.tie_pays.value} to 1" if self.tie else ""
        return (
            f"A wager is placed on {on}. Player pays {TABLE.player_pays.value} to 1, "
            f"Banker {TABLE.banker_pays.value} to 1 less a commission of {rate}{tie}; "
            "on a tied hand wagers on Banker and Player stay with their players. The "
            "commission is taken in chips when the hand is settled; a broken chip "
            "counts as a whole one."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """At Baccarat it is decided whether a Tie may be bet on."""
        if game_of(terms.names) == BACCARAT and self.tie is None:
            wrong = "It is not decided whether a Tie may be bet on."
            yield self.gap("tie", wrong, "Choose yes or no.")

    def refuse(self, area: str) -> Refusal | None:
        """Why a wager on this area is not taken."""
        if area != "tie" or self.tie is not False:
            return None
        wrong = "The terms let nobody bet on a Tie."
        return Refusal(AREAS, wrong, "Bet on Banker or Player.", "spot")


@dataclass(frozen=True, slots=True)
class CaribbeanClause(Clause):
    """What follows the Ante at Caribbean Stud."""

    cites = (HOUSE.at("TOURN-237"),)
    title = "Ante and Bet"

    stated: bool = False

    def text(self, terms: "Terms") -> str:
        """What the Bet is, and what does not qualify; else nothing."""
        if game_of(terms.names) != CARIBBEAN or not self.stated:
            return ""
        times = wording.number(STUD.decisions.times.value)
        return (
            f"After the cards a player folds, which loses the Ante, or places a Bet of "
            f"{times} times the Ante. Where the Dealer’s hand is below an Ace and a "
            "King the Antes are paid 1 to 1 and the Bets go back. No jackpot is "
            "offered."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """At Caribbean Stud the terms say what follows the Ante."""
        if game_of(terms.names) == CARIBBEAN and not self.stated:
            wrong = "The terms do not say what follows the Ante."
            yield self.gap("stated", wrong, "Have it printed.")
