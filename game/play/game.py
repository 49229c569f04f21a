"""One game, as everything above the engine plays it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from game.cards import Card
from game.line import Claim, Line
from game.play import acts, moves
from game.play.acts import Act
from game.play.moves import Move
from game.play.offers import Offer
from game.play.phases import CLOSED
from game.play.price_list import PriceList
from game.play.setup import Setup
from game.play.state import State
from rulebook import Cite, Refusal, Refused

if TYPE_CHECKING:  # a ruling is made of moves: it knows the protocol, not the reverse
    from game.irregularities.facts import RoundFacts, SeenAtTable


def _alone(_state: Any, _seat: int, amount: int) -> tuple[int, ...]:
    return (amount,)


@dataclass(frozen=True, slots=True)
class Game:
    """What a game must be able to do; its rounds are values, each a kind of state."""

    name: str
    title: str
    acts: Mapping[str, Act[Any]]
    open: Callable[[Setup], State[Any] | Refused]
    offers: Callable[[Any], tuple[Offer, ...]]
    settle: Callable[[Any], tuple[Line, ...] | Refused]
    so_far: Callable[[Any], tuple[Line, ...]]  # while hands still wait
    staked: Callable[[Any], dict[int, dict[str, int]]]
    decided: Callable[[Any], tuple[Line, ...]]  # whatever comes, but for a ruling
    seen: Callable[..., dict[str, Any]]  # (state, seat or None) -> plain JSON
    said: Callable[[Any, int], str]  # a hand as the dealer calls it
    started: Callable[[Any], bool]
    facts: "Callable[[Any, SeenAtTable | None], RoundFacts]"
    deal_next: Callable[[Any, Sequence[Card]], Move | None]
    pays: Callable[[Any], PriceList]
    # What a secret wager of this amount comes to at a seat, bet by bet.
    secret_stakes: Callable[[Any, int, int], tuple[int, ...]] = _alone
    # What not every game has: decisions in turn, community cards, a jackpot.
    turn: Callable[[Any], int | None] = lambda _: None
    shown: Callable[[Any], int] = lambda _: 0
    jackpots: Callable[[Any], Mapping[int, int]] = lambda _: {}  # wagers by seat
    claims: Callable[[Any], tuple[Claim, ...]] = lambda _: ()
    carried: Callable[[Any], Mapping[tuple[int, str], Cite]] = lambda _: {}
    may_leave: Callable[[Any, int], Iterable[Refusal]] = lambda *_: ()
    write: Callable[[Move], dict[str, Any]] = moves.write

    def read(self, found: Any) -> Move | Refused:
        """A move from plain JSON, or everything that is wrong with it."""
        return moves.read(self.acts, found)

    def over(self, state: Any) -> bool:
        """Whether nothing more can happen in a round."""
        return state.phase is CLOSED

    def apply(self, state: State[Any], move: Move) -> State[Any] | Refused:
        """The round after a move, or every rule that stands in its way."""
        return acts.apply(self.acts, state, move)

    def replay(self, setup: Setup, played: Sequence[Move]) -> State[Any] | Refused:
        """A whole round from its setup and its moves."""
        state = self.open(setup)
        for move in played:
            if isinstance(state, Refused):
                return state
            state = self.apply(state, move)
        return state
