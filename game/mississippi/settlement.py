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

Seen = tuple[Box, StudHand | None]  # a box and its hand, if it is read at all


def settle(now: Round) -> tuple[Line, ...] | Refused:
    """Every wager of the round with its rule, in the order it is paid."""
    if now.phase not in ENDING:
        wrong, right = f"The round is still {now.phase}.", "Settle once it is played."
        closed = now.table.rules.settlement.closed
        return Refused((Refusal(closed, wrong, right),))
    seen = _seen(now, now.boxes)
    unknown = [box.seat for box, hand in seen if hand is None and not box.out]
    if unknown:
        turned, key = face_down.TURNED, "Key its cards."
        wrong_ones = (f"Seat {seat} is not turned." for seat in unknown)
        return Refused(tuple(Refusal(turned, wrong, key) for wrong in wrong_ones))
    return _paid(now, seen)


def _seen(now: Round, boxes: Sequence[Box]) -> list[Seen]:
    """The boxes from the dealer's right; a hand that is out is not read."""
    return [(b, None if b.out else hand_at(now, b)) for b in reversed(boxes)]


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
    return _paid(now, _seen(now, done), with_sides=False)


def _paid(
    now: Round, seen: Sequence[Seen], *, with_sides: bool = True
) -> tuple[Line, ...]:
    """The lines from the dealer's right, paid up in chips, held to the maximum payout.

    Cover All waits until every ordinary wager is settled.
    """
    lines: list[Line] = []
    for box, hand in seen:
        lines += lines_of(now.table.rules, box, hand)
        if with_sides and box.sides:
            lines += side_lines(now, box, THREE_CARD_BONUS)
    if with_sides and now.setup.cover_all:
        for box, _ in seen:
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
    if box.status is Status.VOID:
        return Result.VOID
    return Result.FOLD if box.given_up else rules.settlement.ante[hand].result


def lines_of(rules: MississippiRules, box: Box, hand: StudHand | None) -> list[Line]:
    """Every wager of a box but its side bets, each with the rule that settles it."""
    lines = _main_lines(rules, box, hand)
    if box.jackpot:
        lines += _jackpot_line(rules, box)
    return list(overruled(lines, box.fates)) if box.fates else lines


def _main_lines(rules: MississippiRules, box: Box, hand: StudHand | None) -> list[Line]:
    if hand is None or box.out:
        ruled_out = box.status in RULED_OUT
        return _ruled_lines(rules, box) if ruled_out else _given_up(rules, box)
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
    """A hand given up loses what it staked."""
    seat, cite = box.seat, _why_given_up(rules, box)
    by_fold = box.status is Status.FOLDED and rules.settlement.ante_folded
    lines = [Line(seat, ANTE, box.ante, -box.ante, by_fold or cite)]
    for rule, stake in zip(rules.streets, box.streets, strict=False):
        lines.append(Line(seat, rule.name, stake, -stake, cite))
    return lines


def _why_given_up(rules: MississippiRules, box: Box) -> Cite:
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


def voided(now: Round) -> frozenset[int]:
    """The seats whose hand is void."""
    return frozenset(box.seat for box in now.boxes if box.status is Status.VOID)
