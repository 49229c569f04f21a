"""Changes after publication: who must be told by when, and who accepts again."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.changes import Change
from tournaments.rules.terms import Terms


def moves_starts_only(change: Change) -> bool:
    """Whether sessions start at other times and nothing else changes."""
    return change.path == "details.dates" and change.only_values


@dataclass(frozen=True, slots=True)
class MovedStart:
    """A session that starts at another time than before."""

    called: str
    session: int
    old: datetime
    new: datetime
    field: str


def moved_starts(old: Terms, new: Terms) -> tuple[MovedStart, ...]:
    """Sessions of stages that are in both, at another time."""
    stages = {r.name: r for r in old.format.stages.stages}
    return tuple(
        MovedStart(
            r.called, at + 1, was, now, f"format.stages.stages.{index}.starts.{at}"
        )
        for index, r in enumerate(new.format.stages.stages)
        if r.name in stages
        for at, (was, now) in enumerate(
            zip(stages[r.name].starts, r.starts, strict=False)
        )
        if was != now
    )


def notice_refusals(old: Terms, new: Terms, now: datetime) -> tuple[Refusal, ...]:
    """Starts that are moved with less notice than the terms promise."""
    clause, zone = old.details.starts, new.names.tz
    return tuple(
        Refusal(
            Cite("CROWN3-12.4.1(b)"),
            f"Session {moved.session} of {moved.called} would start "
            f"{wording.when(moved.new, zone)}, in less than "
            f"{wording.many(clause.notice_minutes, 'minute')}.",
            "Players need that notice: choose a later start.",
            moved.field,
        )
        for moved in moved_starts(old, new)
        if clause.too_late(now, moved.new)
    )


class Audience(StrEnum):
    """Who is told of a change."""

    ENTRANTS = "entrants"
    REGULATOR = "regulator"


@dataclass(frozen=True, slots=True)
class Telling:
    """Somebody who must be told of changes, and by when."""

    audience: Audience
    paths: tuple[str, ...]
    by: datetime | None
    cite: Cite
    sentence: str


def tellings(old: Terms, new: Terms, every: tuple[Change, ...]) -> tuple[Telling, ...]:
    """Who must be told of the changes between two versions, and by when."""
    if not every:
        return ()
    # A name may be entered in one clause and printed by others only.
    changes = [c for c in every if not c.is_derived] or every
    paths = tuple(change.path for change in changes)
    titles = wording.listed(change.title for change in changes)
    first = first_start(old, new)
    told = [
        Telling(
            Audience.REGULATOR,
            paths,
            first,
            Cite("CROWN3-12.4.1(c)"),
            f"Tell {new.names.the_regulator} before the tournament: {titles}.",
        )
    ]
    moved = moved_starts(old, new)
    if moved:
        told.append(_moved(old, moved))
    others = tuple(c.path for c in changes if not moves_starts_only(c))
    if others:
        told.append(
            Telling(
                Audience.ENTRANTS,
                others,
                first,
                HOUSE.at("TOURN-19"),
                f"Tell every entrant before play begins: {titles}.",
            )
        )
    return tuple(told)


def first_start(old: Terms, new: Terms) -> datetime | None:
    """When the tournament begins, by whichever version is earlier."""
    starts = [
        start
        for terms in (old, new)
        for r in terms.format.stages.stages
        for start in r.starts
    ]
    return min(starts, default=None)


def _moved(old: Terms, moved: tuple[MovedStart, ...]) -> Telling:
    clause = old.details.starts
    return Telling(
        Audience.ENTRANTS,
        tuple(each.field for each in moved),
        min(clause.tell_by(each.new) for each in moved),
        Cite("CROWN3-12.4.1(b)"),
        "Tell every entrant of the moved start, "
        f"{wording.many(clause.notice_minutes, 'minute')} before it at the latest, "
        f"{wording.phrase(clause.told_how)}.",
    )


def to_accept(old: Terms, new: Terms, every: tuple[Change, ...]) -> tuple[Change, ...]:
    """The changes every entrant has to accept again, or may decline and be refunded."""
    same_days = _same_days(old, new)
    return tuple(
        change
        for change in every
        if change.binding and not (moves_starts_only(change) and same_days)
    )


def _same_days(old: Terms, new: Terms) -> bool:
    """Whether every start stays on its day by the venue's clock."""
    zone = new.names.tz
    days = [
        [s.astimezone(zone).date() for r in t.format.stages.stages for s in r.starts]
        for t in (old, new)
    ]
    dates = [
        [d and d.astimezone(zone).date() for d in (t.starts_at, t.ends_at)]
        for t in (old.details.dates, new.details.dates)
    ]
    return days[0] == days[1] and dates[0][:1] == dates[1][:1]
