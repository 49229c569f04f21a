"""What a ruling makes of a wager, whatever the cards say."""

from game.fates import overruled, ruled_on
from game.line import Line
from game.mississippi.round import Box, Round, Status
from game.rulebooks.mississippi import MississippiRules


def ruled(rules: MississippiRules, box: Box, wager: str, stake: int) -> Line | None:
    """What a ruling has made of a wager, whatever the cards say; else nothing.

    This is the one place that reads the fate of a hand: void goes back, forfeited
    is lost. What a ruling made of single wagers is laid over it.
    """
    if box.status is Status.VOID:
        return Line(box.seat, wager, stake, 0, box.ruled or rules.void.hand)
    if box.status is Status.FORFEITED:
        cite = box.ruled or rules.folding.forfeit.cite
        return Line(box.seat, wager, stake, -stake, cite)
    return None


def side_ruled(now: Round, box: Box, wager: str, stake: int) -> Line | None:
    """A side bet that a ruling decides; no side bet is ever carried over."""
    if ruled_on(box.fates, wager):
        cite = now.table.rules.void.hand
        return next(overruled([Line(box.seat, wager, stake, 0, cite)], box.fates), None)
    return ruled(now.table.rules, box, wager, stake)
