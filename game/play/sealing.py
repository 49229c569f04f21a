"""What may be done with a secret wager: sealed, given back, announced, placed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic

from game.play.acts import Act, S
from game.play.moves import Move, form
from game.play.sealed import ANNOUNCED, ON_A_SPOT, PLACED, Sealed, at
from game.play.state import State
from rulebook import HOUSE, VIC99, Refusal

IN_TIME = VIC99.at("N26-14.6.2")
MARKED = VIC99.at("N26-14.6.6")
OFFERED = HOUSE.at("TOURN-230")
ONE_A_HAND = HOUSE.at("TOURN-231")


@dataclass(frozen=True, slots=True)
class Sealing(Generic[S]):
    """Secret wagers in one game, which says how far a round of it has come."""

    closed: Callable[[S], bool]  # whether no more bets are taken
    started: Callable[[S], bool]  # whether the first card is out
    concluded: Callable[[S], bool]  # whether the hand is played to its end

    @property
    def acts(self) -> Mapping[str, Act[S]]:
        """Every act; all but the last follow from a form, so they name their rule."""
        known = form("seat", "promise", "cite")
        told = form("seat", "promise", "amount", "cite", takes=("spot",))
        return {
            "seal": Act(known, self.may_seal, seal),
            "hand_back": Act(known, self.may_hand_back, hand_back),
            "announce": Act(told, self.may_announce, self.announce),
            "deduct": Act(told, self.may_announce, self.deduct),
            "place": Act(form("seat", "amount", takes=("spot",)), may_place, place),
        }

    def may_seal(self, now: S, move: Move) -> Iterator[Refusal]:
        """A form is taken before betting closes, one of each seat."""
        if now.setup.secret is None:
            wrong = "No secret wagers are taken here."
            yield Refusal(OFFERED, wrong, "Wager openly.", "act")
        if self.closed(now) or self.started(now):
            wrong = "Betting is closed for this hand."
            yield Refusal(IN_TIME, wrong, "Hand it in before that.", "act")
        if at(now, move.seat) is not None:
            wrong = f"Seat {move.seat} has a secret wager in this hand."
            yield Refusal(ONE_A_HAND, wrong, "One to a hand.", "seat")

    def may_hand_back(self, now: S, move: Move) -> Iterator[Refusal]:
        """A form goes back until the first card."""
        yield from _there(now, move)
        if self.started(now):
            wrong = "The first card is out."
            yield Refusal(IN_TIME, wrong, "It stays until it is settled.", "act")

    def may_announce(self, now: S, move: Move) -> Iterator[Refusal]:
        """A secret wager is announced once, after the hand or right before the deal."""
        yield from _there(now, move)
        one = at(now, move.seat)
        if one is not None and one.stake is not None:
            wrong = f"The secret wager of seat {move.seat} was announced."
            yield Refusal(ANNOUNCED, wrong, "Each is announced once.", "seat")
        early = self.closed(now) and not self.started(now)
        if not (early or self.concluded(now)):
            wrong = "The hand is still played."
            yield Refusal(ANNOUNCED, wrong, "Announce it after the hand.", "act")
        yield from _area(now, move)

    def announce(self, now: S, move: Move) -> S:
        """From now on everybody knows the wager."""
        return _told(now, move, early=not self.started(now))

    def deduct(self, now: S, move: Move) -> S:
        """The form was not completed: so much is lost, whatever the result."""
        return _told(now, move, early=not self.started(now), deducted=True)


def _there(now: State[Any], move: Move) -> Iterator[Refusal]:
    one = at(now, move.seat)
    if one is None or one.promise != move.promise or one.ruled:
        wrong = f"Seat {move.seat} has no such secret wager."
        yield Refusal(MARKED, wrong, "Look at the table again.", "seat")


def _area(now: State[Any], move: Move) -> Iterator[Refusal]:
    on_spot = now.setup.secret in ON_A_SPOT
    if move.spot is not None and not on_spot:
        yield Refusal(ANNOUNCED, "There are no areas here.", "Leave it out.", "spot")
    if move.act == "announce" and move.spot is None and on_spot:
        yield Refusal(ANNOUNCED, "It names no area.", "Say what it is on.", "spot")


def seal(now: S, move: Move) -> S:
    """A mark lies at the seat, and nobody knows more."""
    return replace(now, sealed=(*now.sealed, Sealed(move.number, move.promise)))


def hand_back(now: S, move: Move) -> S:
    """The mark is taken away."""
    left = tuple(one for one in now.sealed if one.seat != move.seat)
    return replace(now, sealed=left)


def _told(now: S, move: Move, *, early: bool, deducted: bool = False) -> S:
    known = {"stake": move.stake, "spot": move.spot, "cite": move.rule}
    return _changed(now, move.number, **known, early=early, deducted=deducted)


def _changed(now: S, seat: int, **fields: Any) -> S:
    after = (o._replace(**fields) if o.seat == seat else o for o in now.sealed)
    return replace(now, sealed=tuple(after))


def may_place(now: State[Any], move: Move) -> Iterator[Refusal]:
    """The chips placed are those that were announced, on that area, and no others."""
    one = at(now, move.seat)
    if one is None or not one.early or one.placed or one.deducted or one.ruled:
        wrong = f"Seat {move.seat} has no announced chips to place."
        yield Refusal(PLACED, wrong, "Go on with the hand.", "seat")
        return
    if (move.amount, move.spot) != (one.stake, one.spot):
        on = f" on {one.spot.title()}" if one.spot else ""
        wrong = f"Seat {move.seat} places something else than was announced."
        right = f"It is {one.stake:,} chips{on}."
        yield Refusal(PLACED, wrong, right, "amount")


def place(now: S, move: Move) -> S:
    """The chips that were announced lie on the layout."""
    return _changed(now, move.number, placed=True)
