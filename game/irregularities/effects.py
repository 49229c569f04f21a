"""What a ruling does to each wager: read off the round before and after its moves.

Nothing here knows a rule. The moves go through the game like any other, and what is
settled, still staked or carried afterwards is what the ruling is said to have done.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from game.fates import Fate
from game.irregularities.facts import JACKPOT
from game.irregularities.ruling import Choice, Effect, Ruling
from game.irregularities.scene import Scene
from game.line import Line
from game.play.game import Game
from game.play.moves import Move
from game.play.state import State
from rulebook import Cite, Refused

Said = TypeVar("Said", Ruling, Choice)
Wager = tuple[int, str]  # a seat, and what was staked there


def read_off(scene: Scene, ruling: Ruling) -> Ruling | Refused:
    """The ruling, and each of its choices, with the effect its moves have."""
    made = _made(scene, ruling)
    choices = [_made(scene, choice) for choice in ruling.choices]
    for one in (made, *choices):
        if isinstance(one, Refused):
            return one
    sound = tuple(one for one in choices if not isinstance(one, Refused))
    return made if isinstance(made, Refused) else replace(made, choices=sound)


def _made(scene: Scene, said: Said) -> Said | Refused:
    game, state = scene.game, scene.state
    if game is None or state is None:
        return replace(said, moves=())
    moves = _whole(game, state, said.moves, said.cite)
    if isinstance(moves, Refused):
        return moves
    effects = effects_of(game, state, moves, said.cite)
    if isinstance(effects, Refused):
        return effects
    return replace(said, moves=moves, effects=effects)


def _whole(
    game: Game, state: State[Any], moves: Sequence[Move], cite: Cite
) -> tuple[Move, ...] | Refused:
    """All that a ruling does: where nothing is left to play for, the round ends.

    Before the first card stakes come off, unless one of them is collected.
    """
    collects = any(move.act == "collect_wager" for move in moves)
    if moves and not collects and not game.started(state):
        return tuple(taken_off(state, moves))
    effects = effects_of(game, state, moves, cite)
    if isinstance(effects, Refused) or not moves or moves[-1].act == "close":
        return effects if isinstance(effects, Refused) else tuple(moves)
    main = [effect for effect in effects if effect.wager != JACKPOT]
    void = any(move.act == "void_round" for move in moves)
    all_back = all(e.fate is Fate.RETURNED and not e.won for e in main)
    return (*moves, Move("close")) if void or (main and all_back) else tuple(moves)


def applied(
    game: Game, state: State[Any], moves: Sequence[Move]
) -> State[Any] | Refused:
    """The round after these moves, or why one of them cannot be made."""
    now: State[Any] | Refused = state
    for move in moves:
        if isinstance(now, Refused):
            return now
        now = game.apply(now, move)
    return now


def effects_of(
    game: Game, before: State[Any], moves: Sequence[Move], cite: Cite
) -> tuple[Effect, ...] | Refused:
    """What moves do to every wager that may still be ruled on.

    The rule is that of the line which settles a wager; where none does, the ruling's.
    """
    after = applied(game, before, moves)
    if isinstance(after, Refused):
        return after
    was, now = _Reading.of(game, before), _Reading.of(game, after)
    open_still = game.facts(before, None).stakes()
    return tuple(
        effect
        for hand, wager in open_still
        for effect in _effects((hand.seat, wager.name), was, now, (moves, cite))
    )


@dataclass(frozen=True, slots=True)
class _Reading:
    """A round as far as it is decided: what is staked, settled, claimed, carried."""

    stakes: Mapping[Wager, int]
    lines: Mapping[Wager, Line]
    claims: Mapping[int, Cite]
    carried: Mapping[Wager, Cite]

    @classmethod
    def of(cls, game: Game, state: State[Any]) -> "_Reading":
        """Everything that can be read off a round."""
        return cls(
            {
                (seat, wager): stake
                for seat, wagers in game.staked(state).items()
                for wager, stake in wagers.items()
            },
            {(line.seat, line.wager): line for line in game.decided(state)},
            {claim.seat: claim.cite for claim in game.claims(state)},
            game.carried(state),
        )


def _effects(
    wager: Wager, was: _Reading, now: _Reading, made: tuple[Sequence[Move], Cite]
) -> Iterator[Effect]:
    seat, name = wager
    before, left = was.stakes.get(wager, 0), now.stakes.get(wager, 0)
    if left:
        fate, cite = _fate(wager, was, now, made[1])
        line = now.lines.get(wager)
        won = line.net if line and line != was.lines.get(wager) else 0
        yield Effect(seat, name, left, fate, cite, max(won, 0))
    if before > left:
        cite = _cut_under(wager, *made)
        yield Effect(seat, name, before - left, Fate.RETURNED, cite)


def _fate(wager: Wager, was: _Reading, now: _Reading, cite: Cite) -> tuple[Fate, Cite]:
    if wager in now.carried:
        return Fate.CARRIED, now.carried[wager]
    before, line = was.lines.get(wager), now.lines.get(wager)
    if line is None or line == before:
        seat, name = wager
        claimed = now.claims.get(seat) if name == JACKPOT else None
        fresh = claimed if claimed != was.claims.get(seat) else None
        return Fate.STANDS, fresh or cite
    if line.net < 0:
        lost_before = before is not None and before.net < 0
        return (Fate.STANDS, cite) if lost_before else (Fate.COLLECTED, line.cite)
    return (Fate.STANDS if line.net else Fate.RETURNED), line.cite


def _cut_under(wager: Wager, moves: Sequence[Move], cite: Cite) -> Cite:
    """The rule of the move that left less of a stake."""
    seat, name = wager
    cut = (
        m.cite
        for m in moves
        if m.act == "cut_back" and m.seat == seat and name in dict(m.also)
    )
    return next((one for one in cut if one is not None), cite)


PLACED = frozenset({"ante", "bet"})
ANTE = "ante"


def taken_off(state: State[Any], moves: Sequence[Move]) -> Iterator[Move]:
    """What a ruling does before the first card, the last stake first.

    A hand without its ante is none, and a blind hand goes with the one it hangs on;
    a wager beside an ante goes back alone, and as a whole.
    """
    whole = {move.seat for move in moves if move.act == "void_hand" or _cuts(move)}
    everything = any(move.act == "void_round" for move in moves)
    lying = tuple(_lying(state))
    owners = {p.player for p in lying if p.seat in whole and p.player and not p.blind}
    for placed in lying:
        hangs_on = placed.blind and placed.player in owners
        if everything or hangs_on or placed.seat in whole:
            yield Move("take_back", placed.seat, spot=placed.spot)
    yield from (move for move in moves if move.act == "act_first")
    for move in moves:
        back = (*move.wagers, *(name for name, _ in move.also))
        if move.act in {"return_wager", "cut_back"} and move.seat not in {None, *whole}:
            yield Move("return_wager", move.seat, wagers=back, cite=move.cite)


def _cuts(move: Move) -> bool:
    return move.act == "cut_back" and ANTE in dict(move.also)


def _lying(state: State[Any]) -> Iterator[Move]:
    """The stakes on the table, each as it was placed last, the last one first."""
    seen = set()
    for move in reversed(state.moves):
        place = (move.seat, move.spot)
        if move.act in PLACED | {"take_back", "refuse_wager"} and place not in seen:
            seen.add(place)
            if move.act in PLACED:
                yield move
