"""Conduct of play, its circumstances and consequences: CROWN3-12.5.3(a) and (b)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause

if TYPE_CHECKING:
    from tournaments.rules.arrivals import Arriving, NoShows
    from tournaments.rules.terms import Terms

MAY_BE_NAMED: Cite = Cite("CROWN3-12.5.3(a)(iii)")
TOO_LATE: Cite = Cite("CROWN3-12.5.3(b)(i)")
ABSENT: Cite = Cite("CROWN3-12.5.3(b)(ii)")


@dataclass(frozen=True, slots=True)
class SubstitutesClause(Clause):
    """When a player may name a substitute."""

    cites = (Cite("CROWN3-12.5.3(a)(iii)"),)
    title = "When a substitute may be named"

    allowed: bool | None = None
    until: datetime | None = None

    def text(self, terms: "Terms") -> str:
        """Until when, and who may be named."""
        if self.allowed is None:
            return f"Substitutes: {wording.BLANK}."
        if not self.allowed:
            return "No substitute may be named."
        return (
            "A player may name a substitute, who has to meet the conditions of entry, "
            f"until {wording.when(self.until, terms.names.tz)}."
        )

    def in_short(self, terms: "Terms") -> str:
        """The same beside the terms of withdrawing."""
        if not self.allowed:
            return self.text(terms)
        until = wording.when(self.until, terms.names.tz)
        return f"A substitute may be named until {until}."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Decided; where allowed, until when."""
        if self.allowed is None:
            yield self.gap(
                "allowed",
                "It is not decided whether a substitute may be named.",
                "Choose yes or no.",
            )
        if self.allowed and self.until is None:
            yield self.gap(
                "until",
                "Nothing says until when a substitute may be named.",
                "Enter it.",
            )

    def refuse(self, at: datetime, terms: "Terms") -> Refusal | None:
        """Why no substitute can be named at this time."""
        if not self.allowed:
            return Refusal(
                MAY_BE_NAMED, "The terms allow no substitute.", "", "allowed"
            )
        if self.until is not None and at < self.until:
            return None
        return Refusal(
            MAY_BE_NAMED,
            "It is too late for a substitute.",
            f"One could be named until {wording.when(self.until, terms.names.tz)}.",
            "until",
        )


@dataclass(frozen=True, slots=True)
class RefundShare:
    """Which part of the entry fee and of the buy-in comes back."""

    entry_fee: Fraction = Fraction(0)
    buy_in: Fraction = Fraction(0)

    def text(self) -> str:
        """The shares as half a sentence."""
        if self.entry_fee == self.buy_in:
            if not self.buy_in:
                return "nothing is refunded"
            whole = self.buy_in == 1
            share = "" if whole else f"{wording.per_cent(self.buy_in)} of "
            return f"{share}the entry fee and the buy-in are refunded"
        parts = (
            f"{wording.per_cent(share) if share else 'nothing'} of the {name}"
            for share, name in ((self.entry_fee, "entry fee"), (self.buy_in, "buy-in"))
        )
        return f"{wording.listed(parts)} is refunded"


FULL = RefundShare(Fraction(1), Fraction(1))


@dataclass(frozen=True, slots=True)
class RefundsClause(Clause):
    """When entry fee and buy-in come back, in whole or in part."""

    cites = (Cite("CROWN3-12.5.3(a)(iv)"), HOUSE.at("TOURN-20"))
    title = "When money is refunded"

    cancelled: RefundShare | None = FULL
    late_withdrawal: RefundShare | None = None
    absent: RefundShare = RefundShare()

    def text(self, terms: "Terms") -> str:
        """Every case, the free withdrawal first."""
        late = self.late_withdrawal.text() if self.late_withdrawal else wording.BLANK
        called_off = self.cancelled.text() if self.cancelled else wording.BLANK
        free = (
            "withdraws in the time for it, does not accept changed terms, or whose "
            if not terms.entry.withdrawal.never_free
            else "does not accept changed terms, or whose "
        )
        return (
            f"An applicant who {free}application is refused or found void gets back "
            f"all that was paid. When an entrant withdraws later, {late}. When the "
            f"tournament is cancelled, {called_off}. To an entrant who does not "
            f"appear, {self.absent.text()}. After disqualification, retirement or "
            "elimination nothing is refunded."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """What a late withdrawal and a cancellation bring back."""
        for field, name in (
            ("late_withdrawal", "a late withdrawal"),
            ("cancelled", "a cancelled tournament"),
        ):
            if getattr(self, field) is None:
                yield self.gap(
                    field,
                    f"Nothing says what is refunded after {name}.",
                    "Enter the shares, 0 for nothing.",
                )


class LateEffect(StrEnum):
    """What a late player loses."""

    ANTE_TAKEN = "ante-taken"
    HANDS_MISSED = "hands-missed"
    ELIMINATED = "eliminated"


@dataclass(frozen=True, slots=True)
class LateClause(Clause):
    """What follows from arriving late or not at all for a stage or session."""

    cites = (Cite("CROWN3-12.5.3(b)(i)"),)
    title = "Late for a session"

    effect: LateEffect | None = None
    out_after_minutes: int = 0  # nought: the place is kept to the end of the session

    def text(self, terms: "Terms") -> str:
        """What it costs, and when the place is lost."""
        if self.effect is None:
            return f"Late for a session: {wording.BLANK}."
        said = {
            LateEffect.ANTE_TAKEN: "While a player is late or does not attend, the "
            "least Ante of every hand missed is taken from the stack.",
            LateEffect.HANDS_MISSED: "A player who is late or does not attend misses "
            "those hands and loses no chips.",
            LateEffect.ELIMINATED: "A player who is not seated when the first hand of "
            "a session begins is eliminated.",
        }[self.effect]
        if not self.out_after_minutes or self.effect is LateEffect.ELIMINATED:
            return said
        minutes = wording.many(self.out_after_minutes, "minute")
        return f"{said} One who is not there {minutes} after the start is eliminated."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """The consequence."""
        if self.effect is None:
            yield self.gap(
                "effect", "Nothing says what being late costs.", "Choose what does."
            )

    def lost_at(self, starts: datetime) -> datetime | None:
        """When a late player loses the place; never, where it is kept to the end."""
        if self.effect is LateEffect.ELIMINATED:
            return starts
        if not self.out_after_minutes:
            return None
        return starts + timedelta(minutes=self.out_after_minutes)

    def guard(self, facts: "Arriving") -> Iterator[Refusal]:
        """Why somebody comes too late, once play has begun."""
        lost = self.lost_at(facts.starts)
        if facts.play_began and lost is not None and facts.now >= lost:
            when = wording.when(lost, facts.zone)
            wrong = f"{facts.name} comes too late: the place was lost {when}."
            yield Refusal(TOO_LATE, wrong, "A late player is eliminated then.")


class ChipsLeft(StrEnum):
    """What becomes of the chips of a player who is gone."""

    REMOVED = "removed"
    STAY_IN_PLAY = "stay-in-play"


_CHIPS = {
    ChipsLeft.REMOVED: "the tournament chips are taken from the table and not shared "
    "out",
    ChipsLeft.STAY_IN_PLAY: "the tournament chips stay at the seat and the least Ante "
    "is taken from them in every hand",
}


@dataclass(frozen=True, slots=True)
class AbsenceClause(Clause):
    """What follows from being absent from the tournament."""

    cites = (Cite("CROWN3-12.5.3(b)(ii)"),)
    title = "Absent from the tournament"

    chips: ChipsLeft | None = None

    def text(self, terms: "Terms") -> str:
        """What happens to seat and chips of an absent player."""
        chips = _CHIPS[self.chips] if self.chips else wording.BLANK
        return (
            "A player who stays away from the tournament is eliminated at the end of "
            f"the session missed; until then {chips}."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """The consequence."""
        if self.chips is None:
            yield self.gap(
                "chips", "Nothing says what absence costs.", "Choose what does."
            )

    def guard(self, facts: "NoShows") -> Iterator[Refusal]:
        """Why nobody is absent yet: the session has not started."""
        if facts.now < facts.starts:
            starts = wording.when(facts.starts, facts.zone)
            wrong = f"Session {facts.session} starts {starts}."
            yield Refusal(ABSENT, wrong, "Nobody is absent before that.")
