"""Files that terms name by their hash: plans, contracts; put there once, kept."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from promotions.models import FileRow, PromotionRow
from promotions.path import steps
from proof.canonical import sha256
from rulebook import HOUSE, Cite, Refusal, Refused

KEPT: Cite = HOUSE.at("PROMOTION-25")
LARGEST = 900_000
# What opens without running anything; told by how a file begins, not by its name.
BEGINS = {
    b"%PDF-": "application/pdf",
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
}


def kept(session: Session, row: PromotionRow) -> Sequence[FileRow]:
    """Every file of a promotion, in the order they came."""
    mine = select(FileRow).where(col(FileRow.promotion_id) == row.pk)
    return session.exec(mine.order_by(col(FileRow.id))).all()


def one(session: Session, row: PromotionRow, digest: str) -> FileRow | None:
    """The file of this hash."""
    return next((f for f in kept(session, row) if f.sha256 == digest), None)


def put(
    session: Session, row: PromotionRow, name: str, content: bytes, act: Act
) -> FileRow | Refused:
    """Keep a file under its hash; the same file again is the same row."""
    reasons = tuple(_against(content))
    if reasons:
        refused = Refused(reasons)
        steps.note(session, row, "keep file", act, refused)
        return refused
    digest = sha256(content)
    if (before := one(session, row, digest)) is not None:
        return before
    file = FileRow(
        promotion_id=row.pk,
        name=fitted(PurePath(name).name or "file", 120),
        media_type=next(t for start, t in BEGINS.items() if content.startswith(start)),
        content=content,
        sha256=digest,
        **steps.signed(act),
    )
    session.add(file)
    session.flush()
    after = {"file": file.name, "sha256": digest}
    steps.note(session, row, "keep file", act, None, (KEPT,), None, after)
    return file


def _against(content: bytes) -> Iterator[Refusal]:
    if not content:
        yield Refusal(KEPT, "No file was chosen.", "Choose one.", "file")
    elif len(content) > LARGEST:
        wrong = f"The file has {len(content):,} bytes."
        yield Refusal(KEPT, wrong, f"At most {LARGEST:,} are kept.", "file")
    elif not content.startswith(tuple(BEGINS)):
        wrong = "The file is no PDF, PNG or JPEG."
        yield Refusal(KEPT, wrong, "Save it as one of those.", "file")
