"""The round something went wrong in, and what may be asked about it."""

from dataclasses import dataclass
from typing import Any

from game.irregularities.facts import RoundFacts, Stage
from game.play.game import Game
from game.play.state import State
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules

BET = "bet"


@dataclass(frozen=True, slots=True)
class Scene:
    """The round something went wrong in, and what its facts do not say."""

    facts: RoundFacts
    seats: int  # boxes at the table, taken or not
    shown: int = 0  # community cards turned so far
    table: str = ""
    jackpot: bool = False  # a jackpot is offered here
    covered: bool = True  # the document has irregularity rules for this game
    game: Game | None = None  # that is played, if a round is under way
    state: State[Any] | None = None

    @property
    def taken(self) -> tuple[int, ...]:
        """The seats that take part in the round."""
        return tuple(hand.seat for hand in self.facts.hands)

    @property
    def free(self) -> tuple[int, ...]:
        """The boxes without a hand."""
        return tuple(s for s in range(1, self.seats + 1) if s not in self.taken)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not given up."""
        return tuple(hand.seat for hand in self.facts.hands if not hand.folded)

    @property
    def undecided(self) -> tuple[int, ...]:
        """The seats that still owe a decision."""
        return tuple(hand.seat for hand in self.facts.undecided)

    @property
    def several(self) -> tuple[int, ...]:
        """The seats of players who play several boxes."""
        players = [hand.player for hand in self.facts.hands if hand.player]
        return tuple(h.seat for h in self.facts.hands if players.count(h.player) > 1)

    @property
    def later_bets(self) -> tuple[tuple[int, str], ...]:
        """The bets placed after the ante, each with its seat."""
        lying = ((hand, w.name) for hand, w in self.facts.stakes() if not hand.folded)
        return tuple((hand.seat, name) for hand, name in lying if name in self.streets)

    @property
    def streets(self) -> frozenset[str]:
        """The bets that are placed once the cards are looked at."""
        if self.facts.code in MISSISSIPPI_STUD:
            return frozenset(s.name for s in mississippi_rules(self.facts.code).streets)
        return frozenset({BET})

    @property
    def dealt(self) -> bool:
        """Whether cards are out and somebody has a hand."""
        return self.facts.cards_out > 0 and bool(self.facts.hands)

    @property
    def before_settling(self) -> bool:
        """Whether hands are still being dealt or bet on."""
        return self.facts.stage is not Stage.SETTLING
