"""Tickets a day as bars, from the first to the close, with what they say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

DAY = timedelta(days=1)
LEFT, RIGHT, TOP, BASE = 48, 650, 24, 150  # of the drawing
MOST_DAYS = 120  # further ahead than that nothing is drawn
STUB = 2


@dataclass(frozen=True, slots=True)
class Bar:
    """One day: how many came, and where its bar stands."""

    day: date
    tickets: int
    x: float
    width: float
    y: float
    mark: str  # nothing, “part” for today, “todo” for a day to come

    @property
    def middle(self) -> float:
        """Where its label stands."""
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class Chart:
    """The bars, the lines behind them, and the finding in a sentence."""

    bars: tuple[Bar, ...]
    lines: tuple[tuple[int, float], ...]  # how many, and how high
    closes_x: float | None
    named: frozenset[date]  # the days that carry a label

    @property
    def finding(self) -> str:
        """What the picture says, for whoever does not see it."""
        came = [bar for bar in self.bars if bar.mark != "todo"]
        best = max(came, key=lambda bar: bar.tickets)
        return (
            f"Tickets a day since {_said(came[0].day)}; "
            f"most on {_said(best.day)}, {best.tickets:,}."
        )


def chart(by_day: Mapping[date, int], today: date, closes: date | None) -> Chart | None:
    """Every day from the first ticket to the close, drawn against the best of them."""
    if not by_day:
        return None
    first, last = min(by_day), max(by_day)
    ahead = closes is not None and last <= closes <= first + MOST_DAYS * DAY
    until = closes if closes is not None and ahead else last
    days = [first + n * DAY for n in range((until - first).days + 1)]
    step, most = (RIGHT - LEFT) / len(days), _round(max(by_day.values()))
    bars = tuple(
        Bar(
            day,
            by_day.get(day, 0),
            round(LEFT + at * step + step * 0.12, 2),
            round(step * 0.76, 2),
            round(_high(by_day.get(day, 0), most), 2),
            "todo" if day > max(today, last) else "part" if day == today else "",
        )
        for at, day in enumerate(days)
    )
    return Chart(
        bars,
        tuple((n, round(_high(n, most), 2)) for n in (most // 2, most)),
        bars[-1].x + bars[-1].width if ahead else None,
        _named(days, today),
    )


def _named(days: Sequence[date], today: date) -> frozenset[date]:
    """Five days that carry a label, none of them beside today."""
    apart = max(1, len(days) // 5)
    return frozenset(d for d in days[::apart] if abs((d - today).days) * 2 >= apart)


def _high(tickets: int, most: int) -> float:
    return min(BASE - STUB, BASE - (BASE - TOP) * max(tickets, 0) / most)


def _round(most: int) -> int:
    """The next figure with one or two digits before its noughts, and even."""
    step: int = 10 ** max(len(str(max(most, 1))) - 1, 0)
    half = max(step // 2, 2)
    return -(-max(most, 2) // half) * half


def _said(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b}"
