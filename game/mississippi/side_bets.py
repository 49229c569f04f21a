"""The side bets of a round: 3 Card Bonus with each hand, Cover All after them."""

from collections.abc import Iterator

from game.hands import category, rank_hand
from game.line import Line
from game.mississippi.round import Box, Round
from game.mississippi.ruled_wagers import side_ruled
from game.side_bets import (
    THREE_CARD_BONUS,
    SideWager,
    settle_cover_all,
    settle_three_card_bonus,
    three_card_table,
)


def side_lines(now: Round, box: Box, kind: str) -> Iterator[Line]:
    """The side bets of one kind that a box has staked, settled."""
    for wager, stake in box.sides:
        if wager == kind:
            by_ruling = side_ruled(now, box, wager, stake)
            yield by_ruling or _side_line(now, box, wager, stake)


def _side_line(now: Round, box: Box, wager: str, stake: int) -> Line:
    bet = SideWager(box.seat, stake, box.hole, folded=box.given_up)
    if wager == THREE_CARD_BONUS:
        table = three_card_table(now.setup.three_card_table or "")
        return settle_three_card_bonus(table, now.community, bet)
    live = (other for other in now.boxes if not other.out)
    hands = [category(rank_hand((*b.hole, *now.community))) for b in live]
    return settle_cover_all(len(now.boxes), hands, bet)
