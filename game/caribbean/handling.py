"""What the Dealer does with the cards of a hand in the jackpot once it is settled."""

from game.caribbean.dealers_hand import qualifies
from game.caribbean.round import HAND, Box, Round
from game.hands import category, rank_hand
from game.rulebooks.vic99_jackpots import PAYS
from rulebook import VIC99, Cited

FACE_UP = "Cards left face up until the jackpot is confirmed"


def doings(now: Round, box: Box) -> tuple[Cited[str], ...]:
    """What is done with a settled hand, in words, each with its rule."""
    known = len(box.cards) == HAND and not box.face_down
    if box.seat not in now.settled or not (known and box.jackpot_lives):
        return ()
    wins = PAYS.prize(category(rank_hand(box.cards)), folded=False).value
    if not now.dealer_dead and qualifies(now.table.rules, now.dealer).value:
        return (Cited(FACE_UP, VIC99.at("N25-9.4.3")),) if wins else ()
    checked = Cited("Checked for the jackpot all the same", VIC99.at("N25-9.3.2"))
    left_up = Cited(FACE_UP, VIC99.at("N25-9.3.2.2"))
    return (checked, left_up) if wins else (checked,)
