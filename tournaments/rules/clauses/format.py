"""The format of the tournament: CROWN3-12.4.3."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rulebook import Cite, Refusal
from tournaments.rules import wording
from tournaments.rules.clauses.base import Clause
from tournaments.rules.rounds import Round

if TYPE_CHECKING:
    from tournaments.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class RoundsClause(Clause):
    """How many rounds and sessions there are and how long, or how that is set."""

    cites = (Cite("CROWN3-12.4.3(a)(i)"),)
    title = "Rounds and sessions"

    rounds: tuple[Round, ...] = ()
    basis: str = ""  # how number or length is set where it is not fixed

    @property
    def main(self) -> tuple[Round, ...]:
        """The rounds on the way to the final, in order."""
        return tuple(r for r in self.rounds if not r.is_repechage)

    @property
    def repechages(self) -> tuple[Round, ...]:
        """The rounds for those already eliminated."""
        return tuple(r for r in self.rounds if r.is_repechage)

    @property
    def final(self) -> Round | None:
        """The round that decides the places."""
        return self.main[-1] if self.main else None

    def text(self, terms: "Terms") -> str:
        """Each round's sessions and their length."""
        parts = [
            f"{wording.capital(r.called)}: "
            f"{wording.many(len(r.starts), 'session')} of {r.length()}"
            f"{' each.' if len(r.starts) > 1 else '.'}"
            for r in self.rounds
        ]
        total = wording.many(len(self.rounds), "round")
        head = f"There {'is' if len(self.rounds) == 1 else 'are'} {total}. "
        basis = f" {wording.ended(self.basis)}" if self.basis.strip() else ""
        return (head + " ".join(parts)).strip() + basis

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """A round has a name, sessions, and hands or minutes, or there is a basis."""
        if not self.rounds:
            yield self.gap("rounds", "There is no round yet.", "Add the first round.")
        for at, r in enumerate(self.rounds):
            name = r.name.strip() or f"Round {at + 1}"
            if not r.name.strip():
                yield self.gap(f"rounds.{at}.name", f"{name} has no name.", "Name it.")
            if not self.basis.strip() and not r.starts:
                yield self.gap(
                    f"rounds.{at}.starts",
                    f"{name} has no session.",
                    "Enter the start of each session.",
                )
            if not (self.basis.strip() or r.hands or r.minutes):
                yield self.gap(
                    f"rounds.{at}.hands",
                    f"{name} has neither hands nor minutes.",
                    "Enter one of them, or say how the length is set.",
                )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Names differ, and play ends with a main round."""
        names = [r.name.strip().casefold() for r in self.rounds if r.name.strip()]
        for at, r in enumerate(self.rounds):
            if r.name.strip() and r.name.strip().casefold() in names[:at]:
                yield self.gap(
                    f"rounds.{at}.name",
                    f"Two rounds are called “{r.name.strip()}”.",
                    "Give each its own name.",
                )
        if self.rounds and self.rounds[-1].is_repechage:
            yield self.gap(
                f"rounds.{len(self.rounds) - 1}.kind",
                f"Play ends with {self.rounds[-1].called}, a second chance that leads "
                "nowhere.",
                "Put the round that decides the places last.",
            )


@dataclass(frozen=True, slots=True)
class TablesClause(Clause):
    """How many tables are active in each round or session, or how that is set."""

    cites = (Cite("CROWN3-12.4.3(a)(ii)"),)
    title = "Tables in each round"

    basis: str = ""

    def text(self, terms: "Terms") -> str:
        """The tables and seats of each round."""
        parts = [
            f"{wording.capital(wording.does(r.called, 'is'))} played at "
            f"{'' if r.tables == 1 else 'up to '}{wording.many(r.tables, 'table')} of "
            f"{wording.many(r.seats, 'seat')}"
            + (" in each session." if len(r.starts) > 1 else ".")
            for r in terms.format.rounds.rounds
            if r.tables or not self.basis.strip()
        ]
        if self.basis.strip():
            parts.append(wording.ended(self.basis))
        return " ".join(parts) or f"Tables: {wording.BLANK}."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Every round has its tables and seats, or there is a basis."""
        if self.basis.strip():
            return
        if not terms.format.rounds.rounds:
            yield self.gap(
                "basis", "No round has tables yet.", "Add a round with its tables."
            )
        for at, r in enumerate(terms.format.rounds.rounds):
            for field, count in (("tables", r.tables), ("seats", r.seats)):
                if not count:
                    yield self.gap(
                        f"/format.rounds.rounds.{at}.{field}",
                        f"The number of {field} of {r.called} is missing.",
                        f"Enter the {field}, or say how they are set.",
                    )


class Stacks(StrEnum):
    """What happens to stacks between rounds."""

    START_AGAIN = "start-again"
    CARRY_OVER = "carry-over"


@dataclass(frozen=True, slots=True)
class ProgressionClause(Clause):
    """How players go on from round to round or session to session."""

    cites = (Cite("CROWN3-12.4.3(a)(iii)"),)
    title = "Who goes on"

    stacks: Stacks = Stacks.START_AGAIN

    def text(self, terms: "Terms") -> str:
        """Who goes on from each round, and with which chips."""
        rounds = terms.format.rounds
        going = [r for r in rounds.rounds if r is not rounds.final]
        if not going:
            return "There is one round; nobody has to qualify for another."
        said = " ".join(f"From {r.called} go on: {r.goes_on.text()}." for r in going)
        chips = {
            Stacks.START_AGAIN: "Stacks start again in every round.",
            Stacks.CARRY_OVER: "A player takes the stack along to the next round.",
        }[self.stacks]
        return f"{said} {chips}"

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Every round but the last says who goes on."""
        rounds = terms.format.rounds
        for at, r in enumerate(rounds.rounds):
            if r is not rounds.final and not r.goes_on.is_decided:
                yield self.gap(
                    f"/format.rounds.rounds.{at}.goes_on",
                    f"Nothing says who goes on from {r.called}.",
                    "Enter how many of each table, or of the whole round.",
                )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Nobody goes on from the last round."""
        rounds = terms.format.rounds
        if rounds.final and rounds.final.goes_on.is_decided:
            yield self.gap(
                f"/format.rounds.rounds.{len(rounds.rounds) - 1}.goes_on",
                f"Players go on from {rounds.final.called}, and no round follows.",
                "Add the next round, or let nobody go on.",
            )


@dataclass(frozen=True, slots=True)
class BuyBackClause(Clause):
    """Whether an eliminated player may buy back in, how, when and for how much."""

    cites = (Cite("CROWN3-12.4.3(a)(iv)"),)
    title = "Buying back in"

    offered: bool | None = None
    price_cents: int | None = None
    until_round: str = ""  # by the end of this round
    times_each: int = 1
    how: str = ""

    def text(self, terms: "Terms") -> str:
        """The way back in, or that there is none."""
        if self.offered is False:
            return "An eliminated player cannot buy back in."
        if self.offered is None:
            return f"Buying back in: {wording.BLANK}."
        return (
            f"An eliminated player may buy back in for "
            f"{wording.dollars(self.price_cents)}, "
            f"{wording.many(self.times_each, 'time')} at most, until the end of "
            f"{_called(self.until_round, terms)}. {wording.ended(self.how)}"
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Decided; where offered, with method, timing and price."""
        if self.offered is None:
            yield self.gap(
                "offered",
                "It is not decided whether eliminated players may buy back in.",
                "Choose yes or no.",
            )
        if not self.offered:
            return
        if not self.price_cents:
            yield self.gap(
                "price_cents", "Buying back in has no price.", "Enter the price."
            )
        if not self.until_round.strip():
            yield self.gap(
                "until_round",
                "Nothing says until when one may buy back in.",
                "Choose the round at whose end it stops.",
            )
        if not self.how.strip():
            yield self.gap(
                "how", "Nothing says how one buys back in.", "Describe the method."
            )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """The round it stops at exists."""
        names = [r.name for r in terms.format.rounds.rounds]
        if self.offered and self.until_round and self.until_round not in names:
            yield self.gap(
                "until_round",
                f"There is no round called “{self.until_round}”.",
                f"Choose {wording.listed(names, 'or')}.",
            )

    def refuse(self, round_name: str, taken: int, terms: "Terms") -> Iterator[Refusal]:
        """Why a player cannot buy back in during this round, having done so before."""
        if not self.offered:
            yield self.gap("offered", "The terms offer no buying back in.")
            return
        order = [r.name for r in terms.format.rounds.rounds]
        if order.index(round_name) > order.index(self.until_round):
            yield self.gap(
                "until_round",
                f"It is {_called(round_name, terms)}.",
                "One may buy back in until the end of "
                f"{_called(self.until_round, terms)}.",
            )
        if taken >= self.times_each:
            yield self.gap(
                "times_each",
                f"The player has bought back in {wording.many(taken, 'time')}.",
                f"The terms allow {wording.many(self.times_each, 'time')}.",
            )


def _called(name: str, terms: "Terms") -> str:
    """The round of this name as a sentence calls it."""
    found = (r.called for r in terms.format.rounds.rounds if r.name == name)
    return next(found, wording.phrase(name))
