"""What single values look like when a person types them, and how they are read."""

import re
import types
from collections.abc import Callable, Container
from dataclasses import dataclass, is_dataclass
from datetime import UTC, datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple, Union, get_args, get_origin
from zoneinfo import ZoneInfo

from house import money
from house.forms import WALL

WHOLE = re.compile(r"[-−]?[0-9][0-9,\s]*")
SHARE = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,9}))?\s*%?")
PARTS = re.compile(r"([0-9]{1,9})\s*/\s*([0-9]{1,9})")
FAR = 10**18  # more digits mean nothing here
YES, NO = "yes", "no"
YEARS = range(2000, 2100)  # beyond them nobody reckons with summer time


class Widget(StrEnum):
    """How a value is entered."""

    LINE = "line"
    TEXT = "text"
    WHOLE = "whole"
    MONEY = "money"
    SHARE = "share"
    MOMENT = "moment"
    CHOICE = "choice"
    DECISION = "decision"  # yes, no, or not decided yet
    TICK = "tick"


class Shape(NamedTuple):
    """The type of a field without its wrapping: a list, a group or a single value."""

    inner: Any
    optional: bool
    many: bool

    @property
    def is_group(self) -> bool:
        """Whether it is a group of fields."""
        return not self.many and is_dataclass(self.inner)


def shape_of(hint: Any) -> Shape:
    """Take a type apart: what is inside, may it be left open, is it a list."""
    if get_origin(hint) in (Union, types.UnionType):
        (inner,) = (each for each in get_args(hint) if each is not types.NoneType)
        return Shape(inner, optional=True, many=False)
    if get_origin(hint) is tuple:
        return Shape(get_args(hint)[0], optional=False, many=True)
    return Shape(hint, optional=False, many=False)


class Unreadable(ValueError):
    """What was typed is no value of its kind; says what would be right."""

    def __init__(self, wrong: str, right: str) -> None:
        super().__init__(wrong)
        self.wrong, self.right = wrong, right


@dataclass(frozen=True, slots=True)
class Leaf:
    """A single value: its type, how it is entered, whether it may stay open."""

    type: Any
    widget: Widget
    optional: bool

    def shown(self, value: Any, zone: ZoneInfo) -> str:
        """The value as it stands in its input."""
        return "" if value is None else _SHOWN[self.widget](value, zone)

    def read(self, typed: str, zone: ZoneInfo) -> Any:
        """The value that was typed; Unreadable where it is none."""
        return _READ[self.widget](typed.strip(), self.type, zone)


def leaf(shape: Shape, name: str, long_texts: Container[str]) -> Leaf:
    """How a field of this type and name is entered."""
    widget = _widget(shape, name)
    if widget is Widget.LINE and name in long_texts:
        widget = Widget.TEXT
    return Leaf(shape.inner, widget, shape.optional)


def _widget(shape: Shape, name: str) -> Widget:
    if shape.inner is bool:
        return Widget.DECISION if shape.optional else Widget.TICK
    if shape.inner is int:
        cents = name.endswith("_cents") or name == "cents_per_chip"
        return Widget.MONEY if cents else Widget.WHOLE
    if shape.inner is str:
        return Widget.LINE
    if shape.inner is Fraction:
        return Widget.SHARE
    return Widget.MOMENT if shape.inner is datetime else Widget.CHOICE


def _share_shown(share: Fraction, _zone: ZoneInfo) -> str:
    """Per cent where a decimal says it exactly, else the fraction."""
    for places in range(5):
        points = share * 100 * 10**places
        if points.denominator == 1:
            whole, rest = divmod(points.numerator, 10**places)
            return f"{whole}.{rest:0{places}}%" if places else f"{whole}%"
    return f"{share.numerator}/{share.denominator}"


def _moment_shown(instant: datetime, zone: ZoneInfo) -> str:
    return f"{instant.astimezone(zone):%Y-%m-%dT%H:%M}"


_SHOWN: dict[Widget, Callable[[Any, ZoneInfo], str]] = {
    Widget.LINE: lambda value, _: value,
    Widget.TEXT: lambda value, _: value,
    Widget.WHOLE: lambda value, _: f"{value:,}",
    Widget.MONEY: lambda value, _: money.dollars(value).replace("$", ""),
    Widget.SHARE: _share_shown,
    Widget.MOMENT: _moment_shown,
    Widget.CHOICE: lambda value, _: value.value,
    Widget.DECISION: lambda value, _: YES if value else NO,
    Widget.TICK: lambda value, _: YES if value else NO,
}


def _typed(text: str) -> str:
    return f"“{text[:40]}{'…' if len(text) > 40 else ''}”"


def _read_whole(text: str, _type: Any, _zone: ZoneInfo) -> int:
    if not WHOLE.fullmatch(text):
        raise Unreadable(f"{_typed(text)} is no whole number.", "Write figures: 36.")
    digits = re.sub(r"[,\s]", "", text).replace("−", "-")
    return int(digits) if len(digits) < 19 else FAR


def _read_money(text: str, _type: Any, _zone: ZoneInfo) -> int:
    if text[:1] in {"-", "−"}:
        return -_read_money(text[1:].strip(), _type, _zone)
    try:
        return money.cents(text)
    except ValueError as error:
        raise Unreadable(f"{_typed(text)} is no amount.", str(error)) from None


def _read_share(text: str, _type: Any, _zone: ZoneInfo) -> Fraction:
    if (parts := PARTS.fullmatch(text)) and int(parts[2]):
        return Fraction(int(parts[1]), int(parts[2]))
    if decimal := SHARE.fullmatch(text):
        places = decimal[2] or ""
        return Fraction(int(decimal[1] + places), 100 * 10 ** len(places))
    right = "Write per cent, such as 12.5%, or a fraction, such as 1/3."
    raise Unreadable(f"{_typed(text)} is no share.", right)


def _read_moment(text: str, _type: Any, zone: ZoneInfo) -> datetime:
    match = WALL.fullmatch(text.removesuffix(":00") if text.count(":") > 1 else text)
    try:
        wall = datetime.fromisoformat(f"{match[1]}T{match[2]}") if match else None
    except ValueError:
        wall = None
    if wall is None:
        right = "Give a day and time, such as 2026-11-20 20:41."
        raise Unreadable(f"{_typed(text)} is no day and time.", right)
    return _instant(wall, zone)


def _instant(wall: datetime, zone: ZoneInfo) -> datetime:
    """The one instant a wall-clock time means; some mean none, some two."""
    first, second = (wall.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    said = f"{wall:%H:%M} on {wall.day} {wall:%B %Y}"
    if wall.year not in YEARS:
        right = f"Give one from {YEARS[0]} to {YEARS[-1]}."
        raise Unreadable(f"{said} is out of reach.", right)
    instant = first.astimezone(UTC)
    if instant.astimezone(zone).replace(tzinfo=None) != wall:
        wrong = f"The clocks go forward: there is no {said}."
        raise Unreadable(wrong, "Give a time before or after that hour.")
    if first.utcoffset() != second.utcoffset():
        wrong = f"The clocks go back: {said} comes twice."
        raise Unreadable(wrong, "Give a time before or after that hour.")
    return instant


def _read_choice(text: str, type_: Any, _zone: ZoneInfo) -> Any:
    if text in {each.value for each in type_}:
        return type_(text)
    raise Unreadable(f"{_typed(text)} is no choice here.", "Choose one of the list.")


def _read_yes(text: str, _type: Any, _zone: ZoneInfo) -> bool:
    if text not in {YES, NO}:
        raise Unreadable(f"{_typed(text)} is neither yes nor no.", "Choose one.")
    return text == YES


_READ: dict[Widget, Callable[[str, Any, ZoneInfo], Any]] = {
    Widget.LINE: lambda text, _type, _zone: " ".join(text.split()),
    Widget.TEXT: lambda text, _type, _zone: text.replace("\r\n", "\n"),
    Widget.WHOLE: _read_whole,
    Widget.MONEY: _read_money,
    Widget.SHARE: _read_share,
    Widget.MOMENT: _read_moment,
    Widget.CHOICE: _read_choice,
    Widget.DECISION: _read_yes,
    Widget.TICK: _read_yes,
}
