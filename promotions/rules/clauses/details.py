"""What the promotion is, whether rule 14 governs it, where and when it is held."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from promotions.rules.clauses.base import RegimeClause
from promotions.rules.regimes import REGIMES, STAR4_14, Regime
from rulebook import HOUSE, STAR4, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause
from rulebook.terms.wording import zone_named

if TYPE_CHECKING:
    from promotions.rules.terms import Terms

BROUGHT_IN: Cite = HOUSE.at("PROMOTION-14")
IN_ORDER: Cite = HOUSE.at("PROMOTION-12")


@dataclass(frozen=True, slots=True)
class NamesClause(Clause):
    """Who runs which promotion where, and which document governs it."""

    cites = (HOUSE.at("PROMOTION-10"),)
    title = "Names"
    loose = frozenset({"promotion", "venue", "operator"})

    promotion: str = ""
    venue: str = ""
    operator: str = STAR4.operator
    regime: str = STAR4_14.code
    zone: str = STAR4.zone.key

    @property
    def tz(self) -> ZoneInfo:
        """The zone of the venue's wall clocks."""
        return zone_named(self.zone) or ZoneInfo("UTC")

    @property
    def governing(self) -> Regime:
        """What the chosen document asks of a promotion."""
        return REGIMES.get(self.regime, STAR4_14)

    def cites_in(self, terms: "Terms") -> tuple[Cite, ...]:
        """The house's own rule, and the one that lets a casino hold promotions."""
        return (*self.cites, self.governing.may_be_held)

    def text(self, terms: "Terms") -> str:
        """Who holds which promotion, under which rules, and whose time they keep."""
        return (
            f"{wording.phrase(self.promotion)} is a promotion of "
            f"{wording.phrase(self.operator)} at {wording.phrase(self.venue)}, held "
            f"with casino gaming under rule 14 of {self.governing.code}. All times are "
            f"the venue’s own ({self.zone.rpartition('/')[2].replace('_', ' ')} time)."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Every name has to be there."""
        for field in fields(self):
            if not getattr(self, field.name).strip():
                wrong = f"There is no name for the {field.name}."
                yield self.gap(field.name, wrong, "Enter it.")

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """The zone and the document have to exist."""
        if self.zone and zone_named(self.zone) is None:
            right = "Write one such as Australia/Sydney."
            yield self.gap("zone", f"“{self.zone}” is no time zone.", right)
        if self.regime and self.regime not in REGIMES:
            wrong = f"Rule 14 of “{self.regime}” is not known."
            yield self.gap("regime", wrong, f"Choose {wording.listed(REGIMES, 'or')}.")


class Chosen(StrEnum):
    """What decides who wins."""

    DRAW = "draw"
    CHANCE = "chance"
    SKILL = "skill"
    TOURNAMENT = "tournament"


@dataclass(frozen=True, slots=True)
class ScopeClause(RegimeClause):
    """Whether it is a promotional prize: a draw or chance, linked to play."""

    title = "Whether rule 14 governs it"

    chosen_by: Chosen | None = None
    with_play: bool | None = None  # offered in connection with gaming
    brought_in: bool | None = None  # a ranking by skill that rule 14 shall govern
    exempt_because: str = ""

    @property
    def is_doubtful(self) -> bool:
        """Whether the meaning of the document leaves it open."""
        skill = self.chosen_by in {Chosen.SKILL, Chosen.TOURNAMENT}
        return skill or self.with_play is False

    @property
    def is_exempt(self) -> bool:
        """Whether it was marked as outside rule 14, with a reason."""
        said = bool(self.exempt_because.strip())
        return self.is_doubtful and self.brought_in is False and said

    def rule(self, terms: "Terms") -> Cite:
        """What the document calls a promotional prize."""
        return terms.regime.is_one

    def text(self, terms: "Terms") -> str:
        """What decides, and whether rule 14 governs it."""
        if self.chosen_by is None or self.with_play is None:
            return wording.BLANK
        how = {
            Chosen.DRAW: "by a draw",
            Chosen.CHANCE: "by chance",
            Chosen.SKILL: "by a ranking of skill",
            Chosen.TOURNAMENT: "by the result of a tournament",
        }[self.chosen_by]
        linked = "in connection with gaming" if self.with_play else "without any play"
        if not self.is_exempt:
            return f"Prizes are won {how}, {linked}. Rule 14 governs every one of them."
        why = wording.phrase(self.exempt_because)
        return f"Prizes are won {how}, {linked}. Rule 14 does not govern them: {why}."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """What decides is known; what is doubtful is brought in, or exempt."""
        if self.chosen_by is None:
            yield self.lack(terms, "chosen_by", "It is not said what decides who wins.")
        if self.with_play is None:
            wrong = "It is not said whether prizes are linked to play."
            yield self.lack(terms, "with_play", wrong, "Choose yes or no.")
        if not self.is_doubtful or self.brought_in:
            return
        if self.brought_in is None:
            wrong = "It may be no promotional prize: nobody has decided."
            right = "Bring it under rule 14, or mark it exempt with the reason."
            yield Refusal(BROUGHT_IN, wrong, right, "brought_in")
        elif not self.exempt_because.strip():
            wrong = "It is marked exempt without a reason."
            yield Refusal(BROUGHT_IN, wrong, "Write the reason.", "exempt_because")

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """What is plainly a promotional prize is never exempt."""
        if self.chosen_by and not self.is_doubtful and self.brought_in is False:
            wrong = "A draw or chance linked to play is a promotional prize."
            right = "Rule 14 governs it: leave this open, or say yes."
            yield self.lack(terms, "brought_in", wrong, right)


@dataclass(frozen=True, slots=True)
class HeldClause(RegimeClause):
    """Place, date and time of the promotion, apart from those of the award."""

    title = "Place, date and time of the promotion"

    place: str = ""
    starts_at: datetime | None = None
    ends_at: datetime | None = None

    def rule(self, terms: "Terms") -> Cite:
        """The item that asks for it."""
        return terms.regime.items.held

    def text(self, terms: "Terms") -> str:
        """Where and from when until when."""
        zone = terms.zone
        return (
            f"The promotion is held at {wording.phrase(self.place)}, from "
            f"{wording.when(self.starts_at, zone)} to "
            f"{wording.when(self.ends_at, zone)}."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Place, start and end."""
        if not self.place.strip():
            yield self.lack(terms, "place", "The place of the promotion is not given.")
        if self.starts_at is None:
            wrong = "The date and time the promotion starts are not given."
            yield self.lack(terms, "starts_at", wrong)
        if self.ends_at is None:
            wrong = "The date and time the promotion ends are not given."
            yield self.lack(terms, "ends_at", wrong)

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """It ends after it starts."""
        if self.starts_at and self.ends_at and self.ends_at <= self.starts_at:
            wrong = "The promotion would end before it starts."
            yield Refusal(IN_ORDER, wrong, "Give a later end.", "ends_at")


class Channel(StrEnum):
    """Where patrons get the terms."""

    CASINO = "casino"
    SITE = "site"
    EMAIL = "email-link"
    MAIL = "mail"
    BROCHURE = "brochure"


SAID = {
    Channel.CASINO: "in the casino",
    Channel.SITE: "on the casino’s website",
    Channel.EMAIL: "by a link sent by e-mail",
    Channel.MAIL: "by mail",
    Channel.BROCHURE: "in a brochure",
}


@dataclass(frozen=True, slots=True)
class AvailableClause(RegimeClause):
    """Where the terms of every prize are to be had."""

    title = "Where these terms are to be had"
    binding = False

    channels: tuple[Channel, ...] = ()

    def rule(self, terms: "Terms") -> Cite:
        """Terms are available, and marketing material leads to them."""
        return terms.regime.available

    def text(self, terms: "Terms") -> str:
        """Every place they can be had."""
        where = wording.listed(SAID[each] for each in dict.fromkeys(self.channels))
        return f"These terms are to be had {where}."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """At least one of the ways the document names."""
        if not self.channels:
            wrong = "It is not said where the terms are to be had."
            right = "Name the casino, the website, e-mail, mail or a brochure."
            yield self.lack(terms, "channels", wrong, right)
