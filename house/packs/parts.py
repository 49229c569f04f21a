"""What rooms put into packs: each names its parts, the house knows none of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from flask import Flask, current_app
from sqlmodel import Session

from house.audit import Subject
from house.packs.writing import Folder, Made
from house.sheets import Cell
from rulebook import Cite

Rows = Iterable[Sequence[Cell]]


class Part(Protocol):
    """One part of a pack: it knows its name, its rule and how it is written."""

    @property
    def name(self) -> str:
        """What its files are called."""

    @property
    def title(self) -> str:
        """What it is, in words."""

    @property
    def cite(self) -> Cite:
        """The rule that asks for it."""

    def write(self, session: Session, subject_id: int, folder: Folder) -> Made:
        """Write its files."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows below their headings: a CSV for people, and a JSON that says the same."""

    name: str
    title: str
    cite: Cite
    rows: Callable[[Session, int], Rows]

    def write(self, session: Session, subject_id: int, folder: Folder) -> Made:
        """Write both files in one go, however many rows there are."""
        return folder.sheet(
            self.name, self.title, self.cite, self.rows(session, subject_id)
        )


@dataclass(frozen=True, slots=True)
class Papers:
    """Files that go in as they are kept, such as what was published, byte for byte."""

    name: str
    title: str
    cite: Cite
    files: Callable[[Session, int], Iterable[tuple[str, bytes]]]

    def write(self, session: Session, subject_id: int, folder: Folder) -> Made:
        """Write one file after another."""
        found = self.files(session, subject_id)
        made = tuple(folder.file(name, [content]) for name, content in found)
        return Made(len(made), made)


@dataclass(frozen=True, slots=True)
class Packed:
    """What a room has on its events: their names, their pages, their parts."""

    named: Callable[[Session, int], Subject | None]
    page: Callable[[Session, int], str]
    parts: tuple[Part, ...]
    # Whatever else entries of the record are about that belong to the event.
    about: Callable[[Session, int], Iterable[Subject]] = lambda _session, _id: ()
    whole: Cite | None = None  # the rule that says what must not be missing


def init_app(app: Flask, rooms: Mapping[str, Packed]) -> None:
    """Let rooms put what they have into packs."""
    app.extensions["packs"] = rooms


def of(kind: str) -> Packed | None:
    """The room that has events of this kind, if any has."""
    rooms: Mapping[str, Packed] = current_app.extensions["packs"]
    return rooms.get(kind)
