"""Who may win, what they must wager for it, and until when they take part."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from promotions.rules import deadlines
from promotions.rules.clauses.base import RegimeClause
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording

if TYPE_CHECKING:
    from promotions.rules.terms import Terms

IN_ORDER: Cite = HOUSE.at("PROMOTION-12")
ADULT = 18


@dataclass(frozen=True, slots=True)
class EligibilityClause(RegimeClause):
    """Who is eligible, by which characteristics, criteria and requirements."""

    title = "Who may take part"

    who: str = ""
    least_age: int = ADULT
    members_only: bool = False
    staff_may: bool = False

    def rule(self, terms: "Terms") -> Cite:
        """The item that asks for it."""
        return terms.regime.items.eligibility

    def text(self, terms: "Terms") -> str:
        """Who may, and who never may."""
        member = " who hold a player card" if self.members_only else ""
        staff = "" if self.staff_may else ", nor may staff of the casino"
        return (
            f"Patrons{member} aged {self.least_age} or over may take part: "
            f"{wording.ended(self.who)} Nobody excluded from the casino may take part"
            f"{staff}; the scrutineer and those who hold the draw never may."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """The criteria in words."""
        if not self.who.strip():
            wrong = "It is not said who is eligible."
            yield self.lack(terms, "who", wrong, "Write the criteria.")

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """No minor takes part."""
        if self.least_age < ADULT:
            wrong = f"Patrons of {self.least_age} could take part."
            right = f"Nobody below {ADULT} takes part in gaming."
            yield self.lack(terms, "least_age", wrong, right)


@dataclass(frozen=True, slots=True)
class WagerClause(RegimeClause):
    """Any minimum or compulsory wager, with its amount."""

    title = "Minimum or compulsory wager"

    required: bool | None = None
    amount_cents: int | None = None
    on: str = ""

    def rule(self, terms: "Terms") -> Cite:
        """The item that asks for it."""
        return terms.regime.items.wager

    def text(self, terms: "Terms") -> str:
        """How much has to be wagered, if anything."""
        if self.required is None:
            return wording.BLANK
        if not self.required:
            return "No wager is needed to take part."
        on = f" on {wording.phrase(self.on)}" if self.on.strip() else ""
        amount = wording.dollars(self.amount_cents)
        return f"To take part, a patron wagers at least {amount}{on}."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Whether there is one; and if so, of how much."""
        if self.required is None:
            wrong = "It is not said whether a wager is needed."
            yield self.lack(terms, "required", wrong, "Choose yes or no.")
        if self.required and not self.amount_cents:
            wrong = "The amount of the compulsory wager is not given."
            yield self.lack(terms, "amount_cents", wrong)


@dataclass(frozen=True, slots=True)
class ClosingClause(RegimeClause):
    """When entries open, from when play counts, and when entries close."""

    title = "Closing date and time"

    opens_at: datetime | None = None
    play_counts_from: datetime | None = None
    closes_at: datetime | None = None  # of the first draw, where there are several

    def rule(self, terms: "Terms") -> Cite:
        """The item that asks for it."""
        return terms.regime.items.closing

    @property
    def starts_at(self) -> datetime | None:
        """When the promotion starts: entries open or play counts, the earlier."""
        if self.opens_at is None:
            return None
        return deadlines.commencement(self.opens_at, self.play_counts_from)

    def text(self, terms: "Terms") -> str:
        """From when until when; of several draws, the first."""
        zone, said = terms.zone, ""
        if self.play_counts_from and self.play_counts_from != self.opens_at:
            counts = wording.when(self.play_counts_from, zone)
            said = f" Play counts from {counts}."
        which = " for the first draw" if terms.award.series.times > 1 else ""
        return (
            f"Entries open {wording.when(self.opens_at, zone)} and close{which} "
            f"{wording.when(self.closes_at, zone)}.{said} What comes at or after the "
            "closing time does not count."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Both ends, each with its time."""
        if self.opens_at is None:
            yield self.lack(terms, "opens_at", "It is not said when entries open.")
        if self.closes_at is None:
            wrong = "The closing date and time are not given."
            yield self.lack(terms, "closes_at", wrong)

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Entries open before they close."""
        opens, closes = self.starts_at, self.closes_at
        if opens and closes and closes <= opens:
            wrong = "Entries would close before they open."
            yield Refusal(IN_ORDER, wrong, "Give a later closing time.", "closes_at")
