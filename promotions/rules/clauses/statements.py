"""What the terms of every promotion state: changes, doubts, refusals, complaints."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebook import Cite
from rulebook.terms import wording
from rulebook.terms.base import StatementClause

if TYPE_CHECKING:
    from promotions.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class ChangesClause(StatementClause):
    """How these terms may change after the start."""

    title = "Changes to these terms"

    def cites_in(self, terms: "Terms") -> tuple[Cite, ...]:
        """The rule on changed terms."""
        regime = terms.regime
        again = regime.terms_resubmitted
        found = (regime.approval_to_amend, again.cite if again else None)
        return tuple(cite for cite in found if cite)

    def statement(self, terms: "Terms") -> str:
        """Who has a say in a change, or hears of it."""
        regime = terms.regime
        if regime.approval_to_amend:
            return (
                "Once the promotion has started these terms change only after "
                f"{regime.regulator} has approved it; until then the old terms hold."
            )
        return (
            "Where these terms change after the start, they are given to "
            f"{regime.regulator} again as soon as possible."
        )


@dataclass(frozen=True, slots=True)
class IntegrityClause(StatementClause):
    """What happens to a draw whose integrity is in doubt."""

    title = "A draw in doubt"

    def cites_in(self, terms: "Terms") -> tuple[Cite, ...]:
        """The rule on a compromised draw."""
        return (terms.regime.inspectors_told.cite,)

    def statement(self, terms: "Terms") -> str:
        """It waits, or is cancelled, and the inspectors hear of it."""
        told = terms.regime.inspectors_told.value
        hours = int(told.total_seconds() // 3600)
        when = f"within {wording.many(hours, 'hour')}" if hours else "at once"
        return (
            "Where the integrity of a draw is compromised, the draw is put off until "
            f"it is validated, or cancelled; {terms.regime.inspectors} is told {when}."
        )


@dataclass(frozen=True, slots=True)
class DisputesClause(StatementClause):
    """Refused claims and disputes, and the right to complain."""

    title = "Refused claims and disputes"

    def cites_in(self, terms: "Terms") -> tuple[Cite, ...]:
        """The rules on disputes and refusals."""
        return (terms.regime.disputes, terms.regime.refusal_told.cite)

    def statement(self, terms: "Terms") -> str:
        """Who decides, and where to complain."""
        return (
            "Whoever is refused a prize is told the reason. The casino decides "
            "disputes about this promotion finally; who is not satisfied may complain "
            "to an inspector under section 33 of the Gaming and Liquor Administration "
            "Act 2007 (NSW)."
        )
