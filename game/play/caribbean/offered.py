"""What may happen now at a Caribbean Stud table, as the console offers it."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from game.cards import Card
from game.caribbean.options import legal
from game.caribbean.round import OfferJackpot, RegisterJackpot, TurnUpCard
from game.mississippi.options import Option
from game.mississippi.round import (
    Announce,
    Ante,
    Bet,
    Call,
    Close,
    Deal,
    Fold,
    Reveal,
    SettleHand,
    TakeBack,
)
from game.play import face_down
from game.play.caribbean.steps import (
    JACKPOT,
    Stud,
    known_cards,
    may_show,
    must_turn,
)
from game.play.moves import Move
from game.play.offers import Extra, Offer, Wanted, exactly, still_in, within
from game.play.setup import KEYED


def offered(state: Stud) -> tuple[Offer, ...]:
    """Everything that may happen now, in the order a dealer would think of it."""
    now = state.round
    usual = (o for each in legal(now) for o in _OFFERS[each.action](state, each))
    return (*usual, *_shows(state))


def _antes(state: Stud, option: Option) -> Iterator[Offer]:
    setup, seat = state.setup, option.seat or 0
    if seat > setup.seats:
        return
    price, cite = setup.jackpot, state.round.table.rules.wagers.jackpot_price
    extras = (Extra(JACKPOT, "Jackpot", exactly(price), cite),) if price else ()
    yield Offer("ante", "Ante", option.cite, seat, within(setup.at(seat)), extras)


def _call(_state: Stud, option: Option) -> Iterator[Offer]:
    if option.call is Call.NO_MORE_BETS:
        yield Offer("no_more_bets", "No more bets", option.cite)
    else:
        yield Offer("bet_or_fold", "Bet or fold", option.cite)


def _offer_jackpot(state: Stud, option: Option) -> Iterator[Offer]:
    if not state.round.jackpot_offered:
        yield Offer("offer_jackpot", "Offer the jackpot", option.cite)


def _deal(state: Stud, option: Option) -> Iterator[Offer]:
    place = state.round.next_place
    if place is not None and place.face_up:
        keyed = state.setup.cards == KEYED
        wanted = Wanted(1, "the Dealer", _left(state)) if keyed else None
        yield Offer("deal", "Deal the up card", option.cite, cards=wanted)
    else:
        yield Offer("deal", "Deal face down", option.cite)


def _turn_up(state: Stud, option: Option) -> Iterator[Offer]:
    now, up = state.round, state.round.table.dealing.up_card.value
    wanted = _wanted(state, now.dealer[up : up + 1], "the Dealer")
    yield Offer("turn_up", "Turn the up card", option.cite, cards=wanted)


def _bet(_state: Stud, option: Option) -> Iterator[Offer]:
    amounts = exactly(option.amounts.value[0]) if option.amounts else None
    yield Offer("bet", "Bet", option.cite, option.seat, amounts)


def _reveal(state: Stud, option: Option) -> Iterator[Offer]:
    wanted = _wanted(state, state.round.dealer, "the Dealer")
    yield Offer("reveal", "Turn the Dealer's hand", option.cite, cards=wanted)


def _settle(state: Stud, option: Option) -> Iterator[Offer]:
    now, seat = state.round, option.seat
    box = now.box(seat or 0)
    asked = box is not None and must_turn(now, box)
    wanted = _wanted(state, box.cards, f"seat {seat}") if box and asked else None
    yield Offer("settle", f"Settle seat {seat}", option.cite, seat, cards=wanted)


def _shows(state: Stud) -> Iterator[Offer]:
    now = state.round
    cite = now.table.rules.settlement.all_checked
    for box in reversed(now.boxes):
        if may_show(now, box):
            wanted = _wanted(state, box.cards, f"seat {box.seat}")
            label = f"Look at seat {box.seat}"
            yield Offer("show", label, cite, box.seat, cards=wanted)


def _plainly(act: str, label: str) -> Callable[[Stud, Option], Iterator[Offer]]:
    def offer(_state: Stud, option: Option) -> Iterator[Offer]:
        yield Offer(act, label, option.cite, option.seat)

    return offer


def _wanted(state: Stud, lying: Sequence[Card], for_whom: str) -> Wanted | None:
    count = sum(face_down.unknown(card) for card in lying)
    return Wanted(count, for_whom, _left(state)) if count else None


def _left(state: Stud) -> tuple[Card, ...]:
    return still_in(known_cards(state.round))


_OFFERS: Mapping[type, Callable[[Stud, Option], Iterator[Offer]]] = {
    Ante: _antes,
    TakeBack: _plainly("take_back", "Take back"),
    OfferJackpot: _offer_jackpot,
    RegisterJackpot: _plainly("register_jackpot", "Jackpot light on"),
    Announce: _call,
    Deal: _deal,
    TurnUpCard: _turn_up,
    Bet: _bet,
    Fold: _plainly("fold", "Fold"),
    Reveal: _reveal,
    SettleHand: _settle,
    Close: _plainly("close", "Close the round"),
}


def next_deal(state: Stud, shoe: Sequence[Card]) -> Move | None:
    """The next cards off a shuffled deck as a move; none while no card is due."""
    now = state.round
    if all(option.action is not Deal for option in legal(now)):
        return None
    left = len(now.places) - now.cards_out
    return Move("deal", cards=tuple(shoe[now.cards_out : now.cards_out + left]))
