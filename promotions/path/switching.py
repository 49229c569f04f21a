"""Changing the document a draft runs under, after both were looked at side by side."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlmodel import Session

from house.floor.acts import Act
from house.terms import writing
from promotions import queries
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules.comparison import Difference, differences
from promotions.rules.lifecycle import Status
from promotions.rules.regimes import REGIMES, Regime
from promotions.rules.terms import Terms
from promotions.terms import TERMS
from rulebook import HOUSE, SOURCES, Cite, Refusal, Refused
from rulebook.terms.changes import Change
from rulebook.terms.changes import differences as changed
from rulebook.terms.checklist import checklist
from rulebook.terms.terms import Kept

LOOKED_AT: Cite = HOUSE.at("PROMOTION-18")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The draft under its own document and under the other one."""

    own: Regime
    other: Regime
    differences: tuple[Difference, ...]
    clauses: tuple[Change, ...]  # that would read differently
    lacks: tuple[Refusal, ...]  # what the draft would lack then


def under(terms: Terms, code: str) -> Terms:
    """The same terms under another document."""
    operator = terms.names.operator
    if operator == SOURCES[terms.names.regime].operator:
        operator = SOURCES[code].operator
    names = replace(terms.names, regime=code, operator=operator)
    return terms.with_clause("promotion.names", names)


def compare(row: PromotionRow) -> Comparison:
    """Both documents as they bear on this draft."""
    terms = queries.draft_of(row)
    own = terms.regime
    other = next(r for code, r in REGIMES.items() if code != own.code)
    then = under(terms, other.code)
    known = {refusal.wrong for refusal in checklist(terms).refusals}
    return Comparison(
        own,
        other,
        tuple(differences(own, other)),
        changed(Kept(terms), Kept(then)),
        tuple(r for r in checklist(then).refusals if r.wrong not in known),
    )


def switch(
    session: Session, row: PromotionRow, to: str, seen: int, act: Act
) -> PromotionRow | Refused:
    """Let the draft run under the other document, as it was compared."""
    reasons = [*_against(row, to, seen)]
    if reasons:
        refused = Refused(tuple(reasons))
        steps.note(session, row, "change document", act, refused)
        return refused
    new = under(queries.draft_of(row), to)
    before = {"regime": row.regime}
    saved = writing.save(TERMS, session, row, seen, new, act)
    if not isinstance(saved, Refused):
        after = {"regime": to}
        cites = (LOOKED_AT,)
        steps.note(session, row, "change document", act, None, cites, before, after)
    return saved


def _against(row: PromotionRow, to: str, seen: int) -> Iterator[Refusal]:
    if row.status is not Status.DRAFT:
        wrong = f"The promotion is {row.status.words.lower()}."
        right = "The document is changed while it is a draft."
        yield Refusal(LOOKED_AT, wrong, right)
    if to not in REGIMES:
        wrong = "Rule 14 of that document is not known."
        yield Refusal(LOOKED_AT, wrong, "Choose the other one.")
    if row.version != seen:
        wrong = f"{row.saved_by_name} wrote on the draft since you compared."
        yield Refusal(LOOKED_AT, wrong, "Look at both again.")
