"""Find the versions of a document that were published, and read them."""

import json
from collections.abc import Sequence

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from house.documents.content import Edition, edition_from
from house.documents.models import DocumentRow


def _of(kind: str, subject_id: int) -> SelectOfScalar[DocumentRow]:
    newest_first = col(DocumentRow.number).desc()
    return (
        select(DocumentRow)
        .where(col(DocumentRow.kind) == kind, col(DocumentRow.subject_id) == subject_id)
        .order_by(newest_first)
    )


def versions(session: Session, kind: str, subject_id: int) -> Sequence[DocumentRow]:
    """Every version, the one in force first."""
    return session.exec(_of(kind, subject_id)).all()


def latest(session: Session, kind: str, subject_id: int) -> DocumentRow | None:
    """The version in force, once there is one."""
    return session.exec(_of(kind, subject_id).limit(1)).first()


def at(session: Session, kind: str, subject_id: int, number: int) -> DocumentRow | None:
    """The version of this number."""
    numbered = _of(kind, subject_id).where(col(DocumentRow.number) == number)
    return session.exec(numbered).first()


def read(row: DocumentRow) -> Edition:
    """What a version says, from the very bytes that were hashed."""
    return edition_from(json.loads(row.content))
