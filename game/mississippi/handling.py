"""What the dealer does with a decided hand: its cards, and what it is paid in."""

from dataclasses import dataclass
from enum import StrEnum

from game.hands import StudHand, category, rank_hand
from game.media import paid_in
from game.mississippi.hands import all_known, hand_at
from game.mississippi.round import Box, Round
from game.rulebooks.mississippi import MississippiRules, Result
from game.side_bets import COVER_ALL_BONUS, Exposed, leave_exposed
from rulebook import Cite


class Where(StrEnum):
    """Where a player's cards go."""

    RACK = "to the discard rack"
    JACKPOT_AREA = "face down on the player's jackpot area"
    FACE_UP = "left face up on the layout"


@dataclass(frozen=True, slots=True)
class Handling:
    """What the dealer does with a hand once it is decided, and under which rules."""

    seat: int
    cards: Where
    cards_cite: Cite
    stakes_cite: Cite
    announced: Cite | None = None  # the rule that names the hand


def handle(rules: MississippiRules, box: Box, hand: StudHand | None) -> Handling:
    """What happens to the stakes and the cards of a decided box."""
    folding, settlement = rules.folding, rules.settlement
    if box.given_up or hand is None:
        taken = folding.collected
        if box.jackpot and folding.held:
            return Handling(box.seat, Where.JACKPOT_AREA, folding.held, taken)
        return Handling(box.seat, Where.RACK, folding.discarded, taken)
    result, named = settlement.ante[hand].result, rules.hands.ranking.value[hand]
    stakes = settlement.handling[result]
    if box.jackpot:
        waits = settlement.jackpot_waits
        return Handling(box.seat, Where.FACE_UP, waits, stakes, named)
    if result is Result.WIN and settlement.winners_stay:
        stay = settlement.winners_stay
        return Handling(box.seat, Where.FACE_UP, stay, stakes, named)
    return Handling(box.seat, Where.RACK, settlement.discard, stakes, named)


def exposed_for_cover_all(now: Round) -> Exposed | None:
    """The hand left on the table for the Cover All bets, of those turned so far."""
    exposed = None
    if not any(COVER_ALL_BONUS in dict(box.sides) for box in now.boxes):
        return None
    for seat in now.settled:
        box = now.box(seat)
        if box is not None and not box.out and all_known(now, box):
            hand = category(rank_hand((*box.hole, *now.community)))
            exposed = leave_exposed(exposed, seat, hand)
    return exposed


def told(now: Round, box: Box) -> tuple[tuple[str, Cite], ...]:
    """What the dealer does with a decided hand, in words, each with its rule."""
    if not (box.given_up or box.seat in now.settled):
        return ()
    rules, hand = now.table.rules, hand_at(now, box)
    doing = handle(rules, box, hand)
    said: tuple[tuple[str, Cite], ...] = ((f"Cards {doing.cards}", doing.cards_cite),)
    exposed = exposed_for_cover_all(now)
    if exposed is not None and exposed.seat == box.seat:
        said = (("Hand left exposed for Cover All", exposed.cite),)
    won = hand and not box.given_up and rules.settlement.ante[hand].to_one > 0
    if won and (pays := paid_in(rules.code, box.medium)):
        said += ((f"Pay {pays.value}", pays.cite),)
    return said
