"""Mississippi Stud, as it is played.

Every player antes and gets two cards. Three community cards lie face down. Before
each of them is turned a player stays in with a bet of one to three antes, or folds
and loses what is staked: 3rd street on the hole cards alone, 4th street with one
community card showing, 5th street with two. There is no dealer's hand to beat. When
the last card is turned, a pair of jacks or better wins on the ante and on all three
street bets at the odds of the hand, a pair of 6s to 10s gets its stakes back, and
anything less loses. Hands are settled one by one from the dealer's right.

A round is a value. `apply` gives the next value, or every reason why not; `legal`
lists what may happen now; `settle` gives the lines; `seen_by` hides what a seat may
not see. Cards come from a shuffled deck or are keyed in by a dealer: both are `Deal`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from game.cards import Card
from game.line import Line
from game.mississippi import antes, guards
from game.mississippi.options import legal, to_settle
from game.mississippi.round import (
    Action,
    Announce,
    Ante,
    Bet,
    BetBlind,
    Box,
    Call,
    Close,
    Concede,
    CutBack,
    Deal,
    Fold,
    Forfeit,
    OrderBurn,
    Phase,
    RefuseWager,
    Reveal,
    Round,
    SettleHand,
    Status,
    Table,
    TakeBack,
    VoidHand,
    VoidRound,
)
from game.mississippi.settlement import Claim, claim_of, hand_of, lines_of
from game.mississippi.view import seen_by
from rulebook import Refusal, Refused

__all__ = ["apply", "claims", "legal", "play", "seen_by", "settle"]


def apply(now: Round, action: Action) -> Round | Refused:
    """The round after an action, or every rule that stands in its way."""
    may, step = STEPS[type(action)]
    refusals = tuple(may(now, action))
    if refusals:
        return Refused(refusals)
    after: Round = step(now, action)
    return replace(after, record=(*now.record, action))


def play(table: Table, actions: Iterable[Action]) -> Round | Refused:
    """A whole round from its record of actions."""
    now = Round(table)
    for action in actions:
        after = apply(now, action)
        if isinstance(after, Refused):
            return after
        now = after
    return now


# Before the first card: antes, and second thoughts.


def _ante(now: Round, action: Ante) -> Round:
    """Buy a hand: only a box with an ante is dealt cards."""
    seat, player, medium = action.seat, action.player, action.medium
    box = Box(seat, action.amount, player, action.jackpot, action.blind, medium=medium)
    boxes = sorted((*now.boxes, box), key=lambda each: each.seat)
    return replace(now, boxes=tuple(boxes))


def _remove(now: Round, action: TakeBack | RefuseWager) -> Round:
    """Take a stake off the table; with none left, betting is open again."""
    boxes = tuple(box for box in now.boxes if box.seat != action.seat)
    return replace(now, boxes=boxes, stages_closed=now.stages_closed if boxes else 0)


def _announce(now: Round, action: Announce) -> Round:
    """Close a stage of betting, or let the players look at their cards and decide."""
    if action.call is Call.BET_OR_FOLD:
        return replace(now, phase=Phase.DECIDING)
    stage = 0 if now.phase is Phase.BETTING else now.shown + 1
    return replace(now, stages_closed=stage + 1)


# The deal: one card at a time to the place where the document and the device send it.


def _order_burn(now: Round, _action: OrderBurn) -> Round:
    """Have a card thrown away unseen before the community cards."""
    return replace(now, burn=now.table.rules.burnt)


def _deal(now: Round, action: Deal) -> Round:
    """Put the next card in its place; the first card of all ends the betting."""
    place = now.next_place
    out = replace(now, cards_out=now.cards_out + 1)
    if now.phase is Phase.BETTING:
        out = replace(out, phase=Phase.DEALING)
    if place is None or place.burn:
        out = replace(out, burnt=(*now.burnt, action.card))
    elif place.seat is not None:
        boxes = tuple(
            replace(box, hole=(*box.hole, action.card))
            if box.seat == place.seat
            else box
            for box in now.boxes
        )
        out = replace(out, boxes=boxes)
    else:
        out = replace(out, community=(*now.community, action.card))
        if place.face_up:
            return _turn(out)
    waits_for_call = now.table.rules.bet_or_fold is not None
    if out.initial_deal_over and not waits_for_call:
        return replace(out, phase=Phase.DECIDING)
    return out


def deal_from(now: Round, deck: Sequence[Card]) -> Round | Refused:
    """Deal the initial cards off the top of a shuffled deck."""
    after: Round | Refused = now
    while not isinstance(after, Refused) and not after.initial_deal_over:
        after = apply(after, Deal(deck[after.cards_out]))
    return after


def turn_from(now: Round, deck: Sequence[Card]) -> Round | Refused:
    """Show the next community card, off the deck or already lying face down."""
    place = now.next_place
    if place is not None and place.face_up:
        return apply(now, Deal(deck[now.cards_out]))
    return apply(now, Reveal())


# The streets: bet or fold, then the next community card.


def _bet(now: Round, action: Bet) -> Round:
    """Stay in with one to three antes."""
    return _with(now, action.seat, lambda box: _stake(box, (action.amount,)))


def _bet_blind(now: Round, action: BetBlind) -> Round:
    """Stake all three streets of a hand nobody looks at."""
    return _with(now, action.seat, lambda box: _stake(box, action.amounts))


def _stake(box: Box, amounts: Sequence[int]) -> Box:
    return replace(box, streets=(*box.streets, *amounts))


def _fold(now: Round, action: Fold) -> Round:
    """Give the hand up, and with it every stake on the table."""
    return _out(now, action.seat, Status.ABSENT if action.absent else Status.FOLDED)


def _out(now: Round, seat: int, status: Status) -> Round:
    """Take a hand out of the round; with nobody left, no bet is to come."""
    after = _with(now, seat, lambda box: replace(box, status=status))
    nobody_left = not to_settle(after) and all(box.out for box in after.boxes)
    return replace(after, phase=Phase.SETTLING) if nobody_left else after


def _forfeit(now: Round, action: Forfeit) -> Round:
    """Take the stakes of a player who told others of the hand, or as it is ruled."""
    ruled = _with(now, action.seat, lambda box: replace(box, ruled=action.cite))
    return _out(ruled, action.seat, Status.FORFEITED)


def _cut_back(now: Round, action: CutBack) -> Round:
    """Leave less of a stake; what is left stays valid, whatever the ratio asks for."""
    names = [street.name for street in now.table.rules.streets]

    def cut(box: Box) -> Box:
        if action.wager in {"ante", "jackpot"}:
            return replace(box, **{action.wager: action.amount})  # type: ignore[arg-type]
        streets = list(box.streets)
        streets[names.index(action.wager)] = action.amount
        return replace(box, streets=tuple(streets))

    return _with(now, action.seat, cut)


def _void_hand(now: Round, action: VoidHand) -> Round:
    """Cancel a hand: it has no result, and its stakes go back."""
    ruled = _with(now, action.seat, lambda box: replace(box, ruled=action.cite))
    return _out(ruled, action.seat, Status.VOID)


def _void_round(now: Round, action: VoidRound) -> Round:
    """Cancel every hand of a misdeal, whatever has become of it."""
    void, cite = Status.VOID, action.cite
    boxes = tuple(replace(box, status=void, ruled=cite) for box in now.boxes)
    return replace(now, boxes=boxes, phase=Phase.SETTLING)


def _reveal(now: Round, _action: Reveal) -> Round:
    """Turn the community card of the street just bet."""
    return _turn(now)


def _turn(now: Round) -> Round:
    shown = now.shown + 1
    last = shown == 3 or now.phase is Phase.SETTLING
    phase = Phase.SETTLING if last else Phase.DECIDING
    return replace(now, shown=shown, phase=phase)


# The end: each hand from the dealer's right, then the cards go to the rack.


def _concede(now: Round, action: Concede) -> Round:
    """Give up a hand that has stayed in to the end."""
    conceded = Status.CONCEDED
    return _with(now, action.seat, lambda box: replace(box, status=conceded))


def _settle_hand(now: Round, action: SettleHand) -> Round:
    """Turn the player's cards, announce the hand, pay or collect."""
    after = _with(
        now,
        action.seat,
        lambda box: box if box.given_up else replace(box, status=Status.SETTLED),
    )
    return replace(after, settled=(*now.settled, action.seat))


def _close(now: Round, _action: Close) -> Round:
    """The last card is in the discard rack: only now is the round over."""
    return replace(now, phase=Phase.CLOSED)


def settle(now: Round) -> tuple[Line, ...] | Refused:
    """Every wager of the round with its rule, from the dealer's right."""
    if now.phase not in (Phase.SETTLING, Phase.CLOSED):
        closed = now.table.rules.settlement.closed
        wrong = f"The round is still {now.phase}."
        return Refused((Refusal(closed, wrong, "Settle once it is played out."),))
    return tuple(line for box in reversed(now.boxes) for line in _lines(now, box))


def _lines(now: Round, box: Box) -> Iterator[Line]:
    rules = now.table.rules
    if now.shown < 3:  # everybody gave up: the cards that are left decide nothing
        yield from lines_of(rules, box, None)
    else:
        yield from lines_of(rules, box, hand_of(box.hole, now.community))


def claims(now: Round) -> tuple[Claim, ...]:
    """The jackpot wagers still alive at the end, from the dealer's right."""
    if now.shown < 3:
        return ()
    alive = (claim_of(now.table.rules, b, now.community) for b in reversed(now.boxes))
    return tuple(claim for claim in alive if claim is not None)


def _with(now: Round, seat: int, change: Callable[[Box], Box]) -> Round:
    boxes = tuple(change(box) if box.seat == seat else box for box in now.boxes)
    return replace(now, boxes=boxes)


STEPS: dict[type, tuple[Callable[..., Iterator[Refusal]], Callable[..., Any]]] = {
    Ante: (antes.may_ante, _ante),
    TakeBack: (antes.may_take_back, _remove),
    RefuseWager: (antes.may_refuse, _remove),
    Announce: (guards.may_announce, _announce),
    OrderBurn: (guards.may_order_burn, _order_burn),
    Deal: (guards.may_deal, _deal),
    Bet: (guards.may_bet, _bet),
    BetBlind: (guards.may_bet_blind, _bet_blind),
    Fold: (guards.may_fold, _fold),
    Forfeit: (guards.may_forfeit, _forfeit),
    CutBack: (guards.may_cut_back, _cut_back),
    VoidHand: (guards.may_void_hand, _void_hand),
    VoidRound: (guards.may_void_round, _void_round),
    Concede: (guards.may_concede, _concede),
    Reveal: (guards.may_reveal, _reveal),
    SettleHand: (guards.may_settle_hand, _settle_hand),
    Close: (guards.may_close, _close),
}
