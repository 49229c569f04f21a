"""What the history of a patron's loss limit says at an instant: pure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from house.payments.models import LimitAct, LossLimitRow
from rulebook import HOUSE, Cited

# A limit that binds less waits; the document leaves the period to the player.
AT_LEAST = Cited(timedelta(days=1), HOUSE.at("LOSS-1"))


@dataclass(frozen=True, slots=True)
class AsOf:
    """The limit that holds, the break the player is on, and what has still to come."""

    row: LossLimitRow | None = None
    paused: LossLimitRow | None = None
    waits: LossLimitRow | None = None


def as_of(changes: Iterable[LossLimitRow], now: datetime) -> AsOf:
    """How a limit stands once everything that was to hold by now does."""
    found = AsOf()
    for row in changes:
        found = _after(_due(found, row.at), row)
    return _due(found, now)


def _due(found: AsOf, now: datetime) -> AsOf:
    waits = found.waits
    if waits is None or waits.from_at > now:
        return found
    return AsOf() if waits.act is LimitAct.ENDED else AsOf(waits, found.paused)


def _after(found: AsOf, row: LossLimitRow) -> AsOf:
    match row.act:
        case LimitAct.PAUSED:
            return replace(found, paused=row)
        case LimitAct.RESUMED:
            return replace(found, paused=None)
        case _ if row.from_at > row.at:
            return replace(found, waits=row)
        case LimitAct.ENDED:
            return AsOf()
        case LimitAct.SET:
            return AsOf(row, found.paused)


def period_start(row: LossLimitRow, now: datetime) -> datetime:
    """When the period that runs now began; periods follow one another."""
    length = timedelta(days=row.period_days)
    return row.from_at + max(0, (now - row.from_at) // length) * length


def period_end(row: LossLimitRow, now: datetime) -> datetime:
    """When the period that runs now is over and the count starts from nothing."""
    return period_start(row, now) + timedelta(days=row.period_days)


def loosened_from(row: LossLimitRow, now: datetime) -> datetime:
    """From when a limit may bind less: the end of a period, a day off or more."""
    end = period_end(row, now)
    soon = end - now < AT_LEAST.value
    return end + timedelta(days=row.period_days) if soon else end


def holds_from(
    row: LossLimitRow | None, limit_cents: int, period_days: int, now: datetime
) -> datetime:
    """From when new figures hold: what binds more goes on in the running period."""
    if row is None:
        return now
    if limit_cents <= row.limit_cents and period_days >= row.period_days:
        return period_start(row, now)
    return loosened_from(row, now)
