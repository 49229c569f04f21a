"""What a ruling may do to the bets of a coup: cut them back, or make them void."""

from collections.abc import Iterator
from dataclasses import replace

from game.baccarat.coup import Coup
from game.play.moves import UNRULED, Move
from game.rulebooks.punto_banco import Spot
from rulebook import Refusal


def may_cut_back(coup: Coup, move: Move) -> Iterator[Refusal]:
    """A ruling may leave less of a bet in play, never more."""
    cite = move.rule
    if coup.voided(move.seat):
        wrong = f"The bets of place {move.seat} are void."
        yield Refusal(cite, wrong, "Leave them as they are.", "seat")
        return
    if not coup.closed or coup.settled:
        wrong, right = "There is no bet in play here.", "Leave it as it is."
        yield Refusal(cite, wrong, right)
    for name, left in move.also:
        lies = coup.on(move.seat, name)
        staked = lies.stake if lies else 0
        if name not in tuple(Spot):
            wrong, right = f"There is no bet on “{name}”.", "Name one that lies there."
            yield Refusal(cite, wrong, right, "also")
        elif type(left) is not int or not 0 <= left < staked:
            wrong = f"{left!r} cannot be left of {staked} on {name}."
            yield Refusal(cite, wrong, "Leave less than lies there.", "amount")


def cut_back(coup: Coup, move: Move) -> Coup:
    """Hold bets to what a ruling leaves of them; one that is left nothing is gone."""
    left = dict(move.also)
    cut = (
        bet._replace(stake=left.get(bet.spot, bet.stake))
        if bet.seat == move.seat
        else bet
        for bet in coup.boxes
    )
    return replace(coup, boxes=tuple(bet for bet in cut if bet.stake))


def may_void_hand(coup: Coup, move: Move) -> Iterator[Refusal]:
    """A ruling makes the bets of a place void, once, while they are in play."""
    gone = coup.box(move.seat) is None or coup.voided(move.seat)
    if coup.settled or not coup.closed or gone:
        wrong, right = "There is no bet in play here.", "Leave it as it is."
        yield Refusal(UNRULED, wrong, right)


def void_hand(coup: Coup, move: Move) -> Coup:
    """Make the bets of a place void; one that is void already stays as it was ruled."""
    boxes = (
        bet._replace(ruled=bet.ruled or move.rule) if bet.seat == move.seat else bet
        for bet in coup.boxes
    )
    return replace(coup, boxes=tuple(boxes))


def may_void_round(coup: Coup, _move: Move) -> Iterator[Refusal]:
    """A ruling makes a coup void while bets are in play."""
    if coup.settled or not coup.closed or not coup.boxes or coup.is_void:
        wrong, right = "There is no bet in play here.", "Leave it as it is."
        yield Refusal(UNRULED, wrong, right)


def void_round(coup: Coup, move: Move) -> Coup:
    """Make every bet void; one that is void already stays as it was ruled."""
    boxes = (bet._replace(ruled=bet.ruled or move.rule) for bet in coup.boxes)
    return replace(coup, boxes=tuple(boxes))
