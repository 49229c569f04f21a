"""What happens when an announced change is due: once, as of the time it was due."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime

from sqlmodel import Session

from game.jackpots.changes import (
    Receiver,
    close_meter,
    surplus,
)
from game.rulebooks.crown3_jackpots import OPTIONS
from game.signs import too_early
from house.audit import SYSTEM
from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.meters.changes import (
    KIND,
    Announcement,
    against_closing,
    against_target,
    held_change,
    notice,
    shown,
    title,
    waiting,
    with_options,
)
from house.floor.meters.ledger import (
    SETTLED_FIRST,
    Entry,
    add,
    become,
    claims_wait,
    hold,
    link_of,
    millionths,
    note,
    state,
    terms_of,
)
from house.floor.meters.linking import check_join, tables_on
from house.floor.meters.models import (
    MILLION,
    ChangeKind,
    ChangeState,
    EntryKind,
    MeterChangeRow,
    MeterRow,
    MeterStatus,
    MeterTableRow,
)
from house.floor.meters.systems import SYSTEMS
from house.floor.models import TableRow
from house.ledger.postings import Cause
from house.notices import deadlines
from house.notices.models import DeadlineRow
from rulebook import Cite, Refusal, Refused


class ClaimsWait(Exception):
    """A meter that is due to close has a claim to settle first."""

    def __init__(self, meter: MeterRow) -> None:
        super().__init__(f"A claim on {meter.name} waits ({SETTLED_FIRST}).")


@deadlines.on(KIND)
def change_is_due(session: Session, deadline: DeadlineRow) -> None:
    """Let a change happen, unless its signs came down or it has happened."""
    change_id = int(deadline.key.split("-")[2])
    change, meter = held_change(session, change_id)
    if change.state is ChangeState.ANNOUNCED and change.due_at == deadline.due_at:
        if must_wait(session, change, meter):
            raise ClaimsWait(meter)
        settle(session, change, meter)


def hold_as_of(session: Session, meter_id: int, now: datetime) -> MeterRow | None:
    """Lock a meter with everything announced that is due by now already done."""
    due = [c for c in waiting(session, meter_id) if c.due_at and c.due_at <= now]
    ids = {meter_id}
    for change in due:
        ids |= {change.meter_id, change.to_meter_id or change.meter_id}
        if change.kind is ChangeKind.OPTION:
            ids |= {meter.pk for meter in with_options(session)}
    meters = hold(session, ids)
    for change in waiting(session, meter_id):
        if not change.due_at or change.due_at > now or change.meter_id not in meters:
            continue
        meter = meters[change.meter_id]
        if not must_wait(session, change, meter):
            settle(session, change, meter)
    return meters.get(meter_id)


def must_wait(session: Session, change: MeterChangeRow, meter: MeterRow) -> bool:
    """Whether claims come first: on a meter that closes or that changes its terms."""
    if change.kind is ChangeKind.OPTION:
        return any(claims_wait(session, one) for one in with_options(session))
    return change.kind is ChangeKind.CLOSE and claims_wait(session, meter)


def settle(session: Session, change: MeterChangeRow, meter: MeterRow) -> None:
    """Do what was announced, as of its time, or say on the record why it cannot be."""
    assert change.due_at is not None
    act = Act(SYSTEM, change.due_at)
    refusals = (*_too_early(session, change, meter), *_against(session, change, meter))
    refused = Refused(refusals) if refusals else None
    change.settled_at = change.due_at
    change.state = ChangeState.REFUSED if refused else ChangeState.DONE
    before = {"meter_cents": meter.value_cents}
    if refused:
        change.reason = fitted(str(refused), 400)
    else:
        DOES[change.kind](session, change, meter)
    session.flush()
    after = {"change": title(session, change), "meter_cents": meter.value_cents}
    rules = (notice(meter, change.kind).cite,)
    name = "change meter as announced"
    note(session, meter, act, name, refused, rules=rules, before=before, after=after)


def _too_early(
    session: Session, change: MeterChangeRow, meter: MeterRow
) -> Iterator[Refusal]:
    """The rules look at the signs once more before anything happens."""
    at = change.due_at
    assert at is not None
    up = shown(session, change)
    wait = notice(meter, change.kind)
    refusal = too_early(up, wait, at, title(session, change))
    yield from (refusal,) if refusal else ()


def _against(
    session: Session, change: MeterChangeRow, meter: MeterRow
) -> Iterator[Refusal]:
    """What has come in the way since the change was announced."""
    to = session.get(MeterRow, change.to_meter_id) if change.to_meter_id else None
    table = session.get(TableRow, change.table_id) if change.table_id else None
    if change.kind is ChangeKind.JOIN and table:
        yield from check_join(session, meter, table)
    elif change.kind is ChangeKind.CLOSE:
        yield from against_closing(meter, Announcement(change.kind, to=to))
        receivers = [receiver for receiver, _ in _receivers(change, meter, to)]
        verdict = close_meter(state(meter), receivers)
        yield from verdict.refusals if isinstance(verdict, Refused) else ()
    elif table is not None:
        cite = SYSTEMS[meter.rulebook].serves
        on = {one.pk for one, _ in tables_on(session, meter)}
        if table.pk not in on:
            yield Refusal(cite, f"Table {table.number} is no longer on {meter.name}.")
        elif len(on) == 1:
            yield Refusal(cite, f"Table {table.number} is the last on {meter.name}.")
        if change.kind is ChangeKind.TRANSFER:
            yield from against_target(meter, to)


def _join(session: Session, change: MeterChangeRow, meter: MeterRow) -> None:
    assert change.table_id is not None
    assert change.due_at is not None
    link = MeterTableRow(
        meter_id=meter.pk, table_id=change.table_id, since_at=change.due_at
    )
    session.add(link)


def _leave(session: Session, change: MeterChangeRow, meter: MeterRow) -> None:
    assert change.table_id is not None
    link = link_of(session, meter, change.table_id)
    assert link is not None
    link.until_at = change.due_at
    session.flush()


def _transfer(session: Session, change: MeterChangeRow, meter: MeterRow) -> None:
    _leave(session, change, meter)
    _join(session, change, session.get_one(MeterRow, change.to_meter_id))


def _close(session: Session, change: MeterChangeRow, meter: MeterRow) -> None:
    """Hand on all above the seed, give the seed back and let the tables go."""
    assert change.due_at is not None
    mine = state(meter)
    to = session.get(MeterRow, change.to_meter_id) if change.to_meter_id else None
    for receiver, inside in list(_receivers(change, meter, to)):
        _hand_on(session, change, meter, receiver, inside)
    left, seed = -meter.balance_millionths, mine.rules.seed
    add(session, meter, _entry(change, EntryKind.CLOSING, "seed", left, seed))
    meter.staked_cents = meter.paid_cents = meter.received_cents = 0
    meter.status = MeterStatus.CLOSED
    meter.closed_at = change.due_at
    for _table, link in tables_on(session, meter):
        link.until_at = change.due_at


def _receivers(
    change: MeterChangeRow, meter: MeterRow, to: MeterRow | None
) -> Iterator[tuple[Receiver, MeterRow | None]]:
    """Parts for meters of other games first; the named meter takes the rest."""
    left = surplus(state(meter)).value
    for part in change.details.get("parts", ()):
        cents = min(int(part["cents"]), left)
        if cents:
            left -= cents
            yield Receiver(str(part["meter"]), str(part["game"]), cents), None
    if left and to is not None:
        yield Receiver(to.name, to.rulebook, left), to


def _hand_on(
    session: Session,
    change: MeterChangeRow,
    meter: MeterRow,
    receiver: Receiver,
    to: MeterRow | None,
) -> None:
    amount = receiver.cents * MILLION
    cite = SYSTEMS[meter.rulebook].hands_on
    mark, name = f"out-{receiver.meter}", f"{receiver.meter}, {receiver.game}"
    out = _entry(change, EntryKind.TRANSFER_OUT, mark, -amount, cite)
    add(session, meter, replace(out, other_meter=name))
    if to is None:
        return
    after = state(to).receive(receiver.cents)
    into = _entry(change, EntryKind.TRANSFER_IN, "in", amount, cite)
    add(session, to, replace(into, other_meter=meter.name))
    become(to, after)


def _option(session: Session, change: MeterChangeRow, _meter: MeterRow) -> None:
    """Put every Crown meter on the new option, its value kept or raised to the seed."""
    option = OPTIONS[change.details["option"]]
    seed = int(change.details["seed"])
    for meter in hold(session, [m.pk for m in with_options(session)]).values():
        shown_cents = meter.value_cents
        meter.option = option.name
        meter.pay_table = option.pays.name
        meter.reseed_cents = seed * meter.price_cents
        meter.rate_millionths = int(option.rates[seed] * MILLION)
        fresh = terms_of(meter).meter()
        after = fresh.receive(max(0, shown_cents - meter.reseed_cents))
        moved = millionths(after.value_cents) - meter.balance_millionths
        if moved:
            mark, seed_rule = f"option-{meter.pk}", fresh.rules.seed
            entry = _entry(change, EntryKind.RESET, mark, moved, seed_rule)
            add(session, meter, entry)
        become(meter, after)


def _entry(
    change: MeterChangeRow, kind: EntryKind, mark: str, amount: int, cite: Cite
) -> Entry:
    assert change.due_at is not None
    key = f"meter-change-{change.pk}-{mark}"[:120]
    act = Act(SYSTEM, change.due_at)
    return Entry(kind, key, amount, cite, act, Cause("meter change", str(change.pk)))


Doing = Callable[[Session, MeterChangeRow, MeterRow], None]
DOES: dict[ChangeKind, Doing] = {
    ChangeKind.JOIN: _join,
    ChangeKind.LEAVE: _leave,
    ChangeKind.TRANSFER: _transfer,
    ChangeKind.CLOSE: _close,
    ChangeKind.OPTION: _option,
}
