"""What every game asks of a setup and of a stake, whatever is played."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeGuard

from game.limits import Staked, refusals
from game.play.setup import KEPT, Setup
from game.rulebooks.limits import LIMITS, LimitRules
from rulebook import HOUSE, SOURCES, Cited, Refusal

WHOLE = HOUSE.at("STUD-2")


def is_whole(amount: object) -> TypeGuard[int]:
    """Whether this is a whole amount above nothing; true is no amount, nor is 2.0."""
    return type(amount) is int and amount > 0


def amount_refusals(amount: object, wager: str) -> tuple[Refusal, ...]:
    """Refuse anything but a whole amount above nothing."""
    if type(amount) is int and amount > 0:
        return ()
    wrong = f"{amount!r} is no {wager}."
    return (Refusal(WHOLE, wrong, "Stake a whole amount above 0.", wager),)


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
    setup: Setup, seat: int, wager: str, amount: object, elsewhere: int = 0
) -> tuple[Refusal, ...]:
    """Refuse a wager outside the limits that hold at its seat."""
    if not is_whole(amount):
        return ()  # no amount at all, as is said elsewhere
    staked = Staked("", wager, amount, elsewhere=elsewhere)
    return refusals(limit_rules(setup), setup.at(seat), staked)


def seat_refusals(
    most: Cited[int], seat: object, setup: Setup | None = None
) -> tuple[Refusal, ...]:
    """Refuse a seat that the document does not give a table, or this table not have."""
    if type(seat) is not int or not 1 <= seat <= most.value:
        right = f"Seats run from 1 to {most.value}."
        return (Refusal(most.cite, f"There is no seat {seat!r}.", right, "seat"),)
    if setup is not None and seat > setup.seats:
        right = f"Seats run to {setup.seats}."
        return (Refusal(KEPT, f"There is no seat {seat}.", right, "seat"),)
    return ()


def foreign_wagers(
    setup: Setup, title: str, *, with_jackpot: bool
) -> Iterator[Refusal]:
    """Refuse wagers that only another game has."""
    offered = {
        "jackpot": setup.jackpot is not None and not with_jackpot,
        "three_card_table": setup.three_card_table is not None,
        "cover_all": setup.cover_all,
    }
    for name, is_offered in offered.items():
        if is_offered:
            wrong = f"{title} has no such wager."
            yield Refusal(KEPT, wrong, "Leave it out.", name)
