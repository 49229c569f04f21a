"""The prints of a version: made once, from what was published, and kept for ever."""

from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from house.audit import Subject
from house.db import Database
from house.documents import pdf
from house.documents.models import DocumentPrintRow, DocumentRow, Paper
from house.notices import deadlines, kinds
from house.notices.deadlines import Effect
from house.notices.models import DeadlineRow
from house.people.roles import Role
from proof.canonical import sha256
from rulebook import HOUSE

KIND = "document.print"
SAME = HOUSE.at("DOC-5")
kinds.describe(KIND, "A document is printed", Role.DIRECTOR, Role.MARKETING)


def plan(session: Session, document: DocumentRow, *, now: datetime) -> None:
    """See to it that a version gets its prints, though nobody may ask for them.

    Printing takes long, so it never happens while a change is being written. Killed
    at any moment, the house still prints what was published: from its own bytes.
    """
    deadlines.plan(
        session,
        KIND,
        key=f"{KIND}:{document.pk}",
        subject=Subject("document", str(document.pk), document.title),
        title=f"Print: {document.title}, version {document.number}",
        due_at=now,
        cite=SAME,
    )


@deadlines.on_studied(KIND)
def print_all(session: Session, deadline: DeadlineRow) -> Effect:
    """Make the prints that are missing while nothing is locked, then keep them."""
    document = session.get_one(DocumentRow, deadline.subject_id)
    made = {
        paper: pdf.of(document, paper)
        for paper in Paper
        if kept(session, document.pk, paper) is None
    }

    def keep_all(writing: Session, due: DeadlineRow) -> None:
        for paper, content in made.items():
            keep(writing, due.subject_id, paper, content, now=due.due_at)

    return keep_all


def kept(session: Session, document_id: int, paper: Paper) -> DocumentPrintRow | None:
    """The print of a version on this paper, once it was made."""
    mine = select(DocumentPrintRow).where(
        col(DocumentPrintRow.document_id) == document_id,
        col(DocumentPrintRow.paper) == paper,
    )
    return session.exec(mine).first()


def keep(
    session: Session, document_id: int, paper: Paper, content: bytes, *, now: datetime
) -> DocumentPrintRow:
    """Keep a print, unless one of that paper is kept already; say which one is."""
    if (before := kept(session, document_id, paper)) is not None:
        return before
    row = DocumentPrintRow(
        document_id=document_id,
        paper=paper,
        pdf=content,
        sha256=sha256(content),
        made_at=now,
    )
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:  # another process was quicker by a moment
        first = kept(session, document_id, paper)
        assert first is not None
        return first
    return row


def of(
    db: Database, document: DocumentRow, paper: Paper, *, now: datetime
) -> DocumentPrintRow:
    """The print of a version: the one that is kept, or made now and kept."""
    before = found(db, document, paper)
    if before is not None:
        return before
    content = pdf.of(document, paper)
    with db.writing() as session:
        return keep(session, document.pk, paper, content, now=now)


def found(db: Database, document: DocumentRow, paper: Paper) -> DocumentPrintRow | None:
    """The print that is kept, looked for while nothing else is open."""
    with db.reading() as session:
        return kept(session, document.pk, paper)
