"""A hand that wins from the meter is claimed as it is keyed, before play goes on."""

from collections.abc import Mapping
from typing import Any

from game.play import State
from house.floor.at_table.judging import hands_judged
from house.floor.at_table.stakes import round_posted
from house.floor.rounds import book as books
from house.floor.rounds.hooks import MoveAsked, Room, Settled, TakenBack
from house.floor.rounds.models import AnySeat

KEY = "key_jackpot"


def keyed_at_once(asked: MoveAsked) -> None:
    """Claim a hand that wins from the meter as it is keyed, before play goes on."""
    if asked.move.act == KEY:
        _judge(_so_far(asked, asked.after, asked.seats))


def judged_again(taken: TakenBack) -> None:
    """What was claimed of a hand that is keyed no longer is withdrawn."""
    if taken.row.kind == KEY and taken.round.ended_at is None:
        seats = books.players(taken.session, books.REAL, taken.round)
        _judge(_so_far(taken, taken.state, seats))


def _judge(so_far: Settled) -> None:
    hands_judged(so_far)
    round_posted(so_far)


def _so_far(
    told: MoveAsked | TakenBack, state: State[Any], players: Mapping[int, AnySeat]
) -> Settled:
    """A round that is not over, as its jackpot hands are judged."""
    parts = (told.session, told.table, told.round, state)
    return Settled(*parts, 0, (), (), players, told.act)


ROOM = Room(after_action=(keyed_at_once,), after_taking_back=(judged_again,))
