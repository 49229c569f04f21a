"""What every wager of a round wins or loses, each under the rule that settles it."""

from collections.abc import Iterable, Iterator, Sequence

from game.cards import Card
from game.fates import overruled, ruled_on
from game.hands import StudHand, category, rank_hand, stud_hand
from game.limits import pay_up
from game.line import Claim, Line
from game.maximum_payout import hold
from game.mississippi.round import (
    ANTE,
    JACKPOT,
    RULED_OUT,
    Box,
    Round,
    Status,
    jackpot_lives,
)
from game.mississippi.table import cap_of, payout_cap
from game.play import face_down
from game.play.phases import Phase
from game.rulebooks.limits import LIMITS, CapScope
from game.rulebooks.mississippi import MississippiRules, Result
from game.side_bets import (
    COVER_ALL_BONUS,
    THREE_CARD_BONUS,
    SideWager,
    settle_cover_all,
    settle_three_card_bonus,
    three_card_table,
)
from rulebook import Cite, Refusal, Refused

Seen = tuple[Box, StudHand | None]  # a box and its hand, if it is read at all


def settle(now: Round) -> tuple[Line, ...] | Refused:
    """Every wager of the round with its rule, in the order it is paid."""
    if now.phase not in (Phase.SETTLING, Phase.CLOSED):
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
            lines += _side_lines(now, box, THREE_CARD_BONUS)
    if with_sides and now.setup.cover_all:
        for box, _ in seen:
            lines += _side_lines(now, box, COVER_ALL_BONUS)
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


# The hand, and what it does to the ante and the street bets.


def hand_of(hole: Sequence[Card], community: Sequence[Card]) -> StudHand:
    """The hand of a box: its two cards and the three shared ones, all of them."""
    return stud_hand(rank_hand((*hole, *community)))


def all_known(now: Round, box: Box) -> bool:
    """Whether all five cards of a box have been turned."""
    if now.shown < 3:
        return False
    cards = (*box.hole, *now.community)
    return bool(cards) and min(cards) >= 0  # a card face down is below any card


def hand_at(now: Round, box: Box) -> StudHand | None:
    """The hand of a box, once all its cards are turned."""
    return hand_of(box.hole, now.community) if all_known(now, box) else None


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
    if box.status in RULED_OUT:
        return list(_ruled_lines(rules, box))
    if box.given_up or hand is None:
        return _given_up(rules, box)
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


def ruled(rules: MississippiRules, box: Box, wager: str, stake: int) -> Line | None:
    """What a ruling has made of a wager, whatever the cards say; else nothing.

    This is the one place that reads the fate of a hand: void goes back, forfeited
    is lost. What a ruling made of single wagers is laid over it.
    """
    if box.status is Status.VOID:
        return Line(box.seat, wager, stake, 0, box.ruled or rules.void.hand)
    if box.status is Status.FORFEITED:
        cite = box.ruled or rules.folding.forfeit.cite
        return Line(box.seat, wager, stake, -stake, cite)
    return None


def _ruled_lines(rules: MississippiRules, box: Box) -> Iterator[Line]:
    for wager, stake in main_wagers(rules, box):
        if line := ruled(rules, box, wager, stake):
            yield line


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


# Side bets, and the jackpot wagers that live on.


def _side_lines(now: Round, box: Box, kind: str) -> Iterator[Line]:
    for wager, stake in box.sides:
        if wager == kind:
            by_ruling = side_ruled(now, box, wager, stake)
            yield by_ruling or _side_line(now, box, wager, stake)


def side_ruled(now: Round, box: Box, wager: str, stake: int) -> Line | None:
    """A side bet that a ruling decides; no side bet is ever carried over."""
    if ruled_on(box.fates, wager):
        cite = now.table.rules.void.hand
        return next(overruled([Line(box.seat, wager, stake, 0, cite)], box.fates), None)
    return ruled(now.table.rules, box, wager, stake)


def _side_line(now: Round, box: Box, wager: str, stake: int) -> Line:
    bet = SideWager(box.seat, stake, box.hole, folded=box.given_up)
    if wager == THREE_CARD_BONUS:
        table = three_card_table(now.setup.three_card_table or "")
        return settle_three_card_bonus(table, now.community, bet)
    live = (other for other in now.boxes if not other.out)
    hands = [category(rank_hand((*b.hole, *now.community))) for b in live]
    return settle_cover_all(len(now.boxes), hands, bet)


def claims(now: Round) -> tuple[Claim, ...]:
    """The jackpot wagers alive at the end whose hands are known, in paying order.

    Where others share in what a hand wins, so does a folded wager, though it is lost.
    """
    rules, community = now.table.rules, now.community
    found = [
        claim_of(rules, box, community) if all_known(now, box) else None
        for box in now.boxes
    ]
    if rules.folding.envy and any(found):
        shares = (_envious(rules, box) for box in now.boxes)
        found = [claim or share for claim, share in zip(found, shares, strict=True)]
    return tuple(claim for claim in reversed(found) if claim is not None)


def _envious(rules: MississippiRules, box: Box) -> Claim | None:
    """A folded jackpot wager that still shares in what others win."""
    envy = rules.folding.envy
    if envy is None or not box.jackpot or not box.given_up or box.status in RULED_OUT:
        return None
    return Claim(box.seat, 0, 0, folded=True, cite=envy)


def claim_of(
    rules: MississippiRules, box: Box, community: Sequence[Card]
) -> Claim | None:
    """The jackpot wager of a box, if the document lets it live to the end."""
    if not jackpot_lives(rules, box):
        return None
    only = rules.folding.paid_only_jackpot
    cite = only if box.given_up and only else rules.settlement.jackpot_waits
    rank = rank_hand((*box.hole, *community))
    return Claim(box.seat, box.jackpot, rank, box.given_up, cite)


def staked(now: Round) -> dict[int, dict[str, int]]:
    """What lies on the table, by seat and wager."""
    return {box.seat: dict(wagers_of(now, box)) for box in now.boxes}


def wagers_of(now: Round, box: Box) -> Iterable[tuple[str, int]]:
    """Every wager of a box by name."""
    yield from main_wagers(now.table.rules, box)
    yield from box.sides
    if box.jackpot:
        yield JACKPOT, box.jackpot


def jackpots(now: Round) -> dict[int, int]:
    """The jackpot wagers of the round, by seat."""
    return {box.seat: box.jackpot for box in now.boxes if box.jackpot}


def voided(now: Round) -> frozenset[int]:
    """The seats whose hand is void."""
    return frozenset(box.seat for box in now.boxes if box.status is Status.VOID)
