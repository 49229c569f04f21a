"""Taking a list of tickets or play: batch by batch, once, wherever it was cut off."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import IO

from sqlmodel import Session, col, insert, select

from house.audit.plain import fitted
from house.db import Database
from house.floor.acts import Act
from promotions import queries
from promotions.freezing.reading import frozen_up_to
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules.lifecycle import Status
from promotions.rules.terms import Terms
from promotions.tickets import earned, holders, lists, writing
from promotions.tickets.earned import Timed
from promotions.tickets.lists import LISTED, Bad, Given, Unreadable
from promotions.tickets.models import (
    Came,
    ListBatchRow,
    ListRefusedRow,
    ListRow,
)
from promotions.tickets.writing import Gift
from rulebook import Refusal, Refused

BATCH = 100_000  # rows in one transaction: much less work a row than a few thousand
CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Taking:
    """A list that is being taken, and the terms it is taken by."""

    row: PromotionRow
    list: ListRow
    terms: Terms
    so_far: ListBatchRow | None
    frozen: int = 0  # the highest draw whose list is fixed

    @property
    def is_over(self) -> bool:
        """Whether all of it was taken."""
        return self.so_far is not None and self.so_far.over

    @property
    def read(self) -> int:
        """How many rows were read."""
        return self.so_far.rows if self.so_far else 0


def fingerprint(file: IO[bytes]) -> str:
    """What tells one list from every other; the file is where it was afterwards."""
    found = sha256()
    while chunk := file.read(CHUNK):
        found.update(chunk)
    file.seek(0)
    return found.hexdigest()


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
    terms, frozen = queries.terms_of(session, row), frozen_up_to(session, row.pk)
    return Taking(row, known, terms, so_far(session, known), frozen)


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
            digest = fingerprint(opened)
            rows = lists.rows(lists.lines(opened))
            return _all(db, slug, (file.name, digest), rows, act, seen)
    except Unreadable as broken:
        return broken.refused
    except OSError as error:
        wrong = f"{file.name} cannot be read: {error.strerror}."
        return Refused((Refusal(LISTED, wrong, "Name a file.", "file"),))


def _all(  # noqa: PLR0913, PLR0917
    db: Database,
    slug: str,
    named: tuple[str, str],
    rows: Iterator[Given | Bad],
    act: Callable[[], Act],
    seen: Callable[[ListBatchRow], None],
) -> ListBatchRow | Refused:
    read = 0
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
            for _ in islice(rows, taking.read - read):
                pass  # was taken before the list was cut off
            batch = take_batch(session, taking, list(islice(rows, BATCH)), act())
        read = batch.rows
        seen(batch)


def take_batch(
    session: Session, taking: Taking, some: Sequence[Given | Bad], act: Act
) -> ListBatchRow:
    """Take the next rows of a list, all of them or none."""
    bad = [row for row in some if isinstance(row, Bad)]
    given = [row for row in some if isinstance(row, Given)]
    good, late = _timely(taking, given, act.now)
    known = holders.by_card(session, (row.card for row, _ in good))
    nobody = [
        Bad(row.line, row.reference, "Nobody has this card.")
        for row, _ in good
        if row.card not in known
    ]
    mine = [each for each in good if each[0].card in known]
    gifts = _gifts(session, taking, _new(session, taking.row, mine), known)
    writing.keep(session, gifts)
    refused = (*bad, *late, *nobody)
    _say_why(session, taking.list, refused)
    twice, tickets = len(mine) - len(gifts), sum(gift.tickets for gift in gifts)
    counts = Counts(len(some), len(gifts), twice, len(refused), tickets)
    return _note(session, taking, counts, act)


def _new(session: Session, row: PromotionRow, good: Sequence[Timed]) -> list[Timed]:
    """The rows whose reference nothing has counted under yet, each once."""
    first = {given.reference: (given, draw) for given, draw in reversed(good)}
    known = writing.known(session, row.pk, first)
    return [each for name, each in reversed(first.items()) if name not in known]


def _timely(
    taking: Taking, some: Iterable[Given], now: datetime
) -> tuple[list[Timed], list[Bad]]:
    """The rows that count, each for its draw; and those too early or too late."""
    starts = taking.terms.starts_at
    closes = [draw.closes_at for draw in taking.terms.draws]
    closed = max(bisect_right(closes, now), taking.frozen)
    good: list[Timed] = []
    late: list[Bad] = []
    for row in some:
        draw = bisect_right(closes, row.at) + 1
        if starts is None or row.at < starts:
            late.append(Bad(row.line, row.reference, "It was before the start."))
        elif row.at > now:
            late.append(Bad(row.line, row.reference, "It has not happened yet."))
        elif draw > len(closes):
            late.append(Bad(row.line, row.reference, "It was after the closing time."))
        elif draw <= closed:
            why = f"It came after entries for draw {draw} had closed."
            late.append(Bad(row.line, row.reference, why))
        else:
            good.append((row, draw))
    return good, late


def _gifts(
    session: Session,
    taking: Taking,
    good: Sequence[Timed],
    known: Mapping[str, holders.Holder],
) -> list[Gift]:
    promotion_id, run_id = taking.row.pk, taking.list.pk
    if not good:
        return []
    if good[0][0].came is Came.LIST:
        return [
            Gift(
                promotion_id,
                draw,
                known[row.card].ref,
                known[row.card].patron_id,
                row.reference,
                Came.LIST.value,
                row.amount,
                row.amount,
                row.amount,
                row.at,
                run_id,
            )
            for row, draw in good
        ]
    return [*earned.gifts(session, taking.row, taking.terms, good, known, run_id)]


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


def _note(session: Session, taking: Taking, found: Counts, act: Act) -> ListBatchRow:
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
        over=found.read < BATCH,
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
