"""The doubts about a promotion's draws: what every gate and page asks."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from promotions.incidents.models import IncidentRow, ValidationRow
from promotions.models import PromotionRow
from promotions.rules.gates import Decision, Doubt


@dataclass(frozen=True, slots=True)
class Incident:
    """What was found, and the validation that followed, if any has."""

    row: IncidentRow
    validation: ValidationRow | None

    @property
    def is_open(self) -> bool:
        """Whether the draw waits for its validation."""
        put_off = self.row.decision is Decision.POSTPONED
        return put_off and self.validation is None

    @property
    def doubt(self) -> Doubt:
        """The incident as the gates see it."""
        row, then = self.row, self.validation
        return Doubt(
            row.found_at,
            row.what,
            row.decision,
            then.at if then else None,
            then.how if then else "",
        )


def incidents(session: Session, row: PromotionRow) -> Sequence[Incident]:
    """Everything found about a promotion's draws, in order."""
    mine = (
        select(IncidentRow, ValidationRow)
        .outerjoin(ValidationRow, col(ValidationRow.incident_id) == IncidentRow.id)
        .where(col(IncidentRow.promotion_id) == row.pk)
        .order_by(col(IncidentRow.id))
    )
    return [Incident(found, then) for found, then in session.exec(mine)]


def doubts(session: Session, row: PromotionRow) -> tuple[Doubt, ...]:
    """Every doubt about a promotion's draws, as the gates see it."""
    return tuple(each.doubt for each in incidents(session, row))
