"""What a ruling may do: to a stake, to a hand, to the round, to the order of turns."""

from collections.abc import Iterator
from dataclasses import replace

from game.mississippi.round import ANTE, JACKPOT, Box, Round, Status, changed, taken_out
from game.mississippi.settlement import staked
from game.mississippi.wagers import no_box
from game.play import wager_rulings
from game.play.checks import beyond
from game.play.moves import Move
from game.play.phases import Phase
from rulebook import Refusal


def may_forfeit(now: Round, move: Move) -> Iterator[Refusal]:
    """Until all cards show, a hand may be forfeited by somebody of the right rank."""
    box, power = now.box(move.seat), now.table.rules.folding.forfeit
    yield from no_box(now, move.number)
    if move.cite is None:
        yield from beyond(move.rank, power.value, power.cite, "rule a hand forfeited")
    played = now.phase in (Phase.DEALING, Phase.DECIDING)
    if not played or (box and box.out):
        wrong, right = "The hand is not being played.", "Leave it as it is."
        yield Refusal(power.cite, wrong, right)


def forfeit(now: Round, move: Move) -> Round:
    """Take the stakes of a player who told others of the hand, or as it is ruled."""
    return taken_out(now, move.number, status=Status.FORFEITED, ruled=move.cite)


def may_cut_back(now: Round, move: Move) -> Iterator[Refusal]:
    """A ruling may leave less of a stake that is in play, never more."""
    box, cite = now.box(move.seat), move.rule
    yield from no_box(now, move.number)
    if box is None:
        return
    if now.phase in (Phase.BETTING, Phase.CLOSED) or box.out:
        wrong, right = "There is no hand in play here.", "Leave it as it is."
        yield Refusal(cite, wrong, right)
    for wager, left in move.also:
        staked, least = _stake_on(now, box, wager), 1 if wager == ANTE else 0
        if not least <= left < staked:
            wrong = f"{left} cannot be left of {staked} on the {wager}."
            right = "Leave less than lies there; without an ante the hand is void."
            yield Refusal(cite, wrong, right, "amount")


def _stake_on(now: Round, box: Box, wager: str) -> int:
    names = (street.name for street in now.table.rules.streets)
    stakes = dict(zip(names, box.streets, strict=False))
    return {ANTE: box.ante, JACKPOT: box.jackpot, **stakes}.get(wager, 0)


def cut_back(now: Round, move: Move) -> Round:
    """Leave less of a stake; what is left stays valid, whatever the ratio asks for."""
    box, left = now.box(move.seat), dict(move.also)
    if box is None:
        return now
    names = (street.name for street in now.table.rules.streets)
    staked = zip(names, box.streets, strict=False)
    return changed(
        now,
        box.seat,
        ante=left.get(ANTE, box.ante),
        jackpot=left.get(JACKPOT, box.jackpot),
        streets=tuple(left.get(street, stake) for street, stake in staked),
    )


def may_void_hand(now: Round, move: Move) -> Iterator[Refusal]:
    """A hand is void by a ruling, once, while its round is being played."""
    box, cite = now.box(move.seat), now.table.rules.void.hand
    yield from no_box(now, move.number)
    void = box is not None and box.status is Status.VOID
    if now.phase in (Phase.BETTING, Phase.CLOSED) or void:
        wrong, right = "There is no hand in play here.", "Leave it as it is."
        yield Refusal(cite, wrong, right)


def void_hand(now: Round, move: Move) -> Round:
    """Cancel a hand: it has no result, and its stakes go back."""
    return taken_out(now, move.number, status=Status.VOID, ruled=move.rule)


def may_void_round(now: Round, _move: Move) -> Iterator[Refusal]:
    """A misdeal is found out before the round is over."""
    if now.phase in (Phase.BETTING, Phase.CLOSED):
        wrong, right = f"The round is {now.phase}.", "Only a round in play is void."
        yield Refusal(now.table.rules.void.misdeal, wrong, right)
    elif all(box.status is Status.VOID for box in now.boxes):
        wrong, right = "Every hand is void already.", "Close the round."
        yield Refusal(now.table.rules.void.misdeal, wrong, right)


def void_round(now: Round, move: Move) -> Round:
    """Cancel every hand of a misdeal, whatever has become of it."""
    void, cite = Status.VOID, move.rule
    boxes = tuple(box._replace(status=void, ruled=cite) for box in now.boxes)
    return replace(now, boxes=boxes, phase=Phase.SETTLING)


def _hands(now: Round, move: Move) -> dict[int, wager_rulings.Hand]:
    """The hands on whose wagers a ruling can be made; before the deal, to return."""
    early = now.phase is Phase.BETTING and move.act != "return_wager"
    if early or now.phase is Phase.CLOSED:
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
    yield from wager_rulings.against(move, _hands(now, move))
    box = now.box(move.seat)
    if box and not box.out and ANTE in move.wagers:
        wrong, right = "The hand is still played.", "Void the hand, or leave its ante."
        yield Refusal(move.rule, wrong, right, "wagers")


def rule_wagers(now: Round, move: Move) -> Round:
    """Decide single wagers, whatever the cards say; before the deal they come off."""
    seats = wager_rulings.among(move, _hands(now, move))
    rule = _taken_off if now.phase is Phase.BETTING else _decided
    boxes = (rule(box, move) if box.seat in seats else box for box in now.boxes)
    return replace(now, boxes=tuple(boxes))


def _decided(box: Box, move: Move) -> Box:
    return box._replace(fates=wager_rulings.decided(move, box.fates))


def _taken_off(box: Box, move: Move) -> Box:
    left = tuple((name, stake) for name, stake in box.sides if name not in move.wagers)
    jackpot = 0 if JACKPOT in move.wagers else box.jackpot
    return box._replace(sides=left, jackpot=jackpot)


def open_hand_for(now: Round, seat: int) -> Box | None:
    """The open hand that may still be played blind in place of the one at a seat."""
    box = now.box(seat)
    early = now.phase in (Phase.DEALING, Phase.DECIDING) and not now.shown
    if box is None or not box.blind or not early:
        return None
    own = (b for b in now.boxes if b.player == box.player and not b.blind)
    return next((b for b in own if not (b.out or b.streets or box.streets)), None)


def may_swap_hands(now: Round, move: Move) -> Iterator[Refusal]:
    """A blind hand that was looked at is played open while neither has a street bet."""
    if open_hand_for(now, move.number) is None:
        wrong = f"Hand {move.seat} cannot be played open any more."
        right = "Only before either hand has a street bet."
        yield Refusal(move.rule, wrong, right, "seat")


def swap_hands(now: Round, move: Move) -> Round:
    """Play a blind hand open, as it was looked at, and the player's own unseen."""
    own = open_hand_for(now, move.number)
    if own is None:
        return now
    return changed(changed(now, own.seat, blind=True), move.number, blind=False)


def may_act_first(now: Round, move: Move) -> Iterator[Refusal]:
    """Somebody who plays this round may be directed to act before the others."""
    yield from no_box(now, move.number)
    if now.phase in (Phase.SETTLING, Phase.CLOSED):
        wrong, right = f"The round is {now.phase}.", "It holds from the next round on."
        yield Refusal(move.rule, wrong, right, "seat")
    elif move.seat in dict(now.first):
        wrong = f"Seat {move.seat} acts first already."
        yield Refusal(move.rule, wrong, "Go on with the round.", "seat")


def act_first(now: Round, move: Move) -> Round:
    """Let a seat decide before the others for the rest of the round."""
    return replace(now, first=(*now.first, (move.number, move.rule)))
