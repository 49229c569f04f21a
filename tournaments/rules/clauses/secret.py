"""Secret wagers in the terms: CROWN3-12.4.4(c) and VIC99-N26-14.2.8."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause, since
from tournaments.rules.games import BACCARAT, game_of

if TYPE_CHECKING:
    from tournaments.rules.terms import Terms


class SecretOn(StrEnum):
    """Which wagers may be made in secret."""

    ANTE = "ante"
    ANTE_AND_STREETS = "ante-and-streets"
    AREAS = "areas"  # Banker, Player and Tie
    SIDES = "sides"  # Banker and Player


RIDES: Cite = HOUSE.at("TOURN-232")
ON_A_SPOT = (SecretOn.AREAS, SecretOn.SIDES)
_ON = {
    SecretOn.ANTE: "the Ante",
    SecretOn.ANTE_AND_STREETS: "the Ante and the bets on later streets",
    SecretOn.AREAS: "Banker, Player or Tie",
    SecretOn.SIDES: "Banker or Player",
}


def _has_tie(terms: "Terms") -> bool:
    return terms.wagers.baccarat.tie is not False


@dataclass(frozen=True, slots=True)
class SecretWagersClause(Clause):
    """How many secret wagers a player has in a session, and how to make one."""

    cites = (Cite("CROWN3-12.4.4(c)"), Cite("VIC99-N26-14.2.8"))
    title = "Secret wagers: number per session"

    allowed: bool | None = None
    per_session: int | None = None
    on: SecretOn = SecretOn.ANTE
    also: str = field(default="")  # anything the house adds to how one is made
    # How a secret Ante is followed by later bets is printed; terms kept before do not.
    stated: bool = since(3, default=False)

    def text(self, terms: "Terms") -> str:
        """The allowance and the way, or that there are none."""
        if self.allowed is None:
            return f"Secret wagers: {wording.BLANK}."
        if not self.allowed:
            return "Secret wagers are not allowed."
        what = _ON[self.on]
        if self.on is SecretOn.ANTE_AND_STREETS and terms.wagers.caribbean.stated:
            what = "the Ante and the Bet after it"
        more = f" {wording.ended(self.also)}" if self.also.strip() else ""
        more = f"{self._played_on()}{more}"
        return (
            "Each player may make "
            f"{wording.many(self.per_session, 'secret wager')} in a session, on "
            f"{what}; one not used lapses with the session, and one made in a tied "
            "hand is used. The player writes the type of wager and its amount, in "
            "words and in figures, on the approved form and hands it to the Dealer "
            "before betting closes. It keeps within the limits of the table and the "
            "player’s chips. The Game Supervisor examines the form before the hand "
            "and announces it after the hand; where every player of the last hand of "
            f"the final wagers in secret, before the cards are dealt.{more}"
        )

    def _played_on(self) -> str:
        """How a secret wager goes with what is wagered openly."""
        if self.on in ON_A_SPOT:
            return (
                " With chips on the layout both together keep to the maximum, and "
                "Banker and Player are not bet at once."
            )
        if not self.stated:
            return ""
        follows = (
            "nothing more is bet on it"
            if self.on is SecretOn.ANTE
            else "every later bet is made on it as many times over, as far as the "
            "player’s chips go"
        )
        return (
            " A secret Ante is made beside an open Ante and plays the same hand: it "
            f"is lost when that hand folds, and {follows}."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Decided; where allowed, with their number and how one is played on."""
        if self.allowed and self.on not in ON_A_SPOT and not self.stated:
            wrong = "It is not printed how a secret Ante is played on."
            yield Refusal(RIDES, wrong, "Have it printed.", "stated")
        if self.allowed is None:
            yield self.gap(
                "allowed",
                "It is not decided whether secret wagers are allowed.",
                "Choose yes or no.",
            )
        if self.allowed and not self.per_session:
            for cite in self.cites:
                yield Refusal(
                    cite,
                    "Secret wagers are allowed and their number per session is empty.",
                    "Enter how many each player may make in a session.",
                    "per_session",
                )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """No number where none are allowed, not more than hands, of the game played."""
        if self.allowed and (game_of(terms.names) == BACCARAT) != (
            self.on in ON_A_SPOT
        ):
            wrong = f"There is no secret wager on {_ON[self.on]} in this game."
            right = "Choose what its players wager."
            yield self.gap("on", wrong, right)
        if self.allowed is False and self.per_session:
            yield self.gap(
                "per_session",
                f"{wording.capital(wording.many(self.per_session, 'secret wager'))} a "
                "session are entered and none are allowed.",
                "Allow them, or clear the number.",
            )
        if self.allowed and self.on is SecretOn.AREAS and not _has_tie(terms):
            wrong = "A Tie is wagered on in secret and not openly."
            yield self.gap("on", wrong, "Choose Banker or Player.")
        for r in terms.format.stages.stages:
            if self.allowed and r.hands and (self.per_session or 0) > r.hands:
                yield self.gap(
                    "per_session",
                    f"{wording.capital(wording.does(r.called, 'has'))} "
                    f"{wording.many(r.hands, 'hand')}, "
                    f"fewer than the {self.per_session} secret wagers.",
                    "Enter a smaller number.",
                )

    def refuse(self, used: int) -> Refusal | None:
        """Why a player who has used so many in this session cannot make another."""
        if not self.allowed:
            return self.gap("allowed", "The terms allow no secret wagers.")
        if used < (self.per_session or 0):
            return None
        return self.gap(
            "per_session",
            f"The player has used {wording.many(used, 'secret wager')} this session.",
            f"The terms allow {wording.number(self.per_session)}.",
        )
