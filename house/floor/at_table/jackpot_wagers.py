"""The jackpot wagers of a round: what lies there, and what they came to."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from game.games import GAMES
from game.line import Line
from game.play import State
from house.floor.at_table.due import JACKPOT
from house.floor.at_table.models import JackpotLineRow
from house.floor.rounds.models import RoundRow


def staked_on(state: State[Any]) -> Mapping[int, int]:
    """The jackpot wagers of a round, by seat; one the equipment never took is none."""
    return GAMES[state.setup.game].jackpots(state)


def in_play(state: State[Any]) -> Mapping[int, int]:
    """The jackpot wagers of a round, by seat, once its first card is dealt."""
    return staked_on(state) if GAMES[state.setup.game].started(state) else {}


def has_jackpot(state: State[Any]) -> bool:
    """Whether a round offers a jackpot wager."""
    return state.setup.jackpot is not None


def returned(state: State[Any]) -> tuple[Line, ...]:
    """The lines of jackpot wagers that went back, also while a round is played."""
    lines = GAMES[state.setup.game].decided(state)
    return tuple(line for line in lines if line.wager == JACKPOT and not line.net)


def lines_of(session: Session, round_: RoundRow) -> Sequence[JackpotLineRow]:
    """What the jackpot wagers of a round came to, as last judged, in paying order."""
    mine = col(JackpotLineRow.round_id) == round_.pk
    last = select(func.max(JackpotLineRow.settlement)).where(mine).scalar_subquery()
    query = select(JackpotLineRow).where(mine, col(JackpotLineRow.settlement) == last)
    return session.exec(query.order_by(col(JackpotLineRow.place))).all()
