"""The conditions of entry: CROWN3-12.4.2."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from rulebook import Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause, StatementClause

if TYPE_CHECKING:
    from tournaments.rules.facts import Application, Facts
    from tournaments.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class ObedienceClause(StatementClause):
    """Players keep the terms or risk disqualification."""

    cites = (Cite("CROWN3-12.4.2(b)(i)"),)
    title = "Players keep the terms"

    def statement(self, terms: "Terms") -> str:
        """What breaking the terms risks."""
        return (
            "Every player must keep these terms; one who does not risks "
            "disqualification."
        )


@dataclass(frozen=True, slots=True)
class CopiesClause(Clause):
    """How players can get the terms."""

    cites = (Cite("CROWN3-12.4.2(b)(ii)"),)
    title = "How to get the terms"
    binding = False

    how: str = ""

    def text(self, terms: "Terms") -> str:
        """Where the terms are to be had."""
        return f"Players get these terms as follows. {wording.ended(self.how)}"

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """The way has to be named."""
        if not self.how.strip():
            yield self.gap(
                "how",
                "The terms do not say how players get them.",
                "Say where they are handed out and shown.",
            )


@dataclass(frozen=True, slots=True)
class SignatureClause(Clause):
    """Whether each player has to sign a copy of the terms."""

    cites = (Cite("CROWN3-12.4.2(b)(iii)"),)
    title = "Signing the terms"

    required: bool | None = None

    def text(self, terms: "Terms") -> str:
        """The demand, or that there is none."""
        if self.required is None:
            return f"Signing the terms: {wording.BLANK}."
        if self.required:
            return (
                "The Tournament Director requires every player to sign a copy of "
                "these terms before taking a seat."
            )
        return "No signature is required."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """It has to be decided."""
        if self.required is None:
            yield self.gap(
                "required",
                "It is not decided whether players sign the terms.",
                "Choose yes or no.",
            )

    def guard(self, facts: "Facts") -> Iterator[Refusal]:
        """Who has not signed and so cannot play."""
        unsigned = (p for p in facts.players if self.required and not p.signed)
        for player in unsigned:
            yield self.gap(
                "required",
                f"{player.name} has not signed the terms.",
                "Have the terms signed before the seat is taken.",
            )


@dataclass(frozen=True, slots=True)
class MethodClause(Clause):
    """How and when to enter."""

    cites = (Cite("CROWN3-12.4.2(c)"),)
    title = "How to enter"

    how: str = ""
    opens_at: datetime | None = None
    closes_at: datetime | None = None

    def text(self, terms: "Terms") -> str:
        """The way in and the time for it."""
        zone = terms.names.tz
        return (
            f"Entry is made as follows. {wording.ended(self.how)} Entries are taken "
            f"from {wording.when(self.opens_at, zone)} until "
            f"{wording.when(self.closes_at, zone)}, or until all places are taken."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """The way, the opening and the close."""
        if not self.how.strip():
            yield self.gap("how", "The method of entry is empty.", "Say how to enter.")
        for field, name in (("opens_at", "open"), ("closes_at", "close")):
            if getattr(self, field) is None:
                yield self.gap(
                    field, f"The terms do not say when entries {name}.", "Enter it."
                )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Entries open before they close, and close before play ends."""
        if self.opens_at and self.closes_at and self.closes_at <= self.opens_at:
            yield self.gap(
                "closes_at",
                "Entries would close before they open.",
                "Enter a close after the opening.",
            )
        ends = terms.details.dates.ends_at
        if self.closes_at and ends and self.closes_at > ends:
            yield self.gap(
                "closes_at",
                "Entries would close after the tournament is over.",
                "Close them before play begins, or soon after.",
            )

    def guard(self, facts: "Facts") -> Iterator[Refusal]:
        """Why no entry is taken at this time: opens ≤ now < closes."""
        if self.opens_at and facts.now < self.opens_at:
            opens = wording.when(self.opens_at, facts.zone)
            yield self.gap("opens_at", f"Entries open {opens}.", "Come back then.")
        elif self.closes_at and facts.now >= self.closes_at:
            closed = wording.when(self.closes_at, facts.zone)
            yield self.gap("closes_at", f"Entries closed {closed}.")


@dataclass(frozen=True, slots=True)
class EntryTermsClause(Clause):
    """Until when one may withdraw without penalty, or name a substitute instead."""

    cites = (Cite("CROWN3-12.4.2(d)"),)
    title = "Withdrawing without penalty"

    free_until: datetime | None = None
    never_free: bool = False  # only a substitute helps then
    entries_each: int = 1

    def text(self, terms: "Terms") -> str:
        """Entries a person, the free period and substitutes."""
        if self.never_free:
            said = "There is no period for withdrawing without financial penalty."
        else:
            until = wording.when(self.free_until, terms.names.tz)
            said = f"An entrant may withdraw without financial penalty until {until}."
        each = wording.many(self.entries_each, "entry", "entries")
        return (
            f"Each person may make {each}. {said} "
            f"{terms.conduct.substitutes.in_short(terms)}"
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """A free period, or substitutes in its stead."""
        if self.free_until is None and not self.never_free:
            yield self.gap(
                "free_until",
                "The time until which one may withdraw without penalty is missing.",
                "Enter it, or say that there is none and allow a substitute.",
            )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Without a free period a substitute must be possible; both end with play."""
        if self.never_free and terms.conduct.substitutes.allowed is False:
            yield self.gap(
                "never_free",
                "An entrant could neither withdraw without penalty nor name a "
                "substitute.",
                "Enter a time for withdrawing, or allow substitutes.",
            )
        if self.never_free and self.free_until is not None:
            yield self.gap(
                "free_until",
                "A time for withdrawing is entered and the terms say there is none.",
                "Keep one of the two.",
            )
        ends = terms.details.dates.ends_at
        if self.free_until and ends and self.free_until > ends:
            yield self.gap(
                "free_until",
                "The time for withdrawing lies after the end of the tournament.",
                "Enter a time before play begins.",
            )

    def guard(self, facts: "Application") -> Iterator[Refusal]:
        """Why this person makes no further entry."""
        if facts.entries >= self.entries_each:
            times = wording.many(facts.entries, "entry", "entries")
            each = wording.many(self.entries_each, "entry", "entries")
            right = f"Each person may make {each}."
            yield self.gap("", f"{facts.name} has {times} already.", right)

    def is_free(self, at: datetime) -> bool:
        """Whether withdrawing at this time costs nothing."""
        return self.free_until is not None and at < self.free_until
