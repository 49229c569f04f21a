"""Caribbean Stud, as it is played.

Every player antes and gets five cards; so does the Dealer, who shows one of them. On
the call “Bet or Fold” a player gives the hand up and loses the ante, or stays in with
a Bet of exactly two antes. Then the Dealer turns all five cards. They play only with
an ace and a king or better: otherwise every ante still in is paid even money and the
Bets go back. When they play, each hand is compared from the Dealer's right. A higher
hand wins even money on the ante and the odds of the hand on the Bet, a lower one
loses both, an equal one neither wins nor loses.

A round is a value. `apply` gives the next value, or every reason why not; `legal`
lists what may happen now; `settle` gives the lines; `seen_by` hides what a seat may
not see. Cards come from a shuffled deck or are keyed in by a dealer: both are `Deal`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from game.cards import Card
from game.caribbean import guards
from game.caribbean.options import legal
from game.caribbean.round import (
    OUT,
    Action,
    Box,
    DeclareNoHand,
    ForfeitHand,
    OfferJackpot,
    RegisterJackpot,
    Round,
    Status,
    Table,
    TurnUpCard,
    VoidHand,
)
from game.caribbean.settlement import capped, claim_of, outcome_of, turned
from game.caribbean.view import seen_by
from game.line import Line
from game.mississippi.round import (
    Announce,
    Ante,
    Bet,
    Call,
    Close,
    CutBack,
    Deal,
    Fold,
    Phase,
    Reveal,
    SettleHand,
    TakeBack,
    VoidRound,
)
from game.mississippi.settlement import Claim
from rulebook import Refusal, Refused

__all__ = ["apply", "claims", "deal_from", "legal", "play", "seen_by", "settle"]


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


# Before the first card: antes, and the jackpot where one is run.


def _ante(now: Round, action: Ante) -> Round:
    box = Box(action.seat, action.amount, action.player, action.jackpot)
    boxes = sorted((*now.boxes, box), key=lambda each: each.seat)
    return replace(now, boxes=tuple(boxes))


def _take_back(now: Round, action: TakeBack) -> Round:
    """Take an ante off the table; with none left, betting is open again."""
    boxes = tuple(box for box in now.boxes if box.seat != action.seat)
    closed = now.betting_closed and bool(boxes)
    return replace(now, boxes=boxes, betting_closed=closed)


def _offer_jackpot(now: Round, _action: OfferJackpot) -> Round:
    return replace(now, jackpot_offered=True)


def _register_jackpot(now: Round, action: RegisterJackpot) -> Round:
    """From now on the jackpot wager is live; one that is never taken wins nothing."""
    return _with(now, action.seat, lambda box: replace(box, registered=True))


def _announce(now: Round, action: Announce) -> Round:
    """Close the betting before the deal; after it, let the players look and decide."""
    if action.call is Call.NO_MORE_BETS:
        return replace(now, betting_closed=True)
    return _unless_all_decided(replace(now, phase=Phase.DECIDING))


# The deal: card by card from a shoe, or in sets of five from a shuffling shoe.


def _deal(now: Round, action: Deal) -> Round:
    place = now.next_place
    out = replace(now, cards_out=now.cards_out + 1, phase=Phase.DEALING)
    if place is not None and place.seat is not None:
        return _with(
            out, place.seat, lambda box: replace(box, cards=(*box.cards, action.card))
        )
    shows = place is not None and place.face_up
    return replace(out, dealer=(*now.dealer, action.card), up_card_shows=shows)


def _turn_up_card(now: Round, _action: TurnUpCard) -> Round:
    return replace(now, up_card_shows=True)


def deal_from(now: Round, deck: Sequence[Card]) -> Round | Refused:
    """Deal every hand off the top of a shuffled deck and show the up card."""
    after: Round | Refused = now
    while not isinstance(after, Refused) and after.next_place is not None:
        after = apply(after, Deal(deck[after.cards_out]))
    if isinstance(after, Refused) or after.up_card_shows or not after.boxes:
        return after
    return apply(after, TurnUpCard())


# Bet or fold.


def _bet(now: Round, action: Bet) -> Round:
    return _unless_all_decided(
        _with(
            now,
            action.seat,
            lambda box: replace(box, bet=action.amount, status=Status.IN),
        )
    )


def _fold(now: Round, action: Fold) -> Round:
    """Lay the cards face down; the Dealer takes them and the ante."""
    folded = Status.FOLDED
    return _unless_all_decided(
        _with(now, action.seat, lambda box: replace(box, status=folded))
    )


def _void(now: Round, action: VoidHand) -> Round:
    return _unless_all_decided(
        _with(
            now,
            action.seat,
            lambda box: replace(box, status=Status.VOID, ruled=action.cite),
        )
    )


def _forfeit(now: Round, action: ForfeitHand) -> Round:
    lost, cite = Status.FORFEITED, action.cite
    return _unless_all_decided(
        _with(now, action.seat, lambda box: replace(box, status=lost, ruled=cite))
    )


def _cut_back(now: Round, action: CutBack) -> Round:
    """Leave less of a stake; what is left is settled, whatever the ratio asks for."""
    left: dict[str, Any] = {action.wager: action.amount}
    return _with(now, action.seat, lambda box: replace(box, **left))


def _void_round(now: Round, action: VoidRound) -> Round:
    """Cancel every hand of a misdeal, whatever has become of it."""
    void, cite = Status.VOID, action.cite
    boxes = tuple(replace(box, status=void, ruled=cite) for box in now.boxes)
    return replace(now, boxes=boxes, phase=Phase.SETTLING)


def _unless_all_decided(now: Round) -> Round:
    """Come to the end once nobody owes a decision, or nobody is left at all."""
    done = now.phase is Phase.DECIDING and not now.undecided
    done = done or all(box.status in OUT for box in now.boxes)
    return replace(now, phase=Phase.SETTLING) if done else now


# The end: the Dealer's hand, then each hand from the Dealer's right.


def _declare_no_hand(now: Round, _action: DeclareNoHand) -> Round:
    """The Dealer's hand is dead: no further decision changes anything."""
    return replace(now, phase=Phase.SETTLING, dealer_dead=True)


def _reveal(now: Round, _action: Reveal) -> Round:
    return replace(now, revealed=True)


def _settle_hand(now: Round, action: SettleHand) -> Round:
    return replace(now, settled=(*now.settled, action.seat))


def _close(now: Round, _action: Close) -> Round:
    return replace(now, phase=Phase.CLOSED)


def settle(now: Round) -> tuple[Line, ...] | Refused:
    """Every ante and Bet of the round with its rule, from the Dealer's right."""
    live = any(box.status is Status.IN for box in now.boxes)
    known = now.revealed or now.dealer_dead or not live
    if now.phase not in (Phase.SETTLING, Phase.CLOSED) or not known:
        reveal = now.table.rules.settlement.reveal
        wrong = f"The round is still {now.phase}, the Dealer's hand not known."
        return Refused((Refusal(reveal, wrong, "Settle once it is turned."),))
    return capped(now.table, _lines(now))


def _lines(now: Round) -> Iterator[Line]:
    """A Dealer's hand is looked at where anybody is left to be compared with it."""
    rules, known = now.table.rules, now.revealed or now.dealer_dead
    dealer = turned(rules, now.dealer, dead=now.dealer_dead) if known else None
    for box in reversed(now.boxes):
        yield from outcome_of(rules, box, dealer).lines


def claims(now: Round) -> tuple[Claim, ...]:
    """The jackpot wagers still alive at the end, from the Dealer's right."""
    if now.phase not in (Phase.SETTLING, Phase.CLOSED):
        return ()
    rules, dead = now.table.rules, now.dealer_dead
    alive = (claim_of(rules, box, dead=dead) for box in reversed(now.boxes))
    return tuple(claim for claim in alive if claim is not None)


def _with(now: Round, seat: int, change: Callable[[Box], Box]) -> Round:
    boxes = tuple(change(box) if box.seat == seat else box for box in now.boxes)
    return replace(now, boxes=boxes)


STEPS: dict[type, tuple[Callable[..., Iterator[Refusal]], Callable[..., Any]]] = {
    Ante: (guards.may_ante, _ante),
    TakeBack: (guards.may_take_back, _take_back),
    OfferJackpot: (guards.may_offer_jackpot, _offer_jackpot),
    RegisterJackpot: (guards.may_register_jackpot, _register_jackpot),
    Announce: (guards.may_announce, _announce),
    Deal: (guards.may_deal, _deal),
    TurnUpCard: (guards.may_turn_up_card, _turn_up_card),
    Bet: (guards.may_bet, _bet),
    Fold: (guards.may_fold, _fold),
    VoidHand: (guards.may_void, _void),
    ForfeitHand: (guards.may_forfeit, _forfeit),
    CutBack: (guards.may_cut_back, _cut_back),
    VoidRound: (guards.may_void_round, _void_round),
    DeclareNoHand: (guards.may_declare_no_hand, _declare_no_hand),
    Reveal: (guards.may_reveal, _reveal),
    SettleHand: (guards.may_settle_hand, _settle_hand),
    Close: (guards.may_close, _close),
}
