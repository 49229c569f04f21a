"""What a ruling may do: to a stake, to a hand, or to the whole round."""

from collections.abc import Iterator
from dataclasses import replace

from game.caribbean.antes import no_box
from game.caribbean.round import (
    ANTE,
    BET,
    JACKPOT,
    Round,
    Status,
    changed,
    unless_all_decided,
)
from game.play.moves import UNRULED, Move
from game.play.phases import Phase
from rulebook import Refusal


def may_void_hand(now: Round, move: Move) -> Iterator[Refusal]:
    """A ruling cancels a hand while the round is played."""
    yield from no_box(now, move.number)
    if now.phase in (Phase.BETTING, Phase.CLOSED) or move.seat in now.settled:
        wrong, right = "There is no open hand to cancel.", "Rule on it in its round."
        yield Refusal(UNRULED, wrong, right)


def void_hand(now: Round, move: Move) -> Round:
    """Cancel a hand: it has no result, and its stakes go back."""
    after = changed(now, move.number, status=Status.VOID, ruled=move.rule)
    return unless_all_decided(after)


def may_forfeit(now: Round, move: Move) -> Iterator[Refusal]:
    """A ruling takes the stakes of a hand that is still in."""
    box = now.box(move.seat)
    yield from may_void_hand(now, move)
    if box is not None and box.out:
        wrong, right = f"The hand is {box.status}.", "Leave it as it is."
        yield Refusal(UNRULED, wrong, right)


def forfeit(now: Round, move: Move) -> Round:
    """Take the ante and the Bet of a hand, and its cards away."""
    after = changed(now, move.number, status=Status.FORFEITED, ruled=move.rule)
    return unless_all_decided(after)


def may_cut_back(now: Round, move: Move) -> Iterator[Refusal]:
    """A ruling may leave less of a stake that is in play, never more."""
    box, cite = now.box(move.seat), move.rule
    yield from no_box(now, move.number)
    if box is None:
        return
    if now.phase in (Phase.BETTING, Phase.CLOSED) or box.out:
        wrong, right = "There is no hand in play here.", "Leave it as it is."
        yield Refusal(cite, wrong, right)
    stakes = {ANTE: box.ante, BET: box.bet, JACKPOT: box.jackpot}
    for wager, left in move.also:
        staked, least = stakes.get(wager, 0), 1 if wager == ANTE else 0
        if not least <= left < staked:
            wrong = f"{left} cannot be left of {staked} on the {wager}."
            right = "Leave less than lies there; without an ante the hand is void."
            yield Refusal(cite, wrong, right, "amount")


def cut_back(now: Round, move: Move) -> Round:
    """Leave less of a stake; what is left is settled, whatever the ratio asks for."""
    return changed(now, move.number, **dict(move.also))


def may_void_round(now: Round, _move: Move) -> Iterator[Refusal]:
    """A misdeal is found out before the round is over."""
    if now.phase in (Phase.BETTING, Phase.CLOSED):
        wrong, right = f"The round is {now.phase}.", "Only a round in play is void."
        yield Refusal(UNRULED, wrong, right)


def void_round(now: Round, move: Move) -> Round:
    """Cancel every hand of a misdeal, whatever has become of it."""
    void, cite = Status.VOID, move.rule
    boxes = tuple(replace(box, status=void, ruled=cite) for box in now.boxes)
    return replace(now, boxes=boxes, phase=Phase.SETTLING)
