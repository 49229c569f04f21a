"""How large a street bet may be: in which ratio it stands to the ante."""

from collections.abc import Iterator

from game.play.checks import amount_refusals, is_whole
from game.rulebooks.mississippi import Sizes, StreetRules
from rulebook import Refusal

_WHOLE_MULTIPLES = Sizes.WHOLE_MULTIPLES  # at hand, as every street bet asks


def step_of(ante: int, sizes: Sizes, unit: int) -> int:
    """The steps in which a street bet grows."""
    return ante if sizes is _WHOLE_MULTIPLES else unit


def fits(
    street: StreetRules, ante: int, amount: object, sizes: Sizes, unit: int = 1
) -> bool:
    """Whether a street bet stands in an allowed ratio to the ante."""
    if type(amount) is not int:
        return False
    least, most = street.times.value
    if not least * ante <= amount <= most * ante:
        return False
    return (amount - least * ante) % step_of(ante, sizes, unit) == 0


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
    right = _allowed(street, ante, sizes, unit)
    yield Refusal(street.sizes.cite, wrong, right, street.name)


def _allowed(street: StreetRules, ante: int, sizes: Sizes, unit: int) -> str:
    """The amounts a street bet may take, in a sentence."""
    least, most = street.times.value
    if sizes is Sizes.ANY_AMOUNT:
        steps = "" if unit == 1 else f" in steps of {unit}"
        return f"Bet from {least * ante} to {most * ante}{steps}, or fold."
    amounts = [str(ante * times) for times in range(least, most + 1)]
    return f"Bet {', '.join(amounts[:-1])} or {amounts[-1]}, or fold."
