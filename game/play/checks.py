"""What every game asks of a setup and of a stake, whatever is played."""

from collections.abc import Iterator
from dataclasses import replace

from game.limits import Staked, TableLimits, refusals
from game.play.setup import KEPT, Setup
from game.rulebooks.limits import LIMITS, LimitRules
from rulebook import SOURCES, Cited, Refusal


def edition_refusals(setup: Setup) -> Iterator[Refusal]:
    """Refuse an edition that the document does not have."""
    known = [edition.name for edition in SOURCES[setup.document].editions]
    if setup.edition and setup.edition not in known:
        wrong = f"{setup.document} has no edition “{setup.edition}”."
        yield Refusal(KEPT, wrong, f"It has {', '.join(known)}.", "edition")


def seats_refusals(setup: Setup, most: Cited[int]) -> Iterator[Refusal]:
    """Refuse more seats than the document gives a table."""
    if not 1 <= setup.seats <= most.value:
        wrong = f"A table with {setup.seats} seats."
        yield Refusal(most.cite, wrong, f"It has up to {most.value}.", "seats")


def limit_rules(setup: Setup) -> LimitRules:
    """The rules of limits; Baccarat's are the house's own."""
    if setup.game == "baccarat":  # its notice gives none
        return replace(LIMITS["MASS"], code=setup.document)
    return LIMITS[setup.document]


def stake_refusals(
    setup: Setup, seat: int, wager: str, amount: int, elsewhere: int = 0
) -> tuple[Refusal, ...]:
    """Refuse a wager outside the limits that hold at its seat."""
    limits = setup.at(seat)
    sign = TableLimits(
        limits.minimum, limits.maximum, limits.step, limits.player_maximum
    )
    return refusals(
        limit_rules(setup), sign, Staked("", wager, amount, elsewhere=elsewhere)
    )


def no_such_seat(setup: Setup, seat: int | None) -> Iterator[Refusal]:
    """Refuse a seat that this table does not have, though the document may."""
    if seat is not None and seat > setup.seats:
        wrong, right = f"There is no seat {seat}.", f"Seats run to {setup.seats}."
        yield Refusal(KEPT, wrong, right, "seat")
