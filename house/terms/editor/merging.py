"""Two people at once: where both versions differ, and which of the two is taken."""

from collections.abc import Mapping
from dataclasses import dataclass

from house.terms.editor.flat import Texts, flat
from house.terms.editor.labels import Labels
from house.terms.kind import Kind, R, T
from proof.canonical import canonical, sha256
from rulebook import HOUSE, Cite
from rulebook.terms.data import plain
from rulebook.terms.terms import Placed, Terms

BOTH_SHOWN = HOUSE.at("TERMS-6")
MINE, THEIRS = "mine", "theirs"


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
    return sha256(canonical(plain(placed.clause)))[:8]


def conflicts(kind: Kind[T, R], theirs: T, mine: T, seen: str) -> tuple[Conflict, ...]:
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
            here.clause.cites_in(mine)[0],
            there.clause.text(theirs) + _unprinted(kind.labels, here, ours[1], ours[0]),
            here.clause.text(mine) + _unprinted(kind.labels, here, *ours),
            THEIRS if _mark(here) == mark else MINE,
        )
        for mark, (there, here) in zip(seen_marks, pairs, strict=True)
        if there.clause != here.clause
    )


def _unprinted(labels: Labels, placed: Placed, texts: Texts, others: Texts) -> str:
    """What differs and is not printed, to be said beside the words that are."""
    mine = (f"{placed.path}.{name}" for name in sorted(placed.clause.unprinted))
    said = (f" {labels.of(p).name}: {texts[p]}." for p in mine if texts[p] != others[p])
    return "".join(said)


def settled(theirs: T, mine: T, takes: Mapping[str, str]) -> T:
    """Mine, with the clauses for which theirs was chosen."""
    for placed in theirs.clauses():
        if takes.get(placed.path) == THEIRS:
            mine = mine.with_clause(placed.path, placed.clause)
    return mine
