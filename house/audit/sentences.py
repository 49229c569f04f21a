"""An entry of the record as one sentence that can be read aloud."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from house.audit.acts_in_words import ROUND, each, in_words
from house.audit.models import AuditRow, Verdict
from house.people.roles import Role

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
IRREGULAR = {
    "ban": "banned",
    "begin": "began",
    "cancel": "cancelled",
    "cut": "cut",
    "deal": "dealt",
    "do": "did",
    "draw": "drew",
    "drop": "dropped",
    "find": "found",
    "give": "gave",
    "have": "had",
    "hold": "held",
    "leave": "left",
    "let": "let",
    "make": "made",
    "pay": "paid",
    "permit": "permitted",
    "plan": "planned",
    "put": "put",
    "read": "read",
    "run": "ran",
    "send": "sent",
    "set": "set",
    "shut": "shut",
    "sit": "sat",
    "stop": "stopped",
    "swap": "swapped",
    "throw": "threw",
    "take": "took",
    "tell": "told",
    "transfer": "transferred",
    "withdraw": "withdrew",
    "write": "wrote",
}
TITLES = {"system": "", "nobody": "not signed in", "none": "staff without a role"}


@dataclass(frozen=True, slots=True)
class Sentence:
    """Who, as what, did or was refused which act, about what."""

    who: str
    title: str
    did: str
    about: str

    def __str__(self) -> str:
        who = f"{self.who}, {self.title}," if self.title else self.who
        about = f": {self.about}" if self.about else ""
        return f"{who} {self.did}{about}."


def sentence(row: AuditRow) -> Sentence:
    """What an entry says."""
    method, _, _ = row.act.partition(" ")
    if method in METHODS:
        did, about = f"was turned away from {row.subject_id}", ""
    elif row.subject_kind == "record" and _after(row).get("holds") is False:
        did, about = f"found that {found_wrong(_after(row))}", ""
    elif row.verdict == Verdict.REFUSED:
        did, about = f"was refused leave to {listed(words(row))}", named(row)
    else:
        did, about = listed(past(act) for act in words(row)), named(row)
    return Sentence(row.actor_name or row.actor, title_of(row.role), did, about)


def found_wrong(after: Mapping[str, Any]) -> str:
    """What a verification found that does not hold."""
    wrong = after.get("wrong")
    if isinstance(wrong, Mapping) and wrong and "first_bad" not in after:
        return f"not everything holds: {listed(wrong)}"
    return f"the record does not hold at entry {after.get('first_bad', 'unknown')}"


def words(row: AuditRow) -> list[str]:
    """What an entry's act is, as things to do."""
    return in_words(row.act, row.subject_kind, _after(row))


def steps(row: AuditRow) -> list[str]:
    """What was done under an entry, one thing after another, where it was several."""
    if row.subject_kind != ROUND:
        return []
    return [capital(past(act)) for act in each(_after(row))]


def _after(row: AuditRow) -> Mapping[str, Any]:
    return row.after if isinstance(row.after, Mapping) else {}


def capital(said: str) -> str:
    """As it begins a line."""
    return said[:1].upper() + said[1:]


def listed(parts: Iterable[str]) -> str:
    """Several things as one: this, that and the other."""
    *rest, last = parts
    return f"{', '.join(rest)} and {last}" if rest else last


def named(row: AuditRow) -> str:
    """What an entry is about, by its name where it has one."""
    if row.subject_kind == "record":
        return ""
    return row.subject_name or f"{row.subject_kind} {row.subject_id}".strip()


def title_of(role: str) -> str:
    """A role as it is said of somebody: tournament director."""
    if role in TITLES:
        return TITLES[role]
    return Role(role).label.lower() if role in set(Role) else role


def past(act: str) -> str:
    """An act as something that was done: “add patron” becomes “added patron”."""
    verb, space, rest = act.partition(" ")
    return f"{_past_of(verb)}{space}{rest}"


def _past_of(verb: str) -> str:
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2:-1] not in set("aeiou"):
        return f"{verb[:-1]}ied"
    return f"{verb}ed"
