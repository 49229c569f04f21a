"""The format of the tournament: CROWN3-12.4.3."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rulebook import Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause
from tournaments.rules.stages import Stage, StageKind

if TYPE_CHECKING:
    from tournaments.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class StagesClause(Clause):
    """How many stages and sessions there are and how long, or how that is set."""

    cites = (Cite("CROWN3-12.4.3(a)(i)"),)
    title = "Stages and sessions"

    stages: tuple[Stage, ...] = ()
    basis: str = ""  # how number or length is set where it is not fixed

    @property
    def main(self) -> tuple[Stage, ...]:
        """The stages on the way to the final, in order."""
        return tuple(r for r in self.stages if not r.is_second_chance)

    @property
    def repechages(self) -> tuple[Stage, ...]:
        """The stages for those already eliminated."""
        return tuple(r for r in self.stages if r.kind is StageKind.REPECHAGE)

    @property
    def buy_backs(self) -> tuple[Stage, ...]:
        """The stages for those who buy back in."""
        return tuple(r for r in self.stages if r.kind is StageKind.BUY_BACK)

    @property
    def final(self) -> Stage | None:
        """The stage that decides the places."""
        return self.main[-1] if self.main else None

    def text(self, terms: "Terms") -> str:
        """Each stage's sessions and their length."""
        parts = [
            f"{wording.capital(r.called)}: "
            f"{wording.many(len(r.starts), 'session')} of {r.length()}"
            f"{' each.' if len(r.starts) > 1 else '.'}"
            for r in self.stages
        ]
        total = wording.many(len(self.stages), "stage")
        head = f"There {'is' if len(self.stages) == 1 else 'are'} {total}. "
        basis = f" {wording.ended(self.basis)}" if self.basis.strip() else ""
        return (head + " ".join(parts)).strip() + basis

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """A stage has a name, sessions, and hands or minutes, or there is a basis."""
        if not self.stages:
            yield self.gap("stages", "There is no stage yet.", "Add the first stage.")
        for at, r in enumerate(self.stages):
            name = r.name.strip() or f"Stage {at + 1}"
            if not r.name.strip():
                yield self.gap(f"stages.{at}.name", f"{name} has no name.", "Name it.")
            if not self.basis.strip() and not r.starts:
                yield self.gap(
                    f"stages.{at}.starts",
                    f"{name} has no session.",
                    "Enter the start of each session.",
                )
            if not (self.basis.strip() or r.hands or r.minutes):
                yield self.gap(
                    f"stages.{at}.hands",
                    f"{name} has neither hands nor minutes.",
                    "Enter one of them, or say how the length is set.",
                )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Names differ, and play ends with a main stage."""
        names = [r.name.strip().casefold() for r in self.stages if r.name.strip()]
        for at, r in enumerate(self.stages):
            if r.name.strip() and r.name.strip().casefold() in names[:at]:
                yield self.gap(
                    f"stages.{at}.name",
                    f"Two stages are called “{r.name.strip()}”.",
                    "Give each its own name.",
                )
        if self.stages and self.stages[-1].is_second_chance:
            yield self.gap(
                f"stages.{len(self.stages) - 1}.kind",
                f"Play ends with {self.stages[-1].called}, a second chance that leads "
                "nowhere.",
                "Put the stage that decides the places last.",
            )


@dataclass(frozen=True, slots=True)
class TablesClause(Clause):
    """How many tables are active in each stage or session, or how that is set."""

    cites = (Cite("CROWN3-12.4.3(a)(ii)"),)
    title = "Tables in each stage"

    basis: str = ""

    def text(self, terms: "Terms") -> str:
        """The tables and seats of each stage."""
        parts = [
            f"{wording.capital(wording.does(r.called, 'is'))} played at "
            f"{'' if r.tables == 1 else 'up to '}{wording.many(r.tables, 'table')} of "
            f"{wording.many(r.seats, 'seat')}"
            + (" in each session." if len(r.starts) > 1 else ".")
            for r in terms.format.stages.stages
            if r.tables or not self.basis.strip()
        ]
        if self.basis.strip():
            parts.append(wording.ended(self.basis))
        return " ".join(parts) or f"Tables: {wording.BLANK}."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Every stage has its tables and seats, or there is a basis."""
        if self.basis.strip():
            return
        if not terms.format.stages.stages:
            yield self.gap(
                "basis", "No stage has tables yet.", "Add a stage with its tables."
            )
        for at, r in enumerate(terms.format.stages.stages):
            for field, count in (("tables", r.tables), ("seats", r.seats)):
                if not count:
                    yield self.gap(
                        f"/format.stages.stages.{at}.{field}",
                        f"The number of {field} of {r.called} is missing.",
                        f"Enter the {field}, or say how they are set.",
                    )


class Stacks(StrEnum):
    """What happens to stacks between stages."""

    START_AGAIN = "start-again"
    CARRY_OVER = "carry-over"


@dataclass(frozen=True, slots=True)
class ProgressionClause(Clause):
    """How players go on from stage to stage or session to session."""

    cites = (Cite("CROWN3-12.4.3(a)(iii)"),)
    title = "Who goes on"

    stacks: Stacks = Stacks.START_AGAIN

    def text(self, terms: "Terms") -> str:
        """Who goes on from each stage, and with which chips."""
        stages = terms.format.stages
        going = [r for r in stages.stages if r is not stages.final]
        if not going:
            return "There is one stage; nobody has to qualify for another."
        said = " ".join(f"From {r.called} go on: {r.goes_on.text()}." for r in going)
        chips = {
            Stacks.START_AGAIN: "Stacks start again in every stage.",
            Stacks.CARRY_OVER: "A player takes the stack along to the next stage.",
        }[self.stacks]
        return f"{said} {chips}"

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Every stage but the last says who goes on."""
        stages = terms.format.stages
        for at, r in enumerate(stages.stages):
            if r is not stages.final and not r.goes_on.is_decided:
                yield self.gap(
                    f"/format.stages.stages.{at}.goes_on",
                    f"Nothing says who goes on from {r.called}.",
                    "Enter how many of each table, or of the whole stage.",
                )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Nobody goes on from the last stage."""
        stages = terms.format.stages
        if stages.final and stages.final.goes_on.is_decided:
            yield self.gap(
                f"/format.stages.stages.{len(stages.stages) - 1}.goes_on",
                f"Players go on from {stages.final.called}, and no stage follows.",
                "Add the next stage, or let nobody go on.",
            )
