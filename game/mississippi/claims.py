"""The jackpot wagers that their hands still decide."""

from collections.abc import Sequence

from game.cards import Card
from game.hands import rank_hand
from game.line import Claim
from game.mississippi.hands import all_known
from game.mississippi.round import RULED_OUT, Box, Round, jackpot_lives
from game.rulebooks.mississippi import MississippiRules


def claims(now: Round) -> tuple[Claim, ...]:
    """The jackpot wagers alive at the end whose hands are known, in paying order.

    Where others share in what a hand wins, so does a folded wager, though it is lost.
    """
    rules, community = now.table.rules, now.community
    found = [
        claim_of(rules, box, community) if all_known(now, box) else None
        for box in now.boxes
    ]
    if rules.folding.envy and any(found):
        shares = (_envious(rules, box) for box in now.boxes)
        found = [claim or share for claim, share in zip(found, shares, strict=True)]
    return tuple(claim for claim in reversed(found) if claim is not None)


def _envious(rules: MississippiRules, box: Box) -> Claim | None:
    """A folded jackpot wager that still shares in what others win."""
    envy = rules.folding.envy
    if envy is None or not box.jackpot or not box.given_up or box.status in RULED_OUT:
        return None
    return Claim(box.seat, 0, 0, folded=True, cite=envy)


def claim_of(
    rules: MississippiRules, box: Box, community: Sequence[Card]
) -> Claim | None:
    """The jackpot wager of a box, if the document lets it live to the end."""
    if not jackpot_lives(rules, box):
        return None
    only = rules.folding.paid_only_jackpot
    cite = only if box.given_up and only else rules.settlement.jackpot_waits
    rank = rank_hand((*box.hole, *community))
    return Claim(box.seat, box.jackpot, rank, box.given_up, cite)
