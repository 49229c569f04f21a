"""What was published, byte for byte: the terms in every version, notices as sent."""

from collections.abc import Iterator, Sequence

from sqlmodel import Session, col, select

from house.documents import pdf, prints
from house.documents.models import DocumentRow, Paper
from house.notices.models import Audience, NoticeRow
from tournaments.models import KIND
from tournaments.printing.document import KIND as TERMS


def versions(session: Session, tournament_id: int) -> Sequence[DocumentRow]:
    """The versions of the terms, oldest first."""
    mine = select(DocumentRow).where(
        col(DocumentRow.kind) == TERMS,
        col(DocumentRow.subject_id) == tournament_id,
    )
    return session.exec(mine.order_by(col(DocumentRow.number))).all()


def published(session: Session, tournament_id: int) -> Iterator[tuple[str, bytes]]:
    """Each version as it was hashed, and as it is handed out."""
    for version in versions(session, tournament_id):
        name = f"terms/version-{version.number}"
        kept = prints.kept(session, version.pk, Paper.A4)
        yield f"{name}.json", version.content
        yield f"{name}.pdf", kept.pdf if kept else pdf.of(version, Paper.A4)


def sent(session: Session, tournament_id: int) -> Iterator[tuple[str, bytes]]:
    """Each notice to a body, as it went; letters to people may lead to their pass."""
    mine = select(NoticeRow).where(
        col(NoticeRow.about_kind) == KIND,
        col(NoticeRow.about_id) == str(tournament_id),
        col(NoticeRow.audience).in_([one for one in Audience if one.is_body]),
        col(NoticeRow.posted_at).is_not(None),
    )
    few = mine.order_by(col(NoticeRow.id)).execution_options(yield_per=20)
    for notice in session.exec(few):
        text = f"{notice.title}\nTo: {notice.recipient}\n\n{notice.body}\n"
        yield f"notices/{notice.pk}.txt", text.encode("utf-8", "replace")
        if notice.pdf:
            yield f"notices/{notice.pk}.pdf", notice.pdf
