"""What the Dealer's hand does to every wager of a Caribbean Stud round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from game.cards import RANKS, Card
from game.caribbean_round import Box, Status, Table
from game.hands import Category, category, rank_hand
from game.line import Line
from game.rulebooks.caribbean import CapScope, CaribbeanRules
from game.rulebooks.mississippi import Result
from rulebook import Cited


@dataclass(frozen=True, slots=True)
class DealerHand:
    """The Dealer's five cards once turned: their rank, and whether they play."""

    rank: int
    plays: Cited[bool]
    dead: bool = False  # a wrong number of cards: “No Hand”, whatever they are


def turned(
    rules: CaribbeanRules, cards: Sequence[Card], *, dead: bool = False
) -> DealerHand:
    """The Dealer's hand, at its best value."""
    return DealerHand(rank_hand(cards), qualifies(rules, cards), dead)


def announce(rules: CaribbeanRules, cards: Sequence[Card]) -> Cited[Category]:
    """The best value of five cards, and the rule that defines it."""
    hand = category(rank_hand(cards))
    return Cited(hand, rules.hands.ranking[hand])


def qualifies(rules: CaribbeanRules, dealer: Sequence[Card]) -> Cited[bool]:
    """Whether the Dealer's hand plays: with an ace and a king, or anything better."""
    needed = rules.settlement.qualifies
    order = rules.hands.order.value
    by_rank = sorted((RANKS[card >> 2] for card in dealer), key=order.index)
    no_pair = announce(rules, dealer).value is Category.HIGH_CARD
    plays = not no_pair or tuple(by_rank[:2]) == needed.value
    return Cited(plays, needed.cite)


def compare(rules: CaribbeanRules, player: int, dealer: int) -> Cited[Result]:
    """Which of two ranks is the higher hand, and the rule that tells them apart."""
    if player == dealer:  # no suit is higher than another
        return Cited(Result.PUSH, rules.hands.suits_rank.cite)
    same_class = category(player) is category(dealer)
    cite = rules.hands.within_a_class if same_class else rules.hands.order_of_hands
    return Cited(Result.WIN if player < dealer else Result.LOSE, cite)


def result_of(
    rules: CaribbeanRules, box: Box, dealer: DealerHand | None
) -> Cited[Result]:
    """How a box ends, in one word, and the rule that says so."""
    settlement = rules.settlement
    if box.status is Status.VOID and box.ruled:
        return Cited(Result.PUSH, box.ruled)
    if dealer and dealer.dead:
        return Cited(Result.WIN, settlement.reinstated)
    if box.status is Status.FOLDED or dealer is None:
        return Cited(Result.FOLD, rules.decisions.folded)
    if not dealer.plays.value:
        return Cited(Result.WIN, settlement.antes_paid)
    against = compare(rules, rank_hand(box.cards), dealer.rank).value
    ends = {
        Result.WIN: settlement.wins,
        Result.LOSE: settlement.loses,
        Result.PUSH: settlement.equal,
    }
    return Cited(against, ends[against])


def lines_of(
    rules: CaribbeanRules, box: Box, dealer: DealerHand | None
) -> tuple[Line, ...]:
    """Ante and Bet of a box, settled, each with the rule; no maximum applied yet."""
    settlement, result = rules.settlement, result_of(rules, box, dealer)
    stands = Cited(box.bet * settlement.void.value, result.cite)
    match result.value:
        case Result.FOLD:
            return _lines(rules, box, Cited(-box.ante, rules.decisions.fold))
        case Result.WIN:
            return _won(rules, box, dealer, result)
        case Result.PUSH:
            back = box.ante * settlement.void.value
            return _lines(rules, box, Cited(back, result.cite), stands)
        case _:
            lost = Cited(-box.bet, result.cite)
            return _lines(rules, box, Cited(-box.ante, result.cite), lost)


def _won(
    rules: CaribbeanRules, box: Box, dealer: DealerHand | None, result: Cited[Result]
) -> tuple[Line, ...]:
    """The ante pays even money; the Bet its odds, if the Dealer's hand plays."""
    settlement = rules.settlement
    even = box.ante * settlement.ante_pays.value
    back = box.bet * settlement.void.value
    if dealer and dealer.plays.value and not dealer.dead:
        pays = settlement.bet_pays
        odds = pays.value[category(rank_hand(box.cards))]
        ante = Cited(even, settlement.ante_pays.cite)
        return _lines(rules, box, ante, Cited(box.bet * odds, pays.cite))
    dead = dealer and dealer.dead
    cite = settlement.no_hand_by_error if dead else settlement.no_hand
    return _lines(rules, box, Cited(even, result.cite), Cited(back, cite))


def _lines(
    rules: CaribbeanRules, box: Box, ante: Cited[int], bet: Cited[int] | None = None
) -> tuple[Line, ...]:
    names = rules.wagers
    lines = (Line(box.seat, names.ante.value, box.ante, ante.value, ante.cite),)
    if bet is None or not box.bet:
        return lines
    return (*lines, Line(box.seat, names.bet.value, box.bet, bet.value, bet.cite))


def capped(table: Table, lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines with Bet winnings held to the posted maximum payout."""
    lines = tuple(lines)
    bet, most = table.rules.wagers.bet.value, table.maximum_payout
    won = sum(line.net for line in lines if line.wager == bet and line.net > 0)
    if table.cap is CapScope.TABLE and won > most:
        shares = {line: line.net * most // won for line in lines if line.net > 0}
    else:
        shares = {line: min(line.net, most) for line in lines}
    return tuple(
        replace(line, net=shares[line], cite=table.rules.settlement.maximum)
        if line.wager == bet and shares.get(line, line.net) < line.net
        else line
        for line in lines
    )
