"""What may happen now at a Mississippi Stud table, as the console offers it."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from game.cards import Card
from game.mississippi.guards import cards_out
from game.mississippi.options import Option, carries_blind, legal
from game.mississippi.round import (
    Announce,
    Ante,
    Bet,
    BetBlind,
    Call,
    Close,
    Concede,
    Deal,
    Fold,
    OrderBurn,
    Phase,
    Reveal,
    Round,
    SettleHand,
    TakeBack,
)
from game.play import face_down
from game.play.mississippi.steps import JACKPOT, Stud, waits_for_cards
from game.play.moves import Move
from game.play.offers import (
    Amounts,
    Extra,
    Offer,
    Wanted,
    between,
    exactly,
    still_in,
    within,
)
from game.play.setup import KEYED
from game.ranks import Rank
from game.rulebooks.mass_side_bets import COVER_ALL
from game.rulebooks.mississippi import Sizes
from game.side_bets import COVER_ALL_BONUS, THREE_CARD_BONUS
from rulebook import MASS


def offered(state: Stud) -> tuple[Offer, ...]:
    """Everything that may happen now, in the order a dealer would think of it."""
    usual = (offer for option in legal(state.round) for offer in _of(state, option))
    return (*usual, *_by_a_supervisor(state))


def _of(state: Stud, option: Option) -> Iterator[Offer]:
    return _OFFERS[option.action](state, option)


def _take_back(_state: Stud, option: Option) -> Iterator[Offer]:
    yield Offer("take_back", "Take back", option.cite, option.seat)


def _call(_state: Stud, option: Option) -> Iterator[Offer]:
    if option.call is Call.NO_MORE_BETS:
        yield Offer("no_more_bets", "No more bets", option.cite)
    else:
        yield Offer("bet_or_fold", "Bet or fold", option.cite)


def _burn(state: Stud, option: Option) -> Iterator[Offer]:
    power = state.round.table.rules.burn
    rank = power.value if power else Rank.SUPERVISOR
    yield Offer("order_burn", "Burn a card", option.cite, rank=rank, needs=("by",))


def _bet(state: Stud, option: Option) -> Iterator[Offer]:
    if option.amounts:
        amounts, label = _street(option.amounts.value), f"Bet {_street_of(state.round)}"
        yield Offer("bet", label, option.cite, option.seat, amounts)


def _bet_blind(state: Stud, option: Option) -> Iterator[Offer]:
    amounts = _blind_street(state.round, option.seat or 0)
    label, needs = "All three streets", ("amounts",)
    yield Offer("bet_blind", label, option.cite, option.seat, amounts, needs=needs)


def _fold(_state: Stud, option: Option) -> Iterator[Offer]:
    yield Offer("fold", "Fold", option.cite, option.seat)


def _reveal(state: Stud, option: Option) -> Iterator[Offer]:
    now = state.round
    name, lying = _street_of(now), now.community[now.shown : now.shown + 1]
    wanted = _wanted(state, lying, name)
    yield Offer("reveal", f"Turn {name}", option.cite, cards=wanted)


def _settle(state: Stud, option: Option) -> Iterator[Offer]:
    seat, box = option.seat, state.round.box(option.seat or 0)
    wanted = _wanted(state, box.hole if box else (), f"seat {seat}")
    yield Offer("settle", f"Settle seat {seat}", option.cite, seat, cards=wanted)


def _concede(_state: Stud, option: Option) -> Iterator[Offer]:
    yield Offer("concede", "Concede", option.cite, option.seat)


def _close(state: Stud, option: Option) -> Iterator[Offer]:
    if not waits_for_cards(state):
        yield Offer("close", "Close the round", option.cite)


def _antes(state: Stud, option: Option) -> Iterator[Offer]:
    seat, now = option.seat or 0, state.round
    if seat > state.setup.seats:
        return
    amounts, extras = within(state.setup.at(seat)), tuple(_extras(state))
    yield Offer("ante", "Ante", option.cite, seat, amounts, extras)
    if now.table.rules.blind and now.boxes:
        cite, needs = now.table.rules.blind.unseen, ("player",)
        yield Offer(
            "ante", "Blind hand", cite, seat, amounts, extras, blind=True, needs=needs
        )


def _extras(state: Stud) -> Iterator[Extra]:
    setup, rules = state.setup, state.round.table.rules.wagers
    if setup.jackpot is not None:
        yield Extra(JACKPOT, "Jackpot", exactly(setup.jackpot), rules.jackpot_price)
    step = setup.limits.step or 1
    any_stake = between(
        1, setup.limits.maximum, 1, (step, step * 2, setup.limits.minimum)
    )
    if setup.three_card_table is not None:
        yield Extra(THREE_CARD_BONUS, "3 Card Bonus", any_stake, MASS.at("6(f)"))
    if setup.cover_all and len(state.round.boxes) + 1 in COVER_ALL:
        yield Extra(COVER_ALL_BONUS, "Cover All", any_stake, MASS.at("12(a)"))


def _street_of(now: Round) -> str:
    return f"{now.table.rules.streets[min(now.shown, 2)].name} street"


def _street(amounts: range) -> Amounts:
    least, most = amounts[0], amounts[-1]
    return between(least, most, amounts.step, (least, least * 2, least * 3))


def _blind_street(now: Round, seat: int) -> Amounts | None:
    box, table = now.box(seat), now.table
    if box is None:
        return None
    least, most = (times * box.ante for times in table.rules.streets[0].times.value)
    step = box.ante if table.sizes is Sizes.WHOLE_MULTIPLES else table.unit
    return between(least, most, step, (least, least * 2, least * 3))


def _deal(state: Stud, option: Option) -> Iterator[Offer]:
    now = state.round
    place = now.next_place
    if place is not None and place.face_up:
        for_whom = _street_of(now)
        keyed = state.setup.cards == KEYED
        wanted = Wanted(1, for_whom, _left(now)) if keyed else None
        yield Offer("deal", f"Deal {for_whom}", option.cite, cards=wanted)
    else:
        yield Offer("deal", "Deal face down", option.cite)


def _wanted(state: Stud, lying: Sequence[Card], for_whom: str) -> Wanted | None:
    count = sum(face_down.unknown(card) for card in lying)
    return Wanted(count, for_whom, _left(state.round)) if count else None


def _left(now: Round) -> tuple[Card, ...]:
    return still_in(face_down.known(cards_out(now)))


def _by_a_supervisor(state: Stud) -> Iterator[Offer]:
    """What a higher rank than the dealer's may do now."""
    now, rules = state.round, state.round.table.rules
    if now.phase is Phase.BETTING:
        power = rules.wagers.may_refuse
        for box in now.boxes:
            if carries_blind(now, box.seat):
                continue
            yield Offer(
                "refuse_wager",
                "Refuse the wager",
                power.cite,
                box.seat,
                rank=power.value,
                needs=("by", "grounds"),
            )
    for box in now.undecided:
        if not box.blind:
            cite, label = rules.folding.absent, "Absent, deemed folded"
            rank = Rank.SUPERVISOR
            yield Offer("deem_folded", label, cite, box.seat, rank=rank, needs=("by",))
    for box in now.boxes if now.phase is Phase.DECIDING else ():
        if not box.out:
            power = rules.folding.forfeit
            yield Offer(
                "forfeit",
                "Forfeit for sharing information",
                power.cite,
                box.seat,
                rank=power.value,
                needs=("by",),
            )


_OFFERS: Mapping[type, Callable[[Stud, Option], Iterator[Offer]]] = {
    Ante: _antes,
    TakeBack: _take_back,
    Announce: _call,
    OrderBurn: _burn,
    Deal: _deal,
    Bet: _bet,
    BetBlind: _bet_blind,
    Fold: _fold,
    Reveal: _reveal,
    SettleHand: _settle,
    Concede: _concede,
    Close: _close,
}


def next_deal(state: Stud, shoe: Sequence[Card]) -> Move | None:
    """The next cards off a shuffled deck as a move; none while no card is due."""
    now = state.round
    if all(option.action is not Deal for option in legal(now)):
        return None
    count = 0
    for place in now.places[now.cards_out :]:
        if place.face_up:
            break
        count += 1
    cards = tuple(shoe[now.cards_out : now.cards_out + max(count, 1)])
    return Move("deal", cards=cards)
