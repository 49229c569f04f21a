"""What the editor's page needs to know, from a draft or from what was typed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Generic

from sqlmodel import Session

from house.terms.editor import flat, merging
from house.terms.editor.merging import Conflict
from house.terms.editor.sheet import SectionSheet, sections, with_unread
from house.terms.kind import Beside, Kind, R, T
from house.terms.versions import draft_of
from house.typed import whole
from rulebook import Refusal
from rulebook.terms.checklist import Checklist, Item, checklist

CONTROL = frozenset({"csrf_token", "version", "marks"})


@dataclass(frozen=True, slots=True)
class Typed(Generic[T]):
    """What came with the form: the terms it makes, and what cannot be saved."""

    terms: T
    texts: Mapping[str, str]
    refusals: tuple[Refusal, ...]
    version: int
    marks: str
    opened: frozenset[str] = frozenset()  # clauses whose fields came with the form


def typed(kind: Kind[T, R], row: R, form: Mapping[str, list[str]]) -> Typed[T]:
    """Read a form on top of the draft it was made from."""
    every = flat.ticked(form)
    posted = {
        name: text
        for name, text in every.items()
        if not name.startswith("_") and name not in CONTROL
    }
    saved = draft_of(kind.terms, row)
    strange = (*flat.unknown(kind, posted),)
    known = {n: t for n, t in posted.items() if not [*flat.unknown(kind, {n: t})]}
    texts = flat.merged(kind, flat.flat(saved), known)
    terms, unread = flat.read(kind, texts, saved.zone)
    takes = {n.removeprefix("_take."): t for n, t in every.items() if "_take." in n}
    settled = merging.settled(saved, terms, takes)
    if settled != terms:
        terms, texts = settled, flat.flat(settled)
        unread = tuple(r for r in unread if not _is_taken(r, takes))
    return Typed(
        terms,
        texts,
        (*strange, *unread),
        whole(every.get("version", "")) or 0,
        every.get("marks", ""),
        frozenset(_clause_of(place) for place in (*posted, _asked(every))),
    )


def _is_taken(refusal: Refusal, takes: Mapping[str, str]) -> bool:
    return takes.get(_clause_of(refusal.field)) == merging.THEIRS


def _clause_of(place: str) -> str:
    return ".".join(place.split(".")[:2])


def _asked(form: Mapping[str, str]) -> str:
    """The clause whose fields are to be shown as well."""
    verb, _, path = form.get("_do", "").partition(":")
    return path if verb == "open" else ""


@dataclass(frozen=True, slots=True)
class Editor(Generic[T, R]):
    """The page: sections, the checklist, and what the feature says beside them."""

    kind: Kind[T, R]
    row: R
    terms: T
    sections: tuple[SectionSheet, ...]
    items: Checklist
    beside: Beside
    version: int
    marks: str
    unread: tuple[Refusal, ...] = ()
    conflicts: tuple[Conflict, ...] = ()

    @property
    def is_draft(self) -> bool:
        """Whether nothing has been published yet."""
        return self.row.document_id is None

    @property
    def left(self) -> int:
        """How many items are not complete."""
        return len(self.items.open)

    @staticmethod
    def to(item: Item) -> str:
        """Where an item is written."""
        return f"#{item.field}"

    @property
    def is_ready(self) -> bool:
        """Whether nothing in the terms stands against publishing them."""
        return not self.left and not self.unread and not self.beside.stops


def editor(  # noqa: PLR0913
    kind: Kind[T, R],
    session: Session,
    row: R,
    now: datetime,
    given: Typed[T] | None = None,
    *,
    unread: Iterable[Refusal] = (),
    conflicts: tuple[Conflict, ...] = (),
    opened: frozenset[str] = frozenset(),
) -> Editor[T, R]:
    """The page for the saved draft, or for what was typed over it."""
    terms = given.terms if given else draft_of(kind.terms, row)
    texts = given.texts if given else flat.flat(terms)
    wrongs = tuple(unread) or (given.refusals if given else ())
    items = with_unread(checklist(terms), wrongs)
    beside = kind.beside(session, terms, now)
    saved = merging.marks(draft_of(kind.terms, row))
    shown = given.opened if given else opened
    return Editor(
        kind,
        row,
        terms,
        sections(kind, terms, texts, items, beside.clashes, shown),
        items,
        beside,
        version=row.version if conflicts or not given else given.version,
        marks=given.marks if given and not conflicts else saved,
        unread=wrongs,
        conflicts=conflicts,
    )
