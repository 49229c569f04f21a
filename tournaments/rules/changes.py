"""Changes after publication: what differs, who must be told by when, who accepts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rulebook import HOUSE, Cite, Refusal
from tournaments.rules import wording
from tournaments.rules.data import leaves
from tournaments.rules.terms import Terms

_START = re.compile(r"format\.rounds\.rounds\.\d+\.starts\.\d+|details\.dates\.\w+")


@dataclass(frozen=True, slots=True)
class Change:
    """One clause as it was and as it is now."""

    path: str
    title: str
    cites: tuple[Cite, ...]
    old: str
    new: str
    fields: tuple[str, ...]  # empty where only its wording follows another clause
    binding: bool

    @property
    def is_derived(self) -> bool:
        """Whether the clause only prints what another one changed."""
        return not self.fields

    @property
    def moves_starts_only(self) -> bool:
        """Whether nothing but times of play changed."""
        return bool(self.fields) and all(_START.fullmatch(f) for f in self.fields)


def differences(old: Terms, new: Terms) -> tuple[Change, ...]:
    """Every clause that changed, with its old and new text, as printed."""
    before, after = dict(leaves(old)), dict(leaves(new))
    changed = tuple(
        path
        for path in dict.fromkeys((*before, *after))
        if before.get(path) != after.get(path)
        and not isinstance(after.get(path, before.get(path)), tuple)
    )
    return tuple(_changes(old, new, changed))


def _changes(old: Terms, new: Terms, changed: tuple[str, ...]) -> Iterator[Change]:
    for was, now in zip(old.clauses(), new.clauses(), strict=True):
        fields = tuple(f for f in changed if f.startswith(f"{was.path}."))
        texts = was.clause.text(old), now.clause.text(new)
        if fields or texts[0] != texts[1]:
            binding = now.clause.binding and bool(fields)
            yield Change(
                was.path, now.clause.title, now.clause.cites, *texts, fields, binding
            )


@dataclass(frozen=True, slots=True)
class MovedStart:
    """A session that starts at another time than before."""

    called: str
    session: int
    old: datetime
    new: datetime
    field: str


def moved_starts(old: Terms, new: Terms) -> tuple[MovedStart, ...]:
    """Sessions of rounds that are in both, at another time."""
    rounds = {r.name: r for r in old.format.rounds.rounds}
    return tuple(
        MovedStart(
            r.called, at + 1, was, now, f"format.rounds.rounds.{index}.starts.{at}"
        )
        for index, r in enumerate(new.format.rounds.rounds)
        if r.name in rounds
        for at, (was, now) in enumerate(
            zip(rounds[r.name].starts, r.starts, strict=False)
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


def tellings(old: Terms, new: Terms) -> tuple[Telling, ...]:
    """Who must be told of the changes between two versions, and by when."""
    changes = [c for c in differences(old, new) if not c.is_derived]
    if not changes:
        return ()
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
    others = tuple(c.path for c in changes if not c.moves_starts_only)
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
        for r in terms.format.rounds.rounds
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


def to_accept(old: Terms, new: Terms) -> tuple[Change, ...]:
    """The changes every entrant has to accept again, or may decline and be refunded."""
    return tuple(
        change
        for change in differences(old, new)
        if change.binding and not (change.moves_starts_only and _same_days(old, new))
    )


def _same_days(old: Terms, new: Terms) -> bool:
    """Whether every start stays on its day by the venue's clock."""
    zone = new.names.tz
    days = [
        [s.astimezone(zone).date() for r in t.format.rounds.rounds for s in r.starts]
        for t in (old, new)
    ]
    dates = [
        [d and d.astimezone(zone).date() for d in (t.starts_at, t.ends_at)]
        for t in (old.details.dates, new.details.dates)
    ]
    return days[0] == days[1] and dates[0][:1] == dates[1][:1]
