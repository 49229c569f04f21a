"""What follows when a player is replaced, disqualified or retires: 12.5.3(b)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rulebook import Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause
from tournaments.rules.clauses.conduct import ChipsLeft
from tournaments.rules.clauses.format import Stacks

if TYPE_CHECKING:
    from tournaments.rules.facts import Application
    from tournaments.rules.terms import Terms

REPLACED: Cite = Cite("CROWN3-12.5.3(b)(iv)")


@dataclass(frozen=True, slots=True)
class SubstitutionClause(Clause):
    """What follows from naming a substitute."""

    cites = (Cite("CROWN3-12.5.3(b)(iv)"),)
    title = "After a substitute is named"

    takes_stack: bool | None = None
    takes_secret_wagers: bool = True

    def text(self, terms: "Terms") -> str:
        """What passes to the substitute."""
        if terms.conduct.substitutes.allowed is False:
            return "As no substitute may be named, nothing follows from naming one."
        if self.takes_stack is None:
            return f"After a substitute is named: {wording.BLANK}."
        stack = "the player’s stack" if self.takes_stack else "the starting bank"
        secret = ""
        if terms.wagers.secret.allowed:
            left = (
                "the secret wagers left"
                if self.takes_secret_wagers
                else ("no secret wagers for that session")
            )
            secret = f" and {left}"
        return (
            f"The substitute takes the player’s place with {stack}{secret}, pays "
            "nothing more and is bound by these terms. The player replaced has no "
            "further claim to a prize or a refund and cannot return."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Which chips the substitute plays."""
        if self.takes_stack is None and terms.conduct.substitutes.allowed is not False:
            yield self.gap(
                "takes_stack",
                "Nothing says with which chips a substitute plays.",
                "Choose the player’s stack or the starting bank.",
            )

    def refusals(self, terms: "Terms") -> Iterator[Refusal]:
        """Nobody begins with a bank anew where all others bring their stacks."""
        carried = terms.format.progression.stacks is Stacks.CARRY_OVER
        if self.takes_stack is False and carried:
            yield self.gap(
                "takes_stack",
                "Stacks are carried over; a substitute would begin with a bank.",
                "Let the substitute take over the player’s stack.",
            )

    def guard(self, facts: "Application") -> Iterator[Refusal]:
        """Why somebody does not come back: a substitute has taken their place."""
        if facts.was_replaced:
            wrong = f"A substitute has taken the place of {facts.name}."
            yield Refusal(REPLACED, wrong, "Whoever was replaced cannot return.")

    def stack_after(self, stack_chips: int, bank_chips: int) -> int:
        """The stack of a substitute, given what the player had."""
        return stack_chips if self.takes_stack else bank_chips


@dataclass(frozen=True, slots=True)
class DisqualifiedClause(Clause):
    """What follows from disqualification, for the player's chips as well."""

    cites = (Cite("CROWN3-12.5.3(b)(v)"),)
    title = "After disqualification"

    chips: ChipsLeft | None = None

    def text(self, terms: "Terms") -> str:
        """What happens to the player and the chips."""
        chips = wording.BLANK
        if self.chips is ChipsLeft.REMOVED:
            chips = "Their tournament chips are taken from the table and not shared out"
        elif self.chips is ChipsLeft.STAY_IN_PLAY:
            chips = (
                "Their tournament chips stay at the seat, the least Ante is taken from "
                "them in every hand, and what is left is removed at the end of the "
                "session"
            )
        return (
            "A disqualified player leaves the tournament at once and can win nothing. "
            f"{chips}."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """What happens to the chips."""
        if self.chips is None:
            yield self.gap(
                "chips",
                "Nothing says what becomes of a disqualified player’s chips.",
                "Choose what does.",
            )

    def stack_after(self, stack_chips: int) -> int:
        """The stack left to the seat; nobody else gets what is removed."""
        return 0 if self.chips is ChipsLeft.REMOVED else stack_chips


class RetiredPlace(StrEnum):
    """How a player who retires is placed."""

    BY_STACK_THEN = "by-stack-then"
    LAST_OF_STAGE = "last-of-stage"
    NO_PLACE = "no-place"


@dataclass(frozen=True, slots=True)
class RetirementClause(Clause):
    """What follows from retiring."""

    cites = (Cite("CROWN3-12.5.3(b)(vi)"),)
    title = "After retiring"

    place: RetiredPlace | None = None

    def text(self, terms: "Terms") -> str:
        """What happens to chips and place."""
        place = {
            None: wording.BLANK,
            RetiredPlace.BY_STACK_THEN: "is placed by the stack held at that moment, "
            "among those eliminated in the same stage",
            RetiredPlace.LAST_OF_STAGE: "is placed last of those eliminated in the "
            "same stage",
            RetiredPlace.NO_PLACE: "has no place and can win nothing",
        }[self.place]
        return (
            "A player who retires is eliminated, gives the tournament chips back, "
            f"which are removed and not shared out, and {place}."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """How the retired are placed."""
        if self.place is None:
            yield self.gap(
                "place",
                "Nothing says what follows from retiring.",
                "Choose how the player is placed.",
            )
