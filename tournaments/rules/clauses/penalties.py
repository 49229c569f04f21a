"""Penalties and disqualification: CROWN3-12.5.3(a)(i), (ii) and (b)(iii)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rulebook import Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause

if TYPE_CHECKING:
    from tournaments.rules.terms import Terms

LISTED: Cite = Cite("CROWN3-12.5.3(a)(i)")
THROWN_OUT: Cite = Cite("CROWN3-12.5.3(a)(ii)")
ON_THE_PHONE: Cite = Cite("CROWN3-12.5.3(b)(iii)")


class Sanction(StrEnum):
    """What a penalty does."""

    WARNING = "warning"
    CHIPS = "chips"
    HANDS = "hands"
    DISQUALIFICATION = "disqualification"


@dataclass(frozen=True, slots=True)
class Penalty:
    """A circumstance and what it may cost."""

    ground: str = ""
    sanction: Sanction = Sanction.WARNING
    most: int = 0  # chips taken or hands sat out

    def costs(self) -> str:
        """The cost as half a sentence."""
        return {
            Sanction.WARNING: "a warning",
            Sanction.CHIPS: f"up to {wording.chips(self.most)}",
            Sanction.HANDS: f"sitting out up to {wording.many(self.most, 'hand')}",
            Sanction.DISQUALIFICATION: "disqualification",
        }[self.sanction]

    @property
    def is_complete(self) -> bool:
        """Whether ground and size are there."""
        sized = self.sanction in (Sanction.CHIPS, Sanction.HANDS)
        return bool(self.ground.strip()) and (self.most > 0 or not sized)


@dataclass(frozen=True, slots=True)
class PenaltiesClause(Clause):
    """When players may be penalised, and the penalties there are."""

    cites = (Cite("CROWN3-12.5.3(a)(i)"),)
    title = "When players are penalised"

    penalties: tuple[Penalty, ...] = ()

    def text(self, terms: "Terms") -> str:
        """Each circumstance with its penalty."""
        parts = [f"{wording.phrase(p.ground)}: {p.costs()}" for p in self.penalties]
        return (
            "The Tournament Director may penalise a player as follows. "
            f"{wording.capital('; '.join(parts) or wording.BLANK)}."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """At least one, each complete."""
        if not self.penalties:
            yield self.gap(
                "penalties",
                "Nothing says when players are penalised.",
                "Enter at least one circumstance and its penalty.",
            )
        for at, penalty in enumerate(self.penalties):
            if not penalty.is_complete:
                yield self.gap(
                    f"penalties.{at}.ground",
                    "A penalty lacks its circumstance or its size.",
                    "Enter both.",
                )

    def refuse(self, ground: str, sanction: Sanction, size: int = 0) -> Refusal | None:
        """Why this penalty cannot be given on this ground."""
        listed = [p for p in self.penalties if p.ground == ground]
        fits = [p for p in listed if p.sanction is sanction and size <= p.most]
        if fits:
            return None
        if not listed:
            wrong = f"The terms list no penalty for “{wording.phrase(ground)}”."
            right = "Only what the terms list can be penalised."
            return Refusal(LISTED, wrong, right, "ground")
        costs = wording.listed((p.costs() for p in listed), "or")
        wrong = f"That penalty is not the one listed for “{wording.phrase(ground)}”."
        return Refusal(LISTED, wrong, f"The terms list {costs}.", "ground")


@dataclass(frozen=True, slots=True)
class DisqualificationClause(Clause):
    """When players may be disqualified."""

    cites = (Cite("CROWN3-12.5.3(a)(ii)"),)
    title = "When players are disqualified"

    grounds: tuple[str, ...] = ()

    def text(self, terms: "Terms") -> str:
        """The grounds."""
        grounds = (wording.phrase(ground) for ground in self.grounds)
        return f"A player may be disqualified for {wording.listed(grounds, 'or')}."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """At least one ground."""
        if not any(ground.strip() for ground in self.grounds):
            yield self.gap(
                "grounds",
                "Nothing says when players are disqualified.",
                "Enter at least one ground.",
            )

    def refuse(self, ground: str) -> Refusal | None:
        """Why a player cannot be disqualified on this ground."""
        if ground in self.grounds:
            return None
        wrong = f"“{wording.phrase(ground)}” is no ground for disqualification."
        right = f"The terms list {wording.listed(self.grounds, 'or')}."
        return Refusal(THROWN_OUT, wrong, right, "ground")


@dataclass(frozen=True, slots=True)
class PhoneClause(Clause):
    """What follows from using a telephone or similar device in play."""

    cites = (Cite("CROWN3-12.5.3(b)(iii)"),)
    title = "Telephone or device in play"

    penalty: Penalty | None = None

    def text(self, terms: "Terms") -> str:
        """What it costs."""
        costs = self.penalty.costs() if self.penalty else wording.BLANK
        return (
            "A mobile telephone or similar device must not be used during play; "
            f"doing so costs {costs}."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """The consequence."""
        if self.penalty is None or not self.penalty.is_complete:
            yield self.gap(
                "penalty",
                "Nothing says what using a telephone or device in play costs.",
                "Enter the penalty.",
            )

    def refuse(self, sanction: Sanction, size: int = 0) -> Refusal | None:
        """Why this does not follow from a telephone or device in play."""
        penalty = self.penalty
        if penalty and penalty.sanction is sanction and size <= penalty.most:
            return None
        costs = penalty.costs() if penalty else "nothing"
        wrong = "The terms have something else follow from a telephone in play."
        return Refusal(ON_THE_PHONE, wrong, f"It costs {costs}.", "ground")
