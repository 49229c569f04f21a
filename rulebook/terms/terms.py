"""Whole terms as one frozen value: sections of clauses, kept as plain data."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar
from zoneinfo import ZoneInfo

from rulebook.cite import Cite
from rulebook.refusal import Refusal, Refused
from rulebook.sources import HOUSE
from rulebook.terms import data as plain_data
from rulebook.terms.base import Clause

KEY = "schema"
READABLE: Cite = HOUSE.at("TERMS-3")
OLDER: Cite = HOUSE.at("TERMS-10")
T = TypeVar("T", bound="Terms")
T_co = TypeVar("T_co", bound="Terms", covariant=True)


class Section(NamedTuple):
    """One part of the editor and of the printed terms."""

    name: str
    number: int
    title: str


class Placed(NamedTuple):
    """A clause and where it stands, such as details.fees."""

    path: str
    clause: Clause

    @property
    def section(self) -> str:
        """The section the clause stands in."""
        return self.path.partition(".")[0]

    def at(self, refusal: Refusal) -> Refusal:
        """A clause's own reason with the whole path of its field."""
        if refusal.field.startswith("/"):
            return replace(refusal, field=refusal.field[1:])
        inner = f".{refusal.field}" if refusal.field else ""
        return replace(refusal, field=self.path + inner)


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms of one kind: each field is a section, each field of it a clause."""

    schema: ClassVar[str] = ""  # what the kept data is marked with
    version: ClassVar[int] = 1  # of the shape; what came later says since(version)
    long_texts: ClassVar[frozenset[str]] = frozenset()  # fields of several lines
    most: ClassVar[Mapping[str, int]] = {  # of figures; the first ending that fits
        "_cents": 10_000_000_000,
        "": 10_000,
    }

    @property
    def zone(self) -> ZoneInfo:
        """The zone whose wall clock the terms print."""
        return ZoneInfo("UTC")

    @classmethod
    def sections(cls) -> tuple[Section, ...]:
        """Every section in the order of printing."""
        kind: Any = cls
        return tuple(
            Section(name, number, part.title)
            for number, (name, part) in enumerate(plain_data.hints(kind).items(), 1)
        )

    def clauses(self) -> Iterator[Placed]:
        """Every clause with its path, in the order of printing."""
        for section in fields(self):
            part = getattr(self, section.name)
            for each in fields(part):
                yield Placed(f"{section.name}.{each.name}", getattr(part, each.name))

    def with_clause(self: T, path: str, clause: Clause) -> T:
        """The same terms with one clause replaced."""
        section, _, name = path.partition(".")
        part = replace(getattr(self, section), **{name: clause})
        return replace(self, **{section: part})

    def public(self: T) -> T:
        """The terms without what is for the house alone."""
        return self.private_as_in(type(self)())

    def private_as_in(self: T, other: T) -> T:
        """The terms with what is for the house alone as other terms have it."""
        terms = self
        for mine, theirs in zip(self.clauses(), other.clauses(), strict=True):
            if names := mine.clause.unprinted:
                own = {name: getattr(theirs.clause, name) for name in names}
                terms = terms.with_clause(mine.path, replace(mine.clause, **own))
        return terms

    @classmethod
    def printed_by(cls, place: str) -> str:
        """The clause that prints what is entered at this place."""
        return ".".join(place.split(".")[:2])

    def to_data(self) -> dict[str, Any]:
        """The terms as plain data: the same terms always give the same data."""
        return {KEY: f"{self.schema}/{self.version}", **plain_data.plain(self)}


@dataclass(frozen=True, slots=True)
class Kept(Generic[T_co]):
    """Terms as they were kept, and what their shape did not have yet."""

    terms: T_co
    absent: frozenset[str] = frozenset()  # the places that took their defaults


def from_data(kind: type[T], given: object) -> Kept[T] | Refused:
    """The terms that plain data stands for, or every place where it does not fit."""
    if not isinstance(given, dict):
        wrong = "These are no terms: a group of fields is needed."
        return Refused((Refusal(READABLE, wrong),))
    name, _, number = str(given.get(KEY)).rpartition("/")
    if name != kind.schema or not number.isdecimal():
        wrong = f"The data is not marked as “{kind.schema}”."
        right = "Give terms that were kept here."
        return Refused((Refusal(READABLE, wrong, right, KEY),))
    if int(number) > kind.version:
        wrong = f"These terms have shape {number}; this house knows {kind.version}."
        right = "Open them with the release that kept them."
        return Refused((Refusal(OLDER, wrong, right, KEY),))
    inner = {key: value for key, value in given.items() if key != KEY}
    try:
        found = plain_data.read(kind, inner, int(number))
    except plain_data.Misfit as misfit:
        wrongs = (Refusal(READABLE, w.wrong, w.right, w.place) for w in misfit.wrongs)
        return Refused(tuple(wrongs))
    return Kept(found.value, found.absent)
