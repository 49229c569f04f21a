"""What may happen now, as the console offers it; what is not here is refused."""

from collections.abc import Iterator, Sequence

from game.cards import Card
from game.caribbean.ending import KEYED_AT_ONCE, is_played, to_key
from game.caribbean.round import HAND, Round
from game.caribbean.settlement import must_turn
from game.play import sealed
from game.play.moves import UNRULED, Move
from game.play.offers import Offer, exactly, labelled, within
from game.play.phases import Phase
from game.stud.offers import cards_to_key, dealt_up, jackpot_extras, next_cards
from game.stud.secret import anted_first


def offers(now: Round) -> tuple[Offer, ...]:
    """Everything that may happen now, in the order a dealer would think of it."""
    return labelled(_offered(now))


def _offered(now: Round) -> Iterator[Offer]:
    match now.phase:
        case Phase.BETTING:
            yield from _while_betting(now)
        case Phase.DEALING:
            yield from _while_dealing(now)
        case Phase.DECIDING:
            yield from _while_deciding(now)
        case Phase.SETTLING:
            yield from _while_settling(now)


def _while_betting(now: Round) -> Iterator[Offer]:
    rules, price = now.table.rules.wagers, now.setup.jackpot
    for seat in range(1, now.setup.seats + 1):
        if now.box(seat):
            yield Offer("take_back", rules.untouched, seat)
        elif not now.stages_closed:
            amounts, extras = within(now.setup.at(seat)), jackpot_extras(now)
            yield Offer("ante", rules.ante.cite, seat, amounts, extras)
    if price is not None and not now.jackpot_offered:
        yield Offer("offer_jackpot", rules.jackpot_offered)
    for box in now.boxes:
        if box.jackpot and not box.registered:
            yield Offer("register_jackpot", rules.jackpot_registered, box.seat)
    yield from sealed.offers(now)
    ready = not [*anted_first(now)] and (now.jackpot_offered or price is None)
    if now.boxes and not now.stages_closed:
        yield Offer("no_more_bets", rules.no_more_bets)
    elif now.boxes and ready:
        yield from _while_dealing(now)


def _while_dealing(now: Round) -> Iterator[Offer]:
    place, dealing = now.next_place, now.table.dealing
    if place is not None and place.face_up:
        yield dealt_up(now, place.cite, "the up card", "the Dealer")
    elif place is not None:
        yield Offer("deal", place.cite, what="face down")
    elif not now.up_card_shows:
        up = dealing.up_card.value
        wanted = cards_to_key(now, now.dealer[up : up + 1], "the Dealer")
        yield Offer("turn_up", dealing.up_card.cite, cards=wanted)
    else:
        yield Offer("bet_or_fold", now.table.rules.decisions.looks)


def _while_deciding(now: Round) -> Iterator[Offer]:
    rules = now.table.rules.decisions
    for box in now.undecided:
        amounts = exactly(rules.times.value * box.ante, rules.times.cite)
        yield Offer("bet", rules.place_bet, box.seat, amounts)
        yield Offer("fold", rules.fold, box.seat)


def _while_settling(now: Round) -> Iterator[Offer]:
    rules = now.table.rules.settlement
    if due := to_key(now):  # nothing else goes on before that
        for box in due:
            yield Offer("key_jackpot", KEYED_AT_ONCE, box.seat)
        return
    if not now.revealed and len(now.dealer) == HAND:
        wanted = cards_to_key(now, now.dealer, "the Dealer")
        yield Offer("reveal", rules.reveal, cards=wanted, what="the Dealer's hand")
    if now.to_settle and now.dealer_known:
        yield _settling(now, now.to_settle[0])
    if is_played(now) and not sealed.waiting(now):
        yield Offer("close", UNRULED)
    for seat in now.to_show:
        shown = now.box(seat)
        wanted = cards_to_key(now, shown.cards if shown else (), f"seat {seat}")
        yield Offer("show", rules.all_checked, seat, cards=wanted)


def _settling(now: Round, seat: int) -> Offer:
    box, wanted = now.box(seat), None
    if box is not None and must_turn(now, box):
        wanted = cards_to_key(now, box.cards, f"seat {seat}")
    return Offer("settle", now.table.rules.settlement.order, seat, cards=wanted)


def deal_next(now: Round, shoe: Sequence[Card]) -> Move | None:
    """The next cards off a shuffled deck as a move; none while no card is due."""
    if all(offer.act != "deal" for offer in _offered(now)):
        return None
    return next_cards(now, shoe, len(now.ahead))
