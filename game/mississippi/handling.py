"""What the dealer does with a decided hand: its cards, and what it is paid in."""

from game.hands import StudHand, category, rank_hand
from game.media import paid_in
from game.mississippi.round import Box, Round
from game.mississippi.settlement import all_known, hand_at
from game.play import spoken
from game.rulebooks.mississippi import MississippiRules, Result
from game.side_bets import COVER_ALL_BONUS, Exposed, leave_exposed
from rulebook import Cited

Doing = Cited[str]  # something the dealer does, in words
RACK = "Cards to the discard rack"
JACKPOT_AREA = "Cards face down on the player's jackpot area"
FACE_UP = "Cards left face up on the layout"
STAKES = {
    Result.WIN: "Wagers paid",
    Result.PUSH: "Wagers go back",
    Result.LOSE: "Wagers collected",
}


def handle(
    rules: MississippiRules, box: Box, hand: StudHand | None
) -> tuple[Doing, Doing]:
    """What happens to the stakes and to the cards of a decided box."""
    folding, settlement = rules.folding, rules.settlement
    if box.given_up or hand is None:
        taken = Cited(STAKES[Result.LOSE], folding.collected)
        if box.jackpot and folding.held:
            return taken, Cited(JACKPOT_AREA, folding.held)
        return taken, Cited(RACK, folding.discarded)
    result = settlement.ante[hand].result
    stakes = Cited(STAKES[result], settlement.handling[result])
    if box.jackpot:
        return stakes, Cited(FACE_UP, settlement.jackpot_waits)
    if result is Result.WIN and settlement.winners_stay:
        return stakes, Cited(FACE_UP, settlement.winners_stay)
    return stakes, Cited(RACK, settlement.discard)


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


def doings(now: Round, box: Box) -> tuple[Doing, ...]:
    """What the dealer does with a decided hand, in words, each with its rule."""
    if not (box.given_up or box.seat in now.settled):
        return ()
    rules, hand = now.table.rules, hand_at(now, box)
    stakes, cards = handle(rules, box, hand)
    exposed = exposed_for_cover_all(now)
    if exposed is not None and exposed.seat == box.seat:
        cards = Cited("Hand left exposed for Cover All", exposed.cite)
    if hand is None or box.given_up:
        return stakes, cards
    called = spoken.hand((*box.hole, *now.community))
    announced = Cited(f"Announced: {called}", rules.hands.ranking.value[hand])
    pays = paid_in(rules.code, box.medium)
    if pays is None or rules.settlement.ante[hand].to_one <= 0:
        return announced, stakes, cards
    return announced, stakes, cards, Cited(f"Pay {pays.value}", pays.cite)
