"""The timetable as a picture: sessions by the clock, a row for each table. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from rulebook.terms import wording
from tournaments.rules.seats import StagePlan
from tournaments.rules.structure import Plan
from tournaments.rules.terms import Terms
from tournaments.rules.timetable import Slot, slots

WIDTH, LEFT, RIGHT = 900, 58, 24
TOP, ROW, GAP, BOTTOM = 8, 22, 3, 26
MOST_ROWS = 24  # more tables than this are drawn as one band a session
HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Bar:
    """One table in one session."""

    x: float
    y: float
    width: float
    height: float
    label: str
    title: str
    kind: int  # which stage, so that neighbours differ


@dataclass(frozen=True, slots=True)
class Mark:
    """A full hour on the axis, or a table beside it."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Session:
    """One session on the clock with the tables it plays."""

    slot: Slot
    seated: tuple[int, ...]  # players at each of its tables

    @property
    def players(self) -> int:
        """Everybody who plays in it."""
        return sum(self.seated)


@dataclass(frozen=True, slots=True)
class Day:
    """One day of play, drawn."""

    day: date
    label: str
    height: int
    bars: tuple[Bar, ...]
    hours: tuple[Mark, ...]
    rows: tuple[Mark, ...]
    sessions: tuple[Session, ...]
    finding: str


def sessions(terms: Terms, plan: Plan) -> tuple[Session, ...]:
    """Every session with its tables, spread evenly over the sessions of a stage."""
    planned = slots(terms)
    return tuple(
        Session(slot, _tables(plan.stages[slot.stage_at], slot.session - 1, count))
        for slot in planned
        for count in [sum(s.stage_at == slot.stage_at for s in planned)]
    )


def _tables(r: StagePlan, session: int, count: int) -> tuple[int, ...]:
    """The tables of one session: those of the stage dealt out in turn."""
    sizes = [size.seated for size in r.sizes for _ in range(size.tables)]
    return tuple(sizes[session::count])


def draw(terms: Terms, plan: Plan) -> tuple[Day, ...]:
    """The days of the tournament, one picture each."""
    zone = terms.names.tz

    def day_of(session: Session) -> date:
        return session.slot.starts.astimezone(zone).date()

    held = sorted(sessions(terms, plan), key=lambda s: (s.slot.starts, s.slot.stage_at))
    return tuple(_day(day, tuple(own), zone) for day, own in groupby(held, key=day_of))


def _day(day: date, held: tuple[Session, ...], zone: ZoneInfo) -> Day:
    first = min(s.slot.starts for s in held)
    last = max(s.slot.ends for s in held)
    begins, over = _hour(first, zone), _hour(last, zone, up=True)
    scale = (WIDTH - LEFT - RIGHT) / max((over - begins) / HOUR, 1)
    most = max((len(s.seated) for s in held), default=0)
    rows = min(max(most, 1), MOST_ROWS)
    return Day(
        day,
        wording.day(first, zone),
        TOP + rows * ROW + BOTTOM,
        tuple(_bars(held, begins, scale, rows, zone)),
        tuple(_hours(begins, over, scale, zone)),
        _rows(most, rows),
        held,
        finding(held, zone),
    )


def _hour(at: datetime, zone: ZoneInfo, *, up: bool = False) -> datetime:
    local = at.astimezone(zone)
    down = local.replace(minute=0, second=0, microsecond=0)
    return down + HOUR if up and down != local else down


def _x(at: datetime, begins: datetime, scale: float) -> float:
    return LEFT + (at - begins) / HOUR * scale


def _bars(
    held: tuple[Session, ...],
    begins: datetime,
    scale: float,
    rows: int,
    zone: ZoneInfo,
) -> Iterator[Bar]:
    for session in held:
        slot = session.slot
        x = _x(slot.starts, begins, scale)
        width = max(_x(slot.ends, begins, scale) - x - 1, 2)
        said = f"{wording.capital(slot.called)}, {_span(slot, zone)}"
        if len(session.seated) > MOST_ROWS:
            label = wording.figure(len(session.seated), "table")
            yield Bar(x, TOP, width, rows * ROW - GAP, label, said, slot.stage_at % 2)
            continue
        for row, seated in enumerate(session.seated):
            title = f"{said}: table {row + 1}, {wording.figure(seated, 'player')}"
            y = TOP + row * ROW
            yield Bar(x, y, width, ROW - GAP, str(seated), title, slot.stage_at % 2)


def _hours(
    begins: datetime, over: datetime, scale: float, zone: ZoneInfo
) -> Iterator[Mark]:
    count = int((over - begins) / HOUR)
    step = max(1, -(-count // 12))
    for hours in range(0, count + 1, step):
        at = begins + hours * HOUR
        yield Mark(_x(at, begins, scale), f"{at.astimezone(zone):%H:%M}")


def _rows(most: int, rows: int) -> tuple[Mark, ...]:
    if most > MOST_ROWS:
        return (Mark(TOP + rows * ROW / 2, f"1–{most}"),)
    return tuple(
        Mark(TOP + row * ROW + ROW / 2 + 2, f"Table {row + 1}") for row in range(most)
    )


def _span(slot: Slot, zone: ZoneInfo) -> str:
    return f"{wording.clock(slot.starts, zone)} to {wording.clock(slot.ends, zone)}"


def finding(held: tuple[Session, ...], zone: ZoneInfo) -> str:
    """The day in a sentence, for those who do not see the picture."""
    parts = [
        f"{s.slot.called} from {_span(s.slot, zone)} at "
        f"{wording.figure(len(s.seated), 'table')} with "
        f"{wording.figure(s.players, 'player')}"
        if s.seated
        else f"{s.slot.called} from {_span(s.slot, zone)} stays empty"
        for s in held
    ]
    return wording.capital(f"{'; '.join(parts)}.")
