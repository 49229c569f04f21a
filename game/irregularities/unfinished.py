"""Rounds that stopped where something went wrong, put together from what lay there."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from game.baccarat import PlaceBet
from game.cards import Card
from game.caribbean import round as caribbean
from game.mississippi.deal import Place
from game.mississippi.round import Box, Phase
from game.play.face_down import stand_in
from game.play.games import GAMES
from game.play.moves import Move
from game.play.setup import Setup
from game.play.state import Side, State
from rulebook import Refused

JACKPOT = "jackpot"


def _opened(setup: Setup) -> State[Any]:
    state = GAMES[setup.game].open(setup)
    if isinstance(state, Refused):
        raise TypeError(f"The table cannot be opened: {state}")
    return state


def _antes(
    boxes: Iterable[Box | caribbean.Box], sides: Iterable[Side] = ()
) -> tuple[Move, ...]:
    """The antes as they were placed, for a round that is still in them."""
    beside: dict[int, list[tuple[str, int]]] = {}
    for side in sides:
        beside.setdefault(side.seat, []).append((side.wager, side.stake))
    for box in boxes:
        if box.jackpot:
            beside.setdefault(box.seat, []).append((JACKPOT, box.jackpot))
    return tuple(
        Move(
            "ante",
            seat=box.seat,
            amount=box.ante,
            player=box.player,
            also=tuple(beside.get(box.seat, ())),
        )
        for box in boxes
    )


def mississippi(
    setup: Setup,
    boxes: Iterable[Box],
    phase: Phase,
    community: Sequence[Card] = (),
    sides: tuple[Side, ...] = (),
    *,
    called: bool = False,
) -> State[Any]:
    """A round of Mississippi Stud; cards nobody wrote down lie face down.

    `community` are the cards turned so far; `called` is whether “no more bets” was
    called on the street being bet, where every street has such a call.
    """
    ordered = tuple(sorted(boxes, key=lambda box: box.seat))
    opened = _opened(setup)
    now = replace(opened.round, phase=phase, boxes=ordered)
    if phase is Phase.BETTING:
        return replace(opened, round=now, sides=sides, moves=_antes(ordered, sides))
    by_street = any(place.face_up for place in now.places)
    out = sum(not place.face_up for place in now.places)
    out += len(community) if by_street else 0
    if phase is Phase.DEALING and not now.table.rules.bet_or_fold:
        out -= 1  # nobody calls the end of the deal: it waits for its last card
    hands, streets = _lying(now.places[:out])
    streets[: len(community)] = community
    now = replace(
        now,
        boxes=tuple(
            replace(box, hole=_known(box.hole, hands.get(box.seat, ())))
            for box in ordered
        ),
        community=tuple(streets),
        shown=len(community),
        cards_out=out,
        stages_closed=len(community) + 1 + called,
    )
    return replace(opened, round=now, sides=sides)


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
) -> State[Any]:
    """A round of Caribbean Stud; cards nobody wrote down lie face down."""
    ordered = tuple(sorted(boxes, key=lambda box: box.seat))
    opened = _opened(setup)
    now = replace(opened.round, phase=phase, boxes=ordered, jackpot_offered=True)
    if phase is Phase.BETTING:
        return replace(opened, round=now, moves=_antes(ordered))
    hand = [stand_in(number) for number in range(caribbean.HAND)]
    now = replace(
        now,
        boxes=tuple(replace(box, cards=_known(box.cards, hand)) for box in ordered),
        betting_closed=True,
        dealer=_known(dealer, hand),
        cards_out=len(now.places),
        up_card_shows=phase is not Phase.DEALING,
        revealed=phase is Phase.SETTLING and len(dealer) == caribbean.HAND,
    )
    return replace(opened, round=now)


def baccarat(
    setup: Setup,
    bets: Iterable[PlaceBet],
    player: Sequence[Card] = (),
    banker: Sequence[Card] = (),
    *,
    closed: bool = True,
) -> State[Any]:
    """A coup of Baccarat with the cards drawn so far."""
    opened, placed = _opened(setup), tuple(bets)
    moves = [Move("bet", seat=b.seat, amount=b.stake, spot=b.spot) for b in placed]
    coup = replace(
        opened.round,
        bets=placed,
        player=tuple(player),
        banker=tuple(banker),
        closed=closed,
    )
    return replace(opened, round=coup, moves=tuple(moves))


def _known(cards: Sequence[Card], lying: Sequence[Card]) -> tuple[Card, ...]:
    """A hand as it was written down if all of it was; else as it lies there."""
    return tuple(cards) if len(cards) == len(lying) else tuple(lying)
