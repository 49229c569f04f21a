"""What meters say on the desks: alarms, claims that wait, changes and their signs."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session, col, select

from house.desk import Item, Urgency, tells
from house.floor.meters.changes import title
from house.floor.meters.ledger import OPEN_CLAIMS
from house.floor.meters.models import (
    ChangeState,
    ClaimState,
    MeterChangeRow,
    MeterClaimRow,
    MeterRow,
)
from house.floor.meters.queries import look_at
from house.floor.meters.systems import SYSTEMS
from house.ledger.owners import Owner
from house.people.roles import Role
from house.people.sessions import Staff
from rulebook import HOUSE, Cite

ALARM = HOUSE.at("METERS-8")
RUNNING = (Role.SUPERVISOR, Role.DIRECTOR, Role.DEPUTY)


@tells(Role.DIRECTOR, Role.DEPUTY, Role.COMPLIANCE)
def alarms(session: Session, _staff: Staff, _now: datetime) -> Iterator[Item]:
    """Meters on which an alarm stands: no prize is confirmed until it ends."""
    query = select(MeterRow).where(col(MeterRow.alarm_at).is_not(None))
    for meter in session.exec(query.order_by(col(MeterRow.alarm_at))):
        yield Item(
            Urgency.BLOCKED,
            f"An alarm stands on {meter.name}",
            Cite.kept(meter.alarm_rule) or ALARM,
            "Look into it",
            url_for("meters.care", meter_id=meter.pk),
            why=meter.alarm_text,
            right="No prize is confirmed until a director ends it.",
        )


@tells(*RUNNING, Role.COMPLIANCE)
def claims(session: Session, _staff: Staff, _now: datetime) -> Iterator[Item]:
    """Claims that wait to be confirmed, and those that no deck can have given."""
    query = (
        select(MeterClaimRow, MeterRow)
        .where(
            col(MeterClaimRow.state).in_(OPEN_CLAIMS),
            col(MeterRow.id) == col(MeterClaimRow.meter_id),
        )
        .order_by(col(MeterClaimRow.id))
    )
    for claim, meter in session.exec(query):
        blocked = claim.state is ClaimState.BLOCKED
        yield Item(
            Urgency.BLOCKED if blocked else Urgency.DUE,
            f"A claim on {meter.name} {'is blocked' if blocked else 'waits'}",
            HOUSE.at("JACKPOT-1") if blocked else SYSTEMS[meter.rulebook].confirms.cite,
            "See the claim",
            url_for("meters.claim", meter_id=meter.pk, claim_id=claim.pk),
            why=claim.reason,
            due_at=claim.recorded_at,
        )


@tells(*RUNNING, Role.COMPLIANCE)
def changes(session: Session, _staff: Staff, now: datetime) -> Iterator[Item]:
    """Announced changes: waiting for signs, counting down, or refused when due."""
    query = select(MeterChangeRow).where(
        col(MeterChangeRow.state) == ChangeState.ANNOUNCED
    )
    for change in session.exec(query.order_by(col(MeterChangeRow.id))):
        pending = look_at(session, change)
        missing = len(pending.tables) - pending.up
        yield Item(
            Urgency.DUE if change.due_at else Urgency.NEXT,
            pending.title,
            pending.cite,
            "See the meter" if change.due_at else "Put the sign up",
            url_for("meters.show", meter_id=change.meter_id, _anchor="pending"),
            why="" if change.due_at else f"Signs missing: {missing}.",
            due_at=change.due_at,
        )
    yield from _refused(session, now)


def _refused(session: Session, now: datetime) -> Iterator[Item]:
    """Changes that could not happen when they were due, for a day."""
    query = select(MeterChangeRow).where(
        col(MeterChangeRow.state) == ChangeState.REFUSED
    )
    for change in session.exec(query.order_by(col(MeterChangeRow.id).desc()).limit(3)):
        if change.settled_at is None or (now - change.settled_at).days:
            continue
        yield Item(
            Urgency.BLOCKED,
            f"“{title(session, change)}” could not happen",
            HOUSE.at("METERS-12"),
            "See the meter",
            url_for("meters.show", meter_id=change.meter_id),
            why=change.reason,
        )


def owner(session: Session, meter_id: int) -> Owner | None:
    """A meter whose accounts are looked at."""
    meter = session.get(MeterRow, meter_id)
    if meter is None:
        return None
    return Owner(meter.name, "meters.show", {"meter_id": meter_id})
