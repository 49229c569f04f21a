"""What must be in place before a meter opens, and while it takes wagers. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from game.hands import Category
from game.jackpots.equipment import Equipment
from game.jackpots.links import (
    MeterSystem,
    check_links,
    may_activate,
    may_run_beside,
)
from game.jackpots.opening import JackpotOffered, SeenThere, may_open, may_open_at
from house.floor.meters.terms import Terms, check_terms
from rulebook import Refusal, Refused


@dataclass(frozen=True, slots=True)
class Linked:
    """A table on a meter as it stands: its number and its equipment."""

    table: str
    display_works: bool = True
    recorder_works: bool = True
    manual_cover: str = ""
    shown_cents: int | None = None  # as somebody read it off the display
    has_spots: bool | None = None  # None: nobody has looked

    @property
    def equipment(self) -> Equipment:
        """The state of its electronics."""
        return Equipment(
            fitted=self.has_spots is not False,
            records_amounts=self.recorder_works,
            records_settlement_times=self.recorder_works,
            can_be_read_back=self.recorder_works,
            display_works=self.display_works,
            manual_cover=bool(self.manual_cover.strip()),
        )


def group(name: str, terms: Terms, tables: Iterable[str]) -> MeterSystem:
    """The meter with its tables, as the link rules see it."""
    on = tuple(terms.at_table(table) for table in tables)
    return MeterSystem(name, on, terms.option)


def check_opening(
    name: str, terms: Terms, tables: Sequence[Linked], others: Sequence[MeterSystem]
) -> Iterator[Refusal]:
    """Everything still missing before the meter may open."""
    yield from check_terms(terms)
    mine = group(name, terms, [linked.table for linked in tables])
    if not tables:
        refused = may_activate(terms.system.links, mine)
        wrong = f"Meter {name} serves no table."
        right = "Link at least one table to it."
        yield from (
            refused.refusals
            if refused
            else (Refusal(terms.system.serves, wrong, right),)
        )
    for verdict in (
        may_run_beside(terms.system.many, mine, others),
        check_links(terms.system.links, terms.system.many, (mine, *others)),
    ):
        yield from verdict.refusals if verdict else ()
    yield from _approved(terms)
    for linked in tables:
        looked = replace(linked, has_spots=bool(linked.has_spots))
        yield from check_equipment(terms, looked)
        yield from _ready(terms, looked)


def _approved(terms: Terms) -> Iterator[Refusal]:
    """The approval and the signs that New South Wales and the 1999 rules ask for."""
    refused: Refused | None = None
    if terms.system.approved is not None:
        refused = terms.system.approved(terms.approval)
    elif terms.system.opening:
        refused = may_open(terms.system.opening, _offered(terms))
    yield from refused.refusals if refused else ()


def _offered(terms: Terms) -> JackpotOffered:
    known = {str(hand): hand for hand in Category}
    bonus = {known[hand]: cents for hand, cents in terms.bonus_cents.items() if cents}
    return JackpotOffered(
        approval=terms.approval,
        price_cents=terms.price_cents,
        bonus_offered=bool(terms.bonus_cents),
        bonus_cents=bonus if len(bonus) == 2 else None,
        says_folded_hands_qualify=terms.says_folded,
    )


def _ready(terms: Terms, linked: Linked) -> Iterator[Refusal]:
    """What New South Wales wants to be seen at a table before it opens."""
    if terms.system.opening is None or not linked.display_works:
        return  # without a display it is the equipment that is refused
    seen = SeenThere(linked.table, linked.shown_cents, bool(linked.has_spots))
    refused = may_open_at(terms.system.opening, seen, terms.reseed_cents)
    yield from refused.refusals if refused else ()


def check_equipment(terms: Terms, linked: Linked) -> Iterator[Refusal]:
    """Why no jackpot wager may be taken at the table now."""
    system = terms.system
    if system.takes_wagers is not None:
        refused = system.takes_wagers(linked.equipment)
        for reason in refused.refusals if refused else ():
            wrong = f"Table {linked.table}: {reason.wrong}"
            yield Refusal(reason.cite, wrong, reason.right, reason.field)
    elif not linked.display_works and not linked.manual_cover.strip():
        cite = system.opening.display if system.opening else system.meter.floor
        wrong = f"Table {linked.table} does not show the meter."
        yield Refusal(cite, wrong, "Repair it, or cover it by hand.", "table")
