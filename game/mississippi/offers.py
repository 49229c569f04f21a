"""What may happen now, as the console offers it; what is not here is refused."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.cards import Card
from game.mississippi.ending import waits_for_cards
from game.mississippi.round import Box, Round, Status
from game.mississippi.streets import step_of
from game.play import sealed
from game.play.moves import Move
from game.play.offers import Amounts, Extra, Offer, between, labelled, within
from game.play.phases import Phase
from game.play.words import named
from game.ranks import Rank
from game.rulebooks.mass_side_bets import COVER_ALL
from game.rulebooks.mississippi import StreetRules
from game.side_bets import COVER_ALL_BONUS, THREE_CARD_BONUS
from game.stud.offers import cards_to_key, dealt_up, jackpot_extras, next_cards
from game.stud.secret import anted_first
from rulebook import MASS


def offers(now: Round) -> tuple[Offer, ...]:
    """Everything that may happen now, in the order a dealer would think of it."""
    return labelled(_offered(now))


def _offered(now: Round) -> Iterator[Offer]:
    match now.phase:
        case Phase.BETTING:
            yield from _while_betting(now)
            yield from _refusals(now)
        case Phase.DEALING:
            yield from _while_dealing(now)
        case Phase.DECIDING:
            yield from _while_deciding(now)
            yield from _absences(now)
            yield from _forfeits(now)
        case Phase.SETTLING:
            yield from _while_settling(now)


def _while_betting(now: Round) -> Iterator[Offer]:
    rules, call = now.table.rules, now.table.dealing.no_more_bets
    closed = now.stages_closed > 0
    for seat in range(1, now.setup.seats + 1):
        if now.box(seat):
            if not now.carries_blind(seat):
                yield Offer("take_back", rules.wagers.untouched, seat)
        elif not closed:
            yield from _antes(now, seat)
    if now.boxes and not closed:
        yield Offer("no_more_bets", call.cite)
    yield from sealed.offers(now)
    if now.boxes and (closed or not call.value) and not [*anted_first(now)]:
        yield from _while_dealing(now)


def _antes(now: Round, seat: int) -> Iterator[Offer]:
    rules = now.table.rules
    amounts, extras = within(now.setup.at(seat)), tuple(_extras(now))
    cite = rules.wagers.ante_offered
    own = Offer("ante", cite, seat, amounts, extras)
    yield own
    if rules.blind and now.boxes:
        more = replace(own, cite=rules.blind.unseen, blind=True, needs=("player",))
        yield replace(more, label="Blind hand")


def _extras(now: Round) -> Iterator[Extra]:
    setup = now.setup
    yield from jackpot_extras(now)
    step, limits = setup.limits.step or 1, setup.limits
    any_stake = between(1, limits.maximum, 1, (step, step * 2, limits.minimum))
    if setup.three_card_table is not None:
        bonus, cite = THREE_CARD_BONUS, MASS.at("6(f)")
        yield Extra(bonus, named(bonus), any_stake, cite)
    if setup.cover_all and len(now.boxes) + 1 in COVER_ALL:
        bonus, cite = COVER_ALL_BONUS, MASS.at("12(a)")
        yield Extra(bonus, named(bonus), any_stake, cite)


def _while_dealing(now: Round) -> Iterator[Offer]:
    rules, place = now.table.rules, now.next_place
    power = rules.burn
    if power and now.burn is None and not now.community:
        yield Offer("order_burn", power.cite, rank=power.value, needs=("by",))
    if now.phase is Phase.DEALING:
        yield from _blind_bets(now, now.boxes)
    if place is not None and not place.face_up:
        yield Offer("deal", place.cite, what="face down")
    elif rules.bet_or_fold:
        yield Offer("bet_or_fold", rules.bet_or_fold)


def _blind_bets(now: Round, boxes: Sequence[Box]) -> Iterator[Offer]:
    blind, street = now.table.rules.blind, now.table.rules.streets[0]
    for box in boxes:
        if blind and box.blind and not box.streets:
            amounts, needs = _street_bets(now, street, box), ("amounts",)
            yield Offer("bet_blind", blind.all_streets, box.seat, amounts, needs=needs)


def _while_deciding(now: Round) -> Iterator[Offer]:
    street, dealing = now.table.rules.streets[now.shown], now.table.dealing
    closed, name = now.stage_closed, _street(now)
    for box in now.undecided:
        if box.blind:
            yield from _blind_bets(now, (box,))
        elif not now.acts_before(box.seat):
            if not closed:
                amounts = _street_bets(now, street, box)
                yield Offer("bet", street.bet, box.seat, amounts, what=name)
            yield Offer("fold", street.fold, box.seat)
    if dealing.call_before_reveal and not closed:
        yield Offer("no_more_bets", dealing.call_before_reveal)
    elif now.all_decided and not now.blind_unstaked:
        yield _turning(now)


def _street_bets(now: Round, street: StreetRules, box: Box) -> Amounts:
    least, most = (times * box.ante for times in street.times.value)
    step = step_of(box.ante, now.table.sizes, now.setup.street_step)
    taps, cite = (least, least * 2, least * 3), street.times.cite
    return between(least, most, step, taps, cite)


def _street(now: Round) -> str:
    return f"{now.table.rules.streets[min(now.shown, 2)].name} street"


def _turning(now: Round) -> Offer:
    name, cite = _street(now), now.table.dealing.reveals[now.shown]
    if any(place.face_up for place in now.ahead[:1]):
        return dealt_up(now, cite, name, name)
    wanted = cards_to_key(now, now.community[now.shown : now.shown + 1], name)
    return Offer("reveal", cite, cards=wanted, what=name)


def _while_settling(now: Round) -> Iterator[Offer]:
    rules, due = now.table.rules, now.to_settle
    if due and now.shown == 3:
        seat, box = due[0], now.box(due[0])
        wanted = cards_to_key(now, box.hole if box else (), f"seat {seat}")
        yield Offer("settle", rules.settlement.order, seat, cards=wanted)
    if rules.folding.concede:
        for box in now.boxes:
            if box.status is Status.PLAYING:
                yield Offer("concede", rules.folding.concede, box.seat)
    if now.shown < 3:
        yield _turning(now)
    if not (due or waits_for_cards(now) or sealed.waiting(now)):
        yield Offer("close", rules.settlement.closed)


# What only a higher rank than the dealer's may do.


def _refusals(now: Round) -> Iterator[Offer]:
    power, needs = now.table.rules.wagers.may_refuse, ("by", "grounds")
    for box in now.boxes:
        if not now.carries_blind(box.seat):
            yield Offer(
                "refuse_wager", power.cite, box.seat, rank=power.value, needs=needs
            )


def _absences(now: Round) -> Iterator[Offer]:
    cite = now.table.rules.folding.absent
    for box in now.undecided:
        if not box.blind and not now.acts_before(box.seat):
            yield Offer(
                "deem_folded", cite, box.seat, rank=Rank.SUPERVISOR, needs=("by",)
            )


def _forfeits(now: Round) -> Iterator[Offer]:
    power = now.table.rules.folding.forfeit
    for box in now.boxes:
        if not box.out:
            yield Offer(
                "forfeit", power.cite, box.seat, rank=power.value, needs=("by",)
            )


def deal_next(now: Round, shoe: Sequence[Card]) -> Move | None:
    """The next cards off a shuffled deck as a move; none while no card is due."""
    if all(offer.act != "deal" for offer in _offered(now)):
        return None
    return next_cards(now, shoe, max(now.face_down_ahead, 1))
