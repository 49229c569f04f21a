"""What a ruling may do in a stud game: to a stake, to a hand, or to the whole round."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.fates import WAGER_MOVES, Fate, RuledWager, ruled_on
from game.play import sealed
from game.play.acts import Act, shared
from game.play.moves import Move, form
from game.play.phases import Phase
from game.stud.antes import no_box
from game.stud.round import ANTE, JACKPOT, Round, S
from rulebook import Refusal

SINGLE_WAGERS = form("wagers", "cite", takes=("seat",))
NOT_IN_PLAY = (Phase.BETTING, Phase.CLOSED)
LEAVE = "Leave it as it is."


def may_void_hand(now: Round, move: Move) -> Iterator[Refusal]:
    """A hand is void by a ruling, once, while its round is being played."""
    box = now.box(move.seat)
    yield from no_box(now, move.number)
    if now.phase in NOT_IN_PLAY or (box and box.void):
        cite = now.table.rules.void.hand
        yield Refusal(cite, "There is no hand in play here.", LEAVE)


def void_hand(now: S, move: Move) -> S:
    """Cancel a hand: it has no result, and its stakes go back."""
    boxes = (b.voided(move.rule) if b.seat == move.seat else b for b in now.boxes)
    secret = sealed.voided(now, move.rule, move.number)
    return replace(now, boxes=tuple(boxes), sealed=secret).at_its_end()


def may_void_round(now: Round, _move: Move) -> Iterator[Refusal]:
    """A round is void before it is over; without a stake there is none."""
    cite = now.table.rules.void.misdeal
    if now.phase is Phase.CLOSED or not now.boxes:
        wrong, right = f"The round is {now.phase}.", "Only a round in play is void."
        yield Refusal(cite, wrong, right)
    elif all(box.void for box in now.boxes):
        yield Refusal(cite, "Every hand is void already.", "Close the round.")


def void_round(now: S, move: Move) -> S:
    """Cancel every hand of a misdeal, whatever has become of it."""
    boxes = tuple(box.voided(move.rule) for box in now.boxes)
    secret = sealed.voided(now, move.rule)
    return replace(now, boxes=boxes, sealed=secret, phase=Phase.SETTLING)


def may_cut_back(now: Round, move: Move) -> Iterator[Refusal]:
    """A ruling may leave less of a stake that is in play, never more."""
    box, cite = now.box(move.seat), move.rule
    yield from no_box(now, move.number)
    if box is None:
        return
    if now.phase in NOT_IN_PLAY or box.out:
        yield Refusal(cite, "There is no hand in play here.", LEAVE)
    stakes = {JACKPOT: box.jackpot, **dict(now.main_wagers(box))}
    for wager, left in move.also:
        staked, least = stakes.get(wager, 0), 1 if wager == ANTE else 0
        if not least <= left < staked:
            wrong = f"{left} cannot be left of {staked} on the {wager}."
            right = "Leave less than lies there; without an ante the hand is void."
            yield Refusal(cite, wrong, right, "amount")


# Single wagers that a ruling returns, collects or carries over.


def _ruled_on_by(now: Round, move: Move) -> Sequence[Any]:
    """Whose wagers a move decides: those of its seat; with none, of all void hands.

    Before the deal wagers only go back. Without a seat it does not matter which hand
    has such a wager, as a correction may still change that.
    """
    early = now.phase is Phase.BETTING and move.act != "return_wager"
    if early or now.phase is Phase.CLOSED:
        return ()
    if move.seat is None:
        return [box for box in now.boxes if box.void]
    return [box for box in now.boxes if box.seat == move.seat]


def may_rule_wagers(now: Round, move: Move) -> Iterator[Refusal]:
    """A ruling decides whole wagers that lie there, once; a hand needs its ante."""
    boxes, cite = _ruled_on_by(now, move), move.rule
    if not boxes:
        whose = "No hand is void" if move.seat is None else f"Seat {move.seat} has none"
        yield Refusal(cite, f"{whose} in play.", LEAVE, "seat")
        return
    if not move.wagers:
        yield Refusal(cite, "No wager is named.", "Name one that lies there.", "wagers")
    if WAGER_MOVES[move.act] is Fate.CARRIED and set(move.wagers) - {JACKPOT}:
        wrong, right = "The wager is of this round.", "Only a jackpot wager waits."
        yield Refusal(cite, wrong, right, "wagers")
    for name in move.wagers:
        if all(ruled_on(box.fates, name) for box in boxes):
            wrong = f"The {name} wager is ruled on already."
            yield Refusal(cite, wrong, "A wager is ruled on once.", "wagers")
        if not any(box.void or dict(now.wagers(box)).get(name) for box in boxes):
            wrong = f"Seat {move.seat} has no {name} wager."
            yield Refusal(cite, wrong, "Name one that lies there.", "wagers")
    box = now.box(move.seat)
    if box and not box.out and ANTE in move.wagers:
        wrong, right = "The hand is still played.", "Void the hand, or leave its ante."
        yield Refusal(cite, wrong, right, "wagers")


def rule_wagers(now: S, move: Move) -> S:
    """Decide single wagers, whatever the cards say; before the deal they come off."""
    ruled = _ruled_on_by(now, move)
    early = now.phase is Phase.BETTING
    boxes = (
        box
        if box not in ruled
        else box.without(move.wagers)
        if early
        else box._replace(fates=_decided(move, box.fates))
        for box in now.boxes
    )
    return replace(now, boxes=tuple(boxes))


def _decided(move: Move, fates: tuple[RuledWager, ...]) -> tuple[RuledWager, ...]:
    """What is ruled on the wagers of a hand after a move that decides some of them."""
    fresh = (
        RuledWager(name, WAGER_MOVES[move.act], move.rule)
        for name in move.wagers
        if ruled_on(fates, name) is None
    )
    return (*fates, *fresh)


RULINGS: Mapping[str, Act[Any]] = {
    **shared(
        void_hand=(may_void_hand, void_hand), void_round=(may_void_round, void_round)
    ),
    **dict.fromkeys(WAGER_MOVES, Act(SINGLE_WAGERS, may_rule_wagers, rule_wagers)),
}
