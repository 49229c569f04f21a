"""Who may watch over a draw: somebody on the staff whom nothing binds to it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from promotions.rules.regimes import Regime
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording

if TYPE_CHECKING:
    from promotions.rules.facts import Nominee

INDEPENDENT: Cite = HOUSE.at("PROMOTION-19")
ANOTHER = "Nominate somebody else."


def is_needed(regime: Regime, largest_cents: int) -> bool:
    """Whether a single prize is worth more than the document lets pass alone."""
    return largest_cents > regime.scrutineer_over_cents.value


def check_named(
    regime: Regime, largest_cents: int, nominee: "Nominee | None"
) -> Iterator[Refusal]:
    """Why a draw waits for a scrutineer; one who was nominated stays independent."""
    over = regime.scrutineer_over_cents
    if nominee is not None:
        yield from check(nominee)
    elif is_needed(regime, largest_cents):
        wrong = (
            f"A single prize is worth {wording.dollars(largest_cents)} and nobody is "
            "nominated as scrutineer."
        )
        right = f"Over {wording.dollars(over.value)} the draw needs one."
        yield Refusal(over.cite, wrong, right)


def check(nominee: "Nominee") -> Iterator[Refusal]:
    """Everything that binds somebody to the promotion."""
    name = nominee.name
    if not nominee.has_role:
        wrong = f"{name} is no scrutineer of this house."
        yield Refusal(INDEPENDENT, wrong, "Choose somebody with that role.", "staff")
    bonds = (
        (nominee.wrote, f"{name} wrote these terms."),
        (nominee.approved, f"{name} approved these terms."),
        (nominee.draws, f"{name} holds the draw."),
        (nominee.entered, f"{name} has a ticket in this promotion."),
        (
            bool(nominee.related_to),
            f"{name} is a relative of {nominee.related_to}.",
        ),
    )
    for bound, wrong in bonds:
        if bound:
            yield Refusal(INDEPENDENT, wrong, ANOTHER, "staff")
