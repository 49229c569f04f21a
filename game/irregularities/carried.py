"""Jackpot wagers that wait for the next round after a misdeal.

Whoever leaves gets the wager back; whoever is new pays in; nobody pays twice. Each
change cancels the jackpot game and registers the wagers again, so that the meter
counts every wager once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from game.fates import Fate
from game.irregularities.facts import JACKPOT
from game.irregularities.ruling import Ruling
from rulebook import CROWN3, VIC99, Cite, Refusal, Refused


@dataclass(frozen=True, slots=True)
class CarryRules:
    """Where a document says who may leave and who may join a carried jackpot game."""

    leaving: Cite
    joining: Cite
    error_notification: bool = False  # a leaver's refund needs one on record


CARRYING: Mapping[str, CarryRules] = {
    "CROWN3": CarryRules(
        leaving=CROWN3.at("11.12.1"),
        joining=CROWN3.at("11.12.2"),
    ),
    "VIC99": CarryRules(
        leaving=VIC99.at("N25-14.12.1"),
        joining=VIC99.at("N25-14.12.2"),
        error_notification=True,
    ),
}


@dataclass(frozen=True, slots=True)
class Refund:
    """A carried jackpot wager given back, with the notification where one is needed."""

    seat: int
    amount: int
    cite: Cite
    notification: str = ""


@dataclass(frozen=True, slots=True)
class Carried:
    """The jackpot game of the next round as it stands: who is in, and who paid now."""

    rules: CarryRules
    wagers: Mapping[int, int]
    paid_now: Mapping[int, int]
    refunds: tuple[Refund, ...] = ()
    games_cancelled: tuple[Cite, ...] = ()

    @property
    def registered(self) -> int:
        """How many wagers the meter counts."""
        return len(self.wagers)

    def leave(self, seat: int, notification: str = "") -> "Carried | Refused":
        """A player leaves: the wager goes back and the others are registered again."""
        cite = self.rules.leaving
        if seat not in self.wagers:
            return Refused((Refusal(cite, f"Seat {seat} has no carried wager."),))
        if self.rules.error_notification and not notification.strip():
            wrong, right = "No error notification is filled out.", "Enter its number."
            return Refused((Refusal(cite, wrong, right),))
        left = {s: amount for s, amount in self.wagers.items() if s != seat}
        refund = Refund(seat, self.wagers[seat], cite, notification)
        return replace(
            self,
            wagers=left,
            refunds=(*self.refunds, refund),
            games_cancelled=(*self.games_cancelled, cite),
        )

    def join(self, seat: int, price: int) -> "Carried | Refused":
        """A newcomer pays in; those already in are marked and pay nothing more."""
        cite = self.rules.joining
        if seat in self.wagers:
            wrong = f"Seat {seat} is marked as already in and does not pay again."
            return Refused((Refusal(cite, wrong),))
        return replace(
            self,
            wagers={**self.wagers, seat: price},
            paid_now={**self.paid_now, seat: price},
            games_cancelled=(*self.games_cancelled, cite),
        )


def carried_from(ruling: Ruling) -> Carried:
    """The jackpot wagers a misdeal carries into the next round."""
    wagers = {
        effect.seat: effect.amount
        for effect in ruling.effects
        if effect.wager == JACKPOT and effect.fate is Fate.CARRIED
    }
    return Carried(CARRYING[ruling.code], wagers, paid_now={})
