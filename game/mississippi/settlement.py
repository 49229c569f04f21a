"""What every wager of a round wins or loses, each under the rule that settles it."""

from collections.abc import Iterator, Mapping, Sequence

from game import side_bets
from game.cards import Card
from game.fates import overruled
from game.hands import StudHand, category, rank_hand, stud_hand
from game.limits import pay_up
from game.line import Claim, Line
from game.maximum_payout import hold
from game.mississippi.round import RULED_OUT, Box, Round, Status, jackpot_lives
from game.mississippi.table import cap_of, payout_cap
from game.play import face_down
from game.play.phases import ENDING, Phase
from game.rulebooks.limits import LIMITS, CapScope
from game.rulebooks.mississippi import MississippiRules, Result
from game.stud.round import ANTE, JACKPOT, ruled_lines
from game.stud.secret import secret_lines
from rulebook import Cite, Refusal, Refused


def hand_of(hole: tuple[Card, ...], community: tuple[Card, ...]) -> StudHand:
    """The hand of a box: its two cards and the three shared ones, all of them."""
    return stud_hand(rank_hand(hole + community))


def all_known(now: Round, box: Box) -> bool:
    """Whether all five cards of a box have been turned."""
    if now.shown < 3:
        return False
    cards = box.hole + now.community
    return bool(cards) and min(cards) >= 0  # a card face down is below any card


def hand_at(now: Round, box: Box) -> StudHand | None:
    """The hand of a box, once all its cards are turned."""
    return hand_of(box.hole, now.community) if all_known(now, box) else None


def out_under(rules: MississippiRules, box: Box) -> Cite:
    """The rule under which a hand is out that did not simply fold."""
    match box.status:
        case Status.VOID:
            return box.ruled or rules.void.hand
        case Status.FORFEITED:
            return box.ruled or rules.folding.forfeit.cite
        case Status.CONCEDED if rules.folding.concede:
            return rules.folding.concede
        case Status.ABSENT:
            return rules.folding.absent
    return rules.streets[len(box.streets)].fold


def ruled(rules: MississippiRules, box: Box, wager: str, stake: int) -> Line | None:
    """What a ruling has made of a wager with its hand; else nothing.

    A void hand goes back, a forfeited one is lost. What a ruling made of single wagers
    is laid over it.
    """
    if box.status not in RULED_OUT:
        return None
    net = 0 if box.void else -stake
    return Line(box.seat, wager, stake, net, out_under(rules, box))


def side_ruled(now: Round, box: Box, wager: str, stake: int) -> Line | None:
    """A side bet that a ruling decides; no side bet is ever carried over."""
    alone = next(ruled_lines(box, [(wager, stake)]), None)
    return alone or ruled(now.table.rules, box, wager, stake)


def side_lines(now: Round, box: Box, kind: str) -> Iterator[Line]:
    """The side bets of one kind that a box has staked, settled."""
    for wager, stake in box.sides:
        if wager == kind:
            by_ruling = side_ruled(now, box, wager, stake)
            yield by_ruling or _side_line(now, box, wager, stake)


def _side_line(now: Round, box: Box, wager: str, stake: int) -> Line:
    bet = side_bets.SideWager(box.seat, stake, box.hole, folded=box.given_up)
    if wager == side_bets.THREE_CARD_BONUS:
        table = side_bets.three_card_table(now.setup.three_card_table or "")
        return side_bets.settle_three_card_bonus(table, now.community, bet)
    live = (other for other in now.boxes if not other.out)
    hands = [category(rank_hand((*b.hole, *now.community))) for b in live]
    return side_bets.settle_cover_all(len(now.boxes), hands, bet)


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
    return paid(now, now.boxes, hands)


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
    return paid(now, done, _hands(now, done), with_sides=False)


def paid(
    now: Round, boxes: Sequence[Box], hands: Hands, *, with_sides: bool = True
) -> tuple[Line, ...]:
    """The lines from the dealer's right, paid up in chips, held to the maximum payout.

    Cover All waits until every ordinary wager is settled.
    """
    lines: list[Line] = []
    for box in reversed(boxes):
        lines += lines_of(now.table.rules, box, hands.get(box.seat))
        if now.sealed:
            lines += _secret(now, box, hands.get(box.seat))
        if with_sides and box.sides:
            lines += side_lines(now, box, side_bets.THREE_CARD_BONUS)
    if with_sides and now.setup.cover_all:
        for box in reversed(boxes):
            lines += side_lines(now, box, side_bets.COVER_ALL_BONUS)
    return _capped(now, lines)


def _secret(now: Round, box: Box, hand: StudHand | None) -> Iterator[Line]:
    """An announced secret ante with the bets that followed it, played on this hand."""
    rules = now.table.rules

    def settled(stakes: Mapping[str, int]) -> list[Line]:
        ante, *streets = stakes.values()
        mine = box._replace(ante=ante, streets=tuple(streets), jackpot=0, fates=())
        return lines_of(rules, mine, hand)

    return secret_lines(now, box, settled)


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
    lines = [Line(seat, ANTE, box.ante, ante.to_one * box.ante, ante.cite)]
    for rule, stake in zip(rules.streets, box.streets, strict=True):
        lines.append(Line(seat, rule.name, stake, street.to_one * stake, street.cite))
    return lines


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
    if box.status is FOLDED:
        cite = rules.streets[len(box.streets)].fold
        ante_cite = rules.settlement.ante_folded or cite
    else:
        ante_cite = cite = out_under(rules, box)
    seat, lost = box.seat, 0 if box.void else -1
    lines = [Line(seat, ANTE, box.ante, lost * box.ante, ante_cite)]
    for rule, stake in zip(rules.streets, box.streets, strict=False):
        lines.append(Line(seat, rule.name, stake, lost * stake, cite))
    return lines


def decided(now: Round) -> tuple[Line, ...]:
    """The lines of the wagers that nothing can change any more but a ruling."""
    return tuple(line for box in reversed(now.boxes) for line in _decided(now, box))


def _decided(now: Round, box: Box) -> Iterator[Line]:
    if not (box.out or box.seat in now.settled):
        jackpot = (JACKPOT, box.jackpot)
        yield from ruled_lines(box, (*now.main_wagers(box), jackpot, *box.sides))
        return
    yield from lines_of(now.table.rules, box, hand_at(now, box))
    for wager, stake in box.sides:
        if line := side_ruled(now, box, wager, stake):
            yield line


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
