"""Making a ruling from what somebody says happened: pure, for showing and applying."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.fates import Fate
from game.irregularities import proposing
from game.irregularities.proposing import Proposed
from game.irregularities.ruling import Effect, Ruling
from game.ranks import Rank
from house.floor.rulings.scenes import AtTable
from rulebook import Refused

__all__ = ["Proposed", "RulingRequest", "SeatEffect", "by_seat", "decide", "propose"]


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """What somebody says happened, on which round, and how it is decided."""

    what: str
    given: Mapping[str, Any]
    round: int = 0
    expected: int = 0
    chosen: tuple[str, ...] = ()
    retracted: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """What a ruling does at one seat: each wager, and what comes of it."""

    seat: int
    player: str
    wagers: tuple[Effect, ...]
    totals: Mapping[Fate, int] = field(default_factory=dict)
    won: int = 0


def propose(at: AtTable, what: str, given: Mapping[str, Any]) -> Proposed | Refused:
    """The ruling on what happened at this table, or what is missing to make it."""
    return proposing.propose(at.scene, what, given)


def decide(
    at: AtTable, asked: RulingRequest, ruling: Ruling, by: Rank
) -> Ruling | Refused:
    """The ruling as a rank decides it, with those who take their wagers back."""
    return proposing.decide(at.scene, ruling, by, asked.chosen, asked.retracted)


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
