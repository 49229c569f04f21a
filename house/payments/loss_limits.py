"""Loss limits that patrons set: appended, counted from their wagers, checked first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func
from sqlmodel import Session, col, select

from game import loss_limits as pure
from game.loss_limits import Duty, LossLimit
from house import audit
from house.audit import Actor
from house.payments.models import LimitAct, LossLimitRow, WagerEvent, WagerRow
from house.people.patrons.models import PatronRow
from house.people.patrons.services import subject
from rulebook import HOUSE, STAR4, Refusal, Refused

LENGTH = HOUSE.at("PAY-9")
SET = STAR4.at("1.1:Loss Limit")
MOST_CENTS = 100_000_000_000
LONGEST_DAYS = 366


@dataclass(frozen=True, slots=True)
class Standing:
    """A patron's limit now, and what is at risk in rounds not settled yet."""

    limit: LossLimit
    at_risk: int
    row: LossLimitRow


def rows_of(session: Session, patron_id: int) -> tuple[int, ...]:
    """The patron's number and those of the rows that were merged into it."""
    found: list[int] = []
    look = [patron_id]
    while look:
        found += look
        merged = select(col(PatronRow.id)).where(
            col(PatronRow.merged_into_id).in_(look)
        )
        look = [id_ for id_ in session.exec(merged) if id_ is not None]
    return tuple(found)


def history(session: Session, patron_id: int) -> Sequence[LossLimitRow]:
    """Every change of a patron's limit, in order."""
    mine = select(LossLimitRow).where(
        col(LossLimitRow.patron_id).in_(rows_of(session, patron_id))
    )
    return session.exec(mine.order_by(col(LossLimitRow.id))).all()


def standing(session: Session, patron: PatronRow, now: datetime) -> Standing | None:
    """How the patron's limit stands in the period that runs now, if they set one."""
    changes = history(session, patron.pk)
    if not changes or changes[-1].act is LimitAct.ENDED:
        return None
    last = changes[-1]
    start = period_start(last, now)
    lost, won = _settled(session, patron.pk, start)
    limit = LossLimit(
        patron.name,
        last.limit_cents,
        lost,
        won,
        frozenset(Duty(duty) for duty in last.acknowledged),
        paused=last.act is LimitAct.PAUSED,
    )
    return Standing(limit, at_risk(session, patron.pk), last)


def period_start(row: LossLimitRow, now: datetime) -> datetime:
    """When the period that runs now began; periods follow one another."""
    length = timedelta(days=row.period_days)
    return row.from_at + max(0, (now - row.from_at) // length) * length


def _settled(session: Session, patron_id: int, since: datetime) -> tuple[int, int]:
    mine = select(WagerRow.cents).where(
        col(WagerRow.patron_id).in_(rows_of(session, patron_id)),
        col(WagerRow.event) == WagerEvent.SETTLED,
        col(WagerRow.at) >= since,
    )
    nets = session.exec(mine).all()
    return -sum(n for n in nets if n < 0), sum(n for n in nets if n > 0)


def at_risk(session: Session, patron_id: int) -> int:
    """What is staked in rounds that have not been settled."""
    ids = rows_of(session, patron_id)
    placed, settled = WagerRow.__table__, WagerRow.__table__.alias("settled")  # type: ignore[attr-defined]
    done = (
        select(settled.c.id)
        .where(
            settled.c.event == WagerEvent.SETTLED,
            settled.c.patron_id.in_(ids),
            settled.c.table_number == placed.c.table_number,
            settled.c.round == placed.c.round,
        )
        .correlate(placed)
    )
    query = select(func.coalesce(func.sum(placed.c.cents), 0)).where(
        placed.c.event == WagerEvent.PLACED, placed.c.patron_id.in_(ids), ~done.exists()
    )
    return int(session.execute(query).scalar_one())


def set_limit(  # noqa: PLR0913
    session: Session,
    patron: PatronRow,
    limit_cents: int,
    period_days: int,
    acknowledged: Iterable[Duty],
    *,
    by: Actor,
    now: datetime,
) -> LossLimitRow | Refused:
    """Set a patron's limit, once they have acknowledged their four duties."""
    duties = frozenset(acknowledged)
    refusals = []
    if not 0 < limit_cents <= MOST_CENTS or not 1 <= period_days <= LONGEST_DAYS:
        wrong = "A limit is more than nothing, for one to 366 days at a time."
        refusals.append(Refusal(LENGTH, wrong, "Give an amount and a length."))
    limit = LossLimit(patron.name, limit_cents, acknowledged=duties)
    if (against := pure.may_activate(limit)) is not None:
        refusals += against.refusals
    row = LossLimitRow(
        patron_id=patron.pk,
        act=LimitAct.SET,
        limit_cents=limit_cents,
        period_days=period_days,
        from_at=now,
        acknowledged=sorted(duty.value for duty in duties),
        at=now,
        by=by.id,
    )
    refused = Refused(tuple(refusals)) if refusals else None
    return _append(session, patron, row, refused, by)


def change(
    session: Session, patron: PatronRow, act: LimitAct, *, by: Actor, now: datetime
) -> LossLimitRow | Refused:
    """Pause a patron's betting, let it go on, or end the limit."""
    changes = history(session, patron.pk)
    if not changes or changes[-1].act is LimitAct.ENDED or act is LimitAct.SET:
        wrong = f"{patron.name} has no loss limit."
        refused = Refused((Refusal(SET, wrong, "Set one first."),))
        audit.record(
            session, by, f"{act} loss limit", subject(patron), now=now, verdict=refused
        )
        return refused
    last = changes[-1]
    row = LossLimitRow(
        patron_id=patron.pk,
        act=act,
        limit_cents=last.limit_cents,
        period_days=last.period_days,
        from_at=last.from_at,
        acknowledged=last.acknowledged,
        at=now,
        by=by.id,
    )
    return _append(session, patron, row, None, by)


def _append(
    session: Session,
    patron: PatronRow,
    row: LossLimitRow,
    refused: Refused | None,
    by: Actor,
) -> LossLimitRow | Refused:
    if refused is None:
        session.add(row)
        session.flush()
    after = row.plain() if refused is None else {}
    audit.record(
        session,
        by,
        f"{row.act} loss limit",
        subject(patron),
        now=row.at,
        verdict=refused,
        rules=(SET, LENGTH),
        after=after,
    )
    return refused or row
