"""Recorded rounds move by move, as they would have been played at a table."""

from game.caribbean import round as caribbean
from game.mississippi.round import places
from game.play.moves import Move

JACKPOT = "jackpot"


def stud_moves(played, dealing):
    """A round of Mississippi Stud, up to the last card."""
    rules, boxes = played.rules, sorted(played.boxes)
    for box in boxes:
        also = (*box.sides, *([(JACKPOT, box.jackpot)] if box.jackpot else ()))
        yield Move("ante", box.seat, box.ante, also=also)
    yield Move("no_more_bets")
    holes = {box.seat: iter(box.hole) for box in boxes}
    every = places(dealing, holes)
    yield Move(
        "deal", cards=tuple(_card(played, p, holes) for p in every if not p.face_up)
    )
    if rules.bet_or_fold:
        yield Move("bet_or_fold")
    face_up = [p.street for p in every if p.face_up]
    for street in range(len(rules.streets)):
        yield from _decisions_on(street, boxes)
        if dealing.call_before_reveal and any(len(b.streets) > street for b in boxes):
            yield Move("no_more_bets")
        if street in face_up:
            yield Move("deal", cards=(played.community[street],))
        else:
            yield Move("reveal")


def _card(played, place, holes):
    if place.seat is not None:
        return next(holes[place.seat])
    return played.community[place.street or 0]


def _decisions_on(street, boxes):
    for box in boxes:
        if len(box.streets) > street:
            yield Move("bet", box.seat, box.streets[street])
        elif len(box.streets) == street:
            yield Move("fold", box.seat)


def caribbean_moves(recorded, dealing):
    """A round of Caribbean Stud, up to the turn of the Dealer's hand."""
    boxes = sorted(recorded.boxes)
    jackpots = [box for box in boxes if box.jackpot]
    for box in boxes:
        also = ((JACKPOT, box.jackpot),) if box.jackpot else ()
        yield Move("ante", box.seat, box.ante, also=also)
    if jackpots:
        yield Move("offer_jackpot")
    yield from (Move("register_jackpot", box.seat) for box in jackpots)
    yield Move("no_more_bets")
    hands = {box.seat: iter(box.cards) for box in boxes}
    dealer = iter(recorded.dealer)
    every = list(caribbean.places(dealing, hands))
    cards = (next(hands[p.seat] if p.seat is not None else dealer) for p in every)
    yield Move("deal", cards=tuple(cards))
    if dealing.turned:
        yield Move("turn_up")
    yield Move("bet_or_fold")
    for box in boxes:
        stays = box.status is caribbean.IN
        yield Move("bet", box.seat, box.bet) if stays else Move("fold", box.seat)
    yield Move("reveal")
