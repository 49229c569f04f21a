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
from rulebook import MASS, Cite, Refusal, refusing


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


@refusing
def may_activate(rules: LinkRules, system: MeterSystem) -> Iterator[Refusal]:
    """Whether the meter may open: it serves one table, or one group of tables."""
    if system.tables or rules.serves is None:
        return
    wrong = f"Meter {system.name} serves no table."
    yield Refusal(rules.serves, wrong, "Link at least one table to it.")


@refusing
def may_join(
    rules: LinkRules,
    system: MeterSystem,
    newcomer: TableTerms,
    others: Iterable[MeterSystem] = (),
) -> Iterator[Refusal]:
    """Whether a table may join the meter: on the same terms, and on no other meter."""
    for other in others:
        if rules.one_meter and other != system and other.serves(newcomer.table):
            wrong = f"Table {newcomer.table} is on meter {other.name}."
            right = "Remove or transfer it first."
            yield Refusal(rules.one_meter, wrong, right, field="table")
    for group in system.tables[:1]:
        if differences := tuple(_differences(rules, group, newcomer)):
            wrong = f"Table {newcomer.table} runs on other terms than the meter."
            yield Refusal(rules.joins, wrong, "They must all be the same.")
            yield from differences


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


@refusing
def may_run_beside(
    rules: ManyMeters, system: MeterSystem, others: Sequence[MeterSystem]
) -> Iterator[Refusal]:
    """Whether the meter may run beside the others: another price, the same option."""
    most = rules.most.value
    if most is not None and len(others) >= most:
        wrong = f"{len(others)} meters run already."
        yield Refusal(rules.most.cite, wrong, f"There may be {most}.")
    for other in others:
        if rules.different_price and _prices(system) & _prices(other):
            wrong = f"Meter {other.name} already has this jackpot price."
            right = "Give each meter a price of its own."
            yield Refusal(rules.different_price, wrong, right, "price")
        if rules.same_option and _schedule(other) != _schedule(system):
            wrong = f"Meter {other.name} runs on {other.option or 'other terms'}."
            right = "All meters share one option, seed and rate."
            yield Refusal(rules.same_option, wrong, right, "option")


@refusing
def check_links(
    rules: LinkRules, many: ManyMeters, systems: Sequence[MeterSystem]
) -> Iterator[Refusal]:
    """Every link of several pools at once: each table on one pool, on its terms."""
    links = [may_join(rules, s, table, systems) for s in systems for table in s.tables]
    if any(links) and many.linking:
        wrong = f"{len(systems)} pools do not keep apart."
        right = "Each table is on one pool and runs on that pool's terms."
        yield Refusal(many.linking, wrong, right)
    for refused in filter(None, links):
        yield from refused.refusals


def _prices(system: MeterSystem) -> set[int]:
    return {terms.price_cents for terms in system.tables}


def _schedule(system: MeterSystem) -> tuple[str, frozenset[tuple[Fraction, Fraction]]]:
    """The option and the seed row, the seed taken for a price of one dollar."""
    rows = {(Fraction(t.seed_cents, t.price_cents), t.rate) for t in system.tables}
    return system.option, frozenset(rows)


@refusing
def may_link_games(pay_table: str) -> Iterator[Refusal]:
    """Whether a Multi Game Link may use this pay table: only the listed ones."""
    listed = [table.name for table in PROGRESSIVES.values() if table.linkable]
    if pay_table not in listed:
        wrong = f"“{pay_table}” is no multi-game pay table."
        right = f"A Multi Game Link uses {' or '.join(listed)}."
        yield Refusal(MASS.at("11P(i)"), wrong, right, "pay_table")
