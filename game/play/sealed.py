"""Wagers made in secret: until one is announced, a round knows its seal and no more.

Whoever opens the forms stands above the engine. Here a sealed wager is a seat and the
promise of what was written; only once it is announced has it a stake, an area and a
line. `game.play.sealing` has the acts.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from game.line import Line
from game.play.offers import Offer, exactly
from game.rulebooks.punto_banco import Spot
from rulebook import VIC99, Cite, Refusal

if TYPE_CHECKING:
    from game.play.state import State

BEFORE_NAME = "secret "  # of a wager that was made so
AREAS, SIDES = "areas", "sides"  # Banker, Player and Tie; or the first two alone
ANTE, ANTE_AND_STREETS = "ante", "ante-and-streets"
ON_A_SPOT = (AREAS, SIDES)
KINDS = (AREAS, SIDES, ANTE, ANTE_AND_STREETS)  # what a setup may let be sealed

ANNOUNCED = VIC99.at("N26-14.6.8")
BEFORE_DEAL = VIC99.at("N26-14.6.11.1")
PLACED = VIC99.at("N26-14.6.11.2")
HANDED_OVER = VIC99.at("N26-14.6.11.3")


class Sealed(NamedTuple):
    """A wager made in secret at a seat: the promise of it, then what was announced."""

    seat: int
    promise: str  # what was written, and salt, as one sha256
    stake: int | None = None  # once it is announced
    spot: Spot | None = None
    cite: Cite | None = None  # what it was announced under
    deducted: bool = False  # lost whatever the result: the form was not completed
    early: bool = False  # announced before the deal
    placed: bool = False  # its chips lie on the layout
    ruled: Cite | None = None  # the rule it is void under


def at(now: "State[Any]", seat: int | None) -> Sealed | None:
    """The secret wager of a seat, if it has one."""
    return next((one for one in now.sealed if one.seat == seat), None)


def waiting(now: "State[Any]") -> tuple[Sealed, ...]:
    """The secret wagers that are still to be announced."""
    return tuple(one for one in now.sealed if one.stake is None and not one.ruled)


def voided(
    now: "State[Any]", cite: Cite, seat: int | None = None
) -> tuple[Sealed, ...]:
    """The secret wagers of a seat, or all of them, void by a ruling."""
    return tuple(
        one._replace(ruled=one.ruled or cite) if seat in (None, one.seat) else one
        for one in now.sealed
    )


def before_deal(now: "State[Any]") -> Iterator[Refusal]:
    """What was announced before the deal lies on the layout before it, all of it."""
    live = [one for one in now.sealed if not one.ruled]
    if not any(one.early for one in live):
        return
    for one in live:
        if one.stake is None:
            wrong = f"The secret wager of seat {one.seat} is not announced."
            yield Refusal(BEFORE_DEAL, wrong, "Announce all of them.", "seat")
        elif not one.placed and not one.deducted:
            wrong = f"Seat {one.seat} has not placed the chips that were announced."
            right = f"{one.stake:,} chips lie on the layout before the deal."
            yield Refusal(PLACED, wrong, right, "seat")


def before_close(now: "State[Any]") -> Iterator[Refusal]:
    """A hand is not closed before every secret wager made in it was announced."""
    for one in waiting(now):
        wrong = f"The secret wager of seat {one.seat} is not announced."
        right = "The Game Supervisor opens and announces it."
        yield Refusal(ANNOUNCED, wrong, right, "seat")


def line_of(one: Sealed) -> Line | None:
    """The line of a secret wager that no result decides; else none."""
    stake, name = one.stake or 0, named(one.spot or ANTE)
    if one.ruled:
        return Line(one.seat, name, stake, 0, one.ruled)
    if one.deducted:
        return Line(one.seat, name, stake, -stake, one.cite or ANNOUNCED)
    return None


def named(wager: str) -> str:
    """A wager made in secret, by its name."""
    return BEFORE_NAME + wager


def marks(now: "State[Any]") -> dict[str, Any]:
    """The seats that everybody sees a mark at, as plain JSON; none where there is none.

    The second list names those whose wagers are announced.
    """
    if not now.sealed:
        return {}
    told = [one.seat for one in now.sealed if one.stake is not None]
    return {"secret": {"seats": [one.seat for one in now.sealed], "told": told}}


def offers(now: "State[Any]") -> Iterator[Offer]:
    """The chips that are still to be placed after an announcement before the deal."""
    for one in now.sealed:
        if one.early and not (one.placed or one.deducted or one.ruled):
            amounts, label = exactly(one.stake or 0, PLACED), "Announced chips"
            yield Offer("place", PLACED, one.seat, amounts, spot=one.spot, label=label)
