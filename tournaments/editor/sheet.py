"""What the editor shows: sections of clauses, their fields, and every reason."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from house.typed import whole
from rulebook import Cite, Refusal
from tournaments.editor.flat import FIXED, Texts, kind_at, name_in
from tournaments.editor.kinds import Kind, Widget, kind_of, leaf
from tournaments.editor.labels import LISTED, Label, choice_label, label_of
from tournaments.editor.switches import Switch, switch_of
from tournaments.rules.checklist import SECTIONS, Checklist, Item, Section
from tournaments.rules.contradictions import Contradiction
from tournaments.rules.data import hints
from tournaments.rules.terms import Placed, Terms

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

    @property
    def is_wide(self) -> bool:
        """Whether it takes the whole line."""
        return self.widget in WIDE

    @property
    def switch(self) -> Switch | None:
        """What has to be chosen elsewhere before this has a point."""
        return switch_of(self.place)


@dataclass(frozen=True, slots=True)
class Group:
    """Fields that belong together."""

    place: str
    label: Label
    nodes: tuple[Any, ...]
    refusals: tuple[Refusal, ...] = ()


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

    @property
    def is_slim(self) -> bool:
        """Whether each row fits on one line."""
        return all(
            len(row.nodes) <= MOST_ON_A_LINE
            and all(isinstance(n, Field) and not n.is_wide for n in row.nodes)
            for row in self.rows
        )

    @property
    def switch(self) -> Switch | None:
        """What has to be chosen elsewhere before this has a point."""
        return switch_of(self.place)


Node = Field | Group | Rows


@dataclass(frozen=True, slots=True)
class ClauseSheet:
    """A clause in the editor: what it says, its fields, what it lacks."""

    path: str
    title: str
    cites: tuple[Cite, ...]
    text: str
    enforced: bool
    nodes: tuple[Node, ...]
    item: Item
    contradictions: tuple[Contradiction, ...]

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Everything that keeps the clause open."""
        return self.item.refusals

    @property
    def is_open(self) -> bool:
        """Whether its fields show at once, because something is left to do."""
        return bool(self.refusals) or bool(self.contradictions)


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
class Drawing:
    """One pass over the terms, with reasons handed to the fields they name."""

    texts: Texts
    reasons: Mapping[str, tuple[Refusal, ...]]

    def at(self, place: str) -> tuple[Refusal, ...]:
        """The reasons that name exactly this place."""
        return self.reasons.get(place, ())

    def node(self, place: str, kind: Kind, *, blank: bool = False) -> Node:
        """What stands at a place: an input, a group or a list."""
        if kind.many:
            return self._rows(place, kind)
        if kind.is_group:
            nodes = tuple(self.inside(place, kind, blank=kind.optional))
            return Group(place, label_of(place), nodes, self.at(place))
        return self._field(place, kind, blank=blank)

    def inside(self, place: str, kind: Kind, *, blank: bool = False) -> Iterator[Node]:
        """Every node inside a group."""
        for name, hint in hints(kind.inner).items():
            inner = f"{place}.{name}"
            if inner not in FIXED:
                yield self.node(inner, kind_of(hint), blank=blank)

    def _rows(self, place: str, kind: Kind) -> Rows:
        count = self.texts.get(place, "0")
        many = whole(count) or 0
        inner = kind_of(kind.inner)
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
            for at in range(min(many, 200))
        )
        return Rows(place, label_of(place), rows, self.at(place))

    def _field(self, place: str, kind: Kind, *, blank: bool) -> Field:
        one = leaf(kind, name_in(place))
        text, widget = self.texts.get(place, ""), one.widget
        options: Iterable[tuple[str, str]] = ()
        if place in LISTED:
            widget, options = Widget.CHOICE, ((v, v) for v in LISTED[place])
        elif widget is Widget.CHOICE:
            options = ((each.value, choice_label(each.value)) for each in one.type)
        if widget is Widget.CHOICE and (one.optional or blank):
            options = (("", "Choose…"), *options)
        return Field(
            place, label_of(place), widget, text, tuple(options), self.at(place)
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


def sections(
    terms: Terms, texts: Texts, items: Checklist, clashes: Iterable[Contradiction] = ()
) -> tuple[SectionSheet, ...]:
    """The whole editor: every clause with its fields, each reason at its field."""
    placed = {each.path: each for each in terms.clauses()}
    against = tuple(clashes)
    return tuple(
        SectionSheet(
            section,
            tuple(
                _clause(placed[item.path], terms, texts, item, against)
                for item in items.of(section.name).items
            ),
        )
        for section in SECTIONS
    )


def _clause(
    placed: Placed,
    terms: Terms,
    texts: Texts,
    item: Item,
    clashes: tuple[Contradiction, ...],
) -> ClauseSheet:
    drawing = Drawing(texts, _by_place(item.refusals))
    kind = kind_at(placed.path)
    assert kind is not None
    return ClauseSheet(
        placed.path,
        placed.clause.title,
        placed.clause.cites,
        placed.clause.text(terms),
        placed.clause.enforced,
        tuple(drawing.inside(placed.path, kind)),
        item,
        tuple(c for c in clashes if c.field.startswith(f"{placed.path}.")),
    )


def _by_place(refusals: Iterable[Refusal]) -> Mapping[str, tuple[Refusal, ...]]:
    found: dict[str, tuple[Refusal, ...]] = {}
    for refusal in refusals:
        found[refusal.field] = (*found.get(refusal.field, ()), refusal)
    return found
