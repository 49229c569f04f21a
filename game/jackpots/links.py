"""Which tables may share a meter, and how they join, move and leave.

A document lists what must be the same at every table of a meter; a table is refused
with all its differences at once.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from game.hands import Category
from game.jackpots.rules import LinkRules, ManyMeters
from game.rulebooks.mass_side_bets import PROGRESSIVES
from rulebook import MASS, Cite, Refusal, Refused


@dataclass(frozen=True, slots=True)
class TableTerms:
    """The jackpot terms one table runs under, whatever game is played there."""

    table: str
    qualifying: frozenset[Category]
    pay_table: str
    seed_cents: int
    rate: Fraction
    price_cents: int
    decks: int = 1


@dataclass(frozen=True, slots=True)
class MeterSystem:
    """A meter and the tables it serves."""

    name: str
    tables: tuple[TableTerms, ...]
    option: str = ""

    def serves(self, table: str) -> bool:
        """Whether the meter serves this table."""
        return any(terms.table == table for terms in self.tables)


def may_activate(rules: LinkRules, system: MeterSystem) -> Refused | None:
    """Whether the meter may open: it serves one table, or one group of tables."""
    if system.tables or rules.serves is None:
        return None
    wrong = f"Meter {system.name} serves no table."
    return _refused([Refusal(rules.serves, wrong, "Link at least one table to it.")])


def may_join(
    rules: LinkRules,
    system: MeterSystem,
    newcomer: TableTerms,
    others: Iterable[MeterSystem] = (),
) -> Refused | None:
    """Whether a table may join the meter: on the same terms, and on no other meter."""
    refusals = list(_on_another(rules, system, newcomer, others))
    differences = [
        difference
        for group in system.tables[:1]
        for difference in _differences(rules, group, newcomer)
    ]
    if differences:
        wrong = f"Table {newcomer.table} runs on other terms than the meter."
        refusals.append(Refusal(rules.joins, wrong, "They must all be the same."))
    return _refused([*refusals, *differences])


def _on_another(
    rules: LinkRules,
    system: MeterSystem,
    newcomer: TableTerms,
    others: Iterable[MeterSystem],
) -> Iterator[Refusal]:
    for other in others:
        if rules.one_meter and other != system and other.serves(newcomer.table):
            wrong = f"Table {newcomer.table} is on meter {other.name}."
            right = "Remove or transfer it first."
            yield Refusal(rules.one_meter, wrong, right, field="table")


def _differences(
    rules: LinkRules, group: TableTerms, newcomer: TableTerms
) -> Iterator[Refusal]:
    compared: Sequence[tuple[Cite | None, str, object, object]] = (
        (rules.qualifying, "qualifying hands", group.qualifying, newcomer.qualifying),
        (rules.pay_table, "pay table", group.pay_table, newcomer.pay_table),
        (rules.rate_and_seed, "increment rate", group.rate, newcomer.rate),
        (rules.rate_and_seed, "seed", group.seed_cents, newcomer.seed_cents),
        (rules.price, "jackpot price", group.price_cents, newcomer.price_cents),
        (rules.decks, "number of decks", group.decks, newcomer.decks),
    )
    for cite, what, ours, theirs in compared:
        if cite is not None and ours != theirs:
            wrong = f"The {what} of table {newcomer.table} differs from the meter's."
            yield Refusal(cite, wrong, f"Make its {what} the same.", field=what)


def may_run_beside(
    rules: ManyMeters, system: MeterSystem, others: Sequence[MeterSystem]
) -> Refused | None:
    """Whether the meter may run beside the others: another price, the same option."""
    refusals: list[Refusal] = []
    most = rules.most.value
    if most is not None and len(others) >= most:
        wrong = f"{len(others)} meters run already."
        refusals.append(Refusal(rules.most.cite, wrong, f"There may be {most}."))
    for other in others:
        if rules.different_price and _prices(system) & _prices(other):
            wrong = f"Meter {other.name} already has this jackpot price."
            right = "Give each meter a price of its own."
            refusals.append(Refusal(rules.different_price, wrong, right, "price"))
        if rules.same_option and _schedule(other) != _schedule(system):
            wrong = f"Meter {other.name} runs on {other.option or 'other terms'}."
            right = "All meters share one option, seed and rate."
            refusals.append(Refusal(rules.same_option, wrong, right, "option"))
    return _refused(refusals)


def check_links(
    rules: LinkRules, many: ManyMeters, systems: Sequence[MeterSystem]
) -> Refused | None:
    """Every link of several pools at once: each table on one pool, on its terms."""
    refusals: list[Refusal] = []
    for system in systems:
        for table in system.tables:
            refused = may_join(rules, system, table, systems)
            refusals += refused.refusals if refused else ()
    if refusals and many.linking:
        wrong = f"{len(systems)} pools do not keep apart."
        right = "Each table is on one pool and runs on that pool's terms."
        refusals.insert(0, Refusal(many.linking, wrong, right))
    return _refused(refusals)


def _prices(system: MeterSystem) -> set[int]:
    return {terms.price_cents for terms in system.tables}


def _schedule(system: MeterSystem) -> tuple[str, frozenset[tuple[Fraction, Fraction]]]:
    """The option and the seed row, the seed taken for a price of one dollar."""
    rows = {(Fraction(t.seed_cents, t.price_cents), t.rate) for t in system.tables}
    return system.option, frozenset(rows)


def may_link_games(pay_table: str) -> Refused | None:
    """Whether a Multi Game Link may use this pay table: only the listed ones."""
    listed = [table.name for table in PROGRESSIVES.values() if table.linkable]
    if pay_table in listed:
        return None
    wrong = f"“{pay_table}” is no multi-game pay table."
    right = f"A Multi Game Link uses {' or '.join(listed)}."
    refusal = Refusal(MASS.at("11P(i)"), wrong, right, "pay_table")
    return _refused([refusal])


def _refused(refusals: Sequence[Refusal]) -> Refused | None:
    return Refused(tuple(refusals)) if refusals else None
