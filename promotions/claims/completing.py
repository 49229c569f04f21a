"""A promotion is complete: prizes given, winners told, disputes decided."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlmodel import Session

from house.floor.acts import Act
from promotions import queries
from promotions.claims import standing
from promotions.claims.disputes import open_cases
from promotions.claims.standing import Standing, State
from promotions.drawing import again, winners
from promotions.freezing import reading
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules.facts import After
from promotions.rules.lifecycle import Action, Status
from rulebook import Refused


@queries.looks_after
def left_to_do(session: Session, row: PromotionRow, now: datetime) -> After:
    """What stands before the end: each prize, winner and dispute in a sentence."""
    every = standing.of(session, row, now)
    disputes = tuple(f"{case.name} is open." for case in open_cases(session, row))
    prizes = (*_prizes(every), *_undrawn(session, row))
    return After(prizes, tuple(_untold(every)), disputes)


def _prizes(every: Sequence[Standing]) -> Iterator[str]:
    for one in every:
        if not one.is_settled:
            yield f"“{one.winner.prize.title}” is not handed over: {one.state.value}."


def _undrawn(session: Session, row: PromotionRow) -> Iterator[str]:
    """Draws whose list waits, and what one that does not stand left to be drawn."""
    for frozen in reading.lists(session, row):
        draw = winners.held(session, row, frozen.draw)
        if draw is None:
            yield f"Draw {frozen.draw} is not held."
        elif not again.is_settled(session, row, frozen.draw):
            yield f"Draw {frozen.draw} is to be drawn again."


def _untold(every: Sequence[Standing]) -> Iterator[str]:
    for one in every:
        if one.state is not State.VACANT and not one.told.is_told:
            yield f"The winner of “{one.winner.prize.title}” was not told."


def complete(session: Session, row: PromotionRow, act: Act) -> Status | Refused:
    """Complete the promotion, or say what is left to do."""
    return steps.take(session, row, Action.COMPLETE, act)
