"""Which packs there are, how far they are, and what they came to."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from house.notices.models import DeadlineRow
from house.packs.models import PackFileRow, PackManifestRow, PackPartRow, PackRow

PAGE = 100


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a pack is: its parts, its list of files, the file itself."""

    pack: PackRow
    parts: Sequence[PackPartRow]
    manifest: PackManifestRow | None
    file: PackFileRow | None
    trouble: str = ""  # why the last try failed


def get(session: Session, pack_id: int) -> PackRow | None:
    """The pack of this number."""
    return session.get(PackRow, pack_id)


def parts_of(session: Session, pack: PackRow) -> Sequence[PackPartRow]:
    """The parts of a pack that are written, in order."""
    mine = select(PackPartRow).where(col(PackPartRow.pack_id) == pack.pk)
    return session.exec(mine.order_by(col(PackPartRow.number))).all()


def manifest_of(session: Session, pack: PackRow) -> PackManifestRow | None:
    """The list of its files, once every part is written."""
    mine = select(PackManifestRow).where(col(PackManifestRow.pack_id) == pack.pk)
    return session.exec(mine).first()


def file_of(session: Session, pack: PackRow) -> PackFileRow | None:
    """The file that is given out, once it is there."""
    mine = select(PackFileRow).where(col(PackFileRow.pack_id) == pack.pk)
    return session.exec(mine).first()


def standing(session: Session, pack: PackRow) -> Standing:
    """How far a pack is."""
    failed = select(col(DeadlineRow.last_error)).where(
        col(DeadlineRow.subject_kind) == "pack",
        col(DeadlineRow.subject_id) == pack.pk,
        col(DeadlineRow.fired_at).is_(None),
    )
    return Standing(
        pack,
        parts_of(session, pack),
        manifest_of(session, pack),
        file_of(session, pack),
        next(filter(None, session.exec(failed).all()), ""),
    )


def under_way(session: Session, kind: str, subject_id: int) -> PackRow | None:
    """The pack of an event that is being made."""
    ready = select(PackFileRow.pack_id)
    mine = select(PackRow).where(
        *_about(kind, subject_id), col(PackRow.id).notin_(ready)
    )
    return session.exec(mine.order_by(col(PackRow.id))).first()


def packs_of(
    session: Session, kind: str, subject_id: int
) -> Sequence[tuple[PackRow, PackFileRow | None]]:
    """The packs of an event, the newest first."""
    return _listed(session, *_about(kind, subject_id))


def newest_packs(session: Session) -> Sequence[tuple[PackRow, PackFileRow | None]]:
    """The newest packs of the house."""
    return _listed(session)


def _about(kind: str, subject_id: int) -> tuple[ColumnElement[bool], ...]:
    return col(PackRow.subject_kind) == kind, col(PackRow.subject_id) == subject_id


def _listed(
    session: Session, *which: ColumnElement[bool]
) -> Sequence[tuple[PackRow, PackFileRow | None]]:
    mine = (
        select(PackRow, PackFileRow)
        .join(PackFileRow, col(PackFileRow.pack_id) == PackRow.id, isouter=True)
        .where(*which)
    )
    return session.exec(mine.order_by(col(PackRow.id).desc()).limit(PAGE)).all()
