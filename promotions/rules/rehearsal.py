"""A rehearsal: play that was, counted as the terms would, before anything opens."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from promotions.rules.earning import Earned, Earning, Played, replayed
from promotions.rules.series import EVERY_WEEK, on_the_wall
from promotions.rules.terms import Terms
from rulebook import HOUSE, Cite
from rulebook.terms import wording

REHEARSED: Cite = HOUSE.at("PROMOTION-63")
BEFORE, AFTER = "before the start", "after the closing time"
TOO_MUCH = 4  # one patron with a quarter of everything is looked at


@dataclass(frozen=True, slots=True)
class Counted:
    """One thing played and what it would give; outside the times, nothing."""

    played: Played
    draw: int  # nought: none
    tickets: int
    why: tuple[tuple[str, Cite], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """What one patron would have, and how it differs from the bare rate."""

    who: str
    plays: Sequence[Counted]
    tickets: int
    bare: int  # at the rates alone
    more: int  # by hours that count several times
    cut: int  # by limits
    now: int | None  # by the terms in force, where there are any

    @property
    def outside(self) -> int:
        """How much of the play is outside the times of the terms."""
        return sum(1 for each in self.plays if not each.draw)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What the whole of it would give, patron by patron and day by day."""

    lines: Sequence[Line]  # whoever has most stands first
    by_day: Sequence[tuple[date, int]]
    weeks: int  # by which the play was moved, weekdays and hours as they were

    @property
    def tickets(self) -> int:
        """Tickets of all patrons."""
        return sum(line.tickets for line in self.lines)

    def sum_of(self, name: str) -> int:
        """One figure of all lines."""
        return sum(getattr(line, name) for line in self.lines)


Plays = Mapping[str, Sequence[Played]]


def rehearse(terms: Terms, plays: Plays, in_force: Terms | None = None) -> Rehearsal:
    """Count play as these terms would; beside it, as those in force do."""
    weeks = weeks_ahead(terms, plays)
    lines = [
        _line(terms, who, _moved(some, weeks, terms.zone), in_force)
        for who, some in plays.items()
    ]
    by_day: Counter[date] = Counter()
    for line in lines:
        for each in line.plays:
            by_day[each.played.at.astimezone(terms.zone).date()] += each.tickets
    first = sorted(lines, key=lambda line: (-line.tickets, line.who))
    return Rehearsal(first, sorted(by_day.items()), weeks)


def weeks_ahead(terms: Terms, plays: Plays) -> int:
    """Whole weeks after which old play begins no sooner than the promotion's day."""
    starts = terms.starts_at
    if starts is None or not any(plays.values()):
        return 0
    first = min(played.at for some in plays.values() for played in some)
    days = (_day(starts, terms.zone) - _day(first, terms.zone)).days
    return max(-(-days // EVERY_WEEK), 0)


def _day(at: datetime, zone: ZoneInfo) -> date:
    return at.astimezone(zone).date()


def _moved(some: Sequence[Played], weeks: int, zone: ZoneInfo) -> list[Played]:
    days = weeks * EVERY_WEEK
    moved = (replace(each, at=on_the_wall(each.at, days, zone)) for each in some)
    return sorted(moved, key=lambda played: played.at)


def _line(
    terms: Terms, who: str, plays: Sequence[Played], in_force: Terms | None
) -> Line:
    rules = terms.entry.earning.earning
    counted = [*_counted(terms, rules, plays)]
    tickets = sum(each.tickets for each in counted)
    free = _total(terms, replace(rules, most_a_day=0, most_each=0), plays)
    bare = _total(terms, Earning(rules.rates), plays)
    held = in_force and in_force.entry.earning.earning
    now = _total(in_force, held, plays) if in_force and held else None
    return Line(who, counted, tickets, bare, free - bare, free - tickets, now)


def _total(terms: Terms, rules: Earning, plays: Sequence[Played]) -> int:
    return sum(each.tickets for each in _counted(terms, rules, plays))


def _counted(
    terms: Terms, rules: Earning, plays: Sequence[Played]
) -> Iterator[Counted]:
    """Each thing played, in its order, towards the draw it counts for."""
    inside: dict[int, list[Played]] = {}
    closes = [draw.closes_at for draw in terms.draws]
    for played in plays:
        draw = _draw(terms.starts_at, closes, played.at)
        inside.setdefault(draw, []).append(played)
    for draw, some in sorted(inside.items()):
        found = replayed(rules, some, terms.zone) if draw > 0 else _nothing(draw, some)
        for played, earned in zip(some, found, strict=True):
            yield Counted(played, max(draw, 0), earned.tickets, earned.why)


def _draw(starts: datetime | None, closes: Sequence[datetime], at: datetime) -> int:
    """Which draw it counts for: −1 before the start, nought after the last closing."""
    if starts is None or at < starts:
        return -1
    found = bisect_right(closes, at) + 1
    return found if found <= len(closes) else 0


def _nothing(draw: int, some: Sequence[Played]) -> Iterator[Earned]:
    when = BEFORE if draw else AFTER
    for _ in some:
        yield Earned(0, 0, ((f"It was {when}.", REHEARSED),))


@dataclass(frozen=True, slots=True)
class Finding:
    """Something people look for before a promotion opens."""

    said: str
    look: bool  # whether somebody should look at it


def findings(rehearsal: Rehearsal) -> Iterator[Finding]:
    """What stands out: play outside the times, nothing earned, limits, one holder."""
    lines, tickets = rehearsal.lines, rehearsal.tickets
    if outside := sum(line.outside for line in rehearsal.lines):
        said = f"{wording.figure(outside, 'play')} outside the times of the terms"
        yield Finding(f"{said}: nothing is earned by it.", look=True)
    if idle := sum(1 for line in lines if not line.tickets):
        who = wording.figure(idle, "patron")
        yield Finding(f"{who} played and would have no ticket.", look=True)
    if cut := rehearsal.sum_of("cut"):
        who = wording.figure(sum(1 for line in lines if line.cut), "patron")
        said = wording.figure(cut, "ticket")
        yield Finding(f"Limits take {said} from {who}.", look=True)
    if more := rehearsal.sum_of("more"):
        said = wording.figure(more, "ticket")
        yield Finding(f"Hours that count several times add {said}.", look=False)
    if tickets and len(lines) > 1 and lines[0].tickets * TOO_MUCH > tickets:
        share = lines[0].tickets * 100 // tickets
        yield Finding(f"One patron would hold {share}% of all tickets.", look=True)
    if changed := _changed(lines):
        who = wording.figure(changed, "patron")
        said = f"{who} would have another number of tickets than by the terms in force."
        yield Finding(said, look=True)


def _changed(lines: Sequence[Line]) -> int:
    if not lines or lines[0].now is None:
        return 0
    return sum(1 for line in lines if line.now != line.tickets)
