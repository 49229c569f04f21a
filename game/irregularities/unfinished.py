"""Rounds that stopped where something went wrong, put together from what lay there."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from game.baccarat.coup import Bet
from game.cards import Card
from game.caribbean import round as caribbean
from game.games import GAMES
from game.mississippi import round as stud
from game.mississippi.places import Place
from game.play.face_down import stand_in
from game.play.moves import Move
from game.play.phases import Phase
from game.play.setup import Setup
from game.play.state import State
from rulebook import Refused

JACKPOT = "jackpot"


def _opened(setup: Setup) -> Any:
    state = GAMES[setup.game].open(setup)
    if isinstance(state, Refused):
        raise TypeError(f"The table cannot be opened: {state}")
    return state


def _ante(box: stud.Box | caribbean.Box, sides: Iterable[tuple[str, int]]) -> Move:
    """An ante as it was placed, for a round that is still in its antes."""
    jackpot = ((JACKPOT, box.jackpot),) if box.jackpot else ()
    also = (*sides, *jackpot)
    return Move("ante", box.seat, box.ante, player=box.player, also=also)


def mississippi(
    setup: Setup,
    boxes: Iterable[stud.Box],
    phase: Phase,
    community: Sequence[Card] = (),
    *,
    called: bool = False,
) -> stud.Round:
    """A round of Mississippi Stud; cards nobody wrote down lie face down.

    `community` are the cards turned so far; `called` is whether “no more bets” was
    called on the street being bet, where every street has such a call.
    """
    ordered = tuple(sorted(boxes, key=lambda box: box.seat))
    now: stud.Round = replace(_opened(setup), phase=phase, boxes=ordered)
    if phase is Phase.BETTING:
        return replace(now, moves=tuple(_ante(box, box.sides) for box in ordered))
    out = sum(not place.face_up for place in now.places)
    if any(place.face_up for place in now.places):
        out += len(community)
    if phase is Phase.DEALING and not now.table.rules.bet_or_fold:
        out -= 1  # nobody calls the end of the deal: it waits for its last card
    hands, streets = _lying(now.places[:out])
    streets[: len(community)] = community
    return replace(
        now,
        boxes=tuple(
            box._replace(hole=_known(box.hole, hands.get(box.seat, ())))
            for box in ordered
        ),
        community=tuple(streets),
        shown=len(community),
        cards_out=out,
        stages_closed=len(community) + 1 + called,
    )


def _lying(places: Iterable[Place]) -> tuple[dict[int, list[Card]], list[Card]]:
    """The hands and the community cards of a deal, with nobody knowing any of them."""
    hands: dict[int, list[Card]] = {}
    community: list[Card] = []
    for number, place in enumerate(places):
        if place.seat is not None:
            hands.setdefault(place.seat, []).append(stand_in(number))
        elif place.street is not None:
            community.append(stand_in(number))
    return hands, community


def caribbean_stud(
    setup: Setup,
    boxes: Iterable[caribbean.Box],
    phase: Phase,
    dealer: Sequence[Card] = (),
) -> caribbean.Round:
    """A round of Caribbean Stud; cards nobody wrote down lie face down."""
    ordered = tuple(sorted(boxes, key=lambda box: box.seat))
    now: caribbean.Round = replace(
        _opened(setup), phase=phase, boxes=ordered, jackpot_offered=True
    )
    if phase is Phase.BETTING:
        return replace(now, moves=tuple(_ante(box, ()) for box in ordered))
    hand = [stand_in(number) for number in range(caribbean.HAND)]
    return replace(
        now,
        boxes=tuple(box._replace(cards=_known(box.cards, hand)) for box in ordered),
        stages_closed=1,
        dealer=_known(dealer, hand),
        cards_out=len(now.places),
        up_card_shows=phase is not Phase.DEALING,
        revealed=phase is Phase.SETTLING and len(dealer) == caribbean.HAND,
    )


def baccarat(
    setup: Setup,
    bets: Iterable[Bet],
    player: Sequence[Card] = (),
    banker: Sequence[Card] = (),
    *,
    closed: bool = True,
) -> State[Bet]:
    """A coup of Baccarat with the cards drawn so far."""
    placed = tuple(bets)
    moves = tuple(Move("bet", bet.seat, bet.stake, spot=bet.spot) for bet in placed)
    coup: State[Bet] = replace(
        _opened(setup),
        boxes=placed,
        player=tuple(player),
        banker=tuple(banker),
        closed=closed,
        moves=moves,
    )
    return coup


def _known(cards: Sequence[Card], lying: Sequence[Card]) -> tuple[Card, ...]:
    """A hand as it was written down if all of it was; else as it lies there."""
    return tuple(cards) if len(cards) == len(lying) else tuple(lying)
