"""What differs between two versions of terms, and what of it binds again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulebook.cite import Cite
from rulebook.terms.base import Clause
from rulebook.terms.data import leaves
from rulebook.terms.terms import Kept, Terms


@dataclass(frozen=True, slots=True)
class Change:
    """One clause as it was printed and as it is printed now."""

    path: str
    title: str
    cites: tuple[Cite, ...]
    old: str
    new: str
    fields: tuple[str, ...]  # empty where only its wording follows another clause
    binding: bool
    only_values: bool  # nothing was added or taken out, values became others

    @property
    def is_derived(self) -> bool:
        """Whether the clause only prints what another one changed."""
        return not self.fields


def values(old: Terms, new: Terms) -> Mapping[str, bool]:
    """Every place whose value differs, and whether both have that place."""
    before, after = dict(leaves(old)), dict(leaves(new))
    return {
        path: path in before and path in after
        for path in dict.fromkeys((*before, *after))
        if before.get(path) != after.get(path)
        and not isinstance(after.get(path, before.get(path)), tuple)
    }


def differences(old: Kept[Terms], new: Kept[Terms]) -> tuple[Change, ...]:
    """Every clause that reads differently now, in the order of printing.

    What the older shape did not have counts as added, whatever its default.
    """
    added = dict.fromkeys(sorted(old.absent - new.absent), False)
    changed = {**values(old.terms, new.terms), **added}
    return tuple(_changes(old, new, changed))


def _changes(
    old: Kept[Terms], new: Kept[Terms], changed: Mapping[str, bool]
) -> Iterator[Change]:
    for was, now in zip(old.terms.clauses(), new.terms.clauses(), strict=True):
        path = now.path
        text = "" if path in old.absent else was.clause.text(old.terms)
        own = tuple(p for p in changed if old.terms.printed_by(p) == path)
        reads = now.clause.text(new.terms)
        if text == reads and not any(place in old.absent for place in own):
            continue
        yield Change(
            path,
            now.clause.title,
            now.clause.cites_in(new.terms),
            text,
            reads,
            own,
            binding=any(_binds(now.clause, path, place) for place in own),
            only_values=all(changed[place] for place in own),
        )


def _binds(clause: Clause, path: str, place: str) -> bool:
    """Whether a change at this place has to be accepted again."""
    name = place.removeprefix(f"{path}.").partition(".")[0]
    return clause.binding and name not in clause.loose
