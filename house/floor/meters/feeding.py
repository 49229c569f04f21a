"""Stakes that feed a meter, entered in batches under a key of their own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from game.jackpots.meter import record_wagers
from house.floor.acts import Act
from house.floor.meters.ledger import (
    ONCE,
    Entry,
    add,
    become,
    entered,
    fed_by,
    link_of,
    linked,
    millionths,
    note,
    state,
    terms_of,
)
from house.floor.meters.models import (
    EntryKind,
    MeterEntryRow,
    MeterRow,
    MeterStatus,
)
from house.floor.meters.opening import check_equipment
from house.floor.models import TableRow
from house.ledger.postings import Cause
from rulebook import HOUSE, Cite, Refusal, Refused

BATCH = HOUSE.at("METERS-11")
MOST_WAGERS = 5_000


@dataclass(frozen=True, slots=True)
class Batch:
    """Jackpot wagers of settled rounds at one table, entered under one key."""

    table: TableRow
    wagers: int
    key: str
    round: str = ""
    round_id: int | None = None  # where it was played in this house
    under: tuple[Cite, ...] = ()  # what has them counted now, beside the document


def contribute(
    session: Session, meter: MeterRow, batch: Batch, act: Act
) -> Sequence[MeterEntryRow] | Refused:
    """Let stakes feed a meter that is held; the same key feeds it once."""
    earlier = entered(session, batch.key)
    if earlier is not None and _same(session, earlier, meter, batch):
        return [earlier]
    refusals = tuple(against(session, meter, batch, taken=earlier is not None))
    refused = Refused(refusals) if refusals else None
    rows = [] if refused else _feed(session, meter, batch, act)
    note(
        session,
        meter,
        act,
        "contribute to meter",
        refused,
        rules=(state(meter).rules.increments, *batch.under),
        after={
            "table": batch.table.number,
            "wagers": batch.wagers,
            "round": batch.round,
            "meter_cents": meter.value_cents,
        },
    )
    return refused or rows


def _same(session: Session, row: MeterEntryRow, meter: MeterRow, batch: Batch) -> bool:
    """Whether an earlier entry under this key said the very same."""
    rows = row.wagers
    if terms_of(meter).system.every_wager:
        follow = col(MeterEntryRow.key).startswith(f"{batch.key}/", autoescape=True)
        rows = 1 + len(session.exec(select(MeterEntryRow.id).where(follow)).all())
    said = (row.meter_id, row.kind, row.table_id, row.round, rows)
    asked = (meter.pk, EntryKind.CONTRIBUTION, batch.table.pk, batch.round)
    return said == (*asked, batch.wagers)


def against(
    session: Session, meter: MeterRow, batch: Batch, *, taken: bool = False
) -> Iterator[Refusal]:
    """Every reason why these wagers cannot feed the meter now."""
    if taken:
        wrong = "This key entered something else before."
        yield Refusal(ONCE, wrong, "Give every batch a key of its own.", "key")
    if meter.status is not MeterStatus.OPEN:
        wrong = f"{meter.name} is not open."
        yield Refusal(BATCH, wrong, "Only an open meter takes wagers.")
    if not 1 <= batch.wagers <= MOST_WAGERS:
        wrong = f"{batch.wagers:,} wagers."
        yield Refusal(BATCH, wrong, f"Enter 1 to {MOST_WAGERS:,}.", "wagers")
    link = link_of(session, meter, batch.table.pk)
    if link is None:
        wrong = f"Table {batch.table.number} is not on {meter.name}."
        yield Refusal(BATCH, wrong, "Choose a table that is linked to it.", "table")
    else:
        yield from check_equipment(terms_of(meter), linked(batch.table, link))


def _feed(
    session: Session, meter: MeterRow, batch: Batch, act: Act
) -> list[MeterEntryRow]:
    """One row for the batch, or one a wager where the document wants each."""
    before = state(meter)
    after = before.register(batch.wagers)
    steps = [(after.value_cents, batch.wagers)]
    if terms_of(meter).system.every_wager:
        recorded, _ = record_wagers(before, str(batch.table.number), batch.wagers)
        steps = [(row.pool_cents, 1) for row in recorded]
    entries, stood = [], meter.balance_millionths
    for place, (pool, wagers) in enumerate(steps, 1):
        entry = Entry(
            EntryKind.CONTRIBUTION,
            batch.key if place == 1 else f"{batch.key}/{place}",
            millionths(pool) - stood,
            before.rules.increments,
            act,
            fed_by(batch.round_id) if batch.round_id else Cause("batch", batch.key),
            table_id=batch.table.pk,
            round=batch.round,
            round_id=batch.round_id,
            wagers=wagers,
            stake_cents=wagers * meter.price_cents,
        )
        stood = millionths(pool)
        entries.append(entry)
    rows = add(session, meter, *entries)
    become(meter, after)
    session.flush()
    return rows
