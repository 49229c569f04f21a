"""What may be staked: whole amounts, antes at an open box, and street bets by ratio."""

from collections.abc import Iterator

from game.mississippi.round import Round
from game.ranks import Rank
from game.rulebooks.mississippi import MississippiRules, Sizes, StreetRules
from rulebook import Cite, Refusal

WHOLE = Cite("HOUSE-STUD-2")


def is_whole(amount: object) -> bool:
    """Whether this is a whole amount above nothing; true is no amount, nor is 2.0."""
    return type(amount) is int and amount > 0


def amount_refusals(amount: object, wager: str) -> tuple[Refusal, ...]:
    """Refuse anything but a whole amount above nothing."""
    if is_whole(amount):
        return ()
    wrong = f"{amount!r} is no {wager}."
    return (Refusal(WHOLE, wrong, "Stake a whole amount above 0.", wager),)


def seat_refusals(rules: MississippiRules, seat: object) -> tuple[Refusal, ...]:
    """Refuse a seat that the table does not have."""
    most = rules.seats
    if type(seat) is int and 1 <= seat <= most.value:
        return ()
    wrong, right = f"There is no seat {seat!r}.", f"Seats run from 1 to {most.value}."
    return (Refusal(most.cite, wrong, right, "seat"),)


def fits(
    street: StreetRules, ante: int, amount: object, sizes: Sizes, unit: int = 1
) -> bool:
    """Whether a street bet stands in an allowed ratio to the ante."""
    if type(amount) is not int:
        return False
    least, most = street.times.value
    step = ante if sizes is Sizes.WHOLE_MULTIPLES else unit
    within = least * ante <= amount <= most * ante
    return within and (amount - least * ante) % step == 0


def street_refusals(
    street: StreetRules, ante: int, amount: object, sizes: Sizes, unit: int = 1
) -> Iterator[Refusal]:
    """Refuse a street bet that stands in no allowed ratio to the ante."""
    if fits(street, ante, amount, sizes, unit):
        return
    if not is_whole(amount):
        yield from amount_refusals(amount, street.name)
        return
    wrong = f"A {street.name} street bet of {amount} on an ante of {ante}."
    right = allowed(street, ante, sizes, unit)
    yield Refusal(street.sizes.cite, wrong, right, street.name)


def allowed(street: StreetRules, ante: int, sizes: Sizes, unit: int = 1) -> str:
    """The amounts a street bet may take, in a sentence."""
    least, most = street.times.value
    if sizes is Sizes.ANY_AMOUNT:
        steps = "" if unit == 1 else f" in steps of {unit}"
        return f"Bet from {least * ante} to {most * ante}{steps}, or fold."
    amounts = [str(ante * times) for times in range(least, most + 1)]
    return f"Bet {', '.join(amounts[:-1])} or {amounts[-1]}, or fold."


def no_box(now: Round, seat: int) -> Iterator[Refusal]:
    """Refuse whatever a seat without an ante tries to do."""
    if now.box(seat) is None:
        cite = now.table.rules.wagers.buys_cards
        yield Refusal(cite, f"Seat {seat} has no ante.", "Only anted boxes play.")


def beyond(by: Rank, least: Rank, cite: Cite, act: str) -> Iterator[Refusal]:
    """Refuse what only a higher rank may do."""
    if by < least:
        right = f"A {least.title} or above may."
        yield Refusal(cite, f"A {by.title} may not {act}.", right)
