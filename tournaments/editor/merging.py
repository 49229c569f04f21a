"""Two people at once: where both versions differ, and which of the two is taken."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from rulebook import HOUSE, Cite
from tournaments.editor.flat import Texts, flat
from tournaments.editor.labels import label_of
from tournaments.rules.data import plain
from tournaments.rules.terms import Placed, Terms, with_clause

BOTH_SHOWN = HOUSE.at("TOURN-34")
MINE, THEIRS = "mine", "theirs"
UNPRINTED = frozenset({"details.players.expected"})


@dataclass(frozen=True, slots=True)
class Conflict:
    """A clause that was saved by somebody else and reads otherwise here."""

    path: str
    title: str
    cite: Cite
    theirs: str
    mine: str
    take: str  # which of the two is offered first


def marks(terms: Terms) -> str:
    """A short mark for each clause, to know later which ones somebody touched."""
    return ",".join(_mark(placed) for placed in terms.clauses())


def _mark(placed: Placed) -> str:
    content = json.dumps(plain(placed.clause), sort_keys=True).encode()
    return hashlib.sha256(content).hexdigest()[:8]


def conflicts(theirs: Terms, mine: Terms, seen: str) -> tuple[Conflict, ...]:
    """Every clause in which the two differ; what was not touched yields."""
    seen_marks = seen.split(",")
    ours = flat(mine), flat(theirs)
    pairs = list(zip(theirs.clauses(), mine.clauses(), strict=True))
    if len(seen_marks) != len(pairs):
        seen_marks = [""] * len(pairs)
    return tuple(
        Conflict(
            here.path,
            here.clause.title,
            here.clause.cite,
            there.clause.text(theirs) + _unprinted(here.path, ours[1], ours[0]),
            here.clause.text(mine) + _unprinted(here.path, *ours),
            THEIRS if _mark(here) == mark else MINE,
        )
        for mark, (there, here) in zip(seen_marks, pairs, strict=True)
        if there.clause != here.clause
    )


def _unprinted(path: str, texts: Texts, others: Texts) -> str:
    """What differs and is not printed, to be said beside the words that are."""
    mine = (p for p in texts if p.startswith(f"{path}.") and p in UNPRINTED)
    said = (f" {label_of(p).name}: {texts[p]}." for p in mine if texts[p] != others[p])
    return "".join(said)


def settled(theirs: Terms, mine: Terms, takes: Mapping[str, str]) -> Terms:
    """Mine, with the clauses for which theirs was chosen."""
    for placed in theirs.clauses():
        if takes.get(placed.path) == THEIRS:
            mine = with_clause(mine, placed.path, placed.clause)
    return mine
