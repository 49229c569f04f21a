"""Disputes about a promotion: the house decides for good, and tells the right."""

from sqlmodel import Session, col, select

from house.audit import Subject
from house.floor.acts import Act
from house.floor.disputes import queries as disputes
from house.floor.disputes import services
from house.floor.disputes.models import DisputeRow
from house.floor.disputes.rules import Case, Entry, Umpire
from house.floor.models import TableRow
from house.people.patrons.models import PatronRow
from house.people.roles import Role
from promotions import queries
from promotions.models import KIND, PromotionRow
from rulebook import HOUSE, Cite, Cited, Refusal, Refused

FINAL: Cite = HOUSE.at("PROMOTION-80")
RIGHT = (
    "Whoever is not satisfied may complain to an inspector under section 33 of the "
    "Gaming and Liquor Administration Act 2007 (NSW)."
)
OPENED_BY = frozenset({Role.MARKETING, Role.APPROVER})
DECIDES = frozenset({Role.APPROVER.value, Role.DIRECTOR.value})


def umpire(session: Session, user: Subject, act: Act) -> Umpire:
    """The approver decides for the house; nobody who wrote or sold it does."""
    row = session.get_one(PromotionRow, int(user.id))
    regime = queries.terms_of(session, row).regime
    against: tuple[Refusal, ...] = ()
    if act.by.role not in DECIDES:
        wrong = "You do not decide disputes about promotions."
        against = (Refusal(FINAL, wrong, "The approver does, for the house."),)
    right = Cited(RIGHT, regime.disputes)
    return Umpire("approver", regime.disputes, right, against, OPENED_BY)


def give_back(_session: Session, _table: TableRow, user: Subject, _act: Act) -> Refused:
    """No table is ever lent to a promotion."""
    wrong = f"{user.name} has no tables."
    return Refused((Refusal(FINAL, wrong, "There is nothing to give back."),))


def raise_one(  # noqa: PLR0913
    session: Session,
    row: PromotionRow,
    patron: PatronRow,
    what: str,
    act: Act,
    *,
    key: str,
) -> Case | Refused:
    """Enter a dispute about a promotion in the register of the floor."""
    entry = Entry(
        raised_by=patron.name,
        what=what,
        raised_at=act.now,
        document=queries.terms_of(session, row).regime.code,
        patron_id=patron.pk,
        lent_to=queries.subject(row),
    )
    return services.enter(session, entry, key, act)


def cases(session: Session, row: PromotionRow) -> list[Case]:
    """Every dispute about a promotion, in order."""
    mine = select(DisputeRow.id).where(
        col(DisputeRow.lent_kind) == KIND, col(DisputeRow.lent_id) == str(row.pk)
    )
    every = session.exec(mine.order_by(col(DisputeRow.id))).all()
    found = (disputes.case(session, number or 0) for number in every)
    return [case for case in found if case is not None]


def open_cases(session: Session, row: PromotionRow) -> list[Case]:
    """Those that have not ended."""
    return [case for case in cases(session, row) if case.ended is None]
