"""What tickets and relatives say about a scrutineer: nothing may bind them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sqlmodel import Session, col, func, select

from house.people.kin import queries as kin
from house.people.kin.models import Relation
from house.people.kin.queries import Kin
from house.people.models import StaffRow
from promotions import nominees
from promotions.freezing.screening import references
from promotions.models import PromotionRow
from promotions.rules.facts import Nominee
from promotions.tickets.models import GrantRow


@nominees.knows
def bonds(
    session: Session, row: PromotionRow, staff: StaffRow, nominee: Nominee
) -> Nominee:
    """Whether they have a ticket, or a relative who has one or made the promotion."""
    every = kin.declared(session)
    mine = [one for one in every if one.staff_id == staff.pk]
    own = {one.patron_id for one in mine if one.relation is Relation.SELF}
    holding = _holding(session, row, (one.patron_id for one in mine))
    with_tickets = (one.patron_name for one in mine if one.patron_id in holding - own)
    related = (*_of_makers(session, row, staff, every), *with_tickets)
    return replace(
        nominee, entered=bool(own & holding), related_to=next(iter(related), "")
    )


def _of_makers(
    session: Session, row: PromotionRow, staff: StaffRow, every: Sequence[Kin]
) -> Iterator[str]:
    """Whoever made the promotion and belongs to the same people, declared by either."""
    named = select(StaffRow).where(
        col(StaffRow.username).in_(nominees.makers(session, row))
    )
    near = {one.patron_id for one in every if one.staff_id == staff.pk}
    for maker in session.exec(named):
        theirs = {one.patron_id for one in every if one.staff_id == maker.pk}
        if maker.pk != staff.pk and near & theirs:
            yield maker.name


def _holding(session: Session, row: PromotionRow, patrons: Iterable[int]) -> set[int]:
    """Which of these patrons have tickets of the promotion."""
    refs = references(session, patrons)
    sums = (
        select(GrantRow.holder)
        .where(
            col(GrantRow.promotion_id) == row.pk,
            col(GrantRow.holder).in_(refs.values()),
        )
        .group_by(col(GrantRow.holder))
        .having(func.sum(col(GrantRow.tickets)) > 0)
    )
    held = set(session.exec(sums))
    return {id_ for id_, ref in refs.items() if ref in held}
