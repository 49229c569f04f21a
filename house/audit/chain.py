"""How entries of the record are bound together; a stranger can check it with this."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

GENESIS = "0" * 64
FIELDS = (
    "number",
    "at",
    "actor",
    "actor_name",
    "role",
    "act",
    "subject_kind",
    "subject_id",
    "subject_name",
    "verdict",
    "rules",
    "reasons",
    "before",
    "after",
    "previous",
)


@dataclass(frozen=True, slots=True)
class Broken:
    """The first entry that does not hold, and why."""

    number: int
    why: str


def canonical(value: object) -> bytes:
    """JSON in one spelling: sorted keys, no spaces, UTF-8, whole numbers only."""
    return json.dumps(
        value,
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
        allow_nan=False,
    ).encode()


def instant(at: datetime) -> str:
    """An instant in one spelling: UTC with six digits of a second and Z."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def digest(entry: Mapping[str, Any]) -> str:
    """The hash of an entry: SHA-256 over its canonical fields, previous included."""
    return hashlib.sha256(canonical({name: entry[name] for name in FIELDS})).hexdigest()


def verify(entries: Iterable[Mapping[str, Any]]) -> Iterator[str | Broken]:
    """Walk the chain: yield each good entry's hash, then stop at the first bad one."""
    previous = GENESIS
    for expected, entry in enumerate(entries, start=1):
        if why := _fault(entry, expected, previous):
            yield Broken(expected, why)
            return
        previous = entry["hash"]
        yield previous


def _fault(entry: Mapping[str, Any], expected: int, previous: str) -> str:
    if entry["number"] != expected:
        return f"entry {expected} is missing; entry {entry['number']} follows"
    if entry["previous"] != previous:
        return "it is not chained to the entry before it"
    if entry["hash"] != digest(entry):
        return "its content does not match its hash"
    return ""
