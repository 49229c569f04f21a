"""How, when and where prizes are awarded, claimed, told and published."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from promotions.rules.clauses.base import RegimeClause
from promotions.rules.means import TOLD, Means
from promotions.rules.series import EVERY_WEEK
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause

if TYPE_CHECKING:
    from promotions.rules.terms import Terms

IN_ORDER: Cite = HOUSE.at("PROMOTION-12")


class Manner(StrEnum):
    """How winners are found."""

    TICKETS = "tickets-drawn"
    BARREL = "barrel"
    HOT_SEAT = "hot-seat"
    INSTANT = "instant"


FOUND = {
    Manner.TICKETS: "Tickets are drawn by lot from the list that was frozen when "
    "entries closed, so that anybody can repeat the draw",
    Manner.BARREL: "Paper tickets are drawn by hand from a barrel",
    Manner.HOT_SEAT: "One of those playing at that moment is drawn by lot",
    Manner.INSTANT: "Chance decides at once, when the patron takes part",
}


@dataclass(frozen=True, slots=True)
class MannerClause(RegimeClause):
    """How prizes are awarded."""

    title = "How prizes are awarded"

    by: Manner | None = None
    how: str = ""
    one_win_each: bool = True
    reserves: int = 3  # replacement winners, opened one by one

    def rule(self, terms: "Terms") -> Cite:
        """The item that asks for it."""
        return terms.regime.items.manner

    def text(self, terms: "Terms") -> str:
        """How winners are found, how often one may win, who replaces them."""
        found = FOUND[self.by] if self.by else wording.BLANK
        also = f" {wording.ended(self.how)}" if self.how.strip() else ""
        once = "Nobody wins twice." if self.one_win_each else "A patron may win again."
        spare = wording.many(self.reserves, "reserve")
        return (
            f"{found}.{also} {once} Where a prize is not claimed or a claim is "
            f"refused, {spare} may be drawn, one after the other."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """The manner."""
        if self.by is None:
            yield self.lack(terms, "by", "It is not said how prizes are awarded.")


@dataclass(frozen=True, slots=True)
class AwardedClause(RegimeClause):
    """When and where prizes are awarded, apart from the promotion's own."""

    title = "When and where prizes are awarded"

    drawn_at: datetime | None = None  # the first draw, where there are several
    place: str = ""

    def rule(self, terms: "Terms") -> Cite:
        """The item that asks for it."""
        return terms.regime.items.awarded

    def text(self, terms: "Terms") -> str:
        """The time and the place; of several draws, the first."""
        first = "The first prizes are" if terms.award.series.times > 1 else "Prizes are"
        when = wording.when(self.drawn_at, terms.zone)
        return f"{first} awarded on {when} at {wording.phrase(self.place)}."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Both the time and the place."""
        if self.drawn_at is None:
            wrong = "It is not said when prizes are awarded."
            yield self.lack(terms, "drawn_at", wrong)
        if not self.place.strip():
            yield self.lack(terms, "place", "It is not said where prizes are awarded.")

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Entries close before the draw."""
        closes = terms.entry.closing.closes_at
        if closes and self.drawn_at and closes > self.drawn_at:
            wrong = "Entries would close after the draw."
            right = "Close them at the draw or before."
            yield Refusal(IN_ORDER, wrong, right, "drawn_at")


@dataclass(frozen=True, slots=True)
class SeriesClause(Clause):
    """Several draws under one set of terms, and a prize that grows unclaimed."""

    cites = (HOUSE.at("PROMOTION-15"),)
    title = "Several draws"

    times: int = 1
    every_days: int = EVERY_WEEK
    grows_cents: int = 0  # the first prize, for each draw it stays unclaimed
    entries_stay: bool = False  # for later draws

    def text(self, terms: "Terms") -> str:
        """How often, how far apart, and what grows."""
        if self.times <= 1:
            return "There is one draw."
        days = "week" if self.every_days == EVERY_WEEK else f"{self.every_days} days"
        stay = "stay in" if self.entries_stay else "are taken out before"
        grows = ""
        if self.grows_cents:
            more = wording.dollars(self.grows_cents)
            grows = f" While it is not won, the first prize grows by {more} a draw."
        return (
            f"There are {wording.number(self.times)} draws, one every {days} at the "
            f"same time of day; entries close as long before each as before the first. "
            f"Entries {stay} the next draw.{grows}"
        )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """At least one draw, and some days between two."""
        if self.times < 1:
            yield self.gap("times", "There would be no draw.", "Enter 1 or more.")
        if self.times > 1 and self.every_days < 1:
            wrong = "All draws would fall on one moment."
            yield self.gap("every_days", wrong, "Enter 1 or more days.")
        last, ends = terms.last_draw_at, terms.promotion.held.ends_at
        if last and ends and ends < last:
            wrong = "The promotion would end before its last draw."
            right = f"Let it end at {wording.when(last, terms.zone)} or later."
            yield Refusal(IN_ORDER, wrong, right, "/promotion.held.ends_at")


class Unclaimed(StrEnum):
    """What becomes of a prize that nobody claims."""

    REPLACED = "replaced"
    FORFEITED = "forfeited"


@dataclass(frozen=True, slots=True)
class ClaimClause(RegimeClause):
    """How a prize is claimed, and whether the winner has to be there."""

    title = "How prizes are claimed"

    presence_required: bool | None = None
    within_minutes: int | None = None  # where the winner has to be there
    within_days: int | None = None
    how: str = ""
    unclaimed: Unclaimed = Unclaimed.REPLACED

    def rule(self, terms: "Terms") -> Cite:
        """The item that asks for it."""
        return terms.regime.items.claiming

    def text(self, terms: "Terms") -> str:
        """Presence, time and way, and what happens otherwise."""
        if self.presence_required is None:
            return wording.BLANK
        if self.presence_required:
            time = wording.length(self.within_minutes) if self.within_minutes else "?"
            there = f"A winner has to be there and claims within {time} of being called"
        else:
            days = wording.many(self.within_days, "day")
            there = f"A winner need not be there and claims within {days} of the draw"
        after = {
            Unclaimed.REPLACED: "is drawn again under the next number from the same "
            "list less its winners, before another scrutineer where one is gone",
            Unclaimed.FORFEITED: "stays with the casino",
        }[self.unclaimed]
        return f"{there}: {wording.ended(self.how)} A prize not claimed {after}."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Presence, the way and the time."""
        if self.presence_required is None:
            wrong = "It is not said whether a winner has to be there."
            yield self.lack(terms, "presence_required", wrong, "Choose yes or no.")
        if not self.how.strip():
            yield self.lack(terms, "how", "It is not said how a prize is claimed.")
        if self.presence_required and not self.within_minutes:
            wrong = "It is not said how long a winner who is called has."
            yield self.lack(terms, "within_minutes", wrong)
        if self.presence_required is False and not self.within_days:
            wrong = "It is not said until when a prize may be claimed."
            yield self.lack(terms, "within_days", wrong)


@dataclass(frozen=True, slots=True)
class NotifiedClause(RegimeClause):
    """How winners are told."""

    title = "How winners are told"

    means: tuple[Means, ...] = ()

    def rule(self, terms: "Terms") -> Cite:
        """The item that asks for it."""
        return terms.regime.items.notified

    def text(self, terms: "Terms") -> str:
        """The means, and by when."""
        means = wording.listed((TOLD[m] for m in dict.fromkeys(self.means)), "or")
        if terms.award.claiming.presence_required:
            return f"Winners are called at the draw; they are told {means}."
        hours = terms.regime.winners_told.value.total_seconds() / 3600
        return f"Winners are told {means} within {hours:.0f} hours of the draw."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """At least one of the means that count."""
        if not self.means:
            yield self.lack(terms, "means", "It is not said how winners are told.")


class Shown(StrEnum):
    """What is published of a winner."""

    INITIALS = "initials-and-area"
    NAME = "name-with-consent"


@dataclass(frozen=True, slots=True)
class PublishedClause(RegimeClause):
    """How results are published."""

    title = "How results are published"

    how: str = ""
    shown: Shown = Shown.INITIALS
    for_days: int = 30

    def rule(self, terms: "Terms") -> Cite:
        """The item that asks for it."""
        return terms.regime.items.published

    def text(self, terms: "Terms") -> str:
        """Where, what of whom, and for how long."""
        who = {
            Shown.INITIALS: "Winners are named by their initials and area",
            Shown.NAME: "Winners who consent are named, others by initials and area",
        }[self.shown]
        days = wording.many(self.for_days, "day")
        return f"Results are published: {wording.ended(self.how)} {who}, for {days}."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Where they are published."""
        if not self.how.strip():
            yield self.lack(terms, "how", "It is not said how results are published.")
