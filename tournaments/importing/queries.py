"""How far imports are, and what became of rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlmodel import Session, col, select

from tournaments.importing.models import (
    ImportBatchRow,
    ImportedRow,
    ImportRow,
    Outcome,
)
from tournaments.models import EntryRow, TournamentRow

PAGE = 100


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a list is taken, and what came of it."""

    rows: int
    done: int = 0
    batches: int = 0
    offset: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        """Whether every row is marked."""
        return self.done >= self.rows

    @property
    def entered(self) -> int:
        """How many entries came of it."""
        return sum(self.counts.get(o.value, 0) for o in Outcome if o.is_entered)


def by_fingerprint(
    session: Session, tournament: TournamentRow, sha256: str
) -> ImportRow | None:
    """The import of a list that was sent before."""
    mine = select(ImportRow).where(
        col(ImportRow.tournament_id) == tournament.pk, col(ImportRow.sha256) == sha256
    )
    return session.exec(mine).first()


def get(
    session: Session, tournament: TournamentRow, import_id: int
) -> ImportRow | None:
    """An import of this tournament."""
    mine = select(ImportRow).where(
        col(ImportRow.tournament_id) == tournament.pk, col(ImportRow.id) == import_id
    )
    return session.exec(mine).first()


def imports(session: Session, tournament: TournamentRow) -> Sequence[ImportRow]:
    """Every list that was sent for a tournament, the newest first."""
    mine = select(ImportRow).where(col(ImportRow.tournament_id) == tournament.pk)
    return session.exec(mine.order_by(col(ImportRow.id).desc())).all()


def progress(session: Session, run: ImportRow) -> Progress:
    """How far an import is."""
    newest = (
        select(ImportBatchRow)
        .where(col(ImportBatchRow.import_id) == run.pk)
        .order_by(col(ImportBatchRow.number).desc())
    )
    last = session.exec(newest.limit(1)).first()
    if last is None:
        return Progress(run.rows)
    return Progress(run.rows, last.done, last.number, last.offset, last.counts)


def not_entered(session: Session, run: ImportRow, most: int) -> Sequence[ImportedRow]:
    """The first rows of which no entry came."""
    mine = select(ImportedRow).where(
        col(ImportedRow.import_id) == run.pk, col(ImportedRow.entry_id).is_(None)
    )
    return session.exec(mine.order_by(col(ImportedRow.line)).limit(most)).all()


def marks(
    session: Session, run: ImportRow, after: int, outcome: Outcome | None = None
) -> Sequence[tuple[ImportedRow, EntryRow | None]]:
    """What became of the rows behind a line, never more than a page."""
    query = (
        select(ImportedRow, EntryRow)
        .join(EntryRow, col(EntryRow.id) == ImportedRow.entry_id, isouter=True)
        .where(col(ImportedRow.import_id) == run.pk, col(ImportedRow.line) > after)
    )
    if outcome is not None:
        query = query.where(col(ImportedRow.outcome) == outcome)
    return session.exec(query.order_by(col(ImportedRow.line)).limit(PAGE)).all()
