"""Looking loss limits up: whose changed last, who changed them, which breaks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from house.payments.loss_limits import Standing, standing
from house.payments.models import LimitAct, LossLimitRow
from house.people.patrons.models import PatronRow
from house.people.patrons.queries import survivor
from house.people.staff.queries import names

PAGE = 20


@dataclass(frozen=True, slots=True)
class ListedLimit:
    """A patron who set a limit, and how it stands; nothing once it has ended."""

    patron: PatronRow
    standing: Standing | None


def latest(session: Session, now: datetime) -> Sequence[ListedLimit]:
    """The patrons whose limits were changed last, the latest first."""
    newest = func.max(col(LossLimitRow.id))
    query = (
        select(LossLimitRow.patron_id)
        .group_by(col(LossLimitRow.patron_id))
        .order_by(newest.desc())
        .limit(PAGE)
    )
    rows = (session.get_one(PatronRow, id_) for id_ in session.exec(query))
    patrons = {(who := survivor(session, row)).pk: who for row in rows}
    return [ListedLimit(who, standing(session, who, now)) for who in patrons.values()]


@dataclass(frozen=True, slots=True)
class LimitChange:
    """One change of a limit with the name of whoever entered it."""

    row: LossLimitRow
    by: str

    @property
    def later(self) -> bool:
        """Whether it held only from later on."""
        return self.row.from_at > self.row.at


def told(session: Session, changes: Sequence[LossLimitRow]) -> Sequence[LimitChange]:
    """Every change, the newest first, with names instead of user names."""
    called = names(session, (row.by for row in changes))
    return [LimitChange(row, called.get(row.by, row.by)) for row in reversed(changes)]


@dataclass(frozen=True, slots=True)
class Break:
    """A time in which no wager of a patron was taken."""

    since: datetime
    until: datetime | None = None


def breaks(changes: Iterable[LossLimitRow]) -> Sequence[Break]:
    """The breaks of a patron, the newest first; the last may still run."""
    found: list[Break] = []
    for row in changes:
        if row.act is LimitAct.PAUSED:
            found.append(Break(row.at))
        elif row.act is LimitAct.RESUMED and found:
            found[-1] = Break(found[-1].since, row.at)
    return found[::-1]
