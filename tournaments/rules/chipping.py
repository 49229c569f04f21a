"""The chips a tournament needs, by denomination, against the stock of the house."""

from collections.abc import Iterator
from math import ceil

from rulebook import HOUSE, Refusal
from rulebook.terms import wording
from tournaments.rules.clauses.format import Stacks
from tournaments.rules.seats import StagePlan
from tournaments.rules.stages import Stage
from tournaments.rules.terms import Terms
from tournaments.rules.tokens import ChipCount, made_up, together

MADE_OF = "format.bank.made_of"


def denominations(terms: Terms) -> tuple[int, ...]:
    """The denominations in banks and trays, smallest first."""
    chips = (*terms.format.bank.made_of, *terms.wagers.chips.rack)
    return tuple(sorted({c.denomination_chips for c in chips if c.denomination_chips}))


def bank_of(terms: Terms, r: Stage) -> tuple[ChipCount, ...] | None:
    """The chips of one player's bank in a stage, where they can be made up."""
    bank = terms.format.bank
    if r.bank_chips in (None, bank.bank_chips):
        return bank.made_of or None
    return made_up(r.bank_chips or 0, denominations(terms))


def chips_needed(terms: Terms, plans: tuple[StagePlan, ...]) -> tuple[ChipCount, ...]:
    """The most of each denomination that any session has out at once."""
    most: dict[int, int] = {}
    for plan in plans:
        for chip in _in_session(terms, plan):
            most[chip.denomination_chips] = max(
                chip.count, most.get(chip.denomination_chips, 0)
            )
    return tuple(ChipCount(d, n) for d, n in sorted(most.items()))


def _in_session(terms: Terms, plan: StagePlan) -> tuple[ChipCount, ...]:
    r = terms.format.stages.stages[plan.at]
    tables = ceil(plan.tables / max(1, len(r.starts)))
    players = min(plan.players, tables * (r.seats or 0))
    bank = bank_of(terms, r) or ()
    if terms.format.progression.stacks is Stacks.CARRY_OVER:
        # All stacks of the first stage stay out until those of the last session are.
        players, bank = plan.players, bank if plan.at == 0 else ()
    fees, values = terms.details.fees, denominations(terms)
    rebuys = made_up(fees.rebuy_chips, values) or ()
    add_ons = made_up(fees.add_on_chips, values) or ()
    return together(
        (bank, players),
        (rebuys, players * fees.rebuys_most),
        (add_ons, players * fees.add_ons_most),
        (terms.wagers.chips.rack, tables),
    )


def chip_refusals(terms: Terms) -> Iterator[Refusal]:
    """Banks and wagers that cannot be made of the chips there are."""
    values = denominations(terms)
    if not values:
        return
    for at, r in enumerate(terms.format.stages.stages):
        if r.bank_chips and bank_of(terms, r) is None:
            yield _unmade(
                f"The bank of {r.called}, {wording.chips(r.bank_chips)},",
                f"format.stages.stages.{at}.bank_chips",
            )
    for at, level in enumerate(terms.wagers.compulsory.levels):
        if level.least_chips % values[0]:
            yield _unmade(
                f"The least Ante, {wording.chips(level.least_chips)},",
                f"wagers.compulsory.levels.{at}.least_chips",
            )


def _unmade(what: str, field: str) -> Refusal:
    return Refusal(
        HOUSE.at("TOURN-11"),
        f"{what} cannot be made of the chips there are.",
        "Change the amount, or add a smaller denomination.",
        field,
    )


def stock_refusals(
    needed: tuple[ChipCount, ...], stock: tuple[ChipCount, ...]
) -> tuple[Refusal, ...]:
    """Denominations of which the house has too few."""
    held = {chip.denomination_chips: chip.count for chip in stock}
    return tuple(
        Refusal(
            HOUSE.at("TOURN-11"),
            f"{chip.count:,} chips of {chip.denomination_chips:,} are needed and the "
            f"house has {held.get(chip.denomination_chips, 0):,}.",
            "Order chips, make banks of other chips, or use fewer tables at once.",
            MADE_OF,
        )
        for chip in needed
        if held.get(chip.denomination_chips, 0) < chip.count
    )
