"""What the terms always state about the conduct of play: CROWN3-12.5.3(c) to (j)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rulebook import Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import StatementClause
from tournaments.rules.clauses.chances import Disposal

if TYPE_CHECKING:
    from tournaments.rules.facts import AtTable
    from tournaments.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class RulesPrevailClause(StatementClause):
    """The rules of the game outrank the terms."""

    cites = (Cite("CROWN3-12.5.3(c)"),)
    title = "The rules of the game prevail"

    def statement(self, terms: "Terms") -> str:
        """What governs, and what wins a conflict."""
        game = wording.phrase(terms.names.game)
        return (
            "The tournament is conducted by the Tournament Director under these terms "
            f"and the rules of {game} that apply. Where the two are inconsistent, the "
            f"rules of the variation of {game} played prevail."
        )


class EarlyGround(StrEnum):
    """Why a table may end before its last hand."""

    DECIDED = "decided"
    CASHED = "cashed"


@dataclass(frozen=True, slots=True)
class EarlyEndClause(StatementClause):
    """The Director may end a table early, on one of two grounds only."""

    cites = (
        Cite("CROWN3-12.5.3(d)"),
        Cite("CROWN3-12.5.3(d)(i)"),
        Cite("CROWN3-12.5.3(d)(ii)"),
    )
    title = "A table may end early"

    def statement(self, terms: "Terms") -> str:
        """The power and its two grounds."""
        return (
            "The Tournament Director may end play at a table before the planned hands "
            "or time are over if it is settled which of its players go on; or, where "
            "these terms exchange tournament chips for cash at the end of the stage or "
            "session, if all players at the table agree. There is no other ground."
        )

    def guard(self, facts: "AtTable") -> Iterator[Refusal]:
        """Why this table cannot end now on the ground that is given."""
        if facts.play.early_ground is None:
            yield Refusal(
                Cite("CROWN3-12.5.3(d)"),
                "No ground is given for ending the table early.",
                "Choose: who goes on is settled, or chips are cashed and all agree.",
                "ground",
            )
        elif facts.play.early_ground is EarlyGround.DECIDED and not facts.play.decided:
            yield Refusal(
                Cite("CROWN3-12.5.3(d)(i)"),
                "The Director has not found it settled who goes on.",
                "Record that finding, or play on.",
                "ground",
            )
        elif facts.play.early_ground is EarlyGround.CASHED:
            yield from self._cashed(facts)

    def _cashed(self, facts: "AtTable") -> Iterator[Refusal]:
        terms, agreed, players = facts.terms, facts.play.agreed, facts.play.players
        if terms and terms.format.disposal.disposal is not Disposal.CASHED:
            yield Refusal(
                Cite("CROWN3-12.5.3(d)(ii)"),
                "The terms do not exchange tournament chips for cash.",
                "A table ends on this ground only where they do.",
                "ground",
            )
        if agreed < players:
            yield Refusal(
                Cite("CROWN3-12.5.3(d)(ii)"),
                f"{agreed} of {players} players at the table agree.",
                "All of them have to.",
                "ground",
            )


@dataclass(frozen=True, slots=True)
class PrivacyClause(StatementClause):
    """Personal information follows the operator's privacy policy."""

    cites = (Cite("CROWN3-12.5.3(e)"),)
    title = "Personal information"

    otherwise: str = ""  # what these terms provide differently

    def statement(self, terms: "Terms") -> str:
        """What governs personal information."""
        more = f" {wording.ended(self.otherwise)}" if self.otherwise.strip() else ""
        return (
            "Personal information about entrants collected in the tournament is "
            "handled under the privacy policy of "
            f"{wording.phrase(terms.names.operator)}, to be had on request or "
            "on its website, unless these terms provide otherwise."
            f"{more}"
        )


@dataclass(frozen=True, slots=True)
class PublicityClause(StatementClause):
    """With permission, names, suburbs and images may be used for promotion."""

    cites = (Cite("CROWN3-12.5.3(f)"),)
    title = "Names and images"

    def statement(self, terms: "Terms") -> str:
        """What may be shown, and only with permission."""
        names = terms.names
        return (
            f"With an entrant’s permission, {wording.phrase(names.operator)} has the "
            "right and licence to use the entrant’s name, suburb, photograph, image "
            f"and likeness to promote and advertise {wording.phrase(names.promoted)}."
        )

    def shows(self, name: str, *, permitted: bool, number: int | None = None) -> str:
        """A player's name as the public may see it; else the number of the entry."""
        if permitted:
            return name
        return "A player" if number is None else f"Entry {number}"


@dataclass(frozen=True, slots=True)
class ConductedClause(StatementClause):
    """The Director conducts the tournament under the terms and the rules."""

    cites = (Cite("CROWN3-12.5.3(g)"),)
    title = "Who conducts the tournament"

    def statement(self, terms: "Terms") -> str:
        """Who conducts it, and by what."""
        return (
            "The Tournament Director conducts the tournament in accordance with these "
            f"terms and the rules of {wording.phrase(terms.names.game)}."
        )


@dataclass(frozen=True, slots=True)
class DisputesClause(StatementClause):
    """The Director's decision on a dispute is final."""

    cites = (Cite("CROWN3-12.5.3(h)"),)
    title = "Disputes"

    def statement(self, terms: "Terms") -> str:
        """Who has the last word."""
        return (
            "In a dispute about the tournament the decision of the Tournament Director "
            "is final."
        )


@dataclass(frozen=True, slots=True)
class LiabilityClause(StatementClause):
    """Liability for the Director's decisions, as far as the law lets it be excluded."""

    cites = (Cite("CROWN3-12.5.3(i)"),)
    title = "Liability, naming both Acts"

    def statement(self, terms: "Terms") -> str:
        """What is excluded and which rights stay."""
        names = terms.names
        return (
            "To the greatest extent the law permits, and without touching any right "
            "that cannot be excluded under the "
            f"{wording.phrase(names.fair_trading_act)} and the "
            f"{wording.phrase(names.consumer_act)}, "
            f"{wording.phrase(names.operator)}, the Tournament Director included, is "
            "not liable for any loss arising from a decision of the Tournament "
            "Director."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """The statement, and the names of both Acts."""
        yield from StatementClause.missing(self, terms)
        for field in ("fair_trading_act", "consumer_act"):
            if not getattr(terms.names, field).strip():
                yield self.gap(
                    f"/details.names.{field}",
                    "The statement on liability lacks the name of an Act.",
                    "Name both Acts whose rights cannot be excluded.",
                )


@dataclass(frozen=True, slots=True)
class ComplaintsClause(StatementClause):
    """A complaint about gaming may be investigated by the regulator."""

    cites = (Cite("CROWN3-12.5.3(j)"),)
    title = "Complaints to the regulator"

    def statement(self, terms: "Terms") -> str:
        """Who may have what investigated by whom."""
        names = terms.names
        return (
            "A patron with a complaint about how the casino operator conducts gaming "
            "or betting in the casino is entitled to have it investigated by "
            f"{names.the_regulator}, as the law and the rules of "
            f"{wording.phrase(names.game)} provide."
        )
