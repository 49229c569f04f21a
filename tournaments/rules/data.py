"""Frozen values as plain data for JSON, and back; what does not fit is told."""

import re
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import UTC, datetime
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

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


def read(kind: Any, data: Any, place: str = "") -> Any:
    """The value that plain data stands for, or Misfit with every place that is off."""
    wrongs: list[Wrong] = []
    value = _read(kind, data, place, wrongs)
    if wrongs:
        raise Misfit(wrongs)
    return value


def _read(kind: Any, data: Any, place: str, wrongs: list[Wrong]) -> Any:
    if get_origin(kind) in (Union, types.UnionType):
        if data is None:
            return None
        (kind,) = (each for each in get_args(kind) if each is not types.NoneType)
    if get_origin(kind) is tuple:
        return _read_tuple(get_args(kind)[0], data, place, wrongs)
    if is_dataclass(kind):
        return _read_fields(kind, data, place, wrongs)
    try:
        return _LEAVES[_leaf(kind)](kind, data)
    except (ValueError, TypeError, OverflowError) as error:
        wrongs.append(Wrong(place, _shown(data), str(error)))
        return None


def _read_tuple(kind: Any, data: Any, place: str, wrongs: list[Wrong]) -> Any:
    if not isinstance(data, list):
        wrongs.append(Wrong(place, _shown(data), "A list is needed."))
        return ()
    return tuple(_read(kind, e, f"{place}.{at}", wrongs) for at, e in enumerate(data))


@cache
def hints(kind: Any) -> Mapping[str, Any]:
    """The kind of each field of a frozen value."""
    types_ = get_type_hints(kind)
    return {f.name: types_[f.name] for f in fields(kind)}


def _read_fields(kind: Any, data: Any, place: str, wrongs: list[Wrong]) -> Any:
    if not isinstance(data, dict):
        wrongs.append(Wrong(place, _shown(data), "A group of fields is needed."))
        return None
    known = hints(kind)
    for key in data:
        if key not in known:
            wrong = f"There is no field “{str(key)[:60]}”."
            wrongs.append(Wrong(place, wrong, f"Known are {', '.join(known)}."))
    found = {}
    for name, each in known.items():
        inner = f"{place}.{name}" if place else name
        if name not in data:
            wrongs.append(Wrong(inner, f"The field “{name}” is missing.", "Give it."))
        else:
            found[name] = _read(each, data[name], inner, wrongs)
    return None if wrongs else kind(**found)


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
    return all(
        f.default is not MISSING or f.default_factory is not MISSING
        for f in fields(kind)
    )
