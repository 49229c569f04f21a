"""What the editor shows: sections of clauses, their fields, and every reason."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic

from house.terms.editor.flat import Texts, shape_at
from house.terms.editor.inputs import Shape, Widget, leaf, shape_of
from house.terms.editor.labels import Label, Switch
from house.terms.kind import Clash, Kind, R, T
from house.typed import whole
from rulebook import Cite, Refusal
from rulebook.terms.checklist import Checklist, Item
from rulebook.terms.data import hints
from rulebook.terms.limits import MOST_IN_A_LIST, name_in
from rulebook.terms.terms import Placed, Section

WIDE = frozenset({Widget.TEXT})
MOST_ON_A_LINE = 4


@dataclass(frozen=True, slots=True)
class Field:
    """One input: its name, what stands in it, and what is wrong with it."""

    place: str
    label: Label
    widget: Widget
    text: str
    options: tuple[tuple[str, str], ...] = ()
    refusals: tuple[Refusal, ...] = ()
    switch: Switch | None = None  # what has to be chosen elsewhere before it matters

    @property
    def is_wide(self) -> bool:
        """Whether it takes the whole line."""
        return self.widget in WIDE


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that belong together."""

    place: str
    label: Label
    nodes: tuple[Any, ...]
    refusals: tuple[Refusal, ...] = ()
    switch: Switch | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a list."""

    place: str
    nodes: tuple[Any, ...]
    is_first: bool
    is_last: bool


@dataclass(frozen=True, slots=True)
class Rows:
    """A list that is edited row by row."""

    place: str
    label: Label
    rows: tuple[Row, ...]
    refusals: tuple[Refusal, ...] = ()
    switch: Switch | None = None

    @property
    def is_slim(self) -> bool:
        """Whether each row fits on one line."""
        return all(
            len(row.nodes) <= MOST_ON_A_LINE
            and all(isinstance(n, Field) and not n.is_wide for n in row.nodes)
            for row in self.rows
        )


Node = Field | Group | Rows


@dataclass(frozen=True, slots=True)
class ClauseSheet:
    """A clause in the editor: what it says, what it lacks, its fields once open."""

    path: str
    title: str
    cites: tuple[Cite, ...]
    text: str
    enforced: bool
    nodes: tuple[Node, ...]
    item: Item
    clashes: tuple[Clash, ...]
    is_open: bool  # its fields show at once: something is left to do, or it was asked

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Everything that keeps the clause open."""
        return self.item.refusals


@dataclass(frozen=True, slots=True)
class SectionSheet:
    """A section of the editor with its count."""

    section: Section
    clauses: tuple[ClauseSheet, ...]

    @property
    def done(self) -> int:
        """How many of its items are complete."""
        return sum(not clause.refusals for clause in self.clauses)


@dataclass(frozen=True, slots=True)
class Drawing(Generic[T, R]):
    """One pass over the terms, with reasons handed to the fields they name."""

    kind: Kind[T, R]
    texts: Texts
    reasons: Mapping[str, tuple[Refusal, ...]]

    def at(self, place: str) -> tuple[Refusal, ...]:
        """The reasons that name exactly this place."""
        return self.reasons.get(place, ())

    def node(self, place: str, shape: Shape, *, blank: bool = False) -> Node:
        """What stands at a place: an input, a group or a list."""
        if shape.many:
            return self._rows(place, shape)
        if shape.is_group:
            nodes = tuple(self.inside(place, shape, blank=shape.optional))
            labels = self.kind.labels
            return Group(
                place, labels.of(place), nodes, self.at(place), self._switch(place)
            )
        return self._field(place, shape, blank=blank)

    def inside(
        self, place: str, shape: Shape, *, blank: bool = False
    ) -> Iterator[Node]:
        """Every node inside a group."""
        for name, hint in hints(shape.inner).items():
            inner = f"{place}.{name}"
            if inner not in self.kind.labels.fixed:
                yield self.node(inner, shape_of(hint), blank=blank)

    def _rows(self, place: str, shape: Shape) -> Rows:
        many = min(whole(self.texts.get(place, "0")) or 0, MOST_IN_A_LIST)
        inner, labels = shape_of(shape.inner), self.kind.labels
        rows = tuple(
            Row(
                f"{place}.{at}",
                tuple(
                    self.inside(f"{place}.{at}", inner)
                    if inner.is_group
                    else [self.node(f"{place}.{at}", inner)]
                ),
                at == 0,
                at == many - 1,
            )
            for at in range(many)
        )
        reasons, switch = self.at(place), self._switch(place)
        return Rows(place, labels.of(place), rows, reasons, switch)

    def _switch(self, place: str) -> Switch | None:
        """What turns the field at a place on, and what it says: it may be elsewhere."""
        found = self.kind.labels.switch(place)
        return found and found._replace(says=self.texts.get(found.place, ""))

    def _field(self, place: str, shape: Shape, *, blank: bool) -> Field:
        one = leaf(shape, name_in(place), self.kind.terms.long_texts)
        labels, widget = self.kind.labels, one.widget
        options: Iterable[tuple[str, str]] = ()
        if place in labels.listed:
            widget, options = Widget.CHOICE, ((v, v) for v in labels.listed[place])
        elif widget is Widget.CHOICE:
            options = ((each.value, labels.choice(each.value)) for each in one.type)
        if widget is Widget.CHOICE and (one.optional or blank):
            options = (("", "Choose…"), *options)
        return Field(
            place,
            labels.of(place),
            widget,
            self.texts.get(place, ""),
            tuple(options),
            self.at(place),
            self._switch(place),
        )


def with_unread(items: Checklist, unread: Iterable[Refusal]) -> Checklist:
    """The checklist with what could not be read at all, which is then not missing."""
    wrongs = tuple(unread)
    return Checklist(tuple(_with_unread(item, wrongs) for item in items.items))


def _with_unread(item: Item, unread: tuple[Refusal, ...]) -> Item:
    own = tuple(r for r in unread if f"{r.field}.".startswith(f"{item.path}."))
    there = {refusal.field for refusal in own}
    return replace(
        item,
        missing=tuple(r for r in item.missing if r.field not in there),
        wrong=own + tuple(r for r in item.wrong if r.field not in there),
    )


def sections(  # noqa: PLR0913, PLR0917
    kind: Kind[T, R],
    terms: T,
    texts: Texts,
    items: Checklist,
    clashes: tuple[Clash, ...] = (),
    opened: Container[str] = (),
) -> tuple[SectionSheet, ...]:
    """The whole editor: every clause, each reason at its field."""
    placed = {each.path: each for each in terms.clauses()}
    return tuple(
        SectionSheet(
            section,
            tuple(
                _clause(kind, terms, placed[item.path], texts, item, clashes, opened)
                for item in items.of(section.name).items
            ),
        )
        for section in terms.sections()
    )


def _clause(  # noqa: PLR0913, PLR0917
    kind: Kind[T, R],
    terms: T,
    placed: Placed,
    texts: Texts,
    item: Item,
    clashes: tuple[Clash, ...],
    opened: Container[str],
) -> ClauseSheet:
    shape = shape_at(kind, placed.path)
    assert shape is not None
    drawing = Drawing(kind, texts, _by_place(item.refusals))
    own = tuple(c for c in clashes if c.field.startswith(f"{placed.path}."))
    is_open = bool(item.refusals or own) or placed.path in opened
    return ClauseSheet(
        placed.path,
        placed.clause.title,
        placed.clause.cites_in(terms),
        placed.clause.text(terms),
        placed.clause.enforced,
        tuple(drawing.inside(placed.path, shape)) if is_open else (),
        item,
        own,
        is_open,
    )


def _by_place(refusals: Iterable[Refusal]) -> Mapping[str, tuple[Refusal, ...]]:
    found: dict[str, tuple[Refusal, ...]] = {}
    for refusal in refusals:
        found[refusal.field] = (*found.get(refusal.field, ()), refusal)
    return found
