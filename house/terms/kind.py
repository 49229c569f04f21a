"""One kind of terms, as a feature describes it to this room."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from sqlmodel import Session

from house.audit import Subject
from house.documents.content import Document
from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.terms.editor.labels import Labels
from house.terms.models import TermsRow
from rulebook import Cite, Refusal, Refused
from rulebook.terms.changes import Change
from rulebook.terms.data import has_defaults, hints
from rulebook.terms.terms import Kept, Terms

T = TypeVar("T", bound=Terms)
R = TypeVar("R", bound=TermsRow)


class Clash(Protocol):
    """Where the terms say something else than the rules, which prevail."""

    @property
    def field(self) -> str:
        """Where the terms say it."""

    @property
    def rule(self) -> Cite:
        """The rule that says otherwise."""

    @property
    def cite(self) -> Cite:
        """The rule by which the rules prevail."""

    @property
    def sentence(self) -> str:
        """What is said and what holds."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What else the editor says of the terms, besides its checklist."""

    stops: tuple[Refusal, ...] = ()  # against publishing, though every item is complete
    in_short: str = ""  # what stops it, such as “the structure does not add up”
    clashes: tuple[Clash, ...] = ()
    shown: Any = None  # for the feature's own part of the page


class Sentence(NamedTuple):
    """A sentence and the rules it rests on."""

    text: str
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Consequences:
    """What follows from a new version: who is told, and who accepts again."""

    told: tuple[Any, ...]  # each with sentence, by and cite
    accepted: tuple[Change, ...]
    bound: int  # how many accepted an older version
    who_accepts: Sentence
    nobody_told: str = ""  # why somebody is spared who would be told


@dataclass(frozen=True, slots=True)
class Amendment(Generic[T]):
    """The draft held against the version in force: what it would change for whom."""

    document: DocumentRow  # in force
    old: Kept[T]
    new: Kept[T]
    changes: tuple[Change, ...]
    follows: Consequences

    @property
    def number(self) -> int:
        """The number the new version would have."""
        return self.document.number + 1


class Kind(ABC, Generic[T, R]):
    """One kind of terms: its clauses and labels, and what the feature does with them.

    A feature makes one value of this and calls this room from its own routes, whose
    names are the same for every kind: terms, save, check, change_rows, preview,
    preview_typed, before_publishing, publish, changes, amend, discard, show, index;
    and for the public show, version, changes, version_pdf and version_json.
    """

    noun: str  # such as “tournament”
    plural: str  # as the list of them is headed
    document: str  # what its versions are kept as
    terms: type[T]
    row: type[R]
    written: Cite  # the rule that there are terms
    demands: Cite  # the rule that says what they must contain
    one_name: Cite  # the rule by which each has an address of its own
    # What is asked before there are terms: where they keep it, and the field there.
    asked_first: Mapping[str, str] = MappingProxyType({})
    verb, done = "publish", "published"  # what makes the draft bind
    labels = Labels()
    aside = ""  # a template with the feature's own part beside the editor
    follows = "terms/_follows.html"  # a template that says what follows from publishing
    footer = "terms/_footer.html"  # a template at the end of the public page

    def __init__(self) -> None:
        kind: Any = self.terms
        for section in hints(kind).values():
            for name, clause in hints(section).items():
                if not has_defaults(clause):
                    raise TypeError(f"{name} has a field without a default.")

    @abstractmethod
    def subject(self, row: R) -> Subject:
        """The row as the record, notices and documents name it."""

    @abstractmethod
    def public_path(self, row: R) -> str:
        """Where the public reads the terms, such as /t/spring-classic."""

    @abstractmethod
    def document_of(self, terms: T, address: str) -> Document:
        """The terms as the document that is published and printed."""

    @abstractmethod
    def lede(self, terms: T) -> str:
        """What the editor says under its heading."""

    def mirrored(self, terms: T) -> Mapping[str, Any]:
        """What the row shows of the terms in lists."""
        return {}

    def beside(self, session: Session, terms: T, now: datetime) -> Beside:
        """What else the editor says, besides the checklist."""
        return Beside()

    @abstractmethod
    def against_writing(self, row: R) -> Iterator[Refusal]:
        """Why these terms can no longer be changed."""

    def against_publishing(
        self, session: Session, row: R, act: Act
    ) -> Iterator[Refusal]:
        """What else the page says against publishing, besides its checklist."""
        yield from ()

    @abstractmethod
    def take_step(
        self, session: Session, row: R, act: Act, besides: tuple[Refusal, ...]
    ) -> Refused | None:
        """Take the step of publishing, or say every reason against it."""

    def saved(self, session: Session, row: R, act: Act) -> None:
        """Whatever follows from a draft that somebody wrote on."""

    def published(self, session: Session, row: R, terms: T, act: Act) -> None:
        """Whatever follows from the first version."""

    @abstractmethod
    def consequences(
        self,
        session: Session,
        row: R,
        versions: tuple[Kept[T], Kept[T]],
        changes: tuple[Change, ...],
    ) -> Consequences:
        """Who would be told of the changes, and who would accept again."""

    @abstractmethod
    def against_amending(
        self, session: Session, row: R, proposal: Amendment[T] | None, act: Act
    ) -> Iterator[Refusal]:
        """Why the draft cannot become the next version, by the feature's own rules."""

    def amended(
        self,
        session: Session,
        row: R,
        document: DocumentRow,
        proposal: Amendment[T],
        act: Act,
    ) -> Mapping[str, Any]:
        """Do what follows from a new version; what of it goes on the record."""
        return {}
