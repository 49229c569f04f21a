"""Declaring one's own patron record and one's relatives, and taking it back."""

from collections.abc import Iterator

from sqlmodel import Session

from house.people.kin import queries
from house.people.kin.models import KinRow, Relation
from house.people.models import StaffRow
from house.people.patrons.models import PatronRow
from house.people.patrons.queries import survivor
from house.people.staff.changes import ChangeRequest, record, refused
from rulebook import HOUSE, Cite, Refusal, Refused

DECLARED: Cite = HOUSE.at("KIN-1")
ONE_SELF: Cite = HOUSE.at("KIN-2")


def declare(
    session: Session,
    staff: StaffRow,
    patron: PatronRow,
    relation: Relation,
    request: ChangeRequest,
) -> KinRow | Refused:
    """Note that a patron belongs to a member of staff."""
    patron = survivor(session, patron)
    reasons = _against(session, staff, patron, relation)
    if refusal := refused(session, "declare a relative", staff, request, reasons):
        return refusal
    return _note(session, staff, patron, relation, request, declared=True)


def take_back(
    session: Session, staff: StaffRow, patron: PatronRow, request: ChangeRequest
) -> KinRow | Refused:
    """Note that a patron no longer belongs to a member of staff."""
    patron = survivor(session, patron)
    known = {kin.patron_id: kin for kin in queries.declared(session, [staff.pk])}
    mine = known.get(patron.pk)
    if mine is None:
        reason = Refusal(DECLARED, f"{patron.name} is not declared.", "Nothing to do.")
        verdict = refused(session, "take back a relative", staff, request, (reason,))
        assert verdict is not None, "There is a reason."
        return verdict
    return _note(session, staff, patron, mine.relation, request, declared=False)


def _against(
    session: Session, staff: StaffRow, patron: PatronRow, relation: Relation
) -> Iterator[Refusal]:
    known = queries.declared(session, [staff.pk])
    if any(kin.patron_id == patron.pk for kin in known):
        wrong = f"{patron.name} is declared already."
        yield Refusal(DECLARED, wrong, "Take that back first.", "card")
    if relation is not Relation.SELF:
        return
    if mine := next((k for k in known if k.relation is Relation.SELF), None):
        wrong = f"{staff.name} has a record already: {mine.patron_name}."
        yield Refusal(ONE_SELF, wrong, "Take that back first.", "relation")
    theirs = queries.belonging(session).get(patron.pk)
    if theirs and theirs.relation is Relation.SELF and theirs.staff_id != staff.pk:
        wrong = f"The record is {theirs.staff_name}’s own."
        yield Refusal(ONE_SELF, wrong, "Choose your own record.", "card")


def _note(  # noqa: PLR0913
    session: Session,
    staff: StaffRow,
    patron: PatronRow,
    relation: Relation,
    request: ChangeRequest,
    *,
    declared: bool,
) -> KinRow:
    row = KinRow(
        staff_id=staff.pk,
        patron_id=patron.pk,
        relation=relation,
        declared=declared,
        at=request.now,
        by=request.by.id,
        by_name=request.by.name,
    )
    session.add(row)
    session.flush()
    act = "declare a relative" if declared else "take back a relative"
    rule = ONE_SELF if relation is Relation.SELF else DECLARED
    after = {"patron": patron.pk, "relation": relation.value}
    record(session, act, staff, request, after=after, rules=(rule,))
    return row
