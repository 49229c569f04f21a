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
from game.caribbean.settlement import staked
from game.play import wager_rulings
from game.play.moves import UNRULED, Move
from game.play.phases import Phase
from rulebook import Refusal


def may_void_hand(now: Round, move: Move) -> Iterator[Refusal]:
    """A ruling cancels a hand while the round is played."""
    yield from no_box(now, move.number)
    box = now.box(move.seat)
    gone = box is not None and box.status is Status.VOID
    if now.phase in (Phase.BETTING, Phase.CLOSED) or gone:
        wrong, right = "There is no open hand to cancel.", "Rule on it in its round."
        yield Refusal(UNRULED, wrong, right)


def void_hand(now: Round, move: Move) -> Round:
    """Cancel a hand: it has no result, and its stakes go back."""
    after = changed(now, move.number, status=Status.VOID, ruled=move.rule)
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
    elif all(box.status is Status.VOID for box in now.boxes):
        wrong, right = "Every hand is void already.", "Close the round."
        yield Refusal(UNRULED, wrong, right)


def void_round(now: Round, move: Move) -> Round:
    """Cancel every hand of a misdeal, whatever has become of it."""
    void, cite = Status.VOID, move.rule
    boxes = tuple(box._replace(status=void, ruled=cite) for box in now.boxes)
    return replace(now, boxes=boxes, phase=Phase.SETTLING)


def _hands(now: Round) -> dict[int, wager_rulings.Hand]:
    """The hands on whose wagers a ruling can be made."""
    if now.phase in (Phase.BETTING, Phase.CLOSED):
        return {}
    stakes = staked(now)
    return {
        box.seat: wager_rulings.Hand(
            stakes[box.seat], box.fates, box.status is Status.VOID
        )
        for box in now.boxes
    }


def may_rule_wagers(now: Round, move: Move) -> Iterator[Refusal]:
    """A ruling may return, collect or carry single wagers; a hand needs its ante."""
    yield from wager_rulings.against(move, _hands(now))
    box = now.box(move.seat)
    if box and not box.out and ANTE in move.wagers:
        wrong, right = "The hand is still played.", "Void the hand, or leave its ante."
        yield Refusal(move.rule, wrong, right, "wagers")


def rule_wagers(now: Round, move: Move) -> Round:
    """Decide single wagers, whatever the cards say."""
    seats = wager_rulings.among(move, _hands(now))
    boxes = tuple(
        box._replace(fates=wager_rulings.decided(move, box.fates))
        if box.seat in seats
        else box
        for box in now.boxes
    )
    return replace(now, boxes=boxes)
