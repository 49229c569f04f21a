"""Buying back in after elimination: CROWN3-12.4.3(a)(iv)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebook import Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause, since
from tournaments.rules.clauses.chances import Qualifies, closes, qualifies_how

if TYPE_CHECKING:
    from tournaments.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class BuyBackClause(Clause):
    """Whether an eliminated player may buy back in, how, when and for how much."""

    cites = (Cite("CROWN3-12.4.3(a)(iv)"),)
    title = "Buying back in"

    offered: bool | None = None
    price_cents: int | None = None
    until_stage: str = ""  # by the end of this stage, where it has no stage of its own
    times_each: int = 1
    how: str = ""
    qualifies: Qualifies | None = since(5)  # where it has a stage of its own
    closes_minutes: int = since(5, 0)  # before that stage begins

    def text(self, terms: "Terms") -> str:
        """The way back in, or that there is none."""
        if self.offered is False:
            return "An eliminated player cannot buy back in."
        if self.offered is None:
            return f"Buying back in: {wording.BLANK}."
        stages = terms.format.stages.buy_backs
        may = (
            f"An eliminated player may buy back in for "
            f"{wording.dollars(self.price_cents)}, "
            f"{wording.many(self.times_each, 'time')} at most"
        )
        if not stages:
            until = f"until the end of {_called(self.until_stage, terms)}"
            return f"{may}, {until}. {wording.ended(self.how)}"
        names = wording.listed(stage.called for stage in stages)
        return (
            f"{may}, and then plays {names}: {qualifies_how(self.qualifies)}. "
            f"{closes(self.closes_minutes)} Whoever pays and gets no seat has the "
            f"price back. {wording.ended(self.how)}"
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
        if terms.format.stages.buy_backs:
            if self.qualifies is None:
                yield self.gap(
                    "qualifies",
                    "Nothing says who of those who buy back in gets a seat.",
                    "Choose who may play.",
                )
        elif not self.until_stage.strip():
            yield self.gap(
                "until_stage",
                "Nothing says until when one may buy back in.",
                "Choose the stage at whose end it stops, or plan a stage for it.",
            )
        if not self.how.strip():
            yield self.gap(
                "how", "Nothing says how one buys back in.", "Describe the method."
            )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """The stage it stops at exists, and no stage is for what is not offered."""
        names = [r.name for r in terms.format.stages.stages]
        if self.offered and self.until_stage and self.until_stage not in names:
            yield self.gap(
                "until_stage",
                f"There is no stage called “{self.until_stage}”.",
                f"Choose {wording.listed(names, 'or')}.",
            )
        own = terms.format.stages.buy_backs
        if self.offered is False and own:
            yield self.gap(
                "offered",
                "Nobody can buy back in, and "
                f"{wording.does(own[0].called, 'is')} for those who do.",
                "Take the stage out, or offer buying back in.",
            )

    def refuse(self, stage_name: str, taken: int, terms: "Terms") -> Iterator[Refusal]:
        """Why a player cannot buy back in during this stage, having done so before."""
        if not self.offered:
            yield self.gap("offered", "The terms offer no buying back in.")
            return
        order = [r.name for r in terms.format.stages.stages]
        own = terms.format.stages.buy_backs
        if not own and order.index(stage_name) > order.index(self.until_stage):
            yield self.gap(
                "until_stage",
                f"It is {_called(stage_name, terms)}.",
                "One may buy back in until the end of "
                f"{_called(self.until_stage, terms)}.",
            )
        if taken >= self.times_each:
            yield self.gap(
                "times_each",
                f"The player has bought back in {wording.many(taken, 'time')}.",
                f"The terms allow {wording.many(self.times_each, 'time')}.",
            )


def _called(name: str, terms: "Terms") -> str:
    """The stage of this name as a sentence calls it."""
    found = (r.called for r in terms.format.stages.stages if r.name == name)
    return next(found, wording.phrase(name))
