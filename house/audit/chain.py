"""How entries of the record are bound together; docs/verify-the-record.md explains."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from proof.canonical import canonical, sha256
from rulebook import HOUSE, Cite

GENESIS = "0" * 64
BOUND = HOUSE.at("RECORD-3")
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
Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Broken:
    """The first entry that does not hold, why, and the rule it breaks."""

    number: int
    why: str
    cite: Cite = BOUND

    @property
    def sentence(self) -> str:
        """What does not hold, where and why."""
        return f"The record does not hold at entry {self.number}: {self.why}."


@dataclass(frozen=True, slots=True)
class Link:
    """The end of a stretch of the chain: how many entries, and the last one's hash."""

    number: int = 0
    hash: str = GENESIS


def line(entry: Entry) -> bytes:
    """An entry as it is exported: one line, ASCII only, whatever its text holds."""
    return json.dumps(entry, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def digest(entry: Entry) -> str:
    """The hash of an entry: SHA-256 over its canonical fields, previous included."""
    return sha256(canonical({name: entry[name] for name in FIELDS}))


def walk(entries: Iterable[Entry], after: Link) -> Iterator[Link | Broken]:
    """Follow the chain: yield each good link, and stop at the first bad entry."""
    last = after
    for entry in entries:
        if why := fault(entry, last):
            yield Broken(last.number + 1, why)
            return
        last = Link(entry["number"], entry["hash"])
        yield last


def fault(entry: Entry, last: Link) -> str:
    """What is wrong with the entry that should follow this link, if anything."""
    expected = last.number + 1
    if entry["number"] != expected:
        return f"entry {expected} is missing; entry {entry['number']} follows"
    if entry["previous"] != last.hash:
        return "it is not chained to the entry before it"
    if not own_hash_holds(entry):
        return "its content does not match its hash"
    return ""


def own_hash_holds(entry: Entry) -> bool:
    """Whether the entry's content is what its hash was made from."""
    try:
        return bool(entry["hash"] == digest(entry))
    except (TypeError, ValueError):  # content that could never have been recorded
        return False
