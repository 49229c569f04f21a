"""Loss limits that patrons set: appended, counted from their wagers, checked first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from game import loss_limits as pure
from game.loss_limits import Duty, LossLimit
from house import audit
from house.floor.acts import Act
from house.floor.ranks import rank_of
from house.ledger import queries as ledger
from house.payments import accounts
from house.payments.limit_history import (
    AsOf,
    as_of,
    holds_from,
    loosened_from,
    period_end,
    period_start,
)
from house.payments.models import LimitAct, LossLimitRow
from house.people.patrons.models import PatronRow
from house.people.patrons.services import live, subject
from rulebook import HOUSE, STAR4, Refusal, Refused

LENGTH = HOUSE.at("PAY-9")
CHANGES = HOUSE.at("LOSS-1")
SET = STAR4.at("1.1:Loss Limit")
BREAK = STAR4.at("13.4")
NAMES = {
    LimitAct.SET: "set loss limit",
    LimitAct.PAUSED: "pause betting",
    LimitAct.RESUMED: "resume betting",
    LimitAct.ENDED: "end loss limit",
}
RULES = {
    LimitAct.SET: (SET, LENGTH, CHANGES),
    LimitAct.PAUSED: (BREAK,),
    LimitAct.RESUMED: (BREAK,),
    LimitAct.ENDED: (SET, CHANGES),
}
_NONE = "{} has no loss limit."
MOST_CENTS = 100_000_000_000
LONGEST_DAYS = 366


@dataclass(frozen=True, slots=True)
class Standing:
    """A patron's limit now, and what is at risk in rounds not settled yet."""

    limit: LossLimit
    at_risk: int
    row: LossLimitRow
    since: datetime  # when the running period began
    until: datetime
    paused: LossLimitRow | None = None
    waits: LossLimitRow | None = None

    @property
    def room_cents(self) -> int:
        """What may be staked at this moment; nothing during a break."""
        left = max(0, self.limit.remaining.value - self.at_risk)
        return 0 if self.limit.paused else left

    @property
    def net_loss_cents(self) -> int:
        """What was lost in the running period less what was won."""
        return self.limit.lost_cents - self.limit.won_cents


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
    found = as_of(history(session, patron.pk), now)
    if found.row is None:
        return None
    start = period_start(found.row, now)
    ids = rows_of(session, patron.pk)
    net = _net(session, ids, start)
    limit = LossLimit(
        patron.name,
        found.row.limit_cents,
        max(0, -net),
        max(0, net),
        frozenset(Duty(duty) for duty in found.row.acknowledged),
        paused=found.paused is not None,
    )
    return Standing(
        limit,
        sum(ledger.balances(session, accounts.at_risk(ids)).values()),
        found.row,
        start,
        period_end(found.row, now),
        found.paused,
        found.waits,
    )


def _net(session: Session, ids: Sequence[int], since: datetime) -> int:
    """What a patron won since an instant, or below nothing lost."""
    mine = accounts.result(ids)
    now = ledger.balances(session, mine)
    return sum(now.values()) - sum(ledger.before(session, mine, since).values())


@dataclass(frozen=True, slots=True)
class LimitRequest:
    """The limit that a patron asks for, and the duties they acknowledge."""

    limit_cents: int
    period_days: int
    acknowledged: frozenset[Duty] = frozenset()


def set_limit(
    session: Session, patron: PatronRow, wanted: LimitRequest, act: Act
) -> LossLimitRow | Refused:
    """Set a patron's limit: at once where it binds more, else from a later period."""
    held = as_of(history(session, patron.pk), act.now)
    refusals = tuple(_against(patron, wanted, held))
    refused = Refused(refusals) if refusals else None
    row = LossLimitRow(
        patron_id=patron.pk,
        act=LimitAct.SET,
        limit_cents=wanted.limit_cents,
        period_days=wanted.period_days,
        from_at=act.now,
        acknowledged=sorted(duty.value for duty in wanted.acknowledged),
        at=act.now,
        by=act.by.id,
    )
    if refused is None:
        row.from_at = holds_from(
            held.row, wanted.limit_cents, wanted.period_days, act.now
        )
    return _append(session, patron, row, refused, act)


def _against(patron: PatronRow, wanted: LimitRequest, held: AsOf) -> Iterator[Refusal]:
    yield from live(patron)
    if not 0 < wanted.limit_cents <= MOST_CENTS:
        wrong = "A limit is more than nothing and at most $1 billion."
        yield Refusal(LENGTH, wrong, "Give an amount.", "limit_cents")
    if not 1 <= wanted.period_days <= LONGEST_DAYS:
        wrong = "A limit runs for one to 366 days at a time."
        yield Refusal(LENGTH, wrong, "Give a number of days.", "period_days")
    limit = LossLimit(patron.name, wanted.limit_cents, acknowledged=wanted.acknowledged)
    against = pure.may_activate(limit)
    yield from against.refusals if against else ()
    asked = wanted.limit_cents, wanted.period_days
    row = held.row
    if row and not held.waits and asked == (row.limit_cents, row.period_days):
        wrong = "This is the limit already."
        yield Refusal(CHANGES, wrong, "Give other figures.", "limit_cents")


def keep(session: Session, patron: PatronRow, act: Act) -> LossLimitRow | Refused:
    """Call off what waits: the limit stays as it is."""
    held = as_of(history(session, patron.pk), act.now)
    if held.row is None or held.waits is None:
        wrong = f"Nothing waits about the loss limit of {patron.name}."
        return _not_now(session, patron, "keep loss limit", wrong, act)
    row = _again(held.row, LimitAct.SET, act)
    row.from_at = period_start(held.row, act.now)
    return _append(session, patron, row, None, act)


def end(session: Session, patron: PatronRow, act: Act) -> LossLimitRow | Refused:
    """End a patron's limit, no sooner than one that binds less would hold."""
    held = as_of(history(session, patron.pk), act.now)
    if held.row is None:
        wrong = _NONE.format(patron.name)
        return _not_now(session, patron, "end loss limit", wrong, act)
    row = _again(held.row, LimitAct.ENDED, act)
    row.from_at = loosened_from(held.row, act.now)
    return _append(session, patron, row, None, act)


def pause(
    session: Session, patron: PatronRow, act: Act, *, on: bool
) -> LossLimitRow | Refused:
    """Stop a patron's betting for a while, or let it go on: a supervisor's word."""
    name = "pause betting" if on else "resume betting"
    found = standing(session, patron, act.now)
    if found is None or found.limit.paused is on:
        state = "on a break already" if on else "not on a break"
        wrong = f"{patron.name} is {state}." if found else _NONE.format(patron.name)
        return _not_now(session, patron, name, wrong, act)
    verdict = pure.pause(found.limit, rank_of(act.by), on=on)
    kind = LimitAct.PAUSED if on else LimitAct.RESUMED
    row = _again(found.row, kind, act)
    refused = verdict if isinstance(verdict, Refused) else None
    return _append(session, patron, row, refused, act)


def _again(row: LossLimitRow, kind: LimitAct, act: Act) -> LossLimitRow:
    return LossLimitRow(
        patron_id=row.patron_id,
        act=kind,
        limit_cents=row.limit_cents,
        period_days=row.period_days,
        from_at=row.from_at,
        acknowledged=row.acknowledged,
        at=act.now,
        by=act.by.id,
    )


def _not_now(
    session: Session, patron: PatronRow, name: str, wrong: str, act: Act
) -> Refused:
    refused = Refused((Refusal(SET, wrong, "Look at the limit as it stands."),))
    about = subject(patron)
    audit.record(session, act.by, name, about, now=act.now, verdict=refused)
    return refused


def _append(
    session: Session,
    patron: PatronRow,
    row: LossLimitRow,
    refused: Refused | None,
    act: Act,
) -> LossLimitRow | Refused:
    if refused is None:
        session.add(row)
        session.flush()
    audit.record(
        session,
        act.by,
        NAMES[row.act],
        subject(patron),
        now=act.now,
        verdict=refused,
        rules=RULES[row.act],
        after=row.plain() if refused is None else {},
    )
    return refused or row
