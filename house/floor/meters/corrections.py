"""Corrections: new rows with a reason, and the alarm when one would go too far."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlmodel import Session, col, select

from game.jackpots.meter import Meter, integrity_alarm
from house.floor.acts import Act
from house.floor.meters.ledger import (
    ONCE,
    SETTLED_FIRST,
    WHERE_FED,
    WRITTEN,
    Entry,
    add,
    become,
    claims_wait,
    entered,
    fed_by,
    millionths,
    note,
    ring,
    state,
)
from house.floor.meters.models import (
    EntryKind,
    MeterClaimRow,
    MeterEntryRow,
    MeterRow,
    MeterStatus,
)
from house.ledger.postings import Cause
from house.money import dollars
from rulebook import Refusal, Refused


class PlayedRound(NamedTuple):
    """A round that was played at a table of the house."""

    id: int
    table_id: int
    number: int


@dataclass(frozen=True, slots=True)
class Correction:
    """Wagers that are cancelled, or money added (or taken, when negative)."""

    key: str
    reason: str
    cancelled_wagers: int = 0
    cents: int = 0
    played: PlayedRound | None = None  # whose wagers count where they fed
    spent: bool = False  # they left the meter in a prize that reset it


def still_held(session: Session, meter: MeterRow, played: PlayedRound) -> int:
    """How many wagers of a round a meter still holds: no prize took them with it."""
    entry = MeterEntryRow
    query = select(entry.number, entry.wagers, entry.amount_millionths)
    mine = query.where(
        col(entry.meter_id) == meter.pk, col(entry.round_id) == played.id
    )
    rows = session.exec(mine.order_by(col(entry.number))).all()
    resets = (
        select(entry.number, MeterClaimRow.after_entry)
        .join(MeterClaimRow, col(MeterClaimRow.id) == entry.claim_id)
        .where(col(entry.meter_id) == meter.pk, col(entry.kind) == EntryKind.RESET)
    )
    first = rows[0][0] if rows else 0
    emptied = [number for number, after in session.exec(resets) if after >= first]
    since = max(emptied, default=0)
    return sum(n for number, n, moved in rows if number > since and moved)


def correct(
    session: Session, meter: MeterRow, correction: Correction, act: Act
) -> MeterRow | Refused:
    """Correct a meter that is held with a new row; below its floor rings an alarm."""
    after = _corrected(state(meter), correction)
    played = correction.played
    cite = WRITTEN if played is None else WHERE_FED
    refusals = list(_against_correction(session, meter, correction))
    if isinstance(after, Refusal):
        refusals.append(after)
        if len(refusals) == 1:
            ring(meter, after, act.now)
    refused = Refused(tuple(refusals)) if refusals else None
    if not refused and isinstance(after, Meter):
        moved = millionths(after.value_cents) - meter.balance_millionths
        entry = Entry(
            EntryKind.CORRECTION,
            correction.key,
            moved,
            cite,
            act,
            fed_by(played.id) if played else Cause("correction", correction.key),
            table_id=played.table_id if played else None,
            round=str(played.number) if played else "",
            round_id=played.id if played else None,
            wagers=-correction.cancelled_wagers,
            stake_cents=-correction.cancelled_wagers * meter.price_cents,
            note=correction.reason,
        )
        add(session, meter, entry)
        become(meter, after)
        session.flush()
    facts = {
        "cents": correction.cents,
        "cancelled wagers": correction.cancelled_wagers,
        "reason": correction.reason,
        "meter_cents": meter.value_cents,
    }
    note(session, meter, act, "correct meter", refused, rules=(cite,), after=facts)
    return refused or meter


def _corrected(meter: Meter, correction: Correction) -> Meter | Refusal:
    """The meter after the correction, or the alarm that it would be too low."""
    if correction.spent:
        return meter
    cancelled = correction.cancelled_wagers * meter.price_cents
    received = meter.received_cents + correction.cents
    if cancelled > meter.staked_cents:
        wrong = f"{correction.cancelled_wagers:,} wagers are more than were registered."
        least = meter.staked_cents // meter.price_cents
        return Refusal(meter.rules.increments, wrong, f"At most {least:,}.")
    if received < 0:
        shown = int(meter.value_cents) + correction.cents
        alarm = integrity_alarm(meter, shown)
        return alarm or below(meter, shown)
    after = meter.cancel(correction.cancelled_wagers)
    after = replace(after, received_cents=received)
    if after.value_cents < meter.reseed_cents:
        return below(meter, int(after.value_cents))
    return after


def below(meter: Meter, shown_cents: int) -> Refusal:
    """The alarm that a meter would stand below the value it is reset to."""
    return Refusal(
        meter.rules.floor,
        f"The meter would show {dollars(shown_cents)}.",
        f"It may show no less than {dollars(meter.reseed_cents)}.",
    )


def _against_correction(
    session: Session, meter: MeterRow, correction: Correction
) -> Iterator[Refusal]:
    if meter.status is not MeterStatus.OPEN:
        yield Refusal(WRITTEN, f"{meter.name} is not open.", "It has nothing to move.")
    if not correction.reason.strip():
        wrong = "A correction has a written reason."
        yield Refusal(WRITTEN, wrong, "Say why the meter is corrected.", "reason")
    if not correction.cents and correction.cancelled_wagers <= 0:
        wrong = "Nothing is corrected."
        yield Refusal(WRITTEN, wrong, "Give an amount or a number of wagers.", "cents")
    # Claims are valued without what went back in a round, whenever that comes out.
    if correction.played is None and claims_wait(session, meter):
        wrong = "A claim on this meter waits."
        yield Refusal(SETTLED_FIRST, wrong, "Settle it first.")
    if entered(session, correction.key) is not None:
        wrong = "This key entered something before."
        yield Refusal(ONCE, wrong, "Open the page again.", "key")
