"""A round of Caribbean Stud as a ruling sees it."""

from game.caribbean.round import BET, Box, Round, Status
from game.fates import ruled_on
from game.irregularities.facts import (
    Hand,
    RoundFacts,
    SeenAtTable,
    Stage,
    Wager,
    stage_of,
)
from game.stud.round import ANTE, JACKPOT


def facts(now: Round, seen_at_table: SeenAtTable | None = None) -> RoundFacts:
    """The facts of the round; a void hand has none, as its stakes are back."""
    seen = seen_at_table or SeenAtTable()
    hands = (_hand(now, box, seen) for box in now.boxes if not box.void)
    called = stage_of(now.phase) is not Stage.DEALING
    code, out = now.table.rules.source.code, now.cards_out
    return seen.facts(code, hands, now.phase, called=called, cards_out=out)


def _hand(now: Round, box: Box, seen: SeenAtTable) -> Hand:
    # Once cards are out, a wager the equipment never took is in no jackpot game.
    is_in = box.jackpot and (box.registered or not now.cards_out)
    stakes = [Wager(ANTE, box.ante)]
    stakes += [Wager(JACKPOT, box.jackpot)] if is_in else []
    stakes += [Wager(BET, box.bet)] if box.bet else []
    return Hand(
        box.seat,
        tuple(w for w in stakes if not ruled_on(box.fates, w.name)),
        box.player,
        looked=box.seat in seen.looked,
        decided=box.status is not Status.UNDECIDED,
        folded=box.status is Status.FOLDED,
    )
