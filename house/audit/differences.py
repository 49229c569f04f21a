"""Before and after an act, field by field, in words people use."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from house import money
from house.audit.acts_in_words import PLAYED
from house.venue import Venue

INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


@dataclass(frozen=True, slots=True)
class Difference:
    """One field: what it was and what it became; None where there was none."""

    field: str
    old: str | None
    new: str | None

    @property
    def changed(self) -> bool:
        """Whether the act changed it."""
        return self.old != self.new


def differences(
    before: Mapping[str, Any], after: Mapping[str, Any], venue: Venue
) -> tuple[Difference, ...]:
    """Every field of both, each once, in the order they were written."""
    old, new = dict(_flat(before, venue)), dict(_flat(after, venue))
    fields = dict.fromkeys([*old, *new])
    groups = {field.rpartition(" › ")[0] for field in fields}
    return tuple(
        Difference(field, old.get(field), new.get(field))
        for field in fields
        if field not in groups  # “nothing” became a group: its parts say it all
    )


def _flat(value: object, venue: Venue, path: str = "") -> Iterator[tuple[str, str]]:
    """Each single value with its place, however deep it lies."""
    if isinstance(value, Mapping) and value:
        for name, item in value.items():
            yield from _flat(item, venue, f"{path} › {name}" if path else str(name))
    elif isinstance(value, list) and any(isinstance(i, (dict, list)) for i in value):
        for number, item in enumerate(value, start=1):
            yield from _flat(item, venue, f"{path} {number}".strip())
    elif path:
        yield label(path), said(path, value, venue)


def label(path: str) -> str:
    """A field's name as people say it: minimum_cents becomes Minimum."""
    words = path.removesuffix("_cents").removesuffix("_at").replace("_", " ").strip()
    return words[:1].upper() + words[1:] if words else path


def said(path: str, value: object, venue: Venue) -> str:
    """A value as people say it: dollars, venue time, yes and no."""
    match value:
        case None | "":
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case int():
            cents = path.endswith("_cents")
            return money.dollars(value) if cents else f"{value:,}".replace("-", "−")
        case str():
            act = path.endswith("act") and value in PLAYED
            return PLAYED[value] if act else _time(value, venue)
        case list():
            return ", ".join(said(path, item, venue) for item in value) or "nothing"
        case _:
            return "nothing"


def _time(value: str, venue: Venue) -> str:
    if not INSTANT.fullmatch(value):
        return value
    try:
        return venue.exact(datetime.fromisoformat(value))
    except (ValueError, OverflowError):
        return value
