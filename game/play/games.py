"""The games a table console can play, behind one interface."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from game.cards import Card
from game.irregularities.facts import RoundFacts
from game.irregularities.from_round import SeenAtTable
from game.line import Line
from game.mississippi.round import Phase
from game.mississippi.settlement import Claim
from game.play import moves, price_list
from game.play.baccarat import ending as baccarat_ending
from game.play.baccarat import steps as baccarat_steps
from game.play.caribbean import ending as caribbean_ending
from game.play.caribbean import offered as caribbean_offered
from game.play.caribbean import opening as caribbean_opening
from game.play.caribbean import steps as caribbean_steps
from game.play.mississippi import ending, offered, opening, stakes, steps, viewed
from game.play.moves import Form, Move
from game.play.offers import Offer
from game.play.price_list import PriceList
from game.play.setup import Setup
from game.play.state import State
from game.play.wager_rulings import carried_on
from rulebook import Cite, Refused


@dataclass(frozen=True, slots=True)
class Game:
    """One game, as everything above the engine plays it."""

    name: str
    title: str
    forms: Mapping[str, Form]
    open: Callable[[Setup], State[Any] | Refused]
    apply: Callable[[State[Any], Move], State[Any] | Refused]
    offers: Callable[[State[Any]], tuple[Offer, ...]]
    settle: Callable[[State[Any]], tuple[Line, ...] | Refused]
    so_far: Callable[[State[Any]], tuple[Line, ...]]  # while hands still wait
    said: Callable[[State[Any], int], str]  # a hand as the dealer calls it
    claims: Callable[[State[Any]], tuple[Claim, ...]]
    seen: Callable[..., dict[str, Any]]  # (state, seat or None) -> plain JSON
    turn: Callable[[State[Any]], int | None]
    read: Callable[[Any], Move | Refused]
    started: Callable[[State[Any]], bool]
    over: Callable[[State[Any]], bool]
    staked: Callable[[State[Any]], dict[int, dict[str, int]]]
    facts: Callable[[State[Any], SeenAtTable | None], RoundFacts]
    decided: Callable[[State[Any]], tuple[Line, ...]]  # but for another ruling
    carried: Callable[[State[Any]], Mapping[tuple[int, str], Cite]]  # to the next
    deal_next: Callable[[State[Any], Sequence[Card]], Move | None]
    pays: Callable[[State[Any]], PriceList]
    write: Callable[[Move], dict[str, Any]] = moves.write

    def replay(self, setup: Setup, played: Sequence[Move]) -> State[Any] | Refused:
        """A whole round from its setup and its moves."""
        state = self.open(setup)
        for move in played:
            if isinstance(state, Refused):
                return state
            state = self.apply(state, move)
        return state


MISSISSIPPI_STUD = Game(
    name="mississippi_stud",
    title="Mississippi Stud",
    forms=steps.FORMS,
    open=opening.opened,
    apply=steps.applied,
    offers=offered.offered,
    settle=ending.settled,
    so_far=ending.so_far,
    said=ending.said,
    claims=ending.claimed,
    seen=viewed.seen,
    turn=viewed.turn,
    read=partial(moves.read, steps.FORMS),
    started=lambda state: state.round.cards_out > 0,
    over=lambda state: state.round.phase is Phase.CLOSED,
    staked=stakes.staked,
    facts=viewed.facts,
    decided=ending.decided,
    carried=carried_on,
    deal_next=offered.next_deal,
    pays=price_list.of_mississippi,
)

CARIBBEAN_STUD = Game(
    name="caribbean_stud",
    title="Caribbean Stud",
    forms=caribbean_steps.FORMS,
    open=caribbean_opening.opened,
    apply=caribbean_steps.applied,
    offers=caribbean_offered.offered,
    settle=caribbean_ending.settled,
    so_far=caribbean_ending.so_far,
    said=caribbean_ending.said,
    claims=caribbean_ending.claimed,
    seen=caribbean_ending.seen,
    turn=caribbean_ending.turn,
    read=partial(moves.read, caribbean_steps.FORMS),
    started=lambda state: state.round.cards_out > 0,
    over=lambda state: state.round.phase is Phase.CLOSED,
    staked=caribbean_ending.staked,
    facts=caribbean_ending.facts,
    decided=caribbean_ending.decided,
    carried=carried_on,
    deal_next=caribbean_offered.next_deal,
    pays=price_list.of_caribbean,
)

BACCARAT = Game(
    name="baccarat",
    title="Baccarat",
    forms=baccarat_steps.FORMS,
    open=baccarat_steps.opened,
    apply=baccarat_steps.applied,
    offers=baccarat_steps.offered,
    settle=baccarat_ending.settled,
    so_far=baccarat_ending.so_far,
    said=baccarat_ending.said,
    claims=baccarat_ending.claims,
    seen=baccarat_ending.seen,
    turn=baccarat_ending.turn,
    read=partial(moves.read, baccarat_steps.FORMS),
    started=lambda state: bool(state.round.player),
    over=lambda state: state.round.settled,
    staked=baccarat_ending.staked,
    facts=baccarat_ending.facts,
    decided=baccarat_ending.decided,
    carried=carried_on,
    deal_next=baccarat_steps.next_deal,
    pays=price_list.of_baccarat,
)

GAMES: Mapping[str, Game] = {
    game.name: game for game in (MISSISSIPPI_STUD, CARIBBEAN_STUD, BACCARAT)
}
