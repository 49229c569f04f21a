"""Second chances and chips of the format: CROWN3-12.4.3(a)(v), (b) and (c)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause, since
from tournaments.rules.tokens import ChipCount, worth

if TYPE_CHECKING:
    from tournaments.rules.facts import Facts
    from tournaments.rules.terms import Terms


class RepechageOffer(StrEnum):
    """Whether there is a second chance, and who decides on it."""

    NONE = "none"
    PLANNED = "planned"
    DIRECTOR = "director"


class Qualifies(StrEnum):
    """Who of the eliminated may play a planned repechage."""

    EVERYONE = "everyone"
    HIGHEST_STACKS = "highest-stacks"
    FIRST_TO_ENTER = "first-to-enter"


def qualifies_how(way: Qualifies | None) -> str:
    """Who may play a second chance, as half a sentence."""
    return {
        None: wording.BLANK,
        Qualifies.EVERYONE: "every player eliminated before it may play",
        Qualifies.HIGHEST_STACKS: "those of the players eliminated before it with "
        "the highest stacks play, as many as there are seats",
        Qualifies.FIRST_TO_ENTER: "players eliminated before it may play in the "
        "order in which they ask, until the seats are taken; a seat is not "
        "guaranteed",
    }[way]


def closes(minutes: int) -> str:
    """Until when places in a second chance are sold."""
    if not minutes:
        return "Places are sold until it begins."
    return f"Places are sold until {wording.many(minutes, 'minute')} before it begins."


@dataclass(frozen=True, slots=True)
class RepechageClause(Clause):
    """How one qualifies for a repechage, or that the Director decides on one."""

    cites = (Cite("CROWN3-12.4.3(a)(v)"),)
    title = "Repechage: how to qualify"

    offer: RepechageOffer | None = None
    qualifies: Qualifies | None = None
    price_cents: int = 0
    closes_minutes: int = since(5, 0)  # before it begins; asked where it has a price

    def text(self, terms: "Terms") -> str:
        """Who may play, or whose decision it is."""
        if self.offer is None:
            return f"Repechage: {wording.BLANK}."
        if self.offer is RepechageOffer.NONE:
            return "There is no repechage, catch-up or secondary stage."
        names = wording.listed(r.called for r in terms.format.stages.repechages)
        who = f"In {names} {qualifies_how(self.qualifies)}."
        if self.offer is RepechageOffer.PLANNED:
            return who + self._costs()
        decides = (
            "The Tournament Director may decide whether there is any repechage, "
            "catch-up or secondary stage."
        )
        if not names or self.qualifies is None:
            return decides
        return f"{decides} {who}{self._costs()}"

    def _costs(self) -> str:
        """What it costs and until when it is paid, where it costs something."""
        if not self.price_cents:
            return ""
        price = f" It costs {wording.dollars(self.price_cents)}."
        if not self.closes_minutes:
            return price
        return f"{price} {closes(self.closes_minutes)}"

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Decided; where planned, with the way to qualify."""
        if self.offer is None:
            yield self.gap(
                "offer",
                "It is not decided whether there is a repechage.",
                "Choose one: none, a planned one, or the Director decides.",
            )
        if self.offer is RepechageOffer.PLANNED and self.qualifies is None:
            yield self.gap(
                "qualifies",
                "The repechage is switched on and has no way to qualify.",
                "Choose who may play it.",
            )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """A planned repechage is among the stages, and no other is."""
        planned = terms.format.stages.repechages
        if self.offer is RepechageOffer.PLANNED and not planned:
            yield self.gap(
                "offer",
                "A repechage is planned and none is among the stages.",
                "Add the stage, or plan none.",
            )
        if self.offer is RepechageOffer.NONE and planned:
            yield self.gap(
                "offer",
                "The terms offer no repechage, and "
                f"{wording.does(planned[0].called, 'is')} one.",
                "Take the stage out, or offer the repechage.",
            )


@dataclass(frozen=True, slots=True)
class StartingBankClause(Clause):
    """Everybody gets the same starting bank and is told of it before play."""

    cites = (Cite("CROWN3-12.4.3(b)"),)
    title = "Equal starting bank"

    bank_chips: int | None = None
    made_of: tuple[ChipCount, ...] = ()

    def text(self, terms: "Terms") -> str:
        """The bank, equal for all, told before play."""
        made = ""
        if self.made_of:
            parts = (f"{c.count} of {c.denomination_chips:,}" for c in self.made_of)
            made = f", made of {wording.listed(parts)}"
        others = [
            f"{wording.chips(r.bank_chips)} in {r.called}"
            for r in terms.format.stages.stages
            if r.bank_chips and r.bank_chips != self.bank_chips
        ]
        more = f" It is {wording.listed(others)}." if others else ""
        return (
            "All players are given the same starting bank and are told its amount "
            f"before play begins: {wording.chips(self.bank_chips)}{made}.{more}"
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """The amount."""
        if not self.bank_chips:
            yield self.gap(
                "bank_chips", "The starting bank has no amount.", "Enter the chips."
            )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """The chips it is made of add up to it."""
        made = worth(self.made_of)
        if self.bank_chips and self.made_of and made != self.bank_chips:
            yield Refusal(
                HOUSE.at("TOURN-11"),
                f"The chips of the bank add up to {made:,}, not to "
                f"{self.bank_chips:,}.",
                "Change the chips or the bank.",
                "made_of",
            )

    def guard(self, facts: "Facts") -> Iterator[Refusal]:
        """Why play cannot start: whose bank is not the one everybody gets."""
        for player in facts.players:
            if player.bank_chips != self.bank_chips:
                yield self.gap(
                    "bank_chips",
                    f"{player.name} would start with "
                    f"{wording.chips(player.bank_chips)}.",
                    f"Everybody starts with {wording.chips(self.bank_chips)}.",
                )


class Disposal(StrEnum):
    """What tournament chips are worth when play is over."""

    NO_CASH_VALUE = "no-cash-value"
    CASHED = "cashed"


@dataclass(frozen=True, slots=True)
class ChipDisposalClause(Clause):
    """What happens to tournament chips at the end."""

    cites = (Cite("CROWN3-12.4.3(c)"),)
    title = "Tournament chips at the end"

    disposal: Disposal | None = None
    cents_per_chip: int = 0

    def text(self, terms: "Terms") -> str:
        """Whether chips become money."""
        if self.disposal is None:
            return f"Tournament chips at the end: {wording.BLANK}."
        if self.disposal is Disposal.CASHED:
            return (
                "At the end of a player’s last session the tournament chips held are "
                f"exchanged for cash at {wording.dollars(self.cents_per_chip)} a chip."
            )
        return (
            "Tournament chips have no cash value. They stay on the table when a "
            "session closes and are taken back by the dealer."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Decided; where cashed, at what rate."""
        if self.disposal is None:
            yield self.gap(
                "disposal",
                "Nothing says what becomes of the chips at the end.",
                "Choose: no cash value, or exchanged for cash.",
            )
        if self.disposal is Disposal.CASHED and not self.cents_per_chip:
            yield self.gap(
                "cents_per_chip",
                "Chips are cashed and the terms do not say at what rate.",
                "Enter what one chip is worth.",
            )

    def value_cents(self, stack_chips: int) -> int:
        """What a stack brings at the end."""
        cashed = self.disposal is Disposal.CASHED
        return stack_chips * self.cents_per_chip if cashed else 0
