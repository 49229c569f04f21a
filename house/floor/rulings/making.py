"""Making a ruling from what somebody says happened: pure, for showing and applying."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from game.irregularities.kinds import Irregularity
from game.irregularities.possible import facts_of, read
from game.irregularities.rule_on import rule_on
from game.irregularities.ruling import (
    Effect,
    Fate,
    RoundFate,
    Ruling,
    choose,
    in_force,
    retract,
)
from game.play import Move
from game.ranks import Rank
from house.floor.rulings.scenes import AtTable
from rulebook import Refused


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody says happened, on which round, and how it is decided."""

    what: str
    given: Mapping[str, Any]
    round: int = 0
    expected: int = 0
    chosen: tuple[str, ...] = ()
    retracted: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposed:
    """A ruling as the rules have it, before anybody decided."""

    found: Irregularity
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """What a ruling does at one seat: each wager, and what comes of it."""

    seat: int
    player: str
    wagers: tuple[Effect, ...]
    totals: Mapping[Fate, int] = field(default_factory=dict)
    won: int = 0


def propose(at: AtTable, what: str, given: Mapping[str, Any]) -> Proposed | Refused:
    """The ruling on what happened, or what is missing to make it."""
    found = read(at.scene, what, given)
    if isinstance(found, Refused):
        return found
    return Proposed(found, rule_on(facts_of(at.scene, what, given), found))


def decide(at: AtTable, asked: Asked, ruling: Ruling, by: Rank) -> Ruling | Refused:
    """The ruling as a rank decides it, with those who take their wagers back."""
    decided: Ruling | Refused = in_force(ruling, by) or ruling
    if ruling.choices:
        decided = choose(ruling, asked.chosen, by)
    if isinstance(decided, Refused) or not asked.retracted:
        return decided
    return retract(at.scene.facts, decided, asked.retracted)


def by_seat(at: AtTable, effects: Sequence[Effect]) -> tuple[SeatEffect, ...]:
    """The effects of a ruling, seat by seat."""
    seats = dict.fromkeys(effect.seat for effect in effects)
    return tuple(_seat(at, seat, effects) for seat in sorted(seats))


def _seat(at: AtTable, seat: int, effects: Sequence[Effect]) -> SeatEffect:
    mine = tuple(effect for effect in effects if effect.seat == seat)
    totals = {
        fate: sum(e.amount for e in mine if e.fate is fate)
        for fate in Fate
        if any(e.fate is fate for e in mine)
    }
    sits = at.seats.get(seat)
    name = next((h.player for h in at.scene.facts.hands if h.seat == seat), "")
    player = name or (sits.player if sits else "")
    return SeatEffect(seat, player, mine, totals, sum(e.won for e in mine))


def moves_of(at: AtTable, ruling: Ruling) -> tuple[Move, ...]:
    """What a ruling does to the round under way; a round that is all void ends."""
    now = at.position
    if now is None or not ruling.effects:
        return ()
    if not now.game.started(now.state):
        return tuple(_taken_off(at, ruling))
    moves = now.game.steps_of(now.state, ruling)
    return (*moves, Move("close")) if moves and _all_void(ruling) else moves


def _all_void(ruling: Ruling) -> bool:
    if ruling.round is not RoundFate.PLAYS_ON:
        return True
    main = [effect for effect in ruling.effects if effect.wager != "jackpot"]
    return all(e.fate is Fate.RETURNED and not e.won for e in main)


def _taken_off(at: AtTable, ruling: Ruling) -> Iterator[Move]:
    """Before the first card a stake that goes back is simply taken off the table.

    An ante that stands is placed again without what lay beside it and goes back.
    """
    now = at.position
    back = {e.seat for e in ruling.effects if e.fate is Fate.RETURNED}
    for move in reversed(now.state.moves if now else ()):
        if move.seat in back and move.act in {"ante", "bet"}:
            yield Move("take_back", seat=move.seat, spot=move.spot)
            if move.spot is None:
                back.discard(move.seat)
                yield from _placed_again(move, ruling)


def _placed_again(ante: Move, ruling: Ruling) -> Iterator[Move]:
    stands = {
        e.wager: e.amount
        for e in ruling.effects
        if e.seat == ante.seat and e.fate is Fate.STANDS
    }
    if ante.act == "ante" and stands.get("ante") == ante.amount:
        also = tuple((w, cents) for w, cents in ante.also if stands.get(w) == cents)
        yield replace(ante, also=also)
