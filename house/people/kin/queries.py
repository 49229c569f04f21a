"""Who belongs to whom, as it was declared last."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from house.people.kin.models import KinRow, Relation
from house.people.models import StaffRow
from house.people.patrons.models import PatronRow
from house.people.patrons.queries import survivor


@dataclass(frozen=True, slots=True)
class Kin:
    """A patron who belongs to a member of staff, and how."""

    staff_id: int
    staff_name: str
    patron_id: int  # the record that stands for them now
    patron_name: str
    relation: Relation

    @property
    def says(self) -> str:
        """Who they are to whom."""
        if self.relation is Relation.SELF:
            return f"{self.staff_name}’s own record"
        return f"{self.staff_name}’s {self.relation.value}"


def declared(
    session: Session,
    staff_ids: Iterable[int] | None = None,
    *,
    at: datetime | None = None,
) -> list[Kin]:
    """Everybody declared to belong to these members of staff, or to any of them.

    Given an instant, as it was declared by then.
    """
    rows = (
        select(KinRow, StaffRow.name, PatronRow)
        .join(StaffRow, col(StaffRow.id) == KinRow.staff_id)
        .join(PatronRow, col(PatronRow.id) == KinRow.patron_id)
        .order_by(col(KinRow.id))
    )
    if staff_ids is not None:
        rows = rows.where(col(KinRow.staff_id).in_(list(staff_ids)))
    if at is not None:
        rows = rows.where(col(KinRow.at) <= at)
    newest: dict[tuple[int, int], Kin | None] = {}
    for row, name, patron in session.exec(rows):
        now = survivor(session, patron)
        kin = Kin(row.staff_id, name, now.pk, now.name, row.relation)
        newest[row.staff_id, now.pk] = kin if row.declared else None
    return [kin for kin in newest.values() if kin]


def belonging(session: Session) -> Mapping[int, Kin]:
    """Every patron who belongs to somebody on the staff, by number."""
    return {kin.patron_id: kin for kin in declared(session)}
