"""How a field of players runs through the stages: tables, who goes on, who is out."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import ClassVar

from rulebook import HOUSE, Cite
from tournaments.rules.clauses.seating import ShortTablesClause
from tournaments.rules.stages import GoesOn, Stage
from tournaments.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class TableSize:
    """So many tables with so many players each."""

    seated: int
    tables: int
    through: int  # who go on by place from each of them


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage with a given number of players: everybody goes on or is out."""

    at: int
    name: str
    called: str
    is_second_chance: bool
    is_final: bool
    eligible: int  # who may claim a seat
    players: int
    places: int
    sizes: tuple[TableSize, ...]
    through: int
    by_place: int
    best: int
    drawn: int

    @property
    def out(self) -> int:
        """Who do not go on."""
        return self.players - self.through

    @property
    def tables(self) -> int:
        """How many tables are played in all its sessions together."""
        return sum(size.tables for size in self.sizes)

    @property
    def smallest(self) -> int:
        """The players at its smallest table."""
        return min((size.seated for size in self.sizes), default=0)

    @property
    def unseated(self) -> int:
        """Who would find no seat."""
        return max(0, self.eligible - self.places)


def table_sizes(players: int, seats: int) -> tuple[int, ...]:
    """As few tables as seat everybody, differing by one player at most."""
    if players <= 0 or seats <= 0:
        return ()
    tables = ceil(players / seats)
    small, more = divmod(players, tables)
    return (small + 1,) * more + (small,) * (tables - more)


def run(terms: Terms, players: int, *, take_up: bool = True) -> tuple[StagePlan, ...]:
    """Lead a number of players through all stages; a second chance is taken or not."""
    stages = terms.format.stages
    plans: list[StagePlan] = []
    coming, losers = players, 0
    for at, r in enumerate(stages.stages):
        if r.is_second_chance:
            claims = losers if take_up else 0
            plan = _stage(terms, r, at, claims, min(claims, _places(terms, r, claims)))
            coming, losers = coming + plan.through, losers - plan.through
        else:
            plan = _stage(terms, r, at, coming, coming)
            coming, losers = plan.through, plan.out
        plans.append(plan)
    return tuple(plans)


def _places(terms: Terms, r: Stage, players: int) -> int:
    """The seats of a stage; where tables or sessions are left open, enough."""
    sessions = len(r.starts) or (1 if terms.format.stages.basis.strip() else 0)
    if r.tables is None and terms.format.tables.basis.strip():
        return players
    return sessions * (r.tables or 0) * (r.seats or 0)


def _stage(terms: Terms, r: Stage, at: int, eligible: int, players: int) -> StagePlan:
    is_final = r is terms.format.stages.final
    rule = GoesOn() if is_final else r.goes_on
    sizes = _sizes(players, r.seats or 0, rule, terms.house.short_tables)
    by_place = sum(size.through * size.tables for size in sizes)
    best = _best(rule, players, by_place)
    drawn = min(rule.drawn, players - by_place - best)
    return StagePlan(
        at=at,
        name=r.name,
        called=r.called,
        is_second_chance=r.is_second_chance,
        is_final=is_final,
        eligible=eligible,
        players=players,
        places=_places(terms, r, eligible),
        sizes=sizes,
        through=by_place + best + drawn,
        by_place=by_place,
        best=best,
        drawn=drawn,
    )


def _sizes(
    players: int, seats: int, rule: GoesOn, short: ShortTablesClause
) -> tuple[TableSize, ...]:
    sizes = table_sizes(players, seats)
    return tuple(
        TableSize(
            seated, sizes.count(seated), short.sends(rule.top_per_table, seated, seats)
        )
        for seated in dict.fromkeys(sizes)
    )


def _best(rule: GoesOn, players: int, by_place: int) -> int:
    """Who go on by stack over the whole stage, beyond those through by table."""
    wanted = max(rule.best_others, ceil(players * rule.best_share) - by_place)
    return min(wanted, players - by_place)


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely a player at a table of this size goes on, if all play alike."""

    cite: ClassVar[Cite] = HOUSE.at("TOURN-21")
    staff_only: ClassVar[bool] = True  # no screen for players shows it

    called: str
    seated: int
    chance: Fraction


def chances(plan: StagePlan) -> tuple[Chance, ...]:
    """The chance of going on by size of table; for staff only."""
    rest = plan.players - plan.by_place
    second = Fraction(plan.best + plan.drawn, rest) if rest else Fraction(0)
    return tuple(
        Chance(plan.called, size.seated, first + (1 - first) * second)
        for size in plan.sizes
        for first in [Fraction(size.through, size.seated)]
    )


@dataclass(frozen=True, slots=True)
class FirstBetCount:
    """How often players at a table of this size bet first."""

    called: str
    seated: int
    least: int
    once_more: int  # players who bet first once more than that

    @property
    def is_equal(self) -> bool:
        """Whether everybody bets first equally often."""
        return self.once_more == 0


def first_bets(plan: StagePlan, hands: int) -> tuple[FirstBetCount, ...]:
    """First bets by size of table when the first bet moves one seat a hand."""
    return tuple(
        FirstBetCount(plan.called, size.seated, *divmod(hands, size.seated))
        for size in plan.sizes
    )
