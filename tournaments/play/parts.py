"""Where other rooms of a tournament come in when its hands are played.

A room that has a say offers a `Part`; `tournaments/parts.py` lists them, and the play
of a table asks each in that order. Whatever a part wants of the round itself (its
moves, what is settled) it takes as a `Room` of the floor.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from house.floor.models import TableRow
from house.floor.rounds.hooks import Room
from house.floor.rounds.models import RoundRow
from rulebook import Refusal
from tournaments.play.standing import AtTable


@dataclass(frozen=True, slots=True)
class TableInPlay:
    """A table of a session before its next hand, or in the midst of one."""

    session: Session
    at: AtTable
    table: TableRow
    hand: int  # of the session
    seated: Mapping[int, int]  # the entry at each seat
    now: datetime
    round: RoundRow | None  # under way there


NO_ROOM = Room()


def _nothing(_asked: TableInPlay) -> Mapping[int, str]:
    return {}


def _no_ways(_asked: TableInPlay) -> tuple[tuple[str, str], ...]:
    return ()


def _no_forms(_asked: TableInPlay) -> tuple[str, ...]:
    return ()


def _nothing_against(_asked: TableInPlay) -> tuple[Refusal, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What another room says about the hands of a table."""

    # Which seats take no part in the hand, and why.
    sits_out: Callable[[TableInPlay], Mapping[int, str]] = _nothing
    # What stands against the next hand, beside the gates of every hand.
    against: Callable[[TableInPlay], Iterable[Refusal]] = _nothing_against
    # The seats whose forms wait for the supervisor, as a sentence names them.
    unexamined: Callable[[TableInPlay], Iterable[str]] = _no_forms
    # What everybody may see beside a seat.
    marks: Callable[[TableInPlay], Mapping[int, str]] = _nothing
    # Where more is done at the table: what stands on the button, and its address.
    ways: Callable[[TableInPlay], Iterable[tuple[str, str]]] = _no_ways
    # What it is asked and told while the round is played.
    room: Room = NO_ROOM
