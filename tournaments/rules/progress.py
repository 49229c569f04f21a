"""Who goes on from a stage that has been played; a tie is never broken by accident."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from math import ceil

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.clauses.seating import ShortTablesClause
from tournaments.rules.ranking import Cut, highest
from tournaments.rules.stages import Stage

OVERALL = "all tables"
Stacks = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Tie:
    """Players with equal stacks for fewer places than they are."""

    where: str
    players: tuple[str, ...]
    places: int
    cites: tuple[Cite, ...] = (HOUSE.at("TOURN-2"), Cite("CROWN3-12.4.3(a)(iii)"))


Decided = Mapping[Tie, Collection[str]]  # who won each tie


@dataclass(frozen=True, slots=True)
class Taken:
    """Who goes on from a table, or of all the rest, and who was tied for it."""

    where: str
    places: int
    players: tuple[str, ...]
    tied: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who goes on for certain, what a tie or a draw has still to decide, who is out."""

    through: tuple[str, ...]
    ties: tuple[Tie, ...]
    to_draw: int  # places still to be drawn by lot among those left
    left: tuple[str, ...]
    taken: tuple[Taken, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """Who sat down at each table, where some of them were out before its end."""

    seated: Mapping[str, int]

    def at(self, table: str, counted: int) -> int:
        """How many sat down at a table."""
        return max(counted, self.seated.get(table, 0))

    def everybody(self, tables: Mapping[str, Stacks]) -> int:
        """How many played the stage."""
        names = {*tables, *self.seated}
        return sum(self.at(name, len(tables.get(name, {}))) for name in names)


NOBODY_LEFT = Field({})


def who_goes_on(
    tables: Mapping[str, Stacks],
    played: Stage,
    short: ShortTablesClause,
    decided: Decided | None = None,
    field: Field = NOBODY_LEFT,
) -> Outcome:
    """Apply the stage's rule to its stacks; decided names the winners of ties."""
    rule, won = played.goes_on, decided or {}
    taken: list[Taken] = []
    ties: list[Tie] = []
    for table in sorted(tables):
        stacks = tables[table]
        seated = field.at(table, len(stacks))
        places = short.sends(rule.top_per_table, seated, played.seats or 0)
        _take(highest(stacks, places), (table, places), won, taken, ties)
    through = [player for each in taken for player in each.players]
    by_table = set(through)
    rest = {
        player: stack
        for stacks in tables.values()
        for player, stack in stacks.items()
        if player not in by_table
    }
    if ties:  # who is next best depends on how these end
        return _outcome(through, ties, 0, rest, taken)
    share = ceil(field.everybody(tables) * rule.best_share) - len(through)
    best = max(rule.best_others, share)
    if best > 0:
        _take(highest(rest, best), (OVERALL, best), won, taken, ties)
        through += taken[-1].players
    left = rest.keys() - set(through)
    drawn = 0 if ties else min(rule.drawn, len(left))
    return _outcome(through, ties, drawn, left, taken)


def _outcome(
    through: Collection[str],
    ties: Collection[Tie],
    to_draw: int,
    left: Collection[str],
    taken: Collection[Taken],
) -> Outcome:
    return Outcome(
        tuple(through), tuple(ties), to_draw, tuple(sorted(left)), tuple(taken)
    )


def _take(
    cut: Cut,
    asked: tuple[str, int],
    decided: Decided,
    taken: list[Taken],
    ties: list[Tie],
) -> None:
    """Let the chosen through, and of the tied those who won, if all is decided."""
    where, places = asked
    players = cut.chosen
    if cut.tied:
        tie = Tie(where, cut.tied, cut.places)
        won = tuple(player for player in cut.tied if player in decided.get(tie, ()))
        if len(won) == cut.places:
            players += won
        else:
            ties.append(tie)
    taken.append(Taken(where, places, players, cut.tied))


def tie_refusals(outcome: Outcome) -> tuple[Refusal, ...]:
    """Why nobody can be seated for the next stage while a tie is open."""
    return tuple(
        Refusal(
            HOUSE.at("TOURN-2"),
            f"{wording.capital(tied(tie))}.",
            "Decide the tie as the terms say.",
        )
        for tie in outcome.ties
    )


def tied(tie: Tie) -> str:
    """A tie inside a sentence."""
    return (
        f"{wording.listed(tie.players)} have equal stacks at {tie.where} for "
        f"{wording.many(tie.places, 'place')}"
    )


def arithmetic(tables: Mapping[str, Stacks], outcome: Outcome) -> Iterator[str]:
    """How it came out, table by table, in sentences."""
    stack_of = {p: chips for stacks in tables.values() for p, chips in stacks.items()}
    for each in outcome.taken:
        if not each.places:
            continue
        said = wording.listed(f"{p} with {stack_of[p]:,}" for p in each.players)
        yield (
            f"{wording.capital(each.where)}: {wording.many(each.places, 'place')} by "
            f"stack: {said or 'nobody yet'}."
        )
        if each.tied:
            level = f"{stack_of[each.tied[0]]:,}"
            yield (
                f"{wording.capital(wording.listed(each.tied))} were tied with {level}."
            )
