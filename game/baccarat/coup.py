"""What a coup of Baccarat is made of, and everything its setup must get right."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from game.baccarat.table_of_play import next_card
from game.cards import Card
from game.play.checks import edition_refusals, foreign_wagers
from game.play.phases import Phase
from game.play.setup import KEPT, Setup
from game.play.state import State
from game.rulebooks.punto_banco import BaccaratRules, Spot
from game.rulebooks.vic99 import BACCARAT
from rulebook import Cite, Refusal, Refused


class Bet(NamedTuple):
    """What a place has staked on one area of the layout."""

    seat: int
    spot: Spot
    stake: int
    player: str = ""
    ruled: Cite | None = None  # the rule it is void under


@dataclass(frozen=True, slots=True)
class Coup(State[Bet]):
    """One round of Baccarat; its boxes are the bets in the order they were placed."""

    rules: BaccaratRules
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    closed: bool = False
    settled: bool = False

    @property
    def phase(self) -> Phase:
        """How far the coup has come; nobody decides anything in it."""
        if not self.closed:
            return Phase.BETTING
        if self.settled:
            return Phase.CLOSED
        wanted = next_card(self.rules, self.player, self.banker)
        return Phase.DEALING if wanted.value else Phase.SETTLING

    @property
    def is_void(self) -> bool:
        """Whether nothing is left to play for."""
        fates = [bet.ruled for bet in self.boxes] + [one.ruled for one in self.sealed]
        return bool(fates) and all(fates)

    def on(self, seat: int | None, spot: str | None) -> Bet | None:
        """The bet of a place on an area, if there is one."""
        here = (bet for bet in self.boxes if (bet.seat, bet.spot) == (seat, spot))
        return next(here, None)

    def voided(self, seat: int | None) -> Cite | None:
        """The rule under which a place's bets are void, if they are."""
        box = self.box(seat)
        return box.ruled if box else None


def open_coup(setup: Setup) -> Coup | Refused:
    """A coup ready for its first bet, or every rule its setup breaks."""
    refusals = tuple(_refusals(setup)) or tuple(_equipment(setup))
    return Refused(refusals) if refusals else Coup(setup, BACCARAT)


def _refusals(setup: Setup) -> Iterator[Refusal]:
    if setup.document != "VIC99":
        wrong = f"{setup.document} has no Baccarat."
        yield Refusal(KEPT, wrong, "VIC99 has.", "document")
        return
    yield from edition_refusals(setup)
    yield from foreign_wagers(setup, "Baccarat", with_jackpot=False)


def _equipment(setup: Setup) -> Iterator[Refusal]:
    rules, (fewest, most) = BACCARAT, BACCARAT.places.value
    if not fewest <= setup.seats <= most:
        right = f"A table has {fewest} to {most} numbered places."
        wrong = f"A table with {setup.seats} places is no Baccarat table."
        yield Refusal(rules.places.cite, wrong, right, "places")
    if setup.decks not in rules.decks.value:
        right = "Use " + " or ".join(str(n) for n in sorted(rules.decks.value)) + "."
        wrong = f"A shoe of {setup.decks} decks is not used here."
        yield Refusal(rules.decks.cite, wrong, right, "decks")
