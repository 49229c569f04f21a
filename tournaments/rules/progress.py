"""Who goes on from a stage that has been played; a tie is never broken by accident."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import ceil

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.clauses.seating import ShortTablesClause
from tournaments.rules.ranking import Cut, highest
from tournaments.rules.stages import Stage

Stacks = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Tie:
    """Players with equal stacks for fewer places than they are."""

    where: str
    players: tuple[str, ...]
    places: int
    cites: tuple[Cite, ...] = (HOUSE.at("TOURN-2"), Cite("CROWN3-12.4.3(a)(iii)"))


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who goes on for certain, what a tie or a draw has still to decide, who is out."""

    through: tuple[str, ...]
    ties: tuple[Tie, ...]
    to_draw: int  # places still to be drawn by lot among those left
    left: tuple[str, ...]

    @property
    def is_decided(self) -> bool:
        """Whether nothing is open any more."""
        return not self.ties and not self.to_draw


def who_goes_on(
    tables: Mapping[str, Stacks],
    played: Stage,
    short: ShortTablesClause,
    decided: Collection[str] = (),
) -> Outcome:
    """Apply the stage's rule to its stacks; decided names the winners of ties."""
    rule = played.goes_on
    through: list[str] = []
    ties: list[Tie] = []
    for table, stacks in tables.items():
        places = short.sends(rule.top_per_table, len(stacks), played.seats or 0)
        _take(highest(stacks, places), table, decided, through, ties)
    rest = {
        player: stack
        for stacks in tables.values()
        for player, stack in stacks.items()
        if player not in through
    }
    if ties:  # who is next best depends on how these end
        return Outcome(tuple(through), tuple(ties), 0, tuple(sorted(rest)))
    everybody = len(rest) + len(through)
    best = max(rule.best_others, ceil(everybody * rule.best_share) - len(through))
    _take(highest(rest, best), "all tables", decided, through, ties)
    left = sorted(player for player in rest if player not in through)
    return Outcome(tuple(through), tuple(ties), min(rule.drawn, len(left)), tuple(left))


def _take(
    cut: Cut, where: str, decided: Collection[str], through: list[str], ties: list[Tie]
) -> None:
    """Let the chosen through, and of the tied those who won, if all is decided."""
    through.extend(cut.chosen)
    won = [player for player in cut.tied if player in decided]
    if cut.tied and len(won) == cut.places:
        through.extend(won)
    elif cut.tied:
        ties.append(Tie(where, cut.tied, cut.places))


def tie_refusals(outcome: Outcome) -> tuple[Refusal, ...]:
    """Why nobody can be seated for the next stage while a tie is open."""
    return tuple(
        Refusal(
            HOUSE.at("TOURN-2"),
            f"{wording.listed(tie.players)} have equal stacks at {tie.where} for "
            f"{wording.many(tie.places, 'place')}.",
            "Decide the tie as the terms say.",
        )
        for tie in outcome.ties
    )
