"""Published terms for everybody: every version, what it changed, and its files."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, render_template
from flask.typing import ResponseReturnValue

from house.documents import answers, queries
from house.documents.content import Document, Edition, Table
from house.documents.difference import difference
from house.documents.models import DocumentRow
from house.terms.kind import Kind, R, T
from house.terms.versions import document_of
from house.web import anyone, reading
from rulebook import HOUSE, Cite
from rulebook.register import Rule, rules

SHOWN = HOUSE.at("DOC-8")
SLUG = re.compile("[a-z0-9-]{1,64}")
MOST_VERSIONS = 1_000_000


@dataclass(frozen=True, slots=True)
class Situation:
    """How it stands, as everybody may know it."""

    sentence: str
    is_cancelled: bool = False
    first_tables: tuple[str, ...] = ()  # the tables people look for first


@dataclass(frozen=True, slots=True)
class Page:
    """One version as the public page shows it."""

    slug: str
    noun: str
    row: DocumentRow
    edition: Edition
    versions: Sequence[DocumentRow]  # the one in force first
    situation: Situation
    footer: str

    @property
    def document(self) -> Document:
        """What the version says."""
        return self.edition.document

    @property
    def in_force(self) -> DocumentRow:
        """The version that binds now."""
        return self.versions[0]

    @property
    def is_in_force(self) -> bool:
        """Whether the page shows the version that binds now."""
        return self.row.number == self.in_force.number

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables people look for first."""
        every = [t for section in self.document.sections for t in section.tables]
        first = self.situation.first_tables
        return tuple(t for name in first for t in every if t.title == name)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule the terms name, and the one this page keeps, in our words."""
        cited = (c for p in self.document.paragraphs for c in p.cites)
        named = dict.fromkeys((*cited, self.promise.id))
        return tuple(rules()[c] for c in named if c in rules())

    @property
    def promise(self) -> Cite:
        """The rule that has every version, its hash and what it changed shown."""
        return SHOWN


def version_of(
    kind: Kind[T, R], row: R | None, number: int | None = None
) -> tuple[R, DocumentRow]:
    """Something published and the version of its terms; a draft is nowhere."""
    document = document_of(reading(), row) if row else None
    if row and document and number is not None:
        known = 0 < number <= MOST_VERSIONS
        document = (
            queries.at(reading(), kind.document, row.pk, number) if known else None
        )
    if row is None or document is None:
        abort(404, f"No {kind.noun} of this house has this address.")
    return row, document


def _page(
    kind: Kind[T, R], row: R, document: DocumentRow, situation: Situation
) -> Page:
    return Page(
        slug=row.slug,
        noun=kind.noun,
        row=document,
        edition=queries.read(document),
        versions=queries.versions(reading(), kind.document, row.pk),
        situation=situation,
        footer=kind.footer,
    )


def show(
    kind: Kind[T, R],
    row: R | None,
    number: int | None,
    situation: Callable[[R], Situation],
) -> Response:
    """One version of the terms as a page; without a number the one in force."""
    found, document = version_of(kind, row, number)
    page = _page(kind, found, document, situation(found))
    return answers.page(render_template("public/terms.html", page=page))


def changes(kind: Kind[T, R], row: R | None, number: int) -> ResponseReturnValue:
    """What a version changed, old and new side by side."""
    found, document = version_of(kind, row, number)
    before = queries.at(reading(), kind.document, found.pk, number - 1)
    if before is None:
        abort(404, "The first version changed nothing.")
    page = _page(kind, found, document, Situation(""))
    return render_template(
        "public/changes.html",
        page=page,
        before=before,
        changes=difference(queries.read(before).document, page.document),
    )


def pdf(kind: Kind[T, R], row: R | None, number: int | None) -> Response:
    """One version of the terms on paper; without a number the one in force."""
    found, document = version_of(kind, row, number)
    return answers.pdf(document, found.slug, fixed=number is not None)


def json(kind: Kind[T, R], row: R | None, number: int | None) -> Response:
    """One version of the terms as data, byte for byte as it was hashed."""
    found, document = version_of(kind, row, number)
    return answers.json(document, found.slug, fixed=number is not None)


def add_pages(
    bp: Blueprint,
    kind: Kind[T, R],
    row_of: Callable[[str], R | None],
    situation: Callable[[R], Situation],
) -> None:
    """Give the terms of a kind their public addresses, each version its own."""

    @bp.get("/<slug>/terms", endpoint="show")
    @bp.get("/<slug>/v/<int:number>", endpoint="version")
    @anyone
    def terms(slug: str, number: int | None = None) -> ResponseReturnValue:
        """A version of the terms, also one that was replaced, for everybody."""
        return show(kind, row_of(slug), number, situation)

    @bp.get("/<slug>/v/<int:number>/changes", endpoint="changes")
    @anyone
    def changed(slug: str, number: int) -> ResponseReturnValue:
        """What a version changed, old and new side by side."""
        return changes(kind, row_of(slug), number)

    @bp.get("/<slug>/terms.pdf", endpoint="terms_pdf")
    @bp.get("/<slug>/v/<int:number>/terms.pdf", endpoint="version_pdf")
    @anyone
    def on_paper(slug: str, number: int | None = None) -> ResponseReturnValue:
        """A version of the terms on paper."""
        return pdf(kind, row_of(slug), number)

    @bp.get("/<slug>/terms.json", endpoint="terms_json")
    @bp.get("/<slug>/v/<int:number>/terms.json", endpoint="version_json")
    @anyone
    def as_data(slug: str, number: int | None = None) -> ResponseReturnValue:
        """A version of the terms as data, as it was hashed."""
        return json(kind, row_of(slug), number)
