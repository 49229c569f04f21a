"""What may happen now in Caribbean Stud: the console offers this, nothing else."""

from collections.abc import Iterator

from game.caribbean.guards import STEP
from game.caribbean.round import (
    HAND,
    OfferJackpot,
    RegisterJackpot,
    Round,
    TurnUpCard,
)
from game.mississippi.options import Option
from game.mississippi.round import (
    Announce,
    Ante,
    Bet,
    Call,
    Close,
    Deal,
    Fold,
    Phase,
    Reveal,
    SettleHand,
    TakeBack,
)
from rulebook import Cited


def legal(now: Round) -> tuple[Option, ...]:
    """Everything that may happen now, in the order a dealer would think of it."""
    match now.phase:
        case Phase.BETTING:
            return tuple(_while_betting(now))
        case Phase.DEALING:
            return tuple(_while_dealing(now))
        case Phase.DECIDING:
            return tuple(_while_deciding(now))
        case Phase.SETTLING:
            return tuple(_while_settling(now))
        case _:
            return ()


def _while_betting(now: Round) -> Iterator[Option]:
    rules = now.table.rules
    for seat in range(1, rules.seats.value + 1):
        if now.box(seat):
            yield Option(TakeBack, rules.wagers.untouched, seat)
        elif not now.betting_closed:
            yield Option(Ante, rules.wagers.ante.cite, seat)
    if now.table.jackpot_price is not None:
        yield Option(OfferJackpot, rules.wagers.jackpot_offered)
    for box in now.boxes:
        if box.jackpot and not box.registered:
            yield Option(RegisterJackpot, rules.wagers.jackpot_registered, box.seat)
    offered = now.jackpot_offered or now.table.jackpot_price is None
    if now.boxes and not now.betting_closed:
        call = Call.NO_MORE_BETS
        yield Option(Announce, rules.wagers.no_more_bets, call=call)
    elif now.boxes and offered:
        yield from _while_dealing(now)


def _while_dealing(now: Round) -> Iterator[Option]:
    place = now.next_place
    if place is not None:
        yield Option(Deal, place.cite, place.seat)
    elif not now.up_card_shows:
        yield Option(TurnUpCard, now.table.dealing.up_card.cite)
    else:
        cite = now.table.rules.decisions.looks
        yield Option(Announce, cite, call=Call.BET_OR_FOLD)


def _while_deciding(now: Round) -> Iterator[Option]:
    rules = now.table.rules.decisions
    for box in now.undecided:
        amount = rules.times.value * box.ante
        exactly = Cited(range(amount, amount + 1), rules.times.cite)
        yield Option(Bet, rules.place_bet, box.seat, amounts=exactly)
        yield Option(Fold, rules.fold, box.seat)


def _while_settling(now: Round) -> Iterator[Option]:
    rules = now.table.rules.settlement
    if not now.revealed and len(now.dealer) == HAND:
        yield Option(Reveal, rules.reveal)
    if now.to_settle and (now.revealed or now.dealer_dead):
        yield Option(SettleHand, rules.order, now.to_settle[0])
    if not now.to_settle:
        yield Option(Close, STEP)
