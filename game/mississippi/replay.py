"""A recorded round as a round, as its moves leave it."""

from functools import cache
from typing import NamedTuple

from game.cards import Card
from game.mississippi.round import Box, Round
from game.mississippi.table import open_round
from game.play.moves import MOST
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

    It is the same as playing its moves one by one, only sooner.
    """
    empty = table(played.rules.code, played.three_card_table)
    return Round(
        empty.setup,
        empty.table,
        SETTLING,
        community=played.community,
        shown=len(played.community),
        boxes=tuple(sorted(played.boxes)),
    )


@cache
def table(code: str, three_card: str | None = None) -> Round:
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
        three_card_table=three_card if code == "MASS" else None,
        cover_all=COVER_ALL_BONUS in rules.wagers.kinds.value,
    )
    opened = open_round(setup)
    if isinstance(opened, Refused):
        raise TypeError(str(opened))
    return opened
