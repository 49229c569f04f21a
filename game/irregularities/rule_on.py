"""Rule on an irregularity by the document the table plays by."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from game.irregularities import crown3, mass, nsw3, star4, vic99
from game.irregularities.facts import RoundFacts
from game.irregularities.kinds import Irregularity, RuleBroken
from game.irregularities.remedies import all_back
from game.irregularities.ruling import Choice, RoundFate, Ruling
from game.irregularities.sanctions import rule_broken
from game.ranks import Rank
from rulebook import CROWN3, HOUSE, NSW3, STAR4, Cited

RULINGS: Mapping[str, Mapping[type, Callable[[RoundFacts, Any], Ruling | None]]] = {
    "CROWN3": crown3.RULINGS,
    "MASS": mass.RULINGS,
    "VIC99": vic99.RULINGS,
    "NSW3": nsw3.RULINGS,
    "STAR4": star4.RULINGS,
}

# Who has the last word where the document has no rule for what happened.
LAST_WORD: Mapping[str, Cited[Rank]] = {
    "CROWN3": Cited(Rank.AREA_MANAGER, CROWN3.at("13.10")),
    "NSW3": Cited(Rank.SUPERVISOR, NSW3.at("13.12")),
    "STAR4": Cited(Rank.SUPERVISOR, STAR4.at("13.17")),
    "MASS": Cited(Rank.SUPERVISOR, HOUSE.at("RULING-1")),
    "VIC99": Cited(Rank.SUPERVISOR, HOUSE.at("RULING-1")),
}


def rule_on(facts: RoundFacts, found: Irregularity) -> Ruling:
    """The ruling on an irregularity; where no rule covers it, somebody must decide."""
    if isinstance(found, RuleBroken):
        ruling = rule_broken(facts, found)
    else:
        answer = RULINGS[facts.code].get(type(found))
        ruling = answer(facts, found) if answer else None
    return replace(ruling or not_covered(facts), code=facts.code)


def not_covered(facts: RoundFacts) -> Ruling:
    """No rule covers it: void the round, or let it play on, as somebody decides."""
    power = LAST_WORD[facts.code]
    void, back = (
        "All hands are void and all wagers go back.",
        all_back(facts, power.cite),
    )
    choices = (
        Choice("void", void, power.cite, back, round=RoundFate.VOID),
        Choice("play on", "Play goes on as it is.", power.cite),
    )
    ruling = Ruling(power.cite, "The rules do not cover this.", back)
    return ruling.decided(power.value, choices=choices)
