"""The lowest stack of a table is out after the hands that the terms name. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulebook import Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.clauses.house import TieBreak, TieClause
from tournaments.rules.clauses.winners import EliminationClause

LOWEST: Cite = Cite("CROWN3-12.5(a)")
# What can decide a tie at a table whose session goes on.
AT_TABLE = (TieBreak.HIGH_CARD, TieBreak.LOT)


@dataclass(frozen=True, slots=True)
class Lowest:
    """Somebody of a table is to be eliminated: after which hand, and who it can be."""

    hand: int
    players: tuple[str, ...]
    is_tied: bool

    def says(self, table: int) -> str:
        """What stands before the next hand."""
        who = wording.listed(self.players)
        have = "have the lowest stacks, level," if self.is_tied else "has the lowest"
        return f"{wording.capital(who)} {have} at table {table} after hand {self.hand}"


def due(
    clause: EliminationClause, played: int, done: int, stacks: Mapping[str, int]
) -> Lowest | None:
    """Who is to be eliminated now, after so many hands and eliminations there."""
    reached = [hand for hand in clause.lowest_after_hands if hand <= played]
    if done >= len(reached) or len(stacks) < 2:
        return None
    hand = reached[done]
    cut = clause.after(hand, stacks)
    return Lowest(hand, cut.chosen or cut.tied, bool(cut.tied))


def order(ties: TieClause) -> tuple[TieBreak, ...]:
    """The steps of the terms that decide who is lowest while the session goes on."""
    return tuple(by for by in ties.order if by in AT_TABLE)


def before_next_hand(waiting: Lowest | None, table: int) -> Iterator[Refusal]:
    """Why neither a hand is dealt nor the table closed: somebody is to go first."""
    if waiting is not None:
        wrong = f"{waiting.says(table)}."
        right = "Note that the player is out."
        if waiting.is_tied:
            right = "Decide the tie as the terms say, then note who is out."
        yield Refusal(LOWEST, wrong, right)
