"""Tickets that play earns, on top of what was counted for its players before."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from promotions.models import PromotionRow
from promotions.rules import earning
from promotions.rules.earning import Holding, Played, Source
from promotions.rules.terms import Terms
from promotions.tickets.holders import Holder
from promotions.tickets.lists import Given
from promotions.tickets.models import GrantRow
from promotions.tickets.writing import Gift

Timed = tuple[Given, int]  # with the draw it counts for
MANY = 500  # names in one query


def gifts(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    terms: Terms,
    good: Sequence[Timed],
    known: Mapping[str, Holder],
    run_id: int,
) -> Iterator[Gift]:
    """What play earns, in the order it was played."""
    rules, zone = terms.entry.earning.earning, terms.zone
    had = holdings(session, row, {known[given.card].ref for given, _ in good}, terms)
    for given, draw in sorted(good, key=lambda each: (each[0].at, each[0].reference)):
        holder = known[given.card]
        played = Played(Source(given.came.value), given.amount, given.at)
        before = had[draw, holder.ref]
        found = earning.earned(rules, played, before, zone)
        had[draw, holder.ref] = earning.after(before, played, found, zone)
        yield Gift(
            row.pk,
            draw,
            holder.ref,
            holder.patron_id,
            given.reference,
            given.came.value,
            given.amount,
            found.counted,
            found.tickets,
            given.at,
            run_id,
            given.tier,
        )


def holdings(
    session: Session, row: PromotionRow, refs: set[str], terms: Terms
) -> dict[tuple[int, str], Holding]:
    """What these holders have earned so far, towards each draw."""
    found: dict[tuple[int, str], Holding] = defaultdict(Holding)
    names = sorted(refs)
    for at in range(0, len(names), MANY):
        mine = select(GrantRow).where(
            col(GrantRow.promotion_id) == row.pk,
            col(GrantRow.holder).in_(names[at : at + MANY]),
        )
        for grant in session.exec(mine.order_by(col(GrantRow.id))):
            key = (grant.draw, grant.holder)
            found[key] = with_grant(found[key], grant, grant.at.astimezone(terms.zone))
    return found


def with_grant(before: Holding, grant: GrantRow, local: datetime) -> Holding:
    """What somebody has once this was counted too, in the venue's day."""
    day, counted = local.date(), dict(before.counted)
    if grant.came.value in set(Source):
        source = Source(grant.came.value)
        counted[source] = counted.get(source, 0) + grant.counted
    by_day = {**before.by_day, day: before.by_day.get(day, 0) + grant.tickets}
    return Holding(before.tickets + grant.tickets, by_day, counted)
