"""Baccarat (punto banco): bets, the cards one by one as the table of play asks for
them, and the settlement of every bet.

A coup is a frozen value; an action gives the next coup, or everything against it.
All cards lie face up and nobody decides anything after the betting, so the game is
its table of play: `next_card` says whose card is next, and any other is refused.
"""

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from game.cards import DECK, Card, Shuffler, show
from game.line import Line
from game.rulebooks.punto_banco import BaccaratRules, Spot
from game.table_of_play import next_card, turn_refusals, winner
from rulebook import Cite, Refusal, Refused


class Stage(StrEnum):
    """How far a coup has come."""

    BETTING = "betting"
    DEALING = "dealing"
    DEALT = "dealt"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class PlaceBet:
    """A seat stakes an amount on one area of the layout."""

    seat: int
    spot: Spot
    stake: int


@dataclass(frozen=True, slots=True)
class CutBet:
    """Hold a bet to what a ruling leaves of it; the rest goes back."""

    seat: int
    spot: Spot
    left: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class NoMoreBets:
    """The dealer closes the betting."""


@dataclass(frozen=True, slots=True)
class DealCard:
    """The next card, and the side the dealer gives it to."""

    to: Spot
    card: Card


@dataclass(frozen=True, slots=True)
class Settle:
    """The dealer takes and pays every bet."""


Action = PlaceBet | CutBet | NoMoreBets | DealCard | Settle


@dataclass(frozen=True, slots=True)
class Coup:
    """One round of Baccarat, at a table with so many places and decks."""

    rules: BaccaratRules
    places: int
    decks: int
    bets: tuple[PlaceBet, ...] = ()
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    closed: bool = False
    settled: bool = False
    record: tuple[Action, ...] = field(default=(), repr=False)

    @property
    def stage(self) -> Stage:
        """How far the coup has come."""
        if not self.closed:
            return Stage.BETTING
        if self.settled:
            return Stage.SETTLED
        wanted = next_card(self.rules, self.player, self.banker)
        return Stage.DEALING if wanted.value else Stage.DEALT


def open_coup(rules: BaccaratRules, *, places: int, decks: int) -> Coup | Refused:
    """Open the betting of a coup at a table that may be used for Baccarat."""
    refusals = []
    fewest, most = rules.places.value
    if not fewest <= places <= most:
        right = f"A table has {fewest} to {most} numbered places."
        wrong = f"A table with {places} places is no Baccarat table."
        refusals.append(Refusal(rules.places.cite, wrong, right, "places"))
    if decks not in rules.decks.value:
        right = "Use " + " or ".join(str(n) for n in sorted(rules.decks.value)) + "."
        wrong = f"A shoe of {decks} decks is not used here."
        refusals.append(Refusal(rules.decks.cite, wrong, right, "decks"))
    return Refused(tuple(refusals)) if refusals else Coup(rules, places, decks)


def shuffled_shoe(
    rules: BaccaratRules, decks: int, by: Shuffler | None = None
) -> tuple[Card, ...] | Refused:
    """A whole shoe in random order, from the system's secure source unless told."""
    if decks not in rules.decks.value:
        wrong = f"A shoe of {decks} decks is not used here."
        return Refused((Refusal(rules.decks.cite, wrong),))
    cards = list(DECK) * decks
    (by or secrets.SystemRandom()).shuffle(cards)
    return tuple(cards)


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may happen now, with the rule that offers it."""

    action: type
    cite: Cite
    to: Spot | None = None  # the side a card goes to


def legal(coup: Coup) -> tuple[Option, ...]:
    """Everything that may happen now."""
    rules = coup.rules
    match coup.stage:
        case Stage.BETTING:
            betting = Option(PlaceBet, rules.amounts)
            return (betting, Option(NoMoreBets, rules.betting_closes))
        case Stage.DEALING:
            turn = next_card(rules, coup.player, coup.banker)
            return (Option(DealCard, turn.cite, turn.value),)
        case Stage.DEALT:
            return (Option(Settle, rules.settled_once_complete),)
        case Stage.SETTLED:
            return ()


def apply(coup: Coup, action: Action) -> Coup | Refused:
    """The coup after an action, or every reason why it stays as it is."""
    refusals = tuple(refusals_for(coup, action))
    if refusals:
        return Refused(refusals)
    after = replace(coup, record=(*coup.record, action))
    match action:
        case PlaceBet() | CutBet():
            return replace(after, bets=tuple(_bets(coup, action)))
        case NoMoreBets():
            return replace(after, closed=True)
        case DealCard(Spot.PLAYER, card):
            return replace(after, player=(*coup.player, card))
        case DealCard(_, card):
            return replace(after, banker=(*coup.banker, card))
        case Settle():
            return replace(after, settled=True)


def _bets(coup: Coup, change: PlaceBet | CutBet) -> Iterator[PlaceBet]:
    """The bets with one more, or with one cut; of which nothing is left is gone."""
    for bet in coup.bets:
        if (bet.seat, bet.spot) != (change.seat, change.spot):
            yield bet
        elif isinstance(change, CutBet) and change.left:
            yield replace(bet, stake=change.left)
    if isinstance(change, PlaceBet):
        yield change


def play(coup: Coup, actions: Iterable[Action]) -> Coup | Refused:
    """A whole coup from its record of actions."""
    for action in actions:
        after = apply(coup, action)
        if isinstance(after, Refused):
            return after
        coup = after
    return coup


def seen_by(coup: Coup, seat: int) -> Coup:  # noqa: ARG001  the same for every seat
    """The coup as a seat sees it: all of it, as every card and chip lies open."""
    return coup


def refusals_for(coup: Coup, action: Action) -> Iterator[Refusal]:
    """Every reason against an action in this coup."""
    rules = coup.rules
    match action:
        case PlaceBet():
            yield from _bet_refusals(coup, action)
        case CutBet():
            yield from _cut_refusals(coup, action)
        case NoMoreBets():
            if coup.closed:
                wrong = "The betting is closed already."
                yield Refusal(rules.betting_closes, wrong, "Go on with the deal.")
        case DealCard():
            yield from _card_refusals(coup, action)
        case Settle():
            if coup.stage is not Stage.DEALT:
                yield _unsettled(coup)


def _bet_refusals(coup: Coup, bet: PlaceBet) -> Iterator[Refusal]:
    rules = coup.rules
    if coup.closed:
        wrong = "The betting is closed."
        right = "Bets are placed before the first card."
        yield Refusal(rules.betting_closes, wrong, right, bet.spot)
    yield from seat_refusals(rules, bet.seat, coup.places)
    yield from stake_refusals(rules, bet.spot, bet.stake)
    if any((b.seat, b.spot) == (bet.seat, bet.spot) for b in coup.bets):
        wrong = f"Place {bet.seat} has a bet on {bet.spot} already."
        yield Refusal(rules.amounts, wrong, "One bet to each area.", bet.spot)


def _cut_refusals(coup: Coup, cut: CutBet) -> Iterator[Refusal]:
    """A ruling may leave less of a bet in play, never more."""
    if not coup.closed or coup.settled:
        wrong, right = "There is no bet in play here.", "Leave it as it is."
        yield Refusal(cut.cite, wrong, right)
    place = (cut.seat, cut.spot)
    staked = sum(bet.stake for bet in coup.bets if (bet.seat, bet.spot) == place)
    if type(cut.left) is not int or not 0 <= cut.left < staked:
        wrong = f"{cut.left!r} cannot be left of {staked} on {cut.spot}."
        yield Refusal(cut.cite, wrong, "Leave less than lies there.", "amount")


def seat_refusals(rules: BaccaratRules, seat: object, places: int) -> Iterator[Refusal]:
    """Refuse a place that the table does not have."""
    if type(seat) is not int or not 1 <= seat <= places:
        right = f"Places are numbered from 1 to {places}."
        yield Refusal(rules.places.cite, f"There is no place {seat!r}.", right, "seat")


def stake_refusals(
    rules: BaccaratRules, spot: Spot, stake: object
) -> Iterator[Refusal]:
    """Refuse anything but a whole amount above nothing."""
    if type(stake) is not int or stake <= 0:
        wrong = f"{stake!r} is no bet on {spot}."
        yield Refusal(rules.amounts, wrong, "Bet a whole amount above 0.", spot)


def _card_refusals(coup: Coup, dealt: DealCard) -> Iterator[Refusal]:
    rules = coup.rules
    if not coup.closed:
        wrong, right = "The betting is still open.", "Call “No more bets” first."
        yield Refusal(rules.betting_closes, wrong, right)
    on_table = (*coup.player, *coup.banker)
    if on_table.count(dealt.card) >= coup.decks:
        wrong = f"{show([dealt.card])} has come {coup.decks} times already."
        yield Refusal(rules.decks.cite, wrong, "Look for a foreign card.")
    yield from turn_refusals(rules, coup.player, coup.banker, dealt.to)


def _unsettled(coup: Coup) -> Refusal:
    wanted = {
        Stage.BETTING: "Close the betting and deal first.",
        Stage.DEALING: "Deal the cards that the table of play asks for.",
        Stage.SETTLED: "Every bet is settled; open the next coup.",
    }
    wrong = f"The coup is not ready to be settled: it is {coup.stage}."
    return Refusal(coup.rules.settled_once_complete, wrong, wanted[coup.stage])


def settle(coup: Coup) -> tuple[Line, ...] | Refused:
    """Every bet of a complete coup, each with the rule that settles it."""
    if coup.stage not in (Stage.DEALT, Stage.SETTLED):
        return Refused((_unsettled(coup),))
    won = winner(coup.rules, coup.player, coup.banker).value
    return tuple(
        line(coup.rules, won, bet.seat, bet.spot, bet.stake) for bet in coup.bets
    )


def line(rules: BaccaratRules, won: Spot, seat: int, spot: Spot, stake: int) -> Line:
    """One bet, settled in whole cents or chips."""
    match spot, won:
        case Spot.PLAYER, Spot.PLAYER:
            pays = rules.player_pays
            return Line(seat, spot, stake, stake * pays.value, pays.cite)
        case Spot.BANKER, Spot.BANKER:
            return _banker_wins(rules, seat, stake)
        case Spot.TIE, Spot.TIE:
            pays = rules.tie_pays
            return Line(seat, spot, stake, stake * pays.value, pays.cite)
        case _, Spot.TIE:
            return Line(seat, spot, stake, 0, rules.tie_returns)
        case _:
            return Line(seat, spot, stake, -stake, rules.loses)


def _banker_wins(rules: BaccaratRules, seat: int, stake: int) -> Line:
    won = stake * rules.banker_pays.value
    commission = rules.commission.value
    kept = commission.of(won)
    exact = kept == won * commission.rate
    cite = rules.commission.cite if exact else commission.rounding
    return Line(seat, Spot.BANKER, stake, won - kept, cite)
