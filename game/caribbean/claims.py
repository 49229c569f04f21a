"""The jackpot wagers that their hands still decide."""

from game.caribbean.round import Box, Round, Status
from game.hands import rank_hand
from game.line import Claim
from game.play.phases import ENDING
from game.rulebooks.caribbean import CaribbeanRules


def claims(now: Round) -> tuple[Claim, ...]:
    """The jackpot wagers alive at the end whose hands are known, in paying order."""
    if now.phase not in ENDING:
        return ()
    known = (box for box in reversed(now.boxes) if box.cards and not box.face_down)
    rules, dead = now.table.rules, now.dealer_dead
    alive = (claim_of(rules, box, dead=dead) for box in known)
    return tuple(claim for claim in alive if claim is not None)


def claim_of(rules: CaribbeanRules, box: Box, *, dead: bool = False) -> Claim | None:
    """The jackpot wager of a box, if it was accepted and has lived to the end.

    When the Dealer's hand is dead no fold counts: those hands are looked at too.
    """
    if not box.jackpot_lives or not (box.status is Status.IN or dead):
        return None
    cite = rules.settlement.all_checked if dead else rules.settlement.jackpot_waits
    rank = rank_hand(box.cards)
    return Claim(box.seat, box.jackpot, rank, folded=False, cite=cite)
