"""What rulings and disputes say on the desks: what keeps a deal, what is undecided."""

from collections.abc import Iterator
from datetime import datetime

from flask import url_for
from sqlmodel import Session, col, select

from game.conduct import DisputeStatus
from house.desk import Item, Urgency, tells
from house.floor.disputes import queries as disputes
from house.floor.disputes import rules
from house.floor.rulings.models import (
    RulingEvent,
    RulingEventRow,
    RulingRow,
    RulingTaskRow,
)
from house.people.roles import Role
from house.people.sessions import Staff
from rulebook import HOUSE, Cite

FIRST = HOUSE.at("RULING-8")
MOST = 20


@tells(Role.DEALER, Role.SUPERVISOR, Role.DEPUTY, Role.DIRECTOR)
def deals_that_wait(session: Session, _staff: Staff, _now: datetime) -> Iterator[Item]:
    """Tables whose next deal waits for what a ruling asks for."""
    done = select(RulingEventRow.id).where(
        col(RulingEventRow.ruling_id) == RulingTaskRow.ruling_id,
        col(RulingEventRow.place) == RulingTaskRow.place,
        col(RulingEventRow.happened) == RulingEvent.DONE,
    )
    query = (
        select(RulingTaskRow, RulingRow)
        .join(RulingRow, col(RulingRow.id) == RulingTaskRow.ruling_id)
        .where(col(RulingTaskRow.before_next_deal).is_(True), ~done.exists())
        .order_by(col(RulingTaskRow.id))
        .limit(MOST)
    )
    for task, row in session.exec(query):
        yield Item(
            Urgency.BLOCKED,
            f"The next deal at table {row.table_number} waits",
            Cite.kept(task.rule_id) or FIRST,
            "Say that it is done",
            url_for("rulings.show", ruling_id=row.pk),
            why=f"To be done: {task.what}.",
            right="The first card is dealt once somebody says so.",
        )


@tells(Role.SUPERVISOR, Role.DEPUTY, Role.DIRECTOR, Role.COMPLIANCE)
def open_disputes(session: Session, _staff: Staff, _now: datetime) -> Iterator[Item]:
    """Disputes that somebody must decide, review or bring to an end."""
    for case in disputes.find(session, only_open=True, size=MOST).cases:
        power = rules.who_decides(case)
        decided = case.status is DisputeStatus.DECIDED
        why = f"{case.item.raised_by}: {case.item.what[:120]}"
        yield Item(
            Urgency.NEXT if decided else Urgency.DUE,
            f"{case.name} is {case.status}",
            power.cite,
            "End it" if decided else "Decide it",
            url_for("disputes.show", dispute_id=case.item.pk),
            why=why,
        )
