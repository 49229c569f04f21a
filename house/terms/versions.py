"""Terms as they are kept: the draft, every published version, and the one in force."""

import json
from functools import lru_cache
from typing import Any, TypeVar

from sqlmodel import Session

from house.documents.models import DocumentRow
from house.terms.models import TermsRow
from rulebook import Refused
from rulebook.terms.terms import Kept, Terms, from_data

T = TypeVar("T", bound=Terms)


def kept_draft(terms: type[T], row: TermsRow) -> Kept[T]:
    """The terms being written, and what their shape did not have yet."""
    return _kept(terms, row.draft)


def draft_of(terms: type[T], row: TermsRow) -> T:
    """The terms being written."""
    return kept_draft(terms, row).terms


def _kept(terms: type[T], data: object) -> Kept[T]:
    kind: Any = terms
    kept: Kept[T] = _read(kind, json.dumps(data))
    return kept


@lru_cache(maxsize=64)
def _read(terms: Any, text: str) -> Kept[Any]:
    """Reading terms takes a while; a draft is asked for by every act and page."""
    found = from_data(terms, json.loads(text))
    if isinstance(found, Refused):  # not older: damaged, or kept by a newer release
        raise ValueError(f"Kept terms do not read back: {found}")  # noqa: TRY004
    return found


def document_of(session: Session, row: TermsRow) -> DocumentRow | None:
    """The version of the terms that binds now, once there is one."""
    if row.document_id is None:
        return None
    return session.get_one(DocumentRow, row.document_id)


def kept_in(terms: type[T], document: DocumentRow) -> Kept[T]:
    """The terms that a published version was printed from, in the shape of its time."""
    kind: Any = terms
    kept: Kept[T] = _published(kind, document.content)
    return kept


@lru_cache(maxsize=64)
def _published(terms: Any, content: bytes) -> Kept[Any]:
    """Reading terms takes a while, and what was published never changes."""
    return _kept(terms, json.loads(content)["data"])


def terms_in(terms: type[T], document: DocumentRow) -> T:
    """The terms that a published version was printed from."""
    return kept_in(terms, document).terms


def terms_of(terms: type[T], session: Session, row: TermsRow) -> T:
    """The terms that hold: those in force, or the draft before there are any."""
    document, draft = document_of(session, row), draft_of(terms, row)
    return terms_in(terms, document).private_as_in(draft) if document else draft
