"""What a document says: numbered paragraphs, tables and a place to sign, as data."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any

from house.audit.plain import instant, plain
from proof.canonical import canonical
from rulebook import HOUSE

SCHEMA = "document/1"
KEPT = HOUSE.at("DOC-1")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One numbered paragraph and the rules it answers to."""

    number: str
    path: str
    title: str
    text: str
    cites: tuple[str, ...] = ()
    enforced: bool = True  # false: printed, and held by people only


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; figures stand at the right."""

    name: str
    figures: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table that stands under a section's heading."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    total: bool = False  # the last row is the sum


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered section: its tables, then its paragraphs."""

    number: str
    title: str
    paragraphs: tuple[Paragraph, ...]
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the title block."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Signing:
    """Where somebody signs, and what they say by it."""

    sentence: str
    lines: tuple[str, ...] = ("Name", "Signature", "Date")


@dataclass(frozen=True, slots=True)
class Document:
    """What a room wants published: its words, and the data they were made from."""

    form: str  # such as “Terms and conditions”
    title: str
    issuer: str
    address: str  # the public page that leads to the version in force
    sections: tuple[Section, ...]
    subtitle: str = ""
    facts: tuple[Fact, ...] = ()
    signing: Signing | None = None
    zone: str = "UTC"
    language: str = "en-AU"
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Every paragraph, in the order of printing."""
        return tuple(p for section in self.sections for p in section.paragraphs)


@dataclass(frozen=True, slots=True)
class Replaced:
    """The version before: its number, its hash and when it was published."""

    number: int
    sha256: str
    published_at: datetime


@dataclass(frozen=True, slots=True)
class Edition:
    """One version of a document, with everything its hash covers."""

    kind: str
    subject_id: int
    number: int
    published_at: datetime
    document: Document
    note: str = ""
    replaces: Replaced | None = None

    def to_data(self) -> dict[str, Any]:
        """The edition as plain data."""
        before = self.replaces
        return {
            "schema": SCHEMA,
            "kind": self.kind,
            "subject": self.subject_id,
            "number": self.number,
            "published_at": instant(self.published_at),
            "note": self.note,
            "replaces": before
            and {
                "number": before.number,
                "sha256": before.sha256,
                "published_at": instant(before.published_at),
            },
            **asdict(self.document),
        }

    def content(self) -> bytes:
        """The one spelling of the edition, which its hash is made from."""
        return canonical(plain(self.to_data(), "The document"))


def edition_from(data: Mapping[str, Any]) -> Edition:
    """The edition that plain data stands for, as it was published."""
    before = data["replaces"]
    return Edition(
        kind=data["kind"],
        subject_id=data["subject"],
        number=data["number"],
        published_at=datetime.fromisoformat(data["published_at"]),
        note=data["note"],
        replaces=before
        and Replaced(
            before["number"],
            before["sha256"],
            datetime.fromisoformat(before["published_at"]),
        ),
        document=_document(data),
    )


def _document(data: Mapping[str, Any]) -> Document:
    signing = data["signing"]
    return Document(
        **{name: data[name] for name in ("form", "title", "issuer", "address")},
        **{name: data[name] for name in ("subtitle", "zone", "language", "data")},
        sections=tuple(_section(each) for each in data["sections"]),
        facts=tuple(Fact(**each) for each in data["facts"]),
        signing=signing and Signing(signing["sentence"], tuple(signing["lines"])),
    )


def _section(data: Mapping[str, Any]) -> Section:
    return Section(
        data["number"],
        data["title"],
        tuple(
            replace(Paragraph(**each), cites=tuple(each["cites"]))
            for each in data["paragraphs"]
        ),
        tuple(
            Table(
                each["title"],
                tuple(Column(**column) for column in each["columns"]),
                tuple(tuple(row) for row in each["rows"]),
                each["note"],
                each["total"],
            )
            for each in data["tables"]
        ),
    )
