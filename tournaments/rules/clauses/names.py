"""The names the terms use, which change over time: bodies, Acts, the game."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from rulebook import CROWN3, HOUSE, SOURCES, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause
from rulebook.terms.wording import zone_named

if TYPE_CHECKING:
    from tournaments.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class NamesClause(Clause):
    """Who runs what, under whose eyes and which Acts: the names other clauses print."""

    cites = (HOUSE.at("TOURN-1"),)
    title = "Names"
    loose = frozenset(
        {
            "tournament",
            "venue",
            "operator",
            "regulator",
            "approvers",
            "promoted",
            "fair_trading_act",
            "consumer_act",
        }
    )

    tournament: str = ""
    venue: str = ""
    operator: str = CROWN3.operator
    regulator: str = CROWN3.regulator
    approvers: str = "Chief Operating Officer or Chief Executive Officer"
    promoted: str = "Crown and the Crown Entertainment Complex"
    fair_trading_act: str = "Fair Trading Act 1999 (Vic)"
    consumer_act: str = "Competition and Consumer Act 2010 (Cth)"
    game: str = "Mississippi Stud Poker"
    rulebook: str = CROWN3.code
    edition: str = "3.0"
    zone: str = CROWN3.zone.key

    @property
    def tz(self) -> ZoneInfo:
        """The zone of the venue's wall clocks."""
        return zone_named(self.zone) or ZoneInfo("UTC")

    @property
    def the_regulator(self) -> str:
        """The regulator inside a sentence."""
        name = wording.phrase(self.regulator)
        return name if name.lower().startswith("the ") else f"the {name}"

    def text(self, terms: "Terms") -> str:
        """Who holds which tournament in which game, and whose time the terms keep."""
        return (
            f"{wording.phrase(self.tournament)} is a tournament in "
            f"{wording.phrase(self.game)}, held by {wording.phrase(self.operator)} at "
            f"{wording.phrase(self.venue)}, under the rules of "
            f"{wording.phrase(self.rulebook)}, edition {wording.phrase(self.edition)}. "
            "All times are the venue’s own "
            f"({self.zone.rpartition('/')[2].replace('_', ' ')} time)."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Every name has to be there; the Acts are asked for where they are printed."""
        for field in fields(self):
            if field.name.endswith("_act") or getattr(self, field.name).strip():
                continue
            name = field.name.replace("_", " ")
            yield self.gap(field.name, f"There is no name for the {name}.", "Enter it.")

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """The zone and the document have to exist."""
        if self.zone and zone_named(self.zone) is None:
            yield self.gap(
                "zone",
                f"“{self.zone}” is no time zone.",
                "Write one such as Australia/Melbourne.",
            )
        if self.rulebook and self.rulebook not in SOURCES:
            yield self.gap(
                "rulebook",
                f"“{self.rulebook}” is no document of the register.",
                f"Choose one of {wording.listed(SOURCES, 'or')}.",
            )
