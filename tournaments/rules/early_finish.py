"""Is it settled who goes on from a table? Proved from stacks, limits and hands left.

For staff alone: it speaks of chances, and players are told none (CROWN3-13.1). Whoever
is through must stay ahead though they lose all they can, while everybody else wins all
they can; the cards need not allow it, so what is called settled is settled.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from game.rulebooks.mississippi import ODDS
from game.rulebooks.vic99 import BACCARAT as TABLE
from game.rulebooks.vic99 import CARIBBEAN_STUD as STUD
from rulebook import Cite
from rulebook.terms import wording
from tournaments.rules.clauses.seating import ShortTablesClause
from tournaments.rules.clauses.wagers import BetLevel
from tournaments.rules.progress import Field
from tournaments.rules.ranking import highest
from tournaments.rules.session_plan import SessionPlan
from tournaments.rules.stages import Stage

SETTLED: Cite = Cite("CROWN3-12.5.3(d)(i)")
STREETS = 3
FAR_ABOVE = 10  # times all stacks of the table: from there on no figure helps


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a player may lose in one hand, all bets together, and the best odds."""

    least: int
    most: int | None  # none: the stack
    odds: Fraction | int  # on average over the bets that win together
    winning: int | None = None  # of what is staked, the most that can win at once

    def won(self, stack: int) -> int:
        """The most that a stack can win in the hand."""
        staked = self.taken(stack)
        part = staked if self.winning is None else min(staked, self.winning)
        return int(part * self.odds)

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
        stack += hand.won(stack)
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
        yield f"{wording.capital(name)} has {has:,} and {_at_most(at, high)}."


def _at_most(at: AtTable, high: int) -> str:
    """The highest stack in a figure, as long as a figure says anything."""
    if high > FAR_ABOVE * sum(at.stacks.values()):
        return "could end far above everybody"
    return f"ends with {high:,} at most"


def stakes(plan: SessionPlan, played: int) -> tuple[Stakes, ...] | None:
    """What may be staked in the hands left; none where the clock ends the session."""
    of_game = STAKES.get(plan.game)
    if plan.hands is None or of_game is None:
        return None
    hands = range(played + 1, plan.hands + 1)
    return tuple(of_game(plan, plan.level(hand)) for hand in hands)


def _mississippi(plan: SessionPlan, level: BetLevel) -> Stakes:
    """An Ante and a bet on every street, all paid by the same hand."""
    return _antes(level, 1 + STREETS * plan.street_most, max(ODDS.values()))


def _caribbean(_plan: SessionPlan, level: BetLevel) -> Stakes:
    """An Ante, and a Bet of so many times it that the pay table pays."""
    times = STUD.decisions.times.value
    won = STUD.settlement.ante_pays.value + times * max(
        STUD.settlement.bet_pays.value.values()
    )
    return _antes(level, 1 + times, Fraction(won, 1 + times))


def _antes(level: BetLevel, times: int, odds: Fraction | int) -> Stakes:
    most = level.most_chips * times if level.most_chips else None
    return Stakes(max(level.least_chips, 1), most, odds)


def _baccarat(plan: SessionPlan, level: BetLevel) -> Stakes:
    """Of Banker, Player and Tie one wins: the others lose, or stay at a Tie."""
    most = level.most_chips or None
    losing = 2 if plan.tie else 1
    pays = [TABLE.player_pays.value, TABLE.banker_pays.value]
    pays += [TABLE.tie_pays.value] if plan.tie else []
    least = max(level.least_chips, 1)
    return Stakes(least, most and most * losing, max(pays), winning=most)


STAKES: Mapping[str, Callable[[SessionPlan, BetLevel], Stakes]] = {
    "mississippi_stud": _mississippi,
    "caribbean_stud": _caribbean,
    "baccarat": _baccarat,
}


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
