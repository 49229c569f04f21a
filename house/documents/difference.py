"""Two versions of a document side by side: what reads differently, word by word."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from house.documents.content import Document, Paragraph, Table

_WORDS = re.compile(r"\s+|[^\s\w]|\w+")
# Beyond this many words a comparison takes longer than anybody waits.
MOST_WORDS = 4_000
# Less in common than this, and old and new are easier to read apart.
ALIKE = 0.4


class Mark(StrEnum):
    """What became of a few words."""

    SAME = "same"
    GONE = "gone"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Piece:
    """A few words that stayed, went or came."""

    mark: Mark
    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One paragraph or table as it was and as it is; None where there was none."""

    path: str
    title: str
    old: Paragraph | None
    new: Paragraph | None

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules it answers to."""
        shown = self.new or self.old
        return shown.cites if shown else ()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The words of both, marked."""
        return tuple(
            pieces(self.old.text if self.old else "", self.new.text if self.new else "")
        )

    @property
    def before(self) -> tuple[Piece, ...]:
        """How it was, with what went marked."""
        return tuple(p for p in self.pieces if p.mark is not Mark.NEW)

    @property
    def after(self) -> tuple[Piece, ...]:
        """How it is, with what came marked."""
        return tuple(p for p in self.pieces if p.mark is not Mark.GONE)


def difference(old: Document, new: Document) -> tuple[Difference, ...]:
    """Everything that reads differently, in the order of printing.

    A paragraph that only has another number is the same paragraph.
    """
    was, now = _keyed(old), _keyed(new)
    order = [*now, *(key for key in was if key not in now)]
    return tuple(
        Difference(key[0], (now.get(key) or was[key]).title, was.get(key), now.get(key))
        for key in order
        if _said(was.get(key)) != _said(now.get(key))
    )


Key = tuple[str, str, int]


def _keyed(document: Document) -> Mapping[Key, Paragraph]:
    """Every paragraph under what it is about, so that versions find each other."""
    found: dict[Key, Paragraph] = {}
    every = [*document.paragraphs]
    alone = {p.path for p in every if sum(q.path == p.path for q in every) == 1}
    for paragraph in (*every, *_tables(document)):
        # Several paragraphs of one kind are told apart by their titles.
        title = "" if paragraph.path in alone else paragraph.title
        at = 0
        while (key := (paragraph.path, title, at)) in found:
            at += 1
        found[key] = paragraph
    return found


def _tables(document: Document) -> Iterator[Paragraph]:
    """The tables as paragraphs, a line for each row."""
    for section in document.sections:
        for table in section.tables:
            path = f"table.{section.number}.{table.title}"
            yield Paragraph("", path, table.title, _lines(table))


def _lines(table: Table) -> str:
    head = ", ".join(column.name for column in table.columns)
    rows = [", ".join(cell for cell in row if cell) for row in table.rows]
    return "; ".join([head, *rows]) + "."


def _said(paragraph: Paragraph | None) -> tuple[object, ...] | None:
    if paragraph is None:
        return None
    return paragraph.title, paragraph.text, paragraph.enforced


def pieces(old: str, new: str) -> Iterator[Piece]:
    """The words of both texts, marked; unlike texts are shown one after the other."""
    was, now = _WORDS.findall(old), _WORDS.findall(new)
    if len(was) + len(now) > MOST_WORDS or not _alike(was, now):
        yield from _apart(old, new)
        return
    matcher = SequenceMatcher(None, was, now, autojunk=False)
    yield from _joined(
        [
            (mark, "".join(words))
            for tag, a, b, c, d in matcher.get_opcodes()
            for mark, words in _marked(tag, was[a:b], now[c:d])
        ]
    )


def _alike(was: list[str], now: list[str]) -> bool:
    """Whether so much stayed that marking single words helps."""
    words = [[word for word in text if word[0].isalnum()] for text in (was, now)]
    return SequenceMatcher(None, words[0], words[1], autojunk=False).ratio() >= ALIKE


def _apart(old: str, new: str) -> Iterator[Piece]:
    if old:
        yield Piece(Mark.GONE, old)
    if new:
        yield Piece(Mark.NEW, new)


def _marked(
    tag: str, was: list[str], now: list[str]
) -> Iterator[tuple[Mark, list[str]]]:
    if tag == "equal":
        yield Mark.SAME, now
        return
    if was:
        yield Mark.GONE, was
    if now:
        yield Mark.NEW, now


def _joined(parts: Sequence[tuple[Mark, str]]) -> Iterator[Piece]:
    """Words changed on both sides of one space are changed together."""
    gone = new = ""
    for at, (mark, text) in enumerate(parts):
        between = text.isspace() and 0 < at < len(parts) - 1
        if mark is Mark.SAME and between:
            gone, new = gone + text, new + text
        elif mark is Mark.SAME:
            yield from _apart(gone, new)
            gone = new = ""
            yield Piece(mark, text)
        else:
            gone += text if mark is Mark.GONE else ""
            new += text if mark is Mark.NEW else ""
    yield from _apart(gone, new)
