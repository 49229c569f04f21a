"""Who is left out of a list: found among patrons as they were at an instant."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from sqlmodel import Session, col, or_, select

from house.people.kin import queries as kin
from house.people.kin.models import Relation
from house.people.models import StaffRow
from house.people.patrons.models import ExclusionRow, PatronRow
from promotions import nominees
from promotions.models import PromotionRow
from promotions.rules.screening import Ground, Removal, youngest
from promotions.rules.terms import Terms
from promotions.tickets.earned import MANY
from promotions.tickets.holders import reference
from rulebook.terms import wording

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Scope:
    """Of which promotion, by which terms, as of when; of one patron or of all."""

    row: PromotionRow
    terms: Terms
    at: datetime
    patron_id: int | None = None


@dataclass(frozen=True, slots=True)
class Screened:
    """Whose tickets are left out or count for somebody else, by their references."""

    removed: Mapping[str, Removal] = field(default_factory=dict)
    merged: Mapping[str, tuple[int, str]] = field(default_factory=dict)  # id, into


def screen(session: Session, asked: Scope) -> Screened:
    """Everybody whose tickets do not count under their own name."""
    merged = merged_at(session, asked.at)
    removals = {
        removal.patron_id: removal
        for removal in reversed([*removals_of(session, asked, merged)])
    }
    refs = references(session, [*removals, *merged, *merged.values()])
    into = {refs[id_]: (id_, refs[stands]) for id_, stands in merged.items()}
    gone = {refs[id_]: removal for id_, removal in removals.items()}
    return Screened(gone, into)


def again(session: Session, asked: Scope) -> Sequence[Removal]:
    """Every ground against one patron now: the same question, at the claim."""
    assert asked.patron_id is not None
    merged = merged_at(session, asked.at)
    mine = merged.get(asked.patron_id, asked.patron_id)
    found = removals_of(session, asked, merged)
    return [removal for removal in found if removal.patron_id == mine]


def removals_of(
    session: Session, asked: Scope, merged: Mapping[int, int]
) -> Iterator[Removal]:
    """Everybody who may not win, by the record that stands for them now."""
    for removal in (
        *_excluded(session, asked),
        *_bound(session, asked),
        *_minors(session, asked),
        *_staff(session, asked),
    ):
        stands = merged.get(removal.patron_id, removal.patron_id)
        yield Removal(stands, removal.ground, removal.why)


def merged_at(session: Session, at: datetime) -> Mapping[int, int]:
    """Who stood for each merged record at an instant, however often it was merged."""
    rows = select(PatronRow.id, PatronRow.merged_into_id).where(
        col(PatronRow.merged_into_id).is_not(None), col(PatronRow.merged_at) <= at
    )
    into = {id_: stands for id_, stands in session.exec(rows) if id_ and stands}

    def survivor(id_: int) -> int:
        while id_ in into:
            id_ = into[id_]
        return id_

    return {id_: survivor(id_) for id_ in into}


def _excluded(session: Session, asked: Scope) -> Iterator[Removal]:
    ends, lifted = col(ExclusionRow.until_at), col(ExclusionRow.lifted_at)
    holds = select(ExclusionRow.patron_id).where(
        col(ExclusionRow.from_at) <= asked.at,
        or_(ends.is_(None), ends > asked.at),
        or_(lifted.is_(None), lifted > asked.at),
    )
    for id_ in session.exec(holds.distinct()):
        yield Removal(id_, Ground.EXCLUDED, "Was excluded from the casino.")


def _minors(session: Session, asked: Scope) -> Iterator[Removal]:
    least = asked.terms.entry.eligibility.least_age
    latest = youngest(asked.at.astimezone(asked.terms.zone).date(), least)
    young = select(PatronRow.id).where(col(PatronRow.born_on) > latest)
    for id_ in session.exec(young):
        yield Removal(id_ or 0, Ground.MINOR, f"Was not yet {least} years old.")


def _staff(session: Session, asked: Scope) -> Iterator[Removal]:
    """Staff and their declared relatives, unless the terms let them take part."""
    if asked.terms.entry.eligibility.staff_may:
        return
    for one in kin.declared(session, at=asked.at):
        own = one.relation is Relation.SELF
        ground = Ground.STAFF if own else Ground.RELATIVE
        yield Removal(one.patron_id, ground, wording.ended(one.says))
    working = select(PatronRow.id).where(col(PatronRow.is_employee).is_(True))
    for id_ in session.exec(working):
        yield Removal(id_ or 0, Ground.STAFF, "Works for the casino.")


def _bound(session: Session, asked: Scope) -> Iterator[Removal]:
    """The scrutineer and whoever made the promotion, with relatives, always."""
    people = {staff.pk: staff for staff in bound(session, asked.row)}
    for one in kin.declared(session, people, at=asked.at):
        why = wording.ended(f"{one.says}, and bound to this draw")
        yield Removal(one.patron_id, Ground.BOUND, why)


def bound(session: Session, row: PromotionRow) -> Sequence[StaffRow]:
    """The scrutineer, and everybody who wrote or approved the promotion."""
    names = nominees.makers(session, row)
    current = nominees.current(session, row)
    number = current.staff_id if current else 0
    mine = select(StaffRow).where(
        or_(col(StaffRow.username).in_(names), col(StaffRow.id) == number)
    )
    return session.exec(mine.order_by(col(StaffRow.id))).all()


def references(session: Session, patron_ids: Iterable[int]) -> Mapping[int, str]:
    """How lists name these patrons."""
    found: dict[int, str] = {}
    for some in batched(sorted(set(patron_ids))):
        rows = select(PatronRow.id, PatronRow.salt).where(col(PatronRow.id).in_(some))
        found |= {id_: reference(id_, salt) for id_, salt in session.exec(rows) if id_}
    return found


def batched(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Values, so many at a time as one query names."""
    for at in range(0, len(values), MANY):
        yield values[at : at + MANY]
