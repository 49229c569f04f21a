"""Rule on an irregularity by the document the table plays by."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.irregularities import crown3, mass, nsw3, star4, vic99
from game.irregularities.facts import RoundFacts
from game.irregularities.kinds import Irregularity, RuleBroken
from game.irregularities.remedies import all_back, returned
from game.irregularities.ruling import Choice, RoundFate, Ruling, Task
from game.ranks import Rank
from rulebook import CROWN3, HOUSE, NSW3, STAR4, Cite, Cited


@dataclass(frozen=True, slots=True)
class Sanctions:
    """The sanctions of one document, and the rank that may use them."""

    power: Cited[Rank]
    void_wagers: Cite
    exclude_from_game: Cite
    detain: Cite
    exclude_from_casino: Cite | None = None
    withhold_winnings: Cite | None = None
    device_only: bool = False  # the document sanctions the use of devices only


SANCTIONS: Mapping[str, Sanctions] = {
    "CROWN3": Sanctions(
        power=Cited(Rank.ASSISTANT_CASINO_MANAGER, CROWN3.at("13.2")),
        void_wagers=CROWN3.at("13.2.1"),
        exclude_from_game=CROWN3.at("13.2.2"),
        withhold_winnings=CROWN3.at("13.2.3"),
        detain=CROWN3.at("13.2.4"),
    ),
    "NSW3": Sanctions(
        power=Cited(Rank.SUPERVISOR, NSW3.at("13.3")),
        void_wagers=NSW3.at("13.3.1"),
        exclude_from_game=NSW3.at("13.3.2"),
        exclude_from_casino=NSW3.at("13.3.3"),
        detain=NSW3.at("13.3.4"),
        device_only=True,
    ),
    "STAR4": Sanctions(
        power=Cited(Rank.SUPERVISOR, STAR4.at("13.8")),
        void_wagers=STAR4.at("13.8.1"),
        exclude_from_game=STAR4.at("13.8.2"),
        exclude_from_casino=STAR4.at("13.8.3"),
        detain=STAR4.at("13.8.4"),
        device_only=True,
    ),
}


def rule_broken(facts: RoundFacts, found: RuleBroken) -> Ruling | None:
    """Offer the sanctions a document has for a player who broke its rules."""
    rules = SANCTIONS.get(facts.code)
    if rules is None or (rules.device_only and not found.with_device):
        return None
    hand, seat = facts.hand(found.seat), found.seat
    device, waits = found.with_device, "to wait for an inspector or the police"
    held = f"{found.winnings} won by seat {seat} is withheld until it is decided."
    stops, out = "may not play on", f"Seat {seat} is excluded from the casino."
    offered: Sequence[tuple[str, str, Cite | None]] = (
        ("exclude from the game", f"Seat {seat} {stops}.", rules.exclude_from_game),
        ("exclude from the casino", out, rules.exclude_from_casino),
        ("withhold winnings", held, rules.withhold_winnings if device else None),
        ("detain", f"Seat {seat} is asked {waits}.", rules.detain if device else None),
    )
    void = f"The wagers of seat {seat} are void and go back."
    gone = returned(hand, rules.void_wagers)
    choices = [Choice("void the wagers", void, rules.void_wagers, gone)]
    choices += [
        Choice(name, spoken, cite, orders=(Task(spoken, cite),))
        for name, spoken, cite in offered
        if cite is not None
    ]
    spoken = f"Seat {seat} has broken the rules."
    ruling = Ruling(rules.power.cite, spoken, combinable=True)
    return ruling.decided(rules.power.value, choices=choices)


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
