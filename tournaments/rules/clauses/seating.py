"""A fair table: the draw, order of betting, short tables, the same for everybody."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause

if TYPE_CHECKING:
    from tournaments.rules.facts import Facts
    from tournaments.rules.terms import Terms


class MovedFirst(StrEnum):
    """Who leaves a table first, so that tables stay even or one can be broken."""

    BY_LOT = "by-lot"
    HIGHEST_SEAT = "highest-seat"


@dataclass(frozen=True, slots=True)
class SeatDrawClause(Clause):
    """When seats are drawn at the earliest, and who is moved first afterwards."""

    cites = (HOUSE.at("TOURN-101"),)
    title = "Draw of seats and moves"
    loose = frozenset({"earliest_minutes"})

    earliest_minutes: int = 0  # before the first session; nought: once entries close
    moved_first: MovedFirst = MovedFirst.BY_LOT

    def text(self, terms: "Terms") -> str:
        """When, how, and who moves."""
        earliest = (
            f", at the earliest {wording.length(self.earliest_minutes)} before the "
            "first session"
            if self.earliest_minutes
            else ""
        )
        first = {
            MovedFirst.BY_LOT: "whoever the same draw put first in order",
            MovedFirst.HIGHEST_SEAT: "whoever sits at the highest seat",
        }[self.moved_first]
        return (
            f"Seats are drawn by lot once entries are closed{earliest}. Who is drawn "
            "to which places is published beforehand with the promise of a secret, so "
            "that anybody can repeat the draw. When players are moved to keep tables "
            f"even or to break a table, {first} at the table moves first."
        )

    def guard(self, facts: "Facts") -> Iterator[Refusal]:
        """Why the seats are not drawn yet: it is too early by these terms."""
        first = facts.terms.first_start if facts.terms else None
        if first is None or not self.earliest_minutes:
            return
        earliest = first - timedelta(minutes=self.earliest_minutes)
        if facts.now < earliest:
            yield self.gap(
                "earliest_minutes",
                f"Seats are drawn {wording.when(earliest, facts.zone)} at the "
                "earliest.",
                "Draw them then.",
            )


class FirstBettor(StrEnum):
    """Who bets first in the first hand of a session."""

    DRAWN = "drawn"
    SEAT_ONE = "seat-one"


class Direction(StrEnum):
    """Which way the marker of the first bet moves, as the dealer sees it."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class BetOrderClause(Clause):
    """Who bets first, and how that moves from hand to hand."""

    cites = (HOUSE.at("TOURN-4"),)
    title = "Order of betting"

    first: FirstBettor | None = None
    moves: Direction = Direction.LEFT

    def text(self, terms: "Terms") -> str:
        """The first bettor and the way of the marker."""
        if self.first is None:
            return f"Order of betting: {wording.BLANK}."
        starts = {
            FirstBettor.DRAWN: "A seat drawn by lot bets first in the first hand",
            FirstBettor.SEAT_ONE: "The lowest seat taken bets first in the first hand",
        }[self.first]
        return (
            f"{starts} of a session. The first bet then moves one occupied seat to the "
            f"dealer’s {self.moves} with every hand. A bet once placed is not changed."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Who bets first."""
        if self.first is None:
            yield self.gap("first", "Nothing says who bets first.", "Choose who does.")


class ShortTable(StrEnum):
    """What a table with an empty seat sends on."""

    SAME_PLACES = "same-places"
    ONE_FEWER = "one-fewer"


@dataclass(frozen=True, slots=True)
class ShortTablesClause(Clause):
    """How players are spread over tables, and what a short table does."""

    cites = (HOUSE.at("TOURN-5"),)
    title = "Short tables"

    rule: ShortTable | None = None
    fewest_seated: int = 2

    def text(self, terms: "Terms") -> str:
        """Sizes, the smallest table and its places."""
        if self.rule is None:
            return f"Short tables: {wording.BLANK}."
        places = {
            ShortTable.SAME_PLACES: "as many players as from a full one",
            ShortTable.ONE_FEWER: "one player fewer than from a full one, but one at "
            "least",
        }[self.rule]
        fewest = wording.many(self.fewest_seated, "player")
        return (
            "Players are spread so that the tables of a stage differ by one player at "
            f"most. No table is played with fewer than {fewest}. "
            f"From a table that is not full go on {places}."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """The rule."""
        if self.rule is None:
            yield self.gap(
                "rule", "Nothing says what a short table sends on.", "Choose the rule."
            )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """A table has a player, and a full one is not too small."""
        seats = [r.seats for r in terms.format.stages.stages if r.seats]
        if not self.fewest_seated or (seats and self.fewest_seated > min(seats)):
            yield self.gap(
                "fewest_seated",
                f"No table with fewer than {self.fewest_seated} players is played, and "
                f"the smallest has {min(seats, default=0)} seats.",
                "Enter a number from 1 to the seats of the smallest table.",
            )

    def sends(self, top_per_table: int, seated: int, seats: int) -> int:
        """How many go on by place from a table of this size."""
        if self.rule is ShortTable.ONE_FEWER and seated < seats:
            top_per_table = min(top_per_table, max(1, top_per_table - 1))
        return min(top_per_table, seated)


class FirstBets(StrEnum):
    """Whether everybody has to bet first equally often at a full table."""

    EQUAL = "equal"
    AS_IT_FALLS = "as-it-falls"


@dataclass(frozen=True, slots=True)
class FirstBetsClause(Clause):
    """Hands as a multiple of seats, so that all bet first equally often."""

    cites = (HOUSE.at("TOURN-6"),)
    title = "Everybody bets first equally often"

    rule: FirstBets = FirstBets.EQUAL

    def text(self, terms: "Terms") -> str:
        """What players can expect."""
        if self.rule is FirstBets.AS_IT_FALLS:
            return (
                "The number of hands need not be a multiple of the players at a table: "
                "some may bet first once more than others."
            )
        return (
            "The hands of a session are a multiple of the seats at a full table, so "
            "that everybody there bets first equally often. At a table that is not "
            "full some may bet first once more than others."
        )


@dataclass(frozen=True, slots=True)
class EqualChanceClause(Clause):
    """The same game for everybody: one box each, no jackpot."""

    cites = (Cite("CROWN3-12.1"), HOUSE.at("TOURN-22"))
    title = "An equal chance for everybody"

    boxes_each: int = 1

    def text(self, terms: "Terms") -> str:
        """What is the same for all."""
        areas = wording.many(self.boxes_each, "betting area")
        return (
            "All players of a stage play the same game with the same bank, hands, "
            f"limits and payouts. Each plays {areas}"
            f"{'' if self.boxes_each == 1 else ', no fewer and no more'}. No jackpot "
            "wager is offered at tournament tables."
        )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """At least one box."""
        if self.boxes_each < 1:
            yield self.gap("boxes_each", "A player has no box.", "Enter at least 1.")

    def guard(self, facts: "Facts") -> Iterator[Refusal]:
        """Why play cannot start: who has more or fewer boxes than everybody else."""
        for player in facts.players:
            if player.boxes != self.boxes_each:
                areas = wording.many(player.boxes, "betting area")
                each = wording.number(self.boxes_each)
                right = f"Everybody has {each}, for an equal chance."
                yield self.gap("boxes_each", f"{player.name} has {areas}.", right)
