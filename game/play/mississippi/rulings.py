"""What a ruling changes in a round of Mississippi Stud: stakes, or the hand seen."""

from dataclasses import replace

from game import mississippi_stud as engine
from game.mississippi.round import Box, CutBack, Phase, Round
from game.play.moves import Move
from game.play.state import State
from rulebook import HOUSE, Refusal, Refused

Stud = State[Round]
UNRULED = HOUSE.at("STEP-1")


def cut_back(state: Stud, move: Move) -> Stud | Refused:
    """Hold stakes to what a ruling leaves of them."""
    now: Round | Refused = state.round
    for wager, left in move.also:
        if not isinstance(now, Refused):
            cut = CutBack(move.seat or 0, wager, left, move.cite or UNRULED)
            now = engine.apply(now, cut)
    return now if isinstance(now, Refused) else replace(state, round=now)


def open_hand_for(state: Stud, seat: int) -> Box | None:
    """The open hand that may still be played blind in place of the one at a seat."""
    now, box = state.round, state.round.box(seat)
    early = now.phase in (Phase.DEALING, Phase.DECIDING) and not now.shown
    if box is None or not box.blind or not early:
        return None
    own = (b for b in now.boxes if b.player == box.player and not b.blind)
    return next((b for b in own if not (b.out or b.streets or box.streets)), None)


def swap_hands(state: Stud, move: Move) -> Stud | Refused:
    """Play a blind hand open, as it was looked at, and the player's own unseen."""
    own = open_hand_for(state, move.seat or 0)
    if own is None:
        wrong = f"Hand {move.seat} cannot be played open any more."
        right = "Only before either hand has a street bet."
        return Refused((Refusal(move.cite or UNRULED, wrong, right, "seat"),))
    blind = {own.seat: True, move.seat or 0: False}
    boxes = tuple(
        replace(box, blind=blind.get(box.seat, box.blind)) for box in state.round.boxes
    )
    return replace(state, round=replace(state.round, boxes=boxes))
