"""The side bets of a Massachusetts table: what may be staked, and what it wins.

The 3 Card Bonus looks at the three community cards alone, Cover All at the best hand
of the table; both pay “to 1”. The progressive, which pays “for 1” and from a meter,
is settled in `game.jackpots.seat_by_seat`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.bonus_hand import OnFold, bonus_hand
from game.cards import Card
from game.hands import Category, three_card_hand
from game.line import Line
from game.rulebooks.mass_side_bets import (
    COVER_ALL,
    COVER_ALL_HANDS_PAID,
    COVER_ALL_LEAST,
    THREE_CARD_TABLES,
    ThreeCardTable,
)
from rulebook import MASS, Cite, Refusal

THREE_CARD_BONUS = "three_card_bonus"
COVER_ALL_BONUS = "cover_all"

COVER_ALL_MODE = "Mississippi Stud Cover All"


@dataclass(frozen=True, slots=True)
class SideBetsOffered:
    """What one table offers before a round; nothing unless the house says so."""

    three_card_table: str | None = None
    cover_all: bool = False  # the shuffler runs in its Cover All mode
    players: int = 1  # seats with a standard wager in this round
    first_card_dealt: bool = False


def three_card_table(name: str) -> ThreeCardTable:
    """The 3 Card Bonus pay table of this name, under either name it is printed by."""
    if name not in THREE_CARD_TABLES:
        known = ", ".join(THREE_CARD_TABLES)
        raise ValueError(f"“{name}” is no 3 Card Bonus table; there are {known}.")
    return THREE_CARD_TABLES[name]


def may_place(offered: SideBetsOffered, stakes: Mapping[str, int]) -> Iterator[Refusal]:
    """Every reason against these side bets; a seat without any is simply dealt in."""
    if bonus := stakes.get(THREE_CARD_BONUS):
        yield from _three_card_refusals(offered, bonus)
    if stakes.get(COVER_ALL_BONUS):
        yield from _cover_all_refusals(offered)


def _three_card_refusals(offered: SideBetsOffered, stake: int) -> Iterator[Refusal]:
    if offered.three_card_table is None:
        wrong = "The 3 Card Bonus is not offered at this table."
        yield Refusal(MASS.at("6(f)"), wrong, field=THREE_CARD_BONUS)
    else:
        least = three_card_table(offered.three_card_table).bonus.least_stake
        if stake < least.value:
            wrong = f"A 3 Card Bonus wager cannot be {stake}."
            right = "It is a voluntary extra: stake nothing, or an amount."
            yield Refusal(least.cite, wrong, right, THREE_CARD_BONUS)
    if offered.first_card_dealt:
        wrong = "Cards have been dealt."
        right = "A 3 Card Bonus wager is placed before any card is dealt."
        yield Refusal(MASS.at("6(f)(2)"), wrong, right, THREE_CARD_BONUS)


def _cover_all_refusals(offered: SideBetsOffered) -> Iterator[Refusal]:
    if not offered.cover_all:
        wrong = "Cover All is not offered at this table."
        right = f"It needs the shuffler in its “{COVER_ALL_MODE}” mode."
        yield Refusal(MASS.at("12(d)"), wrong, right, COVER_ALL_BONUS)
    if offered.first_card_dealt:
        wrong = "The round has begun."
        right = "A Cover All wager is placed before the start of the round."
        yield Refusal(MASS.at("12(a)"), wrong, right, COVER_ALL_BONUS)
    if offered.players not in COVER_ALL:
        wrong = f"There are no Cover All odds for {offered.players} players."
        right = "It is offered to one to six players."
        yield Refusal(MASS.at("12(c)"), wrong, right, COVER_ALL_BONUS)


@dataclass(frozen=True, slots=True)
class SideWager:
    """One seat's side bet as the round ends."""

    seat: int
    stake: int
    hole: tuple[Card, ...] = ()
    folded: bool = False


def settle_three_card_bonus(
    table: ThreeCardTable, community: Sequence[Card], bet: SideWager
) -> Line:
    """Settle a 3 Card Bonus wager on the cards its rules name, whoever has folded."""
    seat, stake, rules = bet.seat, bet.stake, table.bonus
    if bet.folded and rules.on_fold.value is OnFold.LOST:
        return Line(seat, THREE_CARD_BONUS, stake, -stake, rules.on_fold.cite)
    cards = bonus_hand(rules.cards_used.value, bet.hole, community)
    to_one = table.odds(three_card_hand(cards))
    if to_one is None:
        return Line(seat, THREE_CARD_BONUS, stake, -stake, MASS.at("6(f)(4)"))
    return Line(seat, THREE_CARD_BONUS, stake, stake * to_one, table.cite)


def cover_all_odds(players: int) -> Mapping[Category, int]:
    """The odds to 1 for a round with so many players dealt in."""
    if players not in COVER_ALL:
        raise ValueError(f"Cover All has no odds for {players} players.")
    return COVER_ALL[players].value


@dataclass(frozen=True, slots=True)
class Exposed:
    """A hand the dealer leaves on the table for the Cover All bets."""

    seat: int
    hand: Category
    cite: Cite


def leave_exposed(exposed: Exposed | None, seat: int, hand: Category) -> Exposed | None:
    """The hand left on the table once this one is seen: a better one replaces it."""
    if not _reaches(hand, COVER_ALL_LEAST.value):
        return exposed
    if exposed is None:
        return Exposed(seat, hand, MASS.at("12(h)a"))
    if hand is not exposed.hand and _reaches(hand, exposed.hand):
        return Exposed(seat, hand, MASS.at("12(i)"))
    return exposed


def best_hands(hands: Iterable[Category]) -> tuple[Category, ...]:
    """The hands Cover All pays: only the best of the table, if it is good enough."""
    in_order = sorted(hands, key=tuple(Category).index)
    paid = in_order[: COVER_ALL_HANDS_PAID.value]
    return tuple(hand for hand in paid if _reaches(hand, COVER_ALL_LEAST.value))


def settle_cover_all(players: int, hands: Iterable[Category], bet: SideWager) -> Line:
    """Settle a Cover All wager on the live hands of the table, by players dealt in."""
    odds = cover_all_odds(players)
    paid = best_hands(hands)
    if not paid:
        cite = COVER_ALL_LEAST.cite
        return Line(bet.seat, COVER_ALL_BONUS, bet.stake, -bet.stake, cite)
    won = sum(bet.stake * odds[hand] for hand in paid)
    return Line(bet.seat, COVER_ALL_BONUS, bet.stake, won, COVER_ALL[players].cite)


def _reaches(hand: Category, least: Category) -> bool:
    order = tuple(Category)
    return order.index(hand) <= order.index(least)


def cover_all_may_settle(unsettled_wagers: int) -> Iterator[Refusal]:
    """Cover All waits until every ordinary wager of the round is settled."""
    if unsettled_wagers:
        wrong = f"{unsettled_wagers} ordinary wagers are not settled yet."
        right = "Settle all player bets first, then the Cover All bets."
        yield Refusal(MASS.at("12(j)"), wrong, right, COVER_ALL_BONUS)
