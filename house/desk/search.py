"""One search for the whole house; each room finds its own things."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from flask import current_app
from sqlmodel import Session

from house.web.access import may

AT_MOST = 8  # of a kind; its own page finds the rest
LONGEST = 120


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that was found, and where it is."""

    title: str
    small: str
    href: str


Find = Callable[[Session, str], Iterable[Hit]]


@dataclass(frozen=True, slots=True)
class Finder:
    """What finds the things of one kind, for those who may open them."""

    label: str
    icon: str
    endpoint: str
    find: Find


@dataclass(frozen=True, slots=True)
class HitsOfKind:
    """The things of one kind that fit."""

    label: str
    icon: str
    hits: tuple[Hit, ...]


_FINDERS: list[Finder] = []


def finds(label: str, icon: str, endpoint: str) -> Callable[[Find], Find]:
    """Ask this for things of its kind; they are opened at this endpoint."""

    def register(find: Find) -> Find:
        _FINDERS.append(Finder(label, icon, endpoint, find))
        return find

    return register


def search(session: Session, words: str) -> Iterator[HitsOfKind]:
    """Whatever fits, kind by kind, of what whoever is signed in may open.

    Rules come last: there are so many that one of them nearly always fits.
    """
    kinds = sorted(_FINDERS, key=lambda each: (each.label == "Rules", each.label))
    for finder in kinds if words else ():
        if may(finder.endpoint, current_app):
            hits = tuple(islice(finder.find(session, words), AT_MOST))
            if hits:
                yield HitsOfKind(finder.label, finder.icon, hits)
