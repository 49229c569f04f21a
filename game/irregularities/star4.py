"""Irregularities at The Star Sydney, version 4: what it changed, and what it kept."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from game.irregularities import kinds, nsw3
from game.irregularities.facts import JACKPOT, RoundFacts, named
from game.irregularities.remedies import returned
from game.irregularities.ruling import Choice, Ruling
from game.ranks import Party, Rank
from game.rulebooks.restated import restated
from rulebook import STAR4

# Rulings that are what they were before version 4, under the same number.
# fmt: off
KEPT = (
    STAR4.at("4.2.1"), STAR4.at("9.8"), STAR4.at("11.1"), STAR4.at("11.2"),
    STAR4.at("11.3"), STAR4.at("11.5"), STAR4.at("11.6"), STAR4.at("11.7"),
    STAR4.at("11.8"), STAR4.at("11.9"), STAR4.at("11.9.1"), STAR4.at("11.9.2"),
    STAR4.at("11.9.3"), STAR4.at("11.9.4"), STAR4.at("11.10"), STAR4.at("11.10.1"),
    STAR4.at("11.10.2"), STAR4.at("11.10.3"), STAR4.at("11.11"), STAR4.at("12.1"),
    STAR4.at("12.2"), STAR4.at("12.2.1"), STAR4.at("12.2.2"), STAR4.at("12.2.3"),
)
# fmt: on

# Rulings that are what they were before version 4, by the number they had.
MOVED = {
    "13.4": STAR4.at("13.9"),
    "13.4.1": STAR4.at("13.9.1"),
    "13.4.2": STAR4.at("13.9.2"),
    "13.5": STAR4.at("13.10"),
}
TAKEN_OVER = restated(nsw3.RULINGS, STAR4, KEPT, MOVED)


def shown_early(facts: RoundFacts, found: kinds.CommunityShownEarly) -> Ruling | None:
    """A card shown before 3rd street may void the hands that have not bet yet."""
    undecided = nsw3.without_third(facts)
    if not undecided:
        return TAKEN_OVER[kinds.CommunityShownEarly](facts, found)
    cite, seats = STAR4.at("11.4"), named(hand.seat for hand in undecided)
    gone = tuple(move for hand in undecided for move in returned(hand, cite))
    choices = (
        Choice("void", f"Void, with wagers back: the hand of {seats}.", cite, gone),
        Choice("continue", f"Play goes on for {seats}.", cite),
    )
    spoken = f"A community card was shown before {seats} had bet."
    return Ruling(cite, spoken, gone).decided(Rank.SUPERVISOR, choices=choices)


def absent(facts: RoundFacts, found: kinds.AbsentPlayer) -> Ruling | None:
    """An absent player is deemed to have folded; a jackpot wager outlives the fold."""
    ruling = TAKEN_OVER[kinds.AbsentPlayer](facts, found)
    if ruling is None or not facts.hand(found.seat).amount(JACKPOT):
        return ruling
    held = "The hand is held for its jackpot wager."
    return replace(ruling, spoken=f"{ruling.spoken} {held}")


def equipment(_: RoundFacts, found: kinds.JackpotEquipmentFails) -> Ruling:
    """Jackpot equipment that fails is reported to an inspector."""
    cite = STAR4.at("11.12")
    ruling = Ruling(cite, f"The jackpot equipment of table {found.table} has failed.")
    what = f"record when table {found.table} failed and when the inspector was told"
    return ruling.telling(Party.INSPECTOR).then(what, cite)


RULINGS: Mapping[type, Callable[[RoundFacts, Any], Ruling | None]] = {
    **TAKEN_OVER,
    kinds.CommunityShownEarly: shown_early,
    kinds.AbsentPlayer: absent,
    kinds.JackpotEquipmentFails: equipment,
}
