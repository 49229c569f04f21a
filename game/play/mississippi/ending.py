"""How a round of Mississippi Stud ends: its lines, its claims and its stakes."""

from collections.abc import Iterator
from dataclasses import replace

from game.fates import overruled, ruled_on
from game.hands import category, rank_hand
from game.line import Line
from game.maximum_payout import hold
from game.mississippi.options import to_settle
from game.mississippi.round import Box, Phase, Status
from game.mississippi.settlement import Claim, claim_of, hand_of, lines_of
from game.play import face_down, spoken
from game.play.mississippi.opening import cap_of, payout_cap
from game.play.mississippi.stakes import staked
from game.play.mississippi.steps import JACKPOT, Stud
from game.play.state import Side
from game.play.wager_rulings import UNRULED as STEP
from game.rulebooks.limits import CapScope
from game.side_bets import (
    COVER_ALL_BONUS,
    THREE_CARD_BONUS,
    SideWager,
    settle_cover_all,
    settle_three_card_bonus,
    three_card_table,
)
from rulebook import Refusal, Refused


def seen_by_all(state: Stud, box: Box) -> bool:
    """Whether all five cards of a box are known."""
    down = any(face_down.unknown(card) for card in (*box.hole, *state.round.community))
    return state.round.shown == 3 and not down


def settled(state: Stud) -> tuple[Line, ...] | Refused:
    """Every wager of the round with its rule, in the order it is paid."""
    now = state.round
    refusals = []
    if now.phase not in (Phase.SETTLING, Phase.CLOSED):
        wrong, right = f"The round is still {now.phase}.", "Settle once it is played."
        refusals.append(Refusal(now.table.rules.settlement.closed, wrong, right))
    refusals += [
        Refusal(face_down.TURNED, f"Seat {box.seat} is not turned.", "Key its cards.")
        for box in reversed(now.boxes)
        if not box.out and not seen_by_all(state, box)
    ]
    return Refused(tuple(refusals)) if refusals else _capped(state, now.boxes)


def so_far(state: Stud) -> tuple[Line, ...]:
    """The lines of the hands that are done with, while others still wait."""
    now = state.round
    if now.phase is Phase.CLOSED:
        lines = settled(state)
        return () if isinstance(lines, Refused) else lines
    waiting = to_settle(now)
    done = tuple(
        box
        for box in now.boxes
        if box.seat in now.settled or (box.out and box.seat not in waiting)
    )
    return _capped(state, done, only_main=True)


def _capped(
    state: Stud, boxes: tuple[Box, ...], *, only_main: bool = False
) -> tuple[Line, ...]:
    lines = tuple(_lines(state, boxes, only_main=only_main))
    cap, most = cap_of(state.setup), payout_cap(state.setup)
    if cap is None or most is None or isinstance(most, Refused):
        return lines
    scope = state.setup.payout_scope
    return hold(cap, most, lines, CapScope(scope) if scope else None)


def _lines(state: Stud, boxes: tuple[Box, ...], *, only_main: bool) -> Iterator[Line]:
    now = state.round
    for box in reversed(boxes):
        known = seen_by_all(state, box)
        hand = hand_of(box.hole, now.community) if known else None
        lines = (*lines_of(now.table.rules, box, hand), *_jackpot(state, box))
        yield from overruled(lines, state.ruled_at(box.seat))
        if not only_main:
            for side in _sides(state, box, THREE_CARD_BONUS):
                yield _three_card(state, box, side)
    if not only_main:  # Cover All waits until every ordinary wager is settled
        for box in reversed(boxes):
            for side in _sides(state, box, COVER_ALL_BONUS):
                yield _cover_all(state, box, side)


def _jackpot(state: Stud, box: Box) -> Iterator[Line]:
    """A jackpot wager that no hand decides: it goes back, or as a ruling has it."""
    ruled = ruled_on(state.ruled_at(box.seat), JACKPOT)
    if box.jackpot and (ruled or box.status is Status.VOID):
        cite = box.ruled or state.round.table.rules.void.hand
        yield Line(box.seat, JACKPOT, box.jackpot, 0, cite)


def decided(state: Stud) -> tuple[Line, ...]:
    """The wagers that nothing can change any more but another ruling."""
    return tuple(line for box in state.round.boxes for line in _decided(state, box))


def _decided(state: Stud, box: Box) -> Iterator[Line]:
    ruled = state.ruled_at(box.seat)
    if box.status in (Status.VOID, Status.FORFEITED):
        yield from _lines(state, (box,), only_main=False)
        return
    over = box.out or box.seat in state.round.settled
    lines = tuple(_lines(state, (box,), only_main=True)) if over else ()
    yield from lines
    rest = {one.wager for one in ruled} - {line.wager for line in lines}
    stakes = staked(state)[box.seat]
    open_still = (Line(box.seat, w, stakes[w], 0, STEP) for w in rest if w in stakes)
    yield from overruled(open_still, ruled)


def _sides(state: Stud, box: Box, wager: str) -> Iterator[Side]:
    return (s for s in state.sides if (s.seat, s.wager) == (box.seat, wager))


def _without_cards(state: Stud, box: Box, side: Side) -> Line | None:
    """A side bet that its hand or a ruling decides, whatever the cards are."""
    rules = state.round.table.rules
    void = Line(box.seat, side.wager, side.stake, 0, box.ruled or rules.void.hand)
    ruled = state.ruled_at(box.seat)
    if ruled_on(ruled, side.wager):
        return next(overruled((void,), ruled), None)
    if box.status is Status.FORFEITED:
        cite = box.ruled or rules.folding.forfeit.cite
        return replace(void, net=-side.stake, cite=cite)
    return void if box.status is Status.VOID else None


def _three_card(state: Stud, box: Box, side: Side) -> Line:
    now = state.round
    if (line := _without_cards(state, box, side)) is not None:
        return line
    table = three_card_table(state.setup.three_card_table or "")
    bet = SideWager(box.seat, side.stake, box.hole, folded=box.given_up)
    return settle_three_card_bonus(table, now.community, bet)


def _cover_all(state: Stud, box: Box, side: Side) -> Line:
    now = state.round
    if (line := _without_cards(state, box, side)) is not None:
        return line
    live = [
        category(rank_hand((*other.hole, *now.community)))
        for other in now.boxes
        if not other.out
    ]
    bet = SideWager(box.seat, side.stake, box.hole, folded=box.given_up)
    return settle_cover_all(len(now.boxes), live, bet)


def claimed(state: Stud) -> tuple[Claim, ...]:
    """The jackpot wagers alive at the end whose hands are known, in paying order."""
    now = state.round
    alive = (
        claim_of(now.table.rules, box, now.community)
        for box in reversed(now.boxes)
        if seen_by_all(state, box) and not ruled_on(state.ruled_at(box.seat), JACKPOT)
    )
    return tuple(claim for claim in alive if claim is not None)


def said(state: Stud, seat: int) -> str:
    """What has become of a hand, as the dealer calls it."""
    box = state.round.box(seat)
    if box is None:
        return ""
    if box.status is Status.VOID:
        return "Void"
    if box.given_up:
        street = state.round.table.rules.streets[min(len(box.streets), 2)].name
        words = {Status.FOLDED: f"Folded on {street} street"}
        return words.get(box.status, box.status.capitalize())
    return (
        spoken.hand((*box.hole, *state.round.community)) if _called(state, box) else ""
    )


def _called(state: Stud, box: Box) -> bool:
    return box.seat in state.round.settled and seen_by_all(state, box)
