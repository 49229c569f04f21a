"""A round of Mississippi Stud as a ruling sees it."""

from game.fates import ruled_on
from game.irregularities.facts import (
    Hand,
    RoundFacts,
    SeenAtTable,
    Stage,
    Wager,
    stage_of,
)
from game.mississippi.round import Box, Round
from game.mississippi.rulings import open_hand_for
from game.play.phases import Phase
from game.stud.round import JACKPOT


def facts(now: Round, seen_at_table: SeenAtTable | None = None) -> RoundFacts:
    """The facts of the round; a void hand has none, as its stakes are back."""
    seen = seen_at_table or SeenAtTable()
    return seen.facts(
        now.table.rules.code,
        (_hand(now, box, seen) for box in now.boxes if not box.void),
        now.phase,
        called=_called(now),
        cards_out=now.cards_out,
        acting_first=tuple(seat for seat, _ in now.first),
    )


def _called(now: Round) -> bool:
    """Whether the call that an early card is measured by has been made."""
    if now.phase is Phase.DECIDING and now.table.dealing.call_before_reveal:
        return now.stage_closed  # every street has a call of its own
    if now.phase is Phase.DECIDING and now.table.rules.bet_or_fold is None:
        # Nobody calls the end of the deal here: the first decision shows it.
        return now.shown > 0 or any(box.streets or box.given_up for box in now.boxes)
    return stage_of(now.phase) is not Stage.DEALING


def _hand(now: Round, box: Box, seen: SeenAtTable) -> Hand:
    ante, *streets = now.main_wagers(box)
    jackpot = [(JACKPOT, box.jackpot)] if box.jackpot else []
    wagers = (ante, *jackpot, *streets, *box.sides)
    open_still = (w for w in wagers if not ruled_on(box.fates, w[0]))
    return Hand(
        box.seat,
        tuple(Wager(name, stake) for name, stake in open_still),
        box.player,
        looked=box.seat in seen.looked,
        decided=now.phase is Phase.DECIDING and box not in now.undecided,
        folded=box.given_up,
        may_open=open_hand_for(now, box.seat) is not None,
    )
