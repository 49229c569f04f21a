"""Is it settled who goes on from a table? Proved from stacks, limits and hands left.

For staff alone: it speaks of chances, and players are told none (CROWN3-13.1). Whoever
is through must stay ahead though they lose all they can, while everybody else wins all
they can; the cards need not allow it, so what is called settled is settled.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.rulebooks.mississippi import ODDS
from rulebook import Cite
from rulebook.terms import wording
from tournaments.rules.clauses.seating import ShortTablesClause
from tournaments.rules.progress import Field
from tournaments.rules.ranking import highest
from tournaments.rules.session_plan import SessionPlan
from tournaments.rules.stages import Stage

SETTLED: Cite = Cite("CROWN3-12.5.3(d)(i)")
STREETS = 3
BEST_ODDS: Mapping[str, int] = {"mississippi_stud": max(ODDS.values())}


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a player may stake in one hand, all bets together, and the best odds."""

    least: int
    most: int | None  # none: the stack
    odds: int

    def taken(self, stack: int) -> int:
        """The most that a stack can stake in the hand; nothing below the least."""
        if stack < self.least:
            return 0
        return stack if self.most is None else min(stack, self.most)


@dataclass(frozen=True, slots=True)
class AtTable:
    """A table that might end early: stacks by player, the hands that are left."""

    stacks: Mapping[str, int]
    places: int  # that the table sends on
    ahead: Sequence[Stakes]  # one for each hand left
    besides: tuple[str, ...] = ()  # what could change it beyond the hands


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether it is settled who goes on, and the sentences that prove it."""

    settled: bool
    through: tuple[str, ...]
    says: tuple[str, ...]
    cite: Cite = SETTLED


def most(stack: int, ahead: Sequence[Stakes]) -> int:
    """The highest stack somebody can end with: everything staked and won each hand."""
    for hand in ahead:
        stack += hand.taken(stack) * hand.odds
    return stack


def least(stack: int, ahead: Sequence[Stakes]) -> int:
    """The lowest stack somebody can end with: all that may be staked is lost.

    Where the least stake is above one chip a few chips may be left over; they are not
    reckoned with, so that nothing is called settled by them.
    """
    for hand in ahead:
        if stack < min(each.least for each in ahead):
            return stack
        stack -= stack if hand.most is None else min(stack, hand.most)
    return stack


def finding(at: AtTable) -> Finding:
    """Whether nothing that is left can change who goes on from the table."""
    cut = highest(at.stacks, at.places)
    if at.besides:
        return Finding(settled=False, through=(), says=at.besides)
    if cut.tied:
        tied = wording.listed(cut.tied)
        said = f"{wording.capital(tied)} are level for the last place."
        return Finding(settled=False, through=(), says=(said,))
    others = [name for name in sorted(at.stacks) if name not in cut.chosen]
    floor = {name: least(at.stacks[name], at.ahead) for name in cut.chosen}
    ceiling = {name: most(at.stacks[name], at.ahead) for name in others}
    settled = all(low > high for low in floor.values() for high in ceiling.values())
    return Finding(settled, cut.chosen, tuple(_says(at, floor, ceiling)))


def _says(
    at: AtTable, floor: Mapping[str, int], ceiling: Mapping[str, int]
) -> Iterator[str]:
    hands = wording.figure(len(at.ahead), "hand")
    yield f"{wording.capital(wording.many(at.places, 'place'))}, {hands} left."
    for name, low in floor.items():
        has = at.stacks[name]
        yield f"{wording.capital(name)} has {has:,} and ends with {low:,} at least."
    for name, high in ceiling.items():
        has = at.stacks[name]
        yield f"{wording.capital(name)} has {has:,} and ends with {high:,} at most."


def stakes(plan: SessionPlan, played: int) -> tuple[Stakes, ...] | None:
    """What may be staked in the hands left; none where the clock ends the session."""
    odds = BEST_ODDS.get(plan.game)
    if plan.hands is None or odds is None:
        return None
    times = 1 + STREETS * plan.street_most
    levels = (plan.level(hand) for hand in range(played + 1, plan.hands + 1))
    return tuple(
        Stakes(
            max(level.least_chips, 1),
            level.most_chips * times if level.most_chips else None,
            odds,
        )
        for level in levels
    )


def places(stage: Stage, short: ShortTablesClause, where: str, field: Field) -> int:
    """How many the table itself sends on."""
    seated = field.at(where, 0)
    return short.sends(stage.goes_on.top_per_table, seated, stage.seats or 0)


def over_all(stage: Stage) -> tuple[str, ...]:
    """What is decided over all tables together, and so at none of them."""
    rule = stage.goes_on
    if rule.best_others or rule.best_share or rule.drawn:
        return ("Some go on by their stacks over all tables, or by lot.",)
    return ()
