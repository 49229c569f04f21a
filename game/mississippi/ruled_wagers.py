"""What a ruling makes of a wager, whatever the cards say."""

from game.line import Line
from game.mississippi.round import RULED_OUT, Box, Round, Status
from game.rulebooks.mississippi import MississippiRules
from game.stud.round import ruled_lines
from rulebook import Cite


def out_under(rules: MississippiRules, box: Box) -> Cite:
    """The rule under which a hand is out that did not simply fold."""
    match box.status:
        case Status.VOID:
            return box.ruled or rules.void.hand
        case Status.FORFEITED:
            return box.ruled or rules.folding.forfeit.cite
        case Status.CONCEDED if rules.folding.concede:
            return rules.folding.concede
        case Status.ABSENT:
            return rules.folding.absent
    return rules.streets[len(box.streets)].fold


def ruled(rules: MississippiRules, box: Box, wager: str, stake: int) -> Line | None:
    """What a ruling has made of a wager with its hand; else nothing.

    A void hand goes back, a forfeited one is lost. What a ruling made of single wagers
    is laid over it.
    """
    if box.status not in RULED_OUT:
        return None
    net = 0 if box.void else -stake
    return Line(box.seat, wager, stake, net, out_under(rules, box))


def side_ruled(now: Round, box: Box, wager: str, stake: int) -> Line | None:
    """A side bet that a ruling decides; no side bet is ever carried over."""
    alone = next(ruled_lines(box, [(wager, stake)]), None)
    return alone or ruled(now.table.rules, box, wager, stake)
