"""Frozen values as plain data for JSON, and back; what does not fit is told."""

import re
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from datetime import UTC, datetime
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from rulebook.terms.base import SINCE

_SHARE = re.compile(r"([0-9]{1,18})/([1-9][0-9]{0,17})")


class Wrong(NamedTuple):
    """One place in the data that does not fit, and what would."""

    place: str
    wrong: str
    right: str


class Misfit(Exception):
    """Data that is no value of the kind asked for."""

    def __init__(self, wrongs: list[Wrong]) -> None:
        super().__init__("; ".join(f"{w.place}: {w.wrong}" for w in wrongs))
        self.wrongs = wrongs


def plain(value: Any) -> Any:
    """A frozen value as dictionaries, lists, strings, whole numbers and nulls."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("An instant needs its zone.")
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return value.value if isinstance(value, StrEnum) else value


class Read(NamedTuple):
    """A value that was read, and the places that its older shape did not have."""

    value: Any
    absent: frozenset[str]


def read(kind: Any, data: Any, version: int) -> Read:
    """The value that plain data stands for, or Misfit with every place that is off.

    The data has the shape of this version: what came later takes its default.
    """
    reading = _Reading(version)
    value = reading.value(kind, data, "")
    if reading.wrongs:
        raise Misfit(reading.wrongs)
    return Read(value, frozenset(reading.absent))


@cache
def hints(kind: Any) -> Mapping[str, Any]:
    """The kind of each field of a frozen value."""
    types_ = get_type_hints(kind)
    return {f.name: types_[f.name] for f in fields(kind)}


@dataclass(slots=True)
class _Reading:
    """One pass over plain data, with everything that does not fit."""

    version: int
    wrongs: list[Wrong] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)

    def value(self, kind: Any, data: Any, place: str) -> Any:
        if get_origin(kind) in (Union, types.UnionType):
            if data is None:
                return None
            (kind,) = (each for each in get_args(kind) if each is not types.NoneType)
        if get_origin(kind) is tuple:
            return self._rows(get_args(kind)[0], data, place)
        if is_dataclass(kind):
            return self._group(kind, data, place)
        try:
            return _LEAVES[_leaf(kind)](kind, data)
        except (ValueError, TypeError, OverflowError) as error:
            self.wrongs.append(Wrong(place, _shown(data), str(error)))
            return None

    def _rows(self, kind: Any, data: Any, place: str) -> Any:
        if not isinstance(data, list):
            self.wrongs.append(Wrong(place, _shown(data), "A list is needed."))
            return ()
        return tuple(self.value(kind, e, f"{place}.{at}") for at, e in enumerate(data))

    def _group(self, kind: Any, data: Any, place: str) -> Any:
        if not isinstance(data, dict):
            wrong = Wrong(place, _shown(data), "A group of fields is needed.")
            self.wrongs.append(wrong)
            return None
        known = hints(kind)
        for key in data:
            if key not in known:
                strange = f"There is no field “{str(key)[:60]}”."
                right = f"Known are {', '.join(known)}."
                self.wrongs.append(Wrong(place, strange, right))
        found = {}
        for each in fields(kind):
            inner = f"{place}.{each.name}" if place else each.name
            if each.name in data:
                found[each.name] = self.value(known[each.name], data[each.name], inner)
            else:
                self._left_out(each, inner)
        return None if self.wrongs else kind(**found)

    def _left_out(self, each: "Field[Any]", place: str) -> None:
        """A field that came later takes its default; any other was lost."""
        came = each.metadata.get(SINCE, 1)
        if came <= self.version:
            wrong = f"The field “{each.name}” is missing."
            self.wrongs.append(Wrong(place, wrong, "Give it."))
        elif not _has_default(each):
            wrong = f"“{each.name}” came with shape {came}, without a default."
            self.wrongs.append(Wrong(place, wrong, "Give it one, or let it ask."))
        else:
            self.absent.append(place)


def _shown(data: Any) -> str:
    said = repr(data)
    return f"It is {said[:60]}{'…' if len(said) > 60 else ''}."


def _leaf(kind: Any) -> Any:
    return StrEnum if issubclass(kind, StrEnum) else kind


def _read_int(_: Any, data: Any) -> int:
    if not isinstance(data, int) or isinstance(data, bool):
        raise TypeError("A whole number is needed.")
    return data


def _read_bool(_: Any, data: Any) -> bool:
    if not isinstance(data, bool):
        raise TypeError("Yes or no (true or false) is needed.")
    return data


def _read_str(_: Any, data: Any) -> str:
    if not isinstance(data, str):
        raise TypeError("Text is needed.")
    return data


def _read_enum(kind: Any, data: Any) -> Any:
    if isinstance(data, str) and data in {each.value for each in kind}:
        return kind(data)
    raise ValueError(f"One of {', '.join(each.value for each in kind)} is needed.")


def _read_share(_: Any, data: Any) -> Fraction:
    found = _SHARE.fullmatch(data) if isinstance(data, str) else None
    if found is None:
        raise ValueError("A share such as 1/2 is needed.")
    return Fraction(int(found[1]), int(found[2]))


def _read_instant(_: Any, data: Any) -> datetime:
    right = "An instant such as 2026-11-21T03:00:00Z is needed."
    if not isinstance(data, str):
        raise TypeError(right)
    try:
        instant = datetime.fromisoformat(data)
    except ValueError:
        raise ValueError(right) from None
    if instant.tzinfo is None:
        raise ValueError(right)
    return instant.astimezone(UTC)


_LEAVES = {
    int: _read_int,
    bool: _read_bool,
    str: _read_str,
    StrEnum: _read_enum,
    Fraction: _read_share,
    datetime: _read_instant,
}


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every single value inside a frozen one, and every list, with its place."""
    if is_dataclass(value) and not isinstance(value, type):
        for f in fields(value):
            inner = f"{place}.{f.name}" if place else f.name
            yield from leaves(getattr(value, f.name), inner)
        return
    yield place, value
    if isinstance(value, tuple):
        for at, each in enumerate(value):
            yield from leaves(each, f"{place}.{at}")


def has_defaults(kind: Any) -> bool:
    """Whether a value of this kind can be made without saying anything."""
    return all(map(_has_default, fields(kind)))


def _has_default(each: "Field[Any]") -> bool:
    return each.default is not MISSING or each.default_factory is not MISSING
