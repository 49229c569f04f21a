"""The details of the tournament: CROWN3-12.4.1, and the names the terms use."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from rulebook import Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause, StatementClause

if TYPE_CHECKING:
    from tournaments.rules.facts import Facts
    from tournaments.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class DatesClause(Clause):
    """When the tournament takes place, with the start of every session."""

    cites = (Cite("CROWN3-12.4.1(a)(i)"),)
    title = "When it takes place"

    starts_at: datetime | None = None
    ends_at: datetime | None = None

    def text(self, terms: "Terms") -> str:
        """The days, the expected end, and each stage's starts."""
        zone = terms.names.tz
        stages = terms.format.stages.stages
        said = f"The tournament starts on {wording.when(self.starts_at, zone)}"
        if self.ends_at is not None:
            over = wording.moments([self.ends_at], zone, after=self.starts_at)
            said += f" and is over, results and prizes included, by {over}"
        last, starts = self.starts_at, []
        for stage in (r for r in stages if r.starts):
            begins = wording.moments(stage.starts, zone, after=last)
            starts.append(f"{stage.called} at {begins}")
            last = stage.starts[-1]
        play = f" Play begins as follows: {'; '.join(starts)}." if starts else ""
        return f"{said}.{play}"

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Both ends have to be given, so that entrants can plan for them."""
        if self.starts_at is None:
            yield self.gap(
                "starts_at", "The terms do not say when it starts.", "Enter the start."
            )
        if self.ends_at is None:
            yield self.gap(
                "ends_at",
                "The terms do not say when it will be over.",
                "Enter the latest end you expect.",
            )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """It ends after it starts."""
        if self.starts_at and self.ends_at and self.ends_at <= self.starts_at:
            zone = terms.names.tz
            yield self.gap(
                "ends_at",
                f"It would be over {wording.when(self.ends_at, zone)}, "
                f"not after its start {wording.when(self.starts_at, zone)}.",
                "Enter an end after the start.",
            )

    def guard(self, facts: "Facts") -> Iterator[Refusal]:
        """Why play does not start yet: entrants were told a later time."""
        first = facts.terms.first_start if facts.terms else None
        if first is not None and facts.now < first:
            yield Refusal(
                Cite("CROWN3-12.4.1(a)(i)"),
                f"Play starts {wording.when(first, facts.zone)}; so it was published.",
                "Start then, or change the terms.",
                "starts_at",
            )


class BelowMinimum(StrEnum):
    """What happens when fewer than the minimum have entered."""

    CANCELLED = "cancelled"
    DELAYED = "delayed"


@dataclass(frozen=True, slots=True)
class PlayersClause(Clause):
    """How few and how many take part; how many are expected is for the house only."""

    cites = (Cite("CROWN3-12.4.1(a)(iii)"),)
    title = "Fewest and most players"
    unprinted = frozenset({"expected"})

    minimum: int | None = None
    expected: int | None = None
    maximum: int | None = None
    below_minimum: BelowMinimum = BelowMinimum.CANCELLED

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of players the structure is reckoned for, each once."""
        given = (self.minimum, self.expected or self.maximum, self.maximum)
        return tuple(dict.fromkeys(n for n in given if n))

    def text(self, terms: "Terms") -> str:
        """The limits and what happens below the lower one."""
        after = {
            BelowMinimum.CANCELLED: "the tournament is cancelled",
            BelowMinimum.DELAYED: "the start may be put off until so many enter",
        }[self.below_minimum]
        return (
            f"At least {wording.number(self.minimum)} and at most "
            f"{wording.number(self.maximum)} players take part. "
            f"With fewer entries {after}."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Both limits, and what the house expects."""
        for field, name in (
            ("minimum", "fewest players"),
            ("expected", "players expected"),
            ("maximum", "most players"),
        ):
            if not getattr(self, field):
                yield self.gap(
                    field, f"The number of {name} is not entered.", "Enter at least 1."
                )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Minimum, expected and maximum stand in that order."""
        low, likely, high = self.minimum, self.expected, self.maximum
        if low and high and low > high:
            yield self.gap(
                "minimum",
                f"The fewest players, {low}, are more than the most, {high}.",
                f"Enter at most {high}, or raise the maximum.",
            )
        elif low and high and likely and not low <= likely <= high:
            yield self.gap(
                "expected",
                f"{likely} players are expected; the terms take {low} to {high}.",
                "Enter a number between the two.",
            )

    def guard(self, facts: "Facts") -> Iterator[Refusal]:
        """Why one more cannot enter, or play cannot begin with those who did."""
        low, high, entered = self.minimum, self.maximum, facts.entries
        if facts.application is not None:
            yield from self._full(facts)
            return
        players = wording.figure(entered, "player")
        if low is not None and entered < low:
            right = "Wait for more entries, or cancel the tournament."
            yield self.gap(
                "minimum", f"{players} entered; the terms need {low}.", right
            )
        if high is not None and entered > high:
            right = f"The terms take {high} at most."
            yield self.gap("maximum", f"{players} entered.", right)

    def _full(self, facts: "Facts") -> Iterator[Refusal]:
        """Why one more finds no place: all are taken, or others come first."""
        high, ahead = self.maximum, facts.held_places + facts.held_online
        if high is None or facts.entries + ahead < high:
            return
        if facts.entries >= high:
            wrong = f"All {high} places are taken."
            right = "Let them wait in line: a place may come free."
        else:
            people = wording.many(ahead, "person comes", "people come")
            wrong = f"{wording.capital(people)} first for the places that are free."
            right = "They wait or applied. Put whoever asks at the end of the line."
        yield self.gap("maximum", wrong, right)


@dataclass(frozen=True, slots=True)
class LocationClause(Clause):
    """Where the tournament is held."""

    cites = (Cite("CROWN3-12.4.1(a)(iv)"),)
    title = "Where it is held"
    binding = False

    place: str = ""

    def text(self, terms: "Terms") -> str:
        """The place inside the venue."""
        return (
            f"It is held at {wording.phrase(terms.names.venue)}, "
            f"{wording.phrase(self.place)}."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """The place has to be named."""
        if not self.place.strip():
            yield self.gap("place", "The location is empty.", "Say where in the house.")


@dataclass(frozen=True, slots=True)
class StartChangeClause(Clause):
    """The Director may move the start of a stage or session, on reasonable notice."""

    cites = (Cite("CROWN3-12.4.1(b)"),)
    title = "A start may be moved, on notice"

    notice_minutes: int | None = None
    told_how: str = ""

    def text(self, terms: "Terms") -> str:
        """The power and what notice counts as reasonable."""
        return (
            "The Tournament Director may change the start of any stage or session, "
            "provided the players are given reasonable notice: at least "
            f"{wording.many(self.notice_minutes, 'minute')}, given "
            f"{wording.phrase(self.told_how)}."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """How long and how."""
        if not self.notice_minutes:
            yield self.gap(
                "notice_minutes",
                "The notice for a moved start has no length.",
                "Enter the minutes of notice.",
            )
        if not self.told_how.strip():
            yield self.gap(
                "told_how",
                "The terms do not say how players are told of a moved start.",
                "Say where the notice is given.",
            )

    def tell_by(self, start: datetime) -> datetime:
        """The last moment to tell players that a session starts at this time."""
        return start - timedelta(minutes=self.notice_minutes or 0)

    def too_late(self, told_at: datetime, start: datetime) -> Refusal | None:
        """Why a start cannot be moved to this time, when the notice is too short."""
        if told_at <= self.tell_by(start):
            return None
        return self.gap(
            "notice_minutes",
            f"That is less than {wording.many(self.notice_minutes, 'minute')} away.",
            "Choose a later start: the players need that notice.",
        )


@dataclass(frozen=True, slots=True)
class ChangesToldClause(StatementClause):
    """The regulator is told of every change to the details before the tournament."""

    cites = (Cite("CROWN3-12.4.1(c)"),)
    title = "The regulator is told of changes"

    def statement(self, terms: "Terms") -> str:
        """Who is told of changed details, and by when."""
        return (
            f"{wording.capital(terms.names.the_regulator)} is told of any change to "
            "the details of the tournament before the tournament."
        )
