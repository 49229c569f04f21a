"""How tickets come in: by day and channel, the largest holders, by hand, lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, func, select

from house.people.patrons.models import PatronRow
from promotions.models import PromotionRow
from promotions.rules import flags
from promotions.rules.flags import Filling
from promotions.rules.terms import Terms
from promotions.tickets import importing
from promotions.tickets.models import (
    Came,
    GrantRow,
    HandRow,
    ListBatchRow,
    ListRefusedRow,
    ListRow,
)

LARGEST = 10
REFUSED = 20
HOURS = 24
NEWEST = 30  # lists; play systems send many


@dataclass(frozen=True, slots=True)
class Watched:
    """Everything marketing looks at while a promotion fills."""

    tickets: int
    holders: int
    by_day: Mapping[date, int]
    channels: Sequence[tuple[str, int]]
    largest: Sequence[tuple[str, str, int]]  # initials, reference, tickets
    lists: Sequence[tuple[ListRow, ListBatchRow | None]]
    refused: Sequence[ListRefusedRow]
    by_hand: Sequence[tuple[GrantRow, HandRow]]
    hours: Sequence[tuple[str, int]]  # the newest first
    flags: Sequence[str]


def watched(session: Session, row: PromotionRow, terms: Terms) -> Watched:
    """How a promotion fills, as its tickets have it now."""
    mine = col(GrantRow.promotion_id) == row.pk
    total = func.sum(col(GrantRow.tickets))
    count = func.count(func.distinct(col(GrantRow.holder)))
    sums = session.exec(select(total, count).where(mine)).one()
    by_hour, largest = _by_hour(session, row, terms.zone), _largest(session, row)
    by_hand = _by_hand(session, row)
    by_channel = select(GrantRow.came, total).where(mine).group_by(col(GrantRow.came))
    return Watched(
        tickets=int(sums[0] or 0),
        holders=sums[1],
        by_day=_by_day(by_hour),
        channels=sorted(
            (Came(came).value, int(n)) for came, n in session.exec(by_channel)
        ),
        largest=largest,
        lists=_lists(session, row),
        refused=_refused(session, row),
        by_hand=by_hand,
        hours=[(_said(at), n) for at, n in sorted(by_hour.items())[: -HOURS - 1 : -1]],
        flags=[
            *flags.flags(
                Filling(
                    int(sums[0] or 0),
                    sums[1],
                    [(ref, count) for _, ref, count in largest],
                    _sources(session, row),
                    {_said(at): count for at, count in by_hour.items()},
                    sum(max(grant.tickets, 0) for grant, _ in by_hand),
                    near_limit(session, row, terms),
                    terms.entry.earning.most_each,
                )
            )
        ],
    )


def _sources(session: Session, row: PromotionRow) -> Mapping[str, int]:
    """Tickets by the list or system that brought them."""
    total = func.sum(col(GrantRow.tickets))
    by = (
        select(ListRow.name, total)
        .join(ListRow, col(ListRow.id) == GrantRow.run_id)
        .where(col(GrantRow.promotion_id) == row.pk)
        .group_by(col(ListRow.name))
    )
    return {name: int(tickets) for name, tickets in session.exec(by)}


def near_limit(session: Session, row: PromotionRow, terms: Terms) -> int:
    """How many holders have nine tenths or more of what one may have for a draw."""
    most = terms.entry.earning.most_each
    if not most:
        return 0
    near = (
        select(GrantRow.holder)
        .where(col(GrantRow.promotion_id) == row.pk)
        .group_by(col(GrantRow.draw), col(GrantRow.holder))
        .having(func.sum(col(GrantRow.tickets)) * 10 >= most * 9)
    )
    return session.exec(select(func.count()).select_from(near.subquery())).one()


def _by_hour(
    session: Session, row: PromotionRow, zone: ZoneInfo
) -> Mapping[datetime, int]:
    """Tickets by the venue's hour: added up by instant first, then by its clock."""
    total = func.sum(col(GrantRow.tickets))
    by = select(GrantRow.at, total).where(col(GrantRow.promotion_id) == row.pk)
    found: dict[datetime, int] = {}
    for at, tickets in session.exec(by.group_by(col(GrantRow.at))):
        hour = at.astimezone(zone).replace(minute=0, second=0, microsecond=0)
        found[hour] = found.get(hour, 0) + int(tickets)
    return found


def by_day(session: Session, row: PromotionRow, zone: ZoneInfo) -> Mapping[date, int]:
    """Tickets by the venue's day."""
    return _by_day(_by_hour(session, row, zone))


def _by_day(by_hour: Mapping[datetime, int]) -> Mapping[date, int]:
    found: dict[date, int] = {}
    for hour, tickets in by_hour.items():
        found[hour.date()] = found.get(hour.date(), 0) + tickets
    return found


def _said(hour: datetime) -> str:
    return f"{hour:%a} {hour.day} {hour:%b, %H:%M}"


def _largest(session: Session, row: PromotionRow) -> Sequence[tuple[str, str, int]]:
    total = func.sum(col(GrantRow.tickets))
    most = (
        select(GrantRow.holder, func.min(col(GrantRow.patron_id)), total)
        .where(col(GrantRow.promotion_id) == row.pk)
        .group_by(col(GrantRow.holder))
        .order_by(total.desc(), col(GrantRow.holder))
        .limit(LARGEST)
    )
    return [
        (initials(session.get_one(PatronRow, id_)), ref, int(tickets))
        for ref, id_, tickets in session.exec(most)
    ]


def initials(patron: PatronRow) -> str:
    """How a patron is shown where no name may stand."""
    names = (patron.given_name, patron.family_name)
    return " ".join(f"{name[0]}." for name in names if name)


def _lists(
    session: Session, row: PromotionRow
) -> Sequence[tuple[ListRow, ListBatchRow | None]]:
    mine = select(ListRow).where(col(ListRow.promotion_id) == row.pk)
    every = session.exec(mine.order_by(col(ListRow.id).desc()).limit(NEWEST)).all()
    return [(one, importing.so_far(session, one)) for one in every]


def _refused(session: Session, row: PromotionRow) -> Sequence[ListRefusedRow]:
    mine = (
        select(ListRefusedRow)
        .join(ListRow, col(ListRow.id) == ListRefusedRow.list_id)
        .where(col(ListRow.promotion_id) == row.pk)
        .order_by(col(ListRefusedRow.id).desc())
    )
    return session.exec(mine.limit(REFUSED)).all()


def _by_hand(session: Session, row: PromotionRow) -> Sequence[tuple[GrantRow, HandRow]]:
    mine = (
        select(GrantRow, HandRow)
        .join(HandRow, col(HandRow.grant_id) == GrantRow.id)
        .where(col(GrantRow.promotion_id) == row.pk)
        .order_by(col(HandRow.id).desc())
    )
    return session.exec(mine).all()
