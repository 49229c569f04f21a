"""What the Dealer's hand does to every wager of a Caribbean Stud round."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from game.cards import RANKS, Card
from game.caribbean.round import HAND, JACKPOT, Box, Round, Status, Table
from game.fates import overruled
from game.hands import Category, category, rank_hand
from game.line import Claim, Line
from game.play import face_down
from game.play.phases import Phase
from game.rulebooks.caribbean import CapScope, CaribbeanRules
from game.rulebooks.mississippi import Result
from rulebook import VIC99, Cited, Refusal, Refused

NO_HAND = VIC99.at("N25-14.6.2")
ENDING = (Phase.SETTLING, Phase.CLOSED)


def settle(now: Round) -> tuple[Line, ...] | Refused:
    """Every ante and Bet of the round with its rule, in the order it is paid."""
    refusals = tuple(_unsettled(now))
    return Refused(refusals) if refusals else paid(now, now.boxes)


def _unsettled(now: Round) -> Iterator[Refusal]:
    live = [box for box in reversed(now.boxes) if box.status is Status.IN]
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
    return paid(now, [b for b in now.boxes if b.seat in now.settled or b.out])


def paid(now: Round, boxes: Sequence[Box]) -> tuple[Line, ...]:
    """The lines from the Dealer's right, held to the maximum payout."""
    rules, dealer = now.table.rules, dealer_hand(now)
    lines: list[Line] = []
    for box in reversed(boxes):
        decided_by_hand = outcome_of(rules, box, dealer).lines
        lines += overruled((*decided_by_hand, *_jackpot_line(box)), box.fates)
    return capped(now.table, lines)


def _jackpot_line(box: Box) -> Iterator[Line]:
    """A jackpot wager that no hand decides; a fold has a line of its own for it."""
    gone = box.in_jackpot and not box.jackpot_lives
    if gone and box.status is not Status.FOLDED:
        yield Line(box.seat, JACKPOT, box.jackpot, 0, box.ruled or NO_HAND)


def dealer_hand(now: Round) -> "DealerHand | None":
    """The Dealer's hand where it is known: turned, or dead whatever the cards are."""
    if now.dealer_dead:
        return DealerHand(0, Cited(value=False, cite=NO_HAND), dead=True)
    return turned(now.table.rules, now.dealer) if now.revealed else None


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


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a box ended: in one word with its rule, its hand, and its settled wagers."""

    result: Cited[Result]
    hand: Category | None  # none if its cards were never complete or never seen
    lines: tuple[Line, ...]  # before any maximum payout


def outcome_of(rules: CaribbeanRules, box: Box, dealer: DealerHand | None) -> Outcome:
    """Settle the ante and the Bet of a box against the Dealer's hand."""
    known = len(box.cards) == HAND and not box.face_down
    rank = rank_hand(box.cards) if known else 0
    hand = category(rank) if rank else None
    result = result_of(rules, box, dealer, rank)
    cite, void = result.cite, rules.settlement.void.value
    match result.value:
        case Result.FOLD:
            lines = _folded(rules, box)
        case Result.WIN:
            lines = _won(rules, box, dealer, Cited(hand, cite))
        case Result.PUSH:
            ante, bet = Cited(box.ante * void, cite), Cited(box.bet * void, cite)
            lines = _lines(rules, box, ante, bet)
        case _:
            lines = _lines(rules, box, Cited(-box.ante, cite), Cited(-box.bet, cite))
    return Outcome(result, hand, lines)


def _ruled(box: Box) -> Cited[Result] | None:
    """What a ruling has made of a hand, whatever the cards say; else nothing.

    This is the one place that reads the fate of a hand: a void one goes back. What a
    ruling made of single wagers is laid over it.
    """
    void = box.status is Status.VOID
    return Cited(Result.PUSH, box.ruled) if void and box.ruled else None


def result_of(
    rules: CaribbeanRules, box: Box, dealer: DealerHand | None, rank: int
) -> Cited[Result]:
    """How a box ended, and under which rule."""
    settlement = rules.settlement
    if by_ruling := _ruled(box):
        return by_ruling
    if dealer and dealer.dead:
        return Cited(Result.WIN, settlement.reinstated)
    if box.status is Status.FOLDED or dealer is None:
        return Cited(Result.FOLD, rules.decisions.folded)
    if not dealer.plays.value:
        return Cited(Result.WIN, settlement.antes_paid)
    return _against(rules, rank, dealer)


def _against(rules: CaribbeanRules, rank: int, dealer: DealerHand) -> Cited[Result]:
    settlement = rules.settlement
    match compare(rules, rank, dealer.rank).value:
        case Result.WIN:
            return Cited(Result.WIN, settlement.wins)
        case Result.PUSH:
            return Cited(Result.PUSH, settlement.equal)
        case _:
            return Cited(Result.LOSE, settlement.loses)


def _won(
    rules: CaribbeanRules,
    box: Box,
    dealer: DealerHand | None,
    hand: Cited[Category | None],
) -> tuple[Line, ...]:
    """The ante pays even money; the Bet its odds, if the Dealer's hand plays."""
    settlement = rules.settlement
    even = box.ante * settlement.ante_pays.value
    dead = dealer is None or dealer.dead
    if hand.value and dealer and dealer.plays.value and not dead:
        pays = settlement.bet_pays
        paid = Cited(box.bet * pays.value[hand.value], pays.cite)
        return _lines(rules, box, Cited(even, settlement.ante_pays.cite), paid)
    back = box.bet * settlement.void.value
    cite = settlement.no_hand_by_error if dead else settlement.no_hand
    return _lines(rules, box, Cited(even, hand.cite), Cited(back, cite))


def _folded(rules: CaribbeanRules, box: Box) -> tuple[Line, ...]:
    """A fold loses the ante, and a jackpot wager with the cards it rests on."""
    lines = _lines(rules, box, Cited(-box.ante, rules.decisions.fold))
    if not box.in_jackpot:
        return lines
    collected = rules.decisions.counted.cite
    return (*lines, Line(box.seat, JACKPOT, box.jackpot, -box.jackpot, collected))


def _lines(
    rules: CaribbeanRules, box: Box, ante: Cited[int], bet: Cited[int] | None = None
) -> tuple[Line, ...]:
    names = rules.wagers
    lines = (Line(box.seat, names.ante.value, box.ante, ante.value, ante.cite),)
    if bet is None or not box.bet:
        return lines
    return (*lines, Line(box.seat, names.bet.value, box.bet, bet.value, bet.cite))


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


def staked(now: Round) -> dict[int, dict[str, int]]:
    """What lies on the table, by seat and wager."""
    names = now.table.rules.wagers
    return {
        box.seat: {names.ante.value: box.ante}
        | ({names.bet.value: box.bet} if box.bet else {})
        | ({JACKPOT: box.jackpot} if box.jackpot else {})
        for box in now.boxes
    }


def jackpots(now: Round) -> dict[int, int]:
    """The jackpot wagers by seat; one the equipment never took is none."""
    return {box.seat: box.jackpot for box in now.boxes if box.in_jackpot}


def voided(now: Round) -> frozenset[int]:
    """The seats whose hand is void."""
    return frozenset(box.seat for box in now.boxes if box.status is Status.VOID)
