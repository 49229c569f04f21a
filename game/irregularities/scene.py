"""The round something went wrong in, and the sorts of things that may go wrong."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from game.irregularities.answers import Given, Question
from game.irregularities.facts import RoundFacts, Stage
from game.irregularities.kinds import Irregularity
from game.play.game import Game
from game.play.state import State
from game.rulebooks import MISSISSIPPI_STUD, mississippi_rules
from rulebook import Refused

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


def _always(scene: Scene) -> bool:  # noqa: ARG001  the others ask the scene
    return True


def _none(scene: Scene) -> Iterable[Question]:  # noqa: ARG001
    return ()


@dataclass(frozen=True, slots=True)
class Sort:
    """One sort of irregularity as the table knows it."""

    name: str
    kind: type
    group: str
    label: str
    asked: str
    when: Callable[[Scene], bool] = _always
    questions: Callable[[Scene], Iterable[Question]] = _none
    sample: Callable[[Scene], Iterable[Irregularity]] | None = None
    make: Callable[[Scene, dict[str, Any]], Irregularity | Refused] | None = None
    sanction: bool = False
    uncovered: bool = False  # what no rule covers

    def samples(self, scene: Scene) -> Iterable[Irregularity]:
        """Plain cases, to see whether the document answers this sort now."""
        return self.sample(scene) if self.sample else (self.kind(),)

    def made(
        self, scene: Scene, answers: Mapping[str, Given]
    ) -> Irregularity | Refused:
        """The irregularity from its answers, or how they contradict each other."""
        if self.make is not None:
            return self.make(scene, dict(answers))
        made: Irregularity = self.kind(**answers)
        return made
