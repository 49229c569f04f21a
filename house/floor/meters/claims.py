"""Claims: royal and straight flushes entered, valued, confirmed and paid in order."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import Session, col, select

from game.jackpots.meter import Meter
from game.jackpots.payment import Paid
from game.ranks import Rank, may_act
from house.floor.acts import Act
from house.floor.at_table import prizes
from house.floor.meters.ledger import (
    ONCE,
    OPEN_CLAIMS,
    SETTLED_FIRST,
    WRITTEN,
    Entry,
    add,
    become,
    link_of,
    millionths,
    note,
    terms_of,
)
from house.floor.meters.line import (
    boxes_of,
    open_claims,
    place_of,
    since,
    then,
    worth,
)
from house.floor.meters.models import (
    MILLION,
    ClaimState,
    EntryKind,
    MeterClaimRow,
    MeterRow,
    MeterStatus,
)
from house.floor.meters.systems import SYSTEMS
from house.floor.meters.times import against_time, equipment_failed
from house.floor.meters.valuing import CLAIMS, Box, check_claim, counted, told, value
from house.floor.models import TableRow
from house.floor.ranks import rank_of
from house.ledger.postings import Cause
from rulebook import Cite, Refusal, Refused


@dataclass(frozen=True, slots=True)
class Claim:
    """What a dealer or supervisor enters about a round."""

    table: TableRow
    boxes: tuple[Box, ...]
    shown_at: datetime
    key: str
    round: str = ""
    instead_of: MeterClaimRow | None = None  # withdrawn: the new one has its place
    under: tuple[Cite, ...] = ()  # what had it entered, beside the document


def enter(
    session: Session, meter: MeterRow, claim: Claim, act: Act
) -> MeterClaimRow | Refused:
    """Enter a claim on a meter that is held; its time for settlement is now."""
    system = SYSTEMS[meter.rulebook]
    refusals = tuple(_against(session, meter, claim, act))
    refused = Refused(refusals) if refusals else None
    alarm = system.alarm(*counted(claim.boxes))
    before = claim.instead_of
    row = MeterClaimRow(
        meter_id=meter.pk,
        table_id=claim.table.pk,
        key=claim.key,
        state=ClaimState.BLOCKED if alarm else ClaimState.WAITING,
        round=claim.round[:40],
        shown_at=claim.shown_at,
        recorded_at=act.now,
        after_entry=before.after_entry if before else meter.last_entry,
        place=place_of(before) if before else None,
        equipment_failed=equipment_failed(session, meter, claim.table.pk),
        boxes=[box.plain() for box in claim.boxes],
        entered_by=act.by.id,
        reason=alarm.reason if alarm else "",
    )
    if not refused:
        session.add(row)
        session.flush()
    pays = alarm.cite if alarm else system.meter.prizes
    rules = (pays, system.settled_when, *claim.under)
    after = {
        "table": claim.table.number,
        "boxes": row.boxes,
        "shown_at": claim.shown_at,
        "alarm": row.reason,
    }
    note(session, meter, act, "enter jackpot claim", refused, rules=rules, after=after)
    return refused or row


def _against(
    session: Session, meter: MeterRow, claim: Claim, act: Act
) -> Iterator[Refusal]:
    if meter.status is not MeterStatus.OPEN:
        yield Refusal(CLAIMS, f"{meter.name} is not open.", "It pays no prizes.")
    elif link_of(session, meter, claim.table.pk) is None:
        wrong = f"Table {claim.table.number} is not on {meter.name}."
        yield Refusal(CLAIMS, wrong, "Choose a table that is.", "table")
    yield from check_claim(claim.boxes, claim.table.seats)
    if claim.shown_at > act.now:
        wrong = "The cards are shown in the future."
        yield Refusal(CLAIMS, wrong, "Give the time they were shown.", "shown_at")
    query = select(MeterClaimRow.id).where(col(MeterClaimRow.key) == claim.key)
    if session.exec(query).first() is not None:
        yield Refusal(ONCE, "This claim was entered before.", "Look at its page.")


def against_confirming(
    session: Session, meter: MeterRow, claim: MeterClaimRow, rank: Rank
) -> Iterator[Refusal]:
    """Every reason why this rank may not confirm the claim now."""
    if claim.state is ClaimState.BLOCKED:
        alarm = SYSTEMS[meter.rulebook].alarm(*counted(boxes_of(claim)))
        yield from (alarm,) if alarm else ()
    elif claim.state is not ClaimState.WAITING:
        yield Refusal(CLAIMS, f"This claim is {claim.state.value}.")
        return
    if meter.alarm_at is not None:
        wrong = f"An alarm stands on {meter.name}: {meter.alarm_text}"
        yield Refusal(SETTLED_FIRST, wrong, "A director ends it first.")
    first = next(iter(open_claims(session, meter)), claim)
    if first.pk != claim.pk:
        wrong = "A claim that was entered earlier waits."
        cite = SYSTEMS[meter.rulebook].in_order
        yield Refusal(cite, wrong, "Settle that one first.")
    yield from against_time(meter, claim)
    yield from prizes.against_paying(session, claim)
    yield from _outranked(session, meter, claim, rank)


def _outranked(
    session: Session, meter: MeterRow, claim: MeterClaimRow, rank: Rank
) -> Iterator[Refusal]:
    system = SYSTEMS[meter.rulebook]
    asked = system.confirms
    refused = may_act(meter.rulebook, rank, asked.value, asked.cite)
    if system.fixes is not None:
        payments = worth(session, meter, claim).payments
        metered = [p for p in payments if p.from_meter_cents]
        refused = system.fixes(metered[0], rank) if metered else refused
    yield from refused.refusals if refused else ()


def confirm(
    session: Session, meter: MeterRow, claim: MeterClaimRow, act: Act
) -> MeterClaimRow | Refused:
    """Confirm the first claim that waits on a meter that is held, and pay it."""
    rank = rank_of(act.by)
    refusals = tuple(against_confirming(session, meter, claim, rank))
    refused = Refused(refusals) if refusals else None
    before = {"meter_cents": meter.value_cents}
    rules: tuple[Cite, ...] = (SYSTEMS[meter.rulebook].confirms.cite,)
    if not refused:
        paid = _pay(session, meter, claim, act)
        prizes.claim_paid(session, claim, act)
        rules = (*rules, *(payment.cite for payment in paid.payments), *paid.order)
    after = {
        "claim": claim.pk,
        "payments": claim.payments,
        "meter_cents": meter.value_cents,
    }
    name = "confirm jackpot claim"
    note(session, meter, act, name, refused, rules=rules, before=before, after=after)
    return refused or claim


def _pay(session: Session, meter: MeterRow, claim: MeterClaimRow, act: Act) -> Paid:
    """Take the prizes off the meter, then put it where the document wants it."""
    mine = then(session, meter, claim)
    staked, received = since(session, claim)
    paid = value(terms_of(meter), mine, boxes_of(claim))
    for place, payment in enumerate(paid.payments):
        if not payment.from_meter_cents:
            continue
        entry = Entry(
            EntryKind.PRIZE,
            f"meter-claim-{claim.pk}-{place}",
            -payment.from_meter_cents * MILLION,
            payment.cite,
            act,
            Cause("claim", str(claim.pk)),
            table_id=claim.table_id,
            round=claim.round,
            claim_id=claim.pk,
            note=f"Seat {payment.seat}",
        )
        add(session, meter, entry)
    after = replace(
        paid.meter,
        staked_cents=paid.meter.staked_cents + staked,
        received_cents=paid.meter.received_cents + received,
    )
    _reset(session, meter, claim, after, act)
    claim.state = ClaimState.PAID
    claim.payments = [told(payment) for payment in paid.payments]
    claim.meter_used_cents = int(mine.value_cents)
    claim.settled_by, claim.settled_at = act.by.id, act.now
    session.flush()
    return paid


def _reset(
    session: Session, meter: MeterRow, claim: MeterClaimRow, after: Meter, act: Act
) -> None:
    moved = millionths(after.value_cents) - meter.balance_millionths
    if moved:
        key = f"meter-claim-{claim.pk}-reset"
        cite = after.rules.reset
        cause = Cause("claim", str(claim.pk))
        entry = Entry(EntryKind.RESET, key, moved, cite, act, cause)
        add(session, meter, replace(entry, claim_id=claim.pk))
    become(meter, after)


def withdraw(
    session: Session, meter: MeterRow, claim: MeterClaimRow, reason: str, act: Act
) -> MeterClaimRow | Refused:
    """Withdraw a claim that is not paid, with a written reason."""
    refusals = []
    if claim.state not in OPEN_CLAIMS:
        refusals.append(Refusal(WRITTEN, f"This claim is {claim.state.value}."))
    if not reason.strip():
        wrong = "A claim is withdrawn with a written reason."
        refusals.append(Refusal(WRITTEN, wrong, "Say why.", "reason"))
    refused = Refused(tuple(refusals)) if refusals else None
    if not refused:
        claim.state = ClaimState.WITHDRAWN
        claim.reason = reason.strip()[:400]
        claim.settled_by, claim.settled_at = act.by.id, act.now
        session.flush()
    after = {"claim": claim.pk, "reason": reason}
    name = "withdraw jackpot claim"
    note(session, meter, act, name, refused, rules=(WRITTEN,), after=after)
    return refused or claim
