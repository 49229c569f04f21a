"""Changing a table's limits: announced on a sign, or at once, always on the record."""

from datetime import datetime

from sqlmodel import Session

from house.floor.acts import Act, by_itself, record, subject
from house.floor.clock import wall_clock
from house.floor.limits import kept_minimum
from house.floor.limits.rules import (
    LimitsRequest,
    PlannedChange,
    SeatedPatron,
    decide,
    decide_for_everyone,
    soonest,
)
from house.floor.models import TableRow
from house.floor.signs import services as signs
from house.floor.signs.models import (
    ChangeKind,
    LimitChangeRow,
    MarkerRow,
    SignKind,
    SignRow,
)
from house.floor.tables.documents import limit_rules
from house.floor.tables.standing import Figures, Standing, figures_of, standing
from house.notices import deadlines
from house.notices.models import DeadlineRow
from house.venue import Venue
from rulebook import HOUSE, Cite, Refusal, Refused

KIND = "table.limits"
STEP = HOUSE.at("STEP-1")
RESTARTS = HOUSE.at("SIGNS-2")


def announce(
    session: Session, table: TableRow, wanted: LimitsRequest, act: Act, venue: Venue
) -> LimitChangeRow | Refused:
    """Change the limits: at once where the document lets it, else after a sign."""
    stands = catch_up(session, table, act.now)
    verdict = _unless_moved_back(
        session, table, decide(stands, wanted, act, venue), act, venue
    )
    if isinstance(verdict, Refused):
        record(session, act, "change limits", table, verdict)
        return verdict
    return _begin(session, stands, verdict, wanted.seated, act)


def raise_for_everyone(
    session: Session, table: TableRow, at: datetime | None, act: Act, venue: Venue
) -> LimitChangeRow | Refused:
    """Announce that those who kept an old minimum will follow the others."""
    stands = catch_up(session, table, act.now)
    verdict = _unless_moved_back(
        session, table, decide_for_everyone(stands, at, act, venue), act, venue
    )
    if isinstance(verdict, Refused):
        record(session, act, "raise the kept minimum", table, verdict)
        return verdict
    return _begin(session, stands, verdict, (), act)


def _unless_moved_back(
    session: Session,
    table: TableRow,
    verdict: PlannedChange | Refused,
    act: Act,
    venue: Venue,
) -> PlannedChange | Refused:
    """The same verdict, with the clock among the reasons when it was moved back."""
    back = wall_clock.moved_back(session, table, act.now, venue)
    if back is None:
        return verdict
    others = verdict.refusals if isinstance(verdict, Refused) else ()
    return Refused((back, *others))


def _begin(
    session: Session,
    stands: Standing,
    plan: PlannedChange,
    seated: tuple[SeatedPatron, ...],
    act: Act,
) -> LimitChangeRow:
    """Write the change down; what needs no sign happens in the same breath."""
    table = stands.table
    change = _row(table, plan, act)
    session.add(change)
    session.flush()
    if plan.kind in (ChangeKind.RAISE, ChangeKind.RAISE_KEPT):
        show(session, table, change, plan.cite, act)
        _say(session, "announce limits", table, change, cite=plan.cite, act=act)
        return change
    _say(session, "change limits", table, change, cite=plan.cite, act=act)
    if plan.kind is ChangeKind.RAISE_AT_ONCE:
        kept_minimum.mark(session, stands, seated, act)
    _apply(session, stands, change, act)
    return change


def _row(table: TableRow, plan: PlannedChange, act: Act) -> LimitChangeRow:
    old = figures_of(table)
    return LimitChangeRow(
        table_id=table.pk,
        kind=plan.kind,
        old_minimum_cents=old.minimum,
        old_maximum_cents=old.maximum,
        old_unit_cents=old.unit,
        **plan.figures.plain(),
        rule_id=plan.cite.id,
        announced_at=act.now,
        announced_by=act.by.name,
        effective_at=plan.at,
    )


def show(
    session: Session, table: TableRow, change: LimitChangeRow, cite: Cite, act: Act
) -> SignRow:
    """Put the sign up and set the clock that it starts."""
    says = figures_of(change).plain() | {"at": change.effective_at.isoformat()}
    sign = signs.put_up(session, table, SignKind.RAISE, says, act)
    change.sign_id = sign.pk
    deadlines.plan(
        session,
        KIND,
        key=key(change, sign.pk),
        subject=subject(table),
        title=f"Table {table.number}: the minimum rises",
        due_at=change.effective_at,
        cite=cite,
    )
    session.flush()
    return sign


def key(change: LimitChangeRow, sign_id: int) -> str:
    """What names the clock of one change under one uninterrupted sign."""
    return f"{KIND}:{change.pk}:{sign_id}"


def _say(  # noqa: PLR0913
    session: Session,
    name: str,
    table: TableRow,
    change: LimitChangeRow,
    *,
    cite: Cite,
    act: Act,
) -> None:
    old = Figures(
        change.old_minimum_cents, change.old_maximum_cents, change.old_unit_cents
    )
    after = figures_of(change).plain() | {"from": change.effective_at.isoformat()}
    record(
        session,
        act,
        name,
        table,
        rules=(cite,),
        before=old.plain(),
        after=after | {"how": change.kind.value},
    )


def _apply(
    session: Session, stands: Standing, change: LimitChangeRow, act: Act
) -> None:
    """Let the figures hold from this instant; the sign at the table says so."""
    table = stands.table
    for name, value in figures_of(change).plain().items():
        setattr(table, name, value)
    change.took_effect_at = act.now
    for marker in stands.kept:
        if _is_over(change, marker):
            marker.ended_at, marker.ended_by = act.now, act.by.name
            marker.ended_why = "The minimum of the table reached it"
    old = [s for s in stands.signs if s.kind in (SignKind.LIMITS, SignKind.RAISE)]
    signs.take_down(session, old, "The limits changed", act)
    show_limits(session, table, act)


def _is_over(change: LimitChangeRow, marker: MarkerRow) -> bool:
    """Whether a marker says nothing any more: everyone moves, or it is no lower."""
    with_sign = change.kind in (ChangeKind.RAISE, ChangeKind.RAISE_KEPT)
    return with_sign or marker.minimum_cents >= change.minimum_cents


def show_limits(session: Session, table: TableRow, act: Act) -> SignRow:
    """Put up the sign that shows the limits in force."""
    says = figures_of(table).plain()
    return signs.put_up(session, table, SignKind.LIMITS, says, act)


def call_off(session: Session, table: TableRow, act: Act) -> LimitChangeRow | Refused:
    """Call off the change that waits; its clock never rings."""
    stands = catch_up(session, table, act.now)
    change = stands.change
    if change is None:
        wrong = f"Nothing is announced about the limits of table {table.number}."
        refused = Refused((Refusal(STEP, wrong),))
        record(session, act, "call off limits", table, refused)
        return refused
    _drop(session, stands, change, "It was called off", act)
    _say(session, "call off limits", table, change, cite=RESTARTS, act=act)
    return change


def drop_waiting(session: Session, stands: Standing, why: str, act: Act) -> None:
    """Let go of a change that waits when the table closes under it."""
    if stands.change is not None:
        _drop(session, stands, stands.change, why, act)


def _drop(
    session: Session, stands: Standing, change: LimitChangeRow, why: str, act: Act
) -> None:
    change.called_off_at, change.called_off_by = act.now, act.by.name
    interrupt(session, change, act)
    raised = [sign for sign in stands.signs if sign.kind is SignKind.RAISE]
    signs.take_down(session, raised, why, act)


def interrupt(session: Session, change: LimitChangeRow, act: Act) -> None:
    """Stop the clock of a change whose sign came down."""
    if change.sign_id is not None:
        deadlines.call_off(session, key(change, change.sign_id), now=act.now)
        change.sign_id = None
    session.flush()


def show_again(
    session: Session, table: TableRow, change: LimitChangeRow, act: Act
) -> SignRow:
    """Put the sign of a change back up: its time starts again from now."""
    rules = limit_rules(table)
    wait = rules.raise_notice
    if rules.kept_minimum and change.kind is ChangeKind.RAISE_KEPT:
        wait = rules.kept_minimum.raised_again
    again = soonest(act.now, wait.value)
    change.effective_at = max(change.effective_at, again)
    return show(session, table, change, wait.cite, act)


def catch_up(
    session: Session, table: TableRow, now: datetime, stands: Standing | None = None
) -> Standing:
    """How a table stands once everything due by now has happened, as of its time."""
    stands = stands or standing(session, table)
    due = stands.due_change
    if stands.change is None or due is None or due > now:
        return stands
    take_effect(session, stands, stands.change)
    return standing(session, table)


def take_effect(session: Session, stands: Standing, change: LimitChangeRow) -> None:
    """Let an announced change happen, as of the time that its sign gave."""
    act = by_itself(change.effective_at)
    rules = limit_rules(stands.table)
    kept = rules.kept_minimum
    for_all = kept is not None and change.kind is ChangeKind.RAISE_KEPT
    cite = kept.raised_again.cite if kept and for_all else rules.raise_notice.cite
    _say(session, "change limits", stands.table, change, cite=cite, act=act)
    _apply(session, stands, change, act)


@deadlines.on(KIND)
def ring(session: Session, deadline: DeadlineRow) -> None:
    """Change the limits when their sign has been up for its time, and only then."""
    change_id, sign_id = map(int, deadline.key.rsplit(":", 2)[1:])
    found = session.get_one(LimitChangeRow, change_id)
    table = session.get_one(TableRow, found.table_id, with_for_update=True)
    session.refresh(found)
    over = found.took_effect_at is not None or found.called_off_at is not None
    if over or found.sign_id != sign_id:
        return  # it happened already, or the sign was interrupted
    take_effect(session, standing(session, table), found)
