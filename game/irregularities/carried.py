"""Jackpot wagers that wait for the next round after a misdeal.

Whoever leaves gets the wager back; whoever is new pays in; nobody pays twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rulebook import CROWN3, VIC99, Cite, Refusal, Refused


@dataclass(frozen=True, slots=True)
class CarryRules:
    """Where a document says who may leave and who may join a carried jackpot game."""

    leaving: Cite
    joining: Cite
    error_notification: bool = False  # a leaver's refund needs one on record


CARRYING: Mapping[str, CarryRules] = {
    "CROWN3": CarryRules(leaving=CROWN3.at("11.12.1"), joining=CROWN3.at("11.12.2")),
    "VIC99": CarryRules(
        leaving=VIC99.at("N25-14.12.1"),
        joining=VIC99.at("N25-14.12.2"),
        error_notification=True,
    ),
}


def may_leave(rules: CarryRules, notification: str) -> Refused | None:
    """Whether a leaver gets the carried wager back: any notification is filled out."""
    if notification.strip() or not rules.error_notification:
        return None
    wrong, right = "No error notification is filled out.", "Enter its number."
    return Refused((Refusal(rules.leaving, wrong, right),))
