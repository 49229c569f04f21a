"""The ledger of a meter: rows that are only ever added, under the meter's own lock."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import func
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Session, col, select

from game.jackpots.meter import Meter
from house import audit
from house.audit import Subject
from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.meters import accounts
from house.floor.meters.models import (
    MILLION,
    ClaimState,
    EntryKind,
    MeterClaimRow,
    MeterEntryRow,
    MeterRow,
    MeterStatus,
    MeterTableRow,
)
from house.floor.meters.opening import Linked
from house.floor.meters.terms import Terms
from house.floor.models import TableRow
from house.ledger import services as house_ledger
from house.ledger.postings import Cause, Posting
from rulebook import HOUSE, Cite, Refusal, Refused

KEPT = HOUSE.at("METERS-1")
ONCE = HOUSE.at("METERS-6")
SETTLED_FIRST = HOUSE.at("METERS-8")
WRITTEN = HOUSE.at("METERS-9")
WHERE_FED = HOUSE.at("METERS-17")
UNABLE = HOUSE.at("METERS-18")
MOST_WAGERS = 5_000
OPEN_CLAIMS = (ClaimState.WAITING, ClaimState.BLOCKED)


def fed_by(round_id: int) -> Cause:
    """The jackpot wagers of a round in this house, as what postings come from."""
    return Cause("wagers of round", str(round_id))


def subject(meter: MeterRow) -> Subject:
    """The meter as the record names it."""
    return Subject("meter", str(meter.pk), meter.name)


def terms_of(meter: MeterRow) -> Terms:
    """What the row says the meter runs on."""
    return Terms(
        rulebook=meter.rulebook,
        price_cents=meter.price_cents,
        reseed_cents=meter.reseed_cents,
        rate_millionths=meter.rate_millionths,
        option=meter.option,
        pay_table=meter.pay_table,
        approval=meter.approval,
        sharing=meter.sharing,
        sign_cents=meter.sign_cents,
        bonus_cents=meter.bonus_cents,
        says_folded=meter.says_folded,
        multi_game=meter.multi_game,
    )


def state(meter: MeterRow) -> Meter:
    """The meter as the rules see it."""
    return terms_of(meter).meter(
        meter.staked_cents, meter.paid_cents, meter.received_cents
    )


def hold(session: Session, ids: Iterable[int]) -> dict[int, MeterRow]:
    """Lock meters, always in the same order, and read them as they are now."""
    audit.take_turn(session)
    query = (
        select(MeterRow)
        .where(col(MeterRow.id).in_(sorted(set(ids))))
        .order_by(col(MeterRow.id))
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    found = {meter.pk: meter for meter in session.exec(query)}
    # What is read with a lock may be older than the lock: the account says it now.
    stand = house_ledger.hold(session, map(accounts.shown, found))
    for id_, meter in found.items():
        _stands_at(meter, stand[accounts.shown(id_)].balance)
    return found


def _stands_at(meter: MeterRow, balance: int) -> None:
    set_committed_value(meter, "balance_millionths", balance)


@dataclass(frozen=True, slots=True)
class Entry:
    """One row to add: what moves the meter, by how much, under which rule."""

    kind: EntryKind
    key: str
    amount_millionths: int
    cite: Cite
    act: Act
    cause: Cause
    table_id: int | None = None
    round: str = ""
    round_id: int | None = None
    wagers: int = 0
    stake_cents: int = 0
    claim_id: int | None = None
    other_meter: str = ""
    note: str = ""


def add(session: Session, meter: MeterRow, *entries: Entry) -> list[MeterEntryRow]:
    """Append rows of one cause to a meter that is held, and post what they move."""
    before, rows = meter.balance_millionths, []
    for entry in entries:
        _stands_at(meter, meter.balance_millionths + entry.amount_millionths)
        meter.last_entry += 1
        meter.last_at = max(entry.act.now, meter.last_at or entry.act.now)
        rows.append(_row(meter, entry, meter.last_at))
    session.add_all(rows)
    moves = {
        **accounts.moved(meter.pk, meter.balance_millionths - before),
        **accounts.counted(meter.pk, sum(entry.wagers for entry in entries)),
    }
    if moves:
        first = entries[0]
        note_ = {"meter": meter.name, "what": first.kind.value}
        posting = Posting(first.cause, (first.cite,), tuple(moves.items()), note_)
        house_ledger.post(session, posting, first.act)
    return rows


def _row(meter: MeterRow, entry: Entry, at: datetime) -> MeterEntryRow:
    return MeterEntryRow(
        meter_id=meter.pk,
        number=meter.last_entry,
        key=entry.key,
        kind=entry.kind,
        at=at,
        amount_millionths=entry.amount_millionths,
        balance_millionths=meter.balance_millionths,
        rule_id=entry.cite.id,
        table_id=entry.table_id,
        round=fitted(entry.round, 40),
        round_id=entry.round_id,
        wagers=entry.wagers,
        stake_cents=entry.stake_cents,
        claim_id=entry.claim_id,
        other_meter=fitted(entry.other_meter, 120),
        note=fitted(entry.note, 400),
        entered_by=fitted(entry.act.by.id, 64),
    )


def become(meter: MeterRow, after: Meter) -> None:
    """Take over the totals of the meter after an act; they are what its rows sum to."""
    meter.staked_cents = after.staked_cents
    meter.paid_cents = after.paid_cents
    meter.received_cents = after.received_cents
    if millionths(after.value_cents) != meter.balance_millionths:
        raise ArithmeticError(f"{meter.name} no longer adds up ({KEPT}).")


def out_of_step(session: Session) -> Iterator[str]:
    """Meters that do not show what their own rows and totals come to."""
    added = func.coalesce(func.sum(MeterEntryRow.amount_millionths), 0)
    for meter in session.exec(select(MeterRow).order_by(col(MeterRow.id))).all():
        rows = select(added).where(col(MeterEntryRow.meter_id) == meter.pk)
        shows, comes_to = meter.balance_millionths, int(session.exec(rows).one())
        is_open = meter.status is MeterStatus.OPEN
        reckoned = millionths(state(meter).value_cents) if is_open else 0
        if not shows == comes_to == reckoned:
            yield (
                f"{meter.name} stands at {shows} millionths of a cent; its rows come "
                f"to {comes_to}, its totals to {reckoned}."
            )


def millionths(cents: Fraction | int) -> int:
    """Exact cents in millionths of a cent; a rate with more decimals is no rate."""
    exact = Fraction(cents) * MILLION
    if exact.denominator != 1:
        raise ArithmeticError(f"{cents} cents is no whole number of millionths.")
    return exact.numerator


def link_of(session: Session, meter: MeterRow, table_id: int) -> MeterTableRow | None:
    """The table's place on the meter now, if it has one."""
    query = select(MeterTableRow).where(
        col(MeterTableRow.meter_id) == meter.pk,
        col(MeterTableRow.table_id) == table_id,
        col(MeterTableRow.until_at).is_(None),
    )
    return session.exec(query).first()


def linked(table: TableRow, link: MeterTableRow) -> Linked:
    """A linked table as the rules see it."""
    return Linked(
        str(table.number),
        link.display_works,
        link.recorder_works,
        link.manual_cover,
        link.shown_cents,
        link.has_spots,
    )


def claims_wait(session: Session, meter: MeterRow) -> bool:
    """Whether a claim on the meter is still to be settled."""
    query = select(MeterClaimRow.id).where(
        col(MeterClaimRow.meter_id) == meter.pk,
        col(MeterClaimRow.state).in_(OPEN_CLAIMS),
    )
    return session.exec(query.limit(1)).first() is not None


def entered(session: Session, key: str) -> MeterEntryRow | None:
    """What was entered under this key, if anything was."""
    query = select(MeterEntryRow).where(col(MeterEntryRow.key) == key)
    return session.exec(query).first()


def ring(meter: MeterRow, alarm: Refusal, now: datetime) -> None:
    """Put an alarm on a meter; it stands until a director ends it."""
    meter.alarm_at = now
    meter.alarm_rule = alarm.cite.id
    meter.alarm_text = fitted(alarm.reason, 400)


def unable(
    session: Session, meter: MeterRow, what: str, refused: Refused, act: Act
) -> None:
    """Put an alarm on a meter that could not follow an act, for somebody to see to."""
    said = " ".join(refusal.reason for refusal in refused.refusals)
    alarm = Refusal(UNABLE, f"{what}: {said}")
    if meter.alarm_at is None:
        ring(meter, alarm, act.now)
    session.flush()
    after = {"alarm": alarm.reason, "meter_cents": meter.value_cents}
    rules = (UNABLE, *(refusal.cite for refusal in refused.refusals))
    note(session, meter, act, "raise alarm on meter", None, rules=rules, after=after)


def note(  # noqa: PLR0913
    session: Session,
    meter: MeterRow,
    act: Act,
    name: str,
    refused: Refused | None,
    *,
    rules: tuple[Cite, ...] = (),
    **facts: Any,
) -> None:
    """Put an act about a meter on the record."""
    audit.record(
        session,
        act.by,
        name,
        subject(meter),
        now=act.now,
        verdict=refused,
        rules=rules,
        **facts,
    )
