"""What an entry of the record may hold, so that it reads back exactly as written."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from enum import Enum
from typing import Any

from rulebook import HOUSE

# The largest whole number that every reader of JSON keeps exactly.
LARGEST = 2**53 - 1
DEEPEST = 20
# PostgreSQL keeps no NUL, and half a surrogate pair is no text in any encoding.
UNKEEPABLE = re.compile("[\x00\ud800-\udfff]")
RULE = HOUSE.at("RECORD-4")


class NotPlain(TypeError):
    """A value that would not read back from the record as it was written."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where} {why} [{RULE}]")


def text(value: str) -> str:
    """The text with what no database can keep replaced by the mark for it."""
    return UNKEEPABLE.sub("�", value)


def fitted(value: str, length: int) -> str:
    """The text on no more than this many characters; what is cut off shows as …"""
    kept = text(value)
    return kept if len(kept) <= length else f"{kept[: length - 1]}…"


def instant(at: datetime) -> str:
    """An instant in one spelling: UTC with six digits of a second and Z."""
    if at.tzinfo is None:
        raise NotPlain("An instant", "needs its zone.")
    utc = at.astimezone(UTC).replace(tzinfo=None)
    return f"{utc.isoformat(timespec='microseconds')}Z"


def plain(value: object, where: str = "The entry", depth: int = 0) -> Any:
    """The value in plain words and whole numbers, or a complaint that names it."""
    if depth > DEEPEST:
        raise NotPlain(where, "is nested too deeply.")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Enum):
        return plain(value.value, where, depth)
    if isinstance(value, str):
        return text(value)
    if isinstance(value, int):
        return _whole(int(value), where)
    return _time_or_group(value, where, depth)


def _whole(value: int, where: str) -> int:
    if abs(value) > LARGEST:
        raise NotPlain(where, f"is a whole number beyond ±{LARGEST:,}.")
    return value


def _time_or_group(value: object, where: str, depth: int) -> Any:
    match value:
        case datetime():
            return instant(value)
        case date():
            return value.isoformat()
        case Mapping():
            return _group(value, where, depth)
        case list() | tuple():
            return [
                plain(item, f"{where}[{i}]", depth + 1) for i, item in enumerate(value)
            ]
        case _:
            raise NotPlain(where, f"is of type {type(value).__name__}.")


def _group(value: Mapping[Any, Any], where: str, depth: int) -> dict[str, Any]:
    group: dict[str, Any] = {}
    for name, item in value.items():
        if not isinstance(name, str):
            raise NotPlain(where, f"has {name!r} for a name, which is no text.")
        key = text(str(name))
        if key in group:
            raise NotPlain(where, f"has the name {key!r} twice.")
        group[key] = plain(item, f"{where}.{key}", depth + 1)
    return group
