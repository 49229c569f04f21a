"""What every wager of a round wins or loses, each under the rule that settles it."""

from collections.abc import Iterable, Iterator, Sequence

from game.fates import overruled
from game.hands import StudHand
from game.limits import pay_up
from game.line import Line
from game.maximum_payout import hold
from game.mississippi.hands import hand_at
from game.mississippi.round import (
    ANTE,
    JACKPOT,
    RULED_OUT,
    Box,
    Round,
    Status,
    jackpot_lives,
)
from game.mississippi.ruled_wagers import ruled
from game.mississippi.side_bets import side_lines
from game.mississippi.table import cap_of, payout_cap
from game.play import face_down
from game.play.phases import ENDING, Phase
from game.rulebooks.limits import LIMITS, CapScope
from game.rulebooks.mississippi import MississippiRules, Result
from game.side_bets import COVER_ALL_BONUS, THREE_CARD_BONUS
from rulebook import Cite, Refusal, Refused

# At hand, as every hand of a round asks for them.
FOLDED, FOLD = Status.FOLDED, Result.FOLD
Hands = dict[int, StudHand | None]  # of those still in, by seat, where known


def settle(now: Round) -> tuple[Line, ...] | Refused:
    """Every wager of the round with its rule, in the order it is paid."""
    if now.phase not in ENDING:
        wrong, right = f"The round is still {now.phase}.", "Settle once it is played."
        closed = now.table.rules.settlement.closed
        return Refused((Refusal(closed, wrong, right),))
    hands = _hands(now, now.boxes)
    if None in hands.values():
        turned, key = face_down.TURNED, "Key its cards."
        unknown = (seat for seat, hand in hands.items() if hand is None)
        wrong_ones = (f"Seat {seat} is not turned." for seat in unknown)
        return Refused(tuple(Refusal(turned, wrong, key) for wrong in wrong_ones))
    return _paid(now, now.boxes, hands)


def _hands(now: Round, boxes: Sequence[Box]) -> Hands:
    """The hands from the dealer's right; one that is out is not read."""
    return {b.seat: hand_at(now, b) for b in reversed(boxes) if not b.out}


def so_far(now: Round) -> tuple[Line, ...]:
    """The lines of the hands that are done with, while others still wait."""
    if now.phase is Phase.CLOSED:
        lines = settle(now)
        return () if isinstance(lines, Refused) else lines
    waiting = now.to_settle
    done = tuple(
        box
        for box in now.boxes
        if box.seat in now.settled or (box.out and box.seat not in waiting)
    )
    return _paid(now, done, _hands(now, done), with_sides=False)


def _paid(
    now: Round, boxes: Sequence[Box], hands: Hands, *, with_sides: bool = True
) -> tuple[Line, ...]:
    """The lines from the dealer's right, paid up in chips, held to the maximum payout.

    Cover All waits until every ordinary wager is settled.
    """
    lines: list[Line] = []
    for box in reversed(boxes):
        lines += lines_of(now.table.rules, box, hands.get(box.seat))
        if with_sides and box.sides:
            lines += side_lines(now, box, THREE_CARD_BONUS)
    if with_sides and now.setup.cover_all:
        for box in reversed(boxes):
            lines += side_lines(now, box, COVER_ALL_BONUS)
    return _capped(now, lines)


def _capped(now: Round, lines: Sequence[Line]) -> tuple[Line, ...]:
    lines = pay_up(LIMITS[now.setup.document], lines, now.setup.smallest_chip)
    cap = cap_of(now.setup)
    most = payout_cap(now.setup) if cap else None
    if cap is None or most is None or isinstance(most, Refused):
        return tuple(lines)
    scope = CapScope(now.setup.payout_scope) if now.setup.payout_scope else cap.scope
    whose = {box.seat: box.player for box in now.boxes}
    return hold(cap, most, lines, scope, whose)


# What the hand does to the ante and the street bets.


def result_of(rules: MississippiRules, box: Box, hand: StudHand) -> Result:
    """How the box ended, in one word."""
    if not box.out:
        return rules.settlement.ante[hand].result
    return FOLD if box.given_up else Result.VOID


def lines_of(rules: MississippiRules, box: Box, hand: StudHand | None) -> list[Line]:
    """Every wager of a box but its side bets, each with the rule that settles it."""
    if hand is None or box.out:
        lines = _given_up(rules, box)
    else:
        lines = _by_hand(rules, box, hand)
    if box.jackpot:
        lines += _jackpot_line(rules, box)
    return list(overruled(lines, box.fates)) if box.fates else lines


def _by_hand(rules: MississippiRules, box: Box, hand: StudHand) -> list[Line]:
    """A hand that was played to the end wins or loses what it staked."""
    seat, settlement = box.seat, rules.settlement
    ante, street = settlement.ante[hand], settlement.street[hand]
    lines = [Line(seat, ANTE, box.ante, ante.net(box.ante), ante.cite)]
    for rule, stake in zip(rules.streets, box.streets, strict=True):
        lines.append(Line(seat, rule.name, stake, street.net(stake), street.cite))
    return lines


def main_wagers(rules: MississippiRules, box: Box) -> Iterator[tuple[str, int]]:
    """The ante and the street bets of a box by name."""
    yield ANTE, box.ante
    for rule, stake in zip(rules.streets, box.streets, strict=False):
        yield rule.name, stake


def _ruled_lines(rules: MississippiRules, box: Box) -> list[Line]:
    lines = (ruled(rules, box, wager, at) for wager, at in main_wagers(rules, box))
    return [line for line in lines if line is not None]


def _jackpot_line(rules: MississippiRules, box: Box) -> Iterator[Line]:
    """The jackpot wager of a box, once it is no longer its hand that decides it."""
    if jackpot_lives(rules, box):
        return
    by_ruling = ruled(rules, box, JACKPOT, box.jackpot)
    lost = rules.folding.jackpot_lost
    net = -box.jackpot if box.given_up and lost.value else 0
    yield by_ruling or Line(box.seat, JACKPOT, box.jackpot, net, lost.cite)


def _given_up(rules: MississippiRules, box: Box) -> list[Line]:
    """A hand given up loses what it staked, unless a ruling decides it."""
    if box.status in RULED_OUT:
        return _ruled_lines(rules, box)
    if box.status is FOLDED:
        cite = rules.streets[len(box.streets)].fold
        ante_cite = rules.settlement.ante_folded or cite
    else:
        ante_cite = cite = _why_out(rules, box)
    seat, ante = box.seat, box.ante
    lines = [Line(seat, ANTE, ante, -ante, ante_cite)]
    for rule, stake in zip(rules.streets, box.streets, strict=False):
        lines.append(Line(seat, rule.name, stake, -stake, cite))
    return lines


def _why_out(rules: MississippiRules, box: Box) -> Cite:
    """The rule under which a hand is out that did not simply fold."""
    if box.status is Status.ABSENT:
        return rules.folding.absent
    if box.status is Status.CONCEDED and rules.folding.concede:
        return rules.folding.concede
    return rules.streets[len(box.streets)].fold


def staked(now: Round) -> dict[int, dict[str, int]]:
    """What lies on the table, by seat and wager."""
    return {box.seat: dict(wagers_of(now, box)) for box in now.boxes}


def wagers_of(now: Round, box: Box) -> Iterable[tuple[str, int]]:
    """Every wager of a box by name."""
    yield from main_wagers(now.table.rules, box)
    yield from box.sides
    if box.jackpot:
        yield JACKPOT, box.jackpot
