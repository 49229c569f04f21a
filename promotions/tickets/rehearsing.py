"""Play for a rehearsal: a sample that somebody sends, or what the last week brought."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from typing import IO

from sqlmodel import Session, col, select

from promotions.rules.earning import Played, Source
from promotions.rules.rehearsal import REHEARSED
from promotions.tickets import lists
from promotions.tickets.lists import Bad, Given, Unreadable
from promotions.tickets.models import Came, GrantRow
from rulebook import Refusal, Refused

WEEK = timedelta(days=7)
MOST = 50_000  # plays: a sample, not a season
EARNS = tuple(came for came in Came if came.value in set(Source))


@dataclass(frozen=True, slots=True)
class Sample:
    """Play of several patrons, and the rows that could not be read."""

    plays: dict[str, list[Played]] = field(default_factory=lambda: defaultdict(list))
    bad: list[Bad] = field(default_factory=list)
    cut_off: bool = False  # there was more than a rehearsal takes


def sent(file: IO[bytes]) -> Sample | Refused:
    """The play of a list, each reference once."""
    try:
        return _sample(islice(lists.Reading(file), MOST + 1))
    except Unreadable as broken:
        return broken.refused


def _sample(rows: Iterable[Given | Bad]) -> Sample | Refused:
    sample, seen = Sample(), set[str]()
    for count, row in enumerate(rows):
        if count == MOST:
            return Sample(sample.plays, sample.bad, cut_off=True)
        if isinstance(row, Bad):
            sample.bad.append(row)
        elif row.came is Came.LIST:
            wrong = "The list has tickets: there is nothing to count."
            right = "Send play, points or visits."
            return Refused((Refusal(REHEARSED, wrong, right, "file"),))
        elif row.reference not in seen:
            seen.add(row.reference)
            played = Played(Source(row.came.value), row.amount, row.at)
            sample.plays[row.card].append(played)
    return sample


def last_week(session: Session, now: datetime) -> Sample:
    """What was played for any promotion in the last week, each reference once."""
    mine = (
        select(GrantRow)
        .where(col(GrantRow.at) > now - WEEK, col(GrantRow.at) <= now)
        .where(col(GrantRow.came).in_(EARNS))
        .order_by(col(GrantRow.id))
    )
    sample, seen = Sample(), set[tuple[str, str]]()
    for count, grant in enumerate(session.exec(mine.limit(MOST + 1))):
        if count == MOST:
            return Sample(sample.plays, cut_off=True)
        if (grant.holder, grant.reference) not in seen:
            seen.add((grant.holder, grant.reference))
            played = Played(Source(grant.came.value), grant.amount, grant.at)
            sample.plays[grant.holder].append(played)
    return sample


def empty() -> Refused:
    """There is no play to count."""
    wrong = "There is no play to rehearse with."
    right = "Send a list of play, points or visits."
    return Refused((Refusal(REHEARSED, wrong, right, "file"),))


def shown(sample: Sample) -> Sequence[Bad]:
    """Rows that could not be read, as far as a page shows them."""
    return sample.bad[:20]
