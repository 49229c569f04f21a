"""A recorded round as a round: as its moves leave it, and the moves themselves."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from game.cards import Card
from game.mississippi.places import Place, places
from game.mississippi.round import JACKPOT, Box, Round
from game.mississippi.table import open_round
from game.play.moves import MOST, Move
from game.play.phases import SETTLING
from game.play.setup import DEALT, Limits, Setup
from game.rulebooks import mississippi_rules
from game.rulebooks.mississippi import MississippiRules
from game.side_bets import COVER_ALL_BONUS
from rulebook import Refusal, Refused


class Recorded(NamedTuple):
    """A round as it was written down."""

    rules: MississippiRules
    community: tuple[Card, ...]
    boxes: tuple[Box, ...]
    three_card_table: str | None
    notes: dict[int, Refusal]  # antes that count for something else than placed


def as_played(played: Recorded) -> Round:
    """The round as its moves leave it, before a hand is turned.

    It is the same as playing `moves` one by one, only sooner.
    """
    empty = _table(played.rules.code, played.three_card_table)
    return Round(
        empty.setup,
        empty.table,
        SETTLING,
        community=played.community,
        shown=len(played.community),
        boxes=tuple(sorted(played.boxes)),
    )


@cache
def _table(code: str, three_card: str | None, jackpot: int | None = None) -> Round:
    """A table for recorded rounds: the document's own, with every wager it knows."""
    rules = mississippi_rules(code)
    setup = Setup(
        "mississippi_stud",
        code,
        edition="",
        device=next(iter(rules.devices)),
        seats=rules.seats.value,
        limits=Limits(1, MOST),
        unit="chips",  # a maximum payout is posted at a table, not on a line
        cards=DEALT,
        jackpot=jackpot,
        three_card_table=three_card if code == "MASS" else None,
        cover_all=COVER_ALL_BONUS in rules.wagers.kinds.value,
    )
    opened = open_round(setup)
    if isinstance(opened, Refused):
        raise TypeError(str(opened))
    return opened


def moves(played: Recorded) -> Iterator[Move]:
    """The round move by move, up to the last card."""
    rules, boxes = played.rules, sorted(played.boxes)
    dealing = _table(rules.code, played.three_card_table).table.dealing
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


def _card(played: Recorded, place: Place, holes: dict[int, Iterator[Card]]) -> Card:
    if place.seat is not None:
        return next(holes[place.seat])
    return played.community[place.street or 0]


def _decisions_on(street: int, boxes: Sequence[Box]) -> Iterator[Move]:
    for box in boxes:
        if len(box.streets) > street:
            yield Move("bet", box.seat, box.streets[street])
        elif len(box.streets) == street:
            yield Move("fold", box.seat)
