"""Claims that wait on a meter: their line, and what each comes to in its turn."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import func
from sqlmodel import Session, col, select

from game.jackpots.meter import Meter
from game.jackpots.payment import Paid
from house.floor.meters.ledger import OPEN_CLAIMS, state, terms_of
from house.floor.meters.models import (
    MILLION,
    EntryKind,
    MeterClaimRow,
    MeterEntryRow,
    MeterRow,
)
from house.floor.meters.valuing import Box, value

LATER = (EntryKind.CONTRIBUTION, EntryKind.TRANSFER_IN, EntryKind.CORRECTION)


def open_claims(session: Session, meter: MeterRow) -> Sequence[MeterClaimRow]:
    """The claims on a meter still to be settled, in the order they were entered."""
    query = (
        select(MeterClaimRow)
        .where(
            col(MeterClaimRow.meter_id) == meter.pk,
            col(MeterClaimRow.state).in_(OPEN_CLAIMS),
        )
        .order_by(func.coalesce(MeterClaimRow.place, MeterClaimRow.id))
    )
    return session.exec(query).all()


def place_of(claim: MeterClaimRow) -> int:
    """The place of a claim in the line: its own, or that of the one it stands for."""
    return claim.place or claim.pk


def then(session: Session, meter: MeterRow, claim: MeterClaimRow) -> Meter:
    """The meter as it stood for a claim: without what came in after it was entered."""
    staked, received = since(session, claim)
    mine = state(meter)
    return replace(
        mine,
        staked_cents=mine.staked_cents - staked,
        received_cents=mine.received_cents - received,
    )


def since(session: Session, claim: MeterClaimRow) -> tuple[int, int]:
    """What was staked and received after the claim, in cents.

    What is counted or taken off later in a round that fed the meter before the claim
    is no part of it: the claim is valued on the wagers that round really had.
    """
    entry = MeterEntryRow
    query = select(
        entry.round_id, entry.kind, entry.stake_cents, entry.amount_millionths
    )
    mine, number = col(entry.meter_id) == claim.meter_id, col(entry.number)
    late = session.exec(
        query.where(mine, number > claim.after_entry, col(entry.kind).in_(LATER))
    ).all()
    before = select(entry.round_id).where(
        mine,
        number <= claim.after_entry,
        col(entry.round_id).in_({row[0] for row in late} - {None}),
    )
    early = set(session.exec(before)) if late else set()
    counts = [row for row in late if row[0] not in early]
    received = sum(row[3] for row in counts if row[1] is EntryKind.TRANSFER_IN)
    return sum(row[2] for row in counts), received // MILLION


def worth(session: Session, meter: MeterRow, claim: MeterClaimRow) -> Paid:
    """What a claim comes to, each claim before it having been paid first."""
    terms = terms_of(meter)
    mine = place_of(claim)
    line = [c for c in open_claims(session, meter) if place_of(c) < mine]
    stood = [then(session, meter, one) for one in (*line, claim)]
    now = stood[0]
    for earlier, before, next_ in zip(line, stood, stood[1:], strict=False):
        left = value(terms, now, boxes_of(earlier)).meter
        # What came in between the two claims lies on top of what the first one left.
        staked = next_.staked_cents - before.staked_cents
        received = next_.received_cents - before.received_cents
        now = replace(
            left,
            staked_cents=left.staked_cents + staked,
            received_cents=left.received_cents + received,
        )
    return value(terms, now, boxes_of(claim))


def boxes_of(claim: MeterClaimRow) -> list[Box]:
    """The boxes a claim keeps."""
    return [Box.read(kept) for kept in claim.boxes]
