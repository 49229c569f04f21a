"""What the Dealer's hand does to every wager of a Caribbean Stud round."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from game.cards import RANKS, Card
from game.caribbean.round import BET, FOLDED, HAND, IN, Box, Round, Status, Table
from game.fates import overruled
from game.hands import Category, category, rank_hand
from game.line import Claim, Line
from game.play import face_down
from game.play.phases import ENDING, Phase
from game.rulebooks.caribbean import CapScope, CaribbeanRules
from game.rulebooks.mississippi import Result
from game.rulebooks.vic99_jackpots import PAYS
from game.stud.round import ANTE, JACKPOT, ruled_lines
from game.stud.secret import secret_lines
from rulebook import VIC99, Cite, Cited, Refusal, Refused

NO_HAND = VIC99.at("N25-14.6.2")


@dataclass(frozen=True, slots=True)
class DealerHand:
    """The Dealer's five cards once turned: their rank, and whether they play."""

    rank: int
    plays: Cited[bool]
    dead: bool = False  # a wrong number of cards: “No Hand”, whatever they are


def dealer_hand(now: Round) -> DealerHand | None:
    """The Dealer's hand where it is known: turned, or dead whatever the cards are."""
    if now.dealer_dead:
        return DealerHand(0, Cited(value=False, cite=NO_HAND), dead=True)
    return turned(now.table.rules, now.dealer) if now.revealed else None


def turned(
    rules: CaribbeanRules, cards: Sequence[Card], *, dead: bool = False
) -> DealerHand:
    """The Dealer's hand, at its best value."""
    return DealerHand(rank_hand(cards), qualifies(rules, cards), dead)


def announce(
    rules: CaribbeanRules, cards: Sequence[Card], called: Category | None = None
) -> Cited[Category]:
    """The best value of five cards, whatever a player called, and the rule for it."""
    hand = category(rank_hand(cards))
    miscalled = called not in (None, hand)
    cite = rules.hands.best_value if miscalled else rules.hands.ranking[hand]
    return Cited(hand, cite)


def qualifies(rules: CaribbeanRules, dealer: Sequence[Card]) -> Cited[bool]:
    """Whether the Dealer's hand plays: with an ace and a king, or anything better."""
    needed = rules.settlement.qualifies
    if announce(rules, dealer).value is not Category.HIGH_CARD:
        return Cited(value=True, cite=needed.cite)
    order = rules.hands.order.value
    by_rank = sorted([RANKS[card >> 2] for card in dealer], key=order.index)
    return Cited(tuple(by_rank[:2]) == needed.value, needed.cite)


def compare(rules: CaribbeanRules, player: int, dealer: int) -> Cited[Result]:
    """Which of two ranks is the higher hand, and the rule that tells them apart."""
    if player == dealer:  # no suit is higher than another
        return Cited(Result.PUSH, rules.hands.suits_rank.cite)
    same_class = category(player) is category(dealer)
    cite = rules.hands.within_a_class if same_class else rules.hands.order_of_hands
    return Cited(Result.WIN if player < dealer else Result.LOSE, cite)


WIN, PUSH, FOLD = Result.WIN, Result.PUSH, Result.FOLD  # at hand, as every hand asks


def settle(now: Round) -> tuple[Line, ...] | Refused:
    """Every ante and Bet of the round with its rule, in the order it is paid."""
    refusals = tuple(_unsettled(now))
    return Refused(refusals) if refusals else paid(now, now.boxes, dealer_hand(now))


def _unsettled(now: Round) -> Iterator[Refusal]:
    live = [box for box in reversed(now.boxes) if box.status is IN]
    if now.phase not in ENDING or (live and not now.dealer_known):
        reveal = now.table.rules.settlement.reveal
        wrong = f"The round is still {now.phase}, the Dealer's hand not known."
        yield Refusal(reveal, wrong, "Settle once it is turned.")
    for box in live:
        if must_turn(now, box):
            wrong = f"Seat {box.seat} is not turned."
            yield Refusal(face_down.TURNED, wrong, "Key its cards.")


def must_turn(now: Round, box: Box) -> bool:
    """Whether a hand is keyed before it is settled: it decides something."""
    if not box.face_down:
        return False
    plays = now.revealed and qualifies(now.table.rules, now.dealer).value
    return bool(plays and not now.dealer_dead) or box.jackpot_lives


def so_far(now: Round) -> tuple[Line, ...]:
    """The lines of the hands that are done with, while others still wait."""
    if now.phase is Phase.CLOSED:
        lines = settle(now)
        return () if isinstance(lines, Refused) else lines
    done = [box for box in now.boxes if box.seat in now.settled or box.out]
    return paid(now, done, dealer_hand(now))


def paid(
    now: Round, boxes: Sequence[Box], dealer: DealerHand | None
) -> tuple[Line, ...]:
    """The lines from the Dealer's right, held to the maximum payout."""
    rules, lines = now.table.rules, list[Line]()
    for box in reversed(boxes):
        settled = lines_of(rules, box, dealer)
        if box.in_jackpot:
            settled += _jackpot_line(box)
        lines += overruled(settled, box.fates) if box.fates else settled
        if now.sealed:
            lines += _secret(now, box, dealer)
    return capped(now.table, lines)


def _secret(now: Round, box: Box, dealer: DealerHand | None) -> Iterator[Line]:
    """An announced secret ante with the Bet that followed it, played on this hand."""

    def settled(stakes: Mapping[str, int]) -> list[Line]:
        ante, bet = stakes[ANTE], stakes.get(BET, 0)
        mine = box._replace(ante=ante, bet=bet, jackpot=0, fates=())
        return lines_of(now.table.rules, mine, dealer)

    return secret_lines(now, box, settled)


def _jackpot_line(box: Box) -> Iterator[Line]:
    """A jackpot wager that no hand decides; a fold has a line of its own for it."""
    if not box.jackpot_lives and box.status is not FOLDED:
        yield Line(box.seat, JACKPOT, box.jackpot, 0, box.ruled or NO_HAND)


def lines_of(rules: CaribbeanRules, box: Box, dealer: DealerHand | None) -> list[Line]:
    """The ante and the Bet of a box, each with the rule that settles it."""
    result = result_of(rules, box, dealer)
    if result.value is FOLD:
        return _folded(rules, box)
    if result.value is WIN:
        return _won(rules, box, dealer, result.cite)
    push = result.value is PUSH
    times = rules.settlement.void.value if push else -1
    bet = _bet(rules, box, box.bet * times, result.cite)
    return [_ante(rules, box, box.ante * times, result.cite), *bet]


def rank_of(box: Box) -> int:
    """The rank of a hand; 0 if its cards were never complete or never seen."""
    known = len(box.cards) == HAND and not box.face_down
    return rank_hand(box.cards) if known else 0


def result_of(
    rules: CaribbeanRules, box: Box, dealer: DealerHand | None
) -> Cited[Result]:
    """How a box ended, and under which rule."""
    settlement = rules.settlement
    if box.void and box.ruled:  # what a ruling made of single wagers is laid over it
        return Cited(PUSH, box.ruled)
    if dealer and dealer.dead:
        return Cited(WIN, settlement.reinstated)
    if box.status is FOLDED or dealer is None:
        return Cited(FOLD, rules.decisions.folded)
    if not dealer.plays.value:
        return Cited(WIN, settlement.antes_paid)
    return _against(rules, rank_of(box), dealer)


def _against(rules: CaribbeanRules, rank: int, dealer: DealerHand) -> Cited[Result]:
    settlement, result = rules.settlement, compare(rules, rank, dealer.rank).value
    if result is PUSH:
        return Cited(PUSH, settlement.equal)
    return Cited(result, settlement.wins if result is WIN else settlement.loses)


def _won(
    rules: CaribbeanRules, box: Box, dealer: DealerHand | None, why: Cite
) -> list[Line]:
    """The ante pays even money; the Bet its odds, if the Dealer's hand plays."""
    settlement, rank = rules.settlement, rank_of(box)
    even, pays = settlement.ante_pays, settlement.bet_pays
    dead = dealer is None or dealer.dead
    if rank and dealer and dealer.plays.value and not dead:
        won = box.bet * pays.value[category(rank)]
        ante = _ante(rules, box, box.ante * even.value, even.cite)
        return [ante, *_bet(rules, box, won, pays.cite)]
    cite = settlement.no_hand_by_error if dead else settlement.no_hand
    back = _bet(rules, box, box.bet * settlement.void.value, cite)
    return [_ante(rules, box, box.ante * even.value, why), *back]


def _folded(rules: CaribbeanRules, box: Box) -> list[Line]:
    """A fold loses the ante, and a jackpot wager with the cards it rests on."""
    lines = [_ante(rules, box, -box.ante, rules.decisions.fold)]
    if box.in_jackpot:
        collected = rules.decisions.counted.cite
        lines.append(Line(box.seat, JACKPOT, box.jackpot, -box.jackpot, collected))
    return lines


def _ante(rules: CaribbeanRules, box: Box, net: int, cite: Cite) -> Line:
    return Line(box.seat, rules.wagers.ante.value, box.ante, net, cite)


def _bet(rules: CaribbeanRules, box: Box, net: int, cite: Cite) -> list[Line]:
    if not box.bet:
        return []
    return [Line(box.seat, rules.wagers.bet.value, box.bet, net, cite)]


def capped(table: Table, lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines with Bet winnings held to the posted maximum payout."""
    found = tuple(lines)
    bet, most = table.rules.wagers.bet.value, table.maximum_payout
    won = sum(line.net for line in found if line.wager == bet and line.net > 0)
    if won <= most:
        return found
    together = table.cap is CapScope.TABLE

    def held(line: Line) -> Line:
        pays = line.net * most // won if together else min(line.net, most)
        if line.wager != bet or line.net <= 0 or pays >= line.net:
            return line
        return line._replace(net=pays, cite=table.rules.settlement.maximum)

    return tuple(held(line) for line in found)


def decided(now: Round) -> tuple[Line, ...]:
    """The lines of the wagers that nothing can change any more but a ruling."""
    over = [b for b in now.boxes if b.seat in now.settled or b.out or now.dealer_dead]
    open_still = (box for box in now.boxes if box not in over)
    ruled = (ruled_lines(box, now.wagers(box)) for box in open_still)
    return (*paid(now, over, dealer_hand(now)), *chain.from_iterable(ruled))


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
