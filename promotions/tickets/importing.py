"""Taking a list of tickets or play: batch by batch, once, wherever it was cut off."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import IO

from sqlmodel import Session, col, insert, select

from house import collector, uploads
from house.audit.plain import fitted
from house.db import Database
from house.floor.acts import Act
from promotions import queries
from promotions.freezing.reading import frozen_up_to
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules.lifecycle import Status
from promotions.tickets import sorting, writing
from promotions.tickets.lists import LISTED, Bad, Place, Reading, Unreadable
from promotions.tickets.models import ListBatchRow, ListRefusedRow, ListRow
from promotions.tickets.sorting import Sorted, Taking
from rulebook import Refusal, Refused

BATCH = 100_000  # rows in one transaction: much less work a row than a few thousand


def begin(
    session: Session, row: PromotionRow, name: str, digest: str, act: Act
) -> Taking | Refused:
    """Note a list, or find what was taken of it before."""
    mine = select(ListRow).where(
        col(ListRow.promotion_id) == row.pk, col(ListRow.sha256) == digest
    )
    known = session.exec(mine).first()
    if known is None and row.status is not Status.RUNNING:
        wrong = f"The promotion is {row.status.words.lower()}."
        verdict = Refused((Refusal(LISTED, wrong, "Tickets come while it runs."),))
        steps.note(session, row, "take list", act, verdict)
        return verdict
    if known is None:
        known = ListRow(
            promotion_id=row.pk,
            sha256=digest,
            name=fitted(name, 160),
            **steps.signed(act),
        )
        session.add(known)
        session.flush()
        after = {"list": known.name, "sha256": digest}
        steps.note(session, row, "take list", act, None, (LISTED,), None, after)
    return taking_of(session, row, known)


def taking_of(session: Session, row: PromotionRow, list_: ListRow) -> Taking:
    """A list as far as it was taken, and the terms that hold."""
    terms, frozen = queries.terms_of(session, row), frozen_up_to(session, row.pk)
    return Taking(row, list_, terms, so_far(session, list_), frozen)


def refused_of(session: Session, list_: ListRow, most: int) -> Sequence[ListRefusedRow]:
    """Rows of a list that gave nothing, the first first."""
    mine = select(ListRefusedRow).where(col(ListRefusedRow.list_id) == list_.pk)
    return session.exec(mine.order_by(col(ListRefusedRow.line)).limit(most)).all()


def so_far(session: Session, list_: ListRow) -> ListBatchRow | None:
    """The newest batch of a list."""
    mine = select(ListBatchRow).where(col(ListBatchRow.list_id) == list_.pk)
    return session.exec(mine.order_by(col(ListBatchRow.number).desc())).first()


def take(
    db: Database,
    slug: str,
    file: Path,
    act: Callable[[], Act],
    seen: Callable[[ListBatchRow], None] = lambda _batch: None,
) -> ListBatchRow | Refused:
    """Take a whole list, each batch in a transaction of its own."""
    try:
        with file.open("rb") as opened:
            digest = uploads.fingerprint(opened)
            return _all(db, slug, (file.name, digest), opened, act, seen)
    except Unreadable as broken:
        return broken.refused
    except OSError as error:
        wrong = f"{file.name} cannot be read: {error.strerror}."
        return Refused((Refusal(LISTED, wrong, "Name a file.", "file"),))


def _all(  # noqa: PLR0913, PLR0917
    db: Database,
    slug: str,
    named: tuple[str, str],
    file: IO[bytes],
    act: Callable[[], Act],
    seen: Callable[[ListBatchRow], None],
) -> ListBatchRow | Refused:
    reading: Reading | None = None
    while True:
        with db.writing() as session:
            row = queries.get(session, slug, lock=True)
            if row is None:
                wrong = f"There is no promotion “{slug}”."
                return Refused((Refusal(LISTED, wrong, "Give its address."),))
            taking = begin(session, row, *named, act())
            if isinstance(taking, Refused):
                return taking
            if taking.is_over:
                assert taking.so_far is not None, "It was read to its end."
                return taking.so_far
            reading = reading or from_where(taking, file)
            batch = take_next(session, taking, reading, BATCH, act())
        seen(batch)


def from_where(taking: Taking, file: IO[bytes]) -> Reading:
    """The rows of a list that were not taken yet."""
    last = taking.so_far
    if last is None or last.byte:
        return Reading(file, Place(last.byte, last.line) if last else None)
    reading = Reading(file)
    for _ in islice(reading, last.rows):
        pass  # kept by an earlier release, which counted rows alone
    return reading


@collector.paused()
def take_next(
    session: Session, taking: Taking, reading: Reading, most: int, act: Act
) -> ListBatchRow:
    """Take so many of the rows that come next, all of them or none."""
    block = reading.next_block(most)
    place = None if reading.is_over else reading.place
    found = sorting.sort(session, taking, block, act.now)
    return keep(session, taking, found, block.read, act, place)


def keep(  # noqa: PLR0913, PLR0917
    session: Session,
    taking: Taking,
    found: Sorted,
    read: int,
    act: Act,
    place: Place | None = None,
) -> ListBatchRow:
    """Write down what became of rows that were read; no place is the end of a list."""
    writing.keep(session, found.gifts)
    _say_why(session, taking.list, found.refused)
    tickets = sum(map(attrgetter("tickets"), found.gifts))
    refused = len(found.refused)
    counts = Counts(read, len(found.gifts), found.not_new, refused, tickets)
    return _note(session, taking, counts, act, place)


def _say_why(session: Session, list_: ListRow, refused: Iterable[Bad]) -> None:
    said = [
        {
            "list_id": list_.pk,
            "line": bad.line,
            "reference": bad.reference,
            "rule": LISTED.id,
            "why": bad.why,
        }
        for bad in refused
    ]
    if said:
        session.exec(insert(ListRefusedRow), params=said)


@dataclass(frozen=True, slots=True)
class Counts:
    """What became of the rows of one batch."""

    read: int
    taken: int
    twice: int
    refused: int
    tickets: int


def _note(
    session: Session, taking: Taking, found: Counts, act: Act, place: Place | None
) -> ListBatchRow:
    before = taking.so_far or ListBatchRow(
        list_id=taking.list.pk,
        number=0,
        rows=0,
        taken=0,
        twice=0,
        refused=0,
        tickets=0,
        at=act.now,
    )
    batch = ListBatchRow(
        list_id=taking.list.pk,
        number=before.number + 1,
        rows=before.rows + found.read,
        taken=before.taken + found.taken,
        twice=before.twice + found.twice,
        refused=before.refused + found.refused,
        tickets=before.tickets + found.tickets,
        over=place is None,
        byte=place.byte if place else 0,
        line=place.line if place else 0,
        at=act.now,
    )
    session.add(batch)
    session.flush()
    if batch.over:
        names = ("taken", "twice", "refused", "tickets")
        told = {"list": taking.list.name, **{n: getattr(batch, n) for n in names}}
        rules = (LISTED,)
        steps.note(session, taking.row, "list taken", act, None, rules, None, told)
    return batch
