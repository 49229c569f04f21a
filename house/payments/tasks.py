"""What must be tried about an over- or underpayment, as duties with their time."""

from datetime import datetime

from sqlmodel import Session, col, select

from game.payments import REASONABLE_TIME, Step, Task, open_tasks
from house.audit import Actor, Subject
from house.notices import deadlines, duties
from house.notices.duties import Proof
from house.notices.models import DeadlineRow
from house.payments.rules import Case
from house.people.roles import Role
from house.venue import Venue
from rulebook import HOUSE, Cited

KIND = "payment.task"
WITHOUT_A_TIME = Cited(REASONABLE_TIME.value, HOUSE.at("PAY-2"))
duties.declare(
    KIND,
    "An over- or underpayment is dealt with",
    Role.SUPERVISOR,
    Role.CASHIER,
    Role.DEPUTY,
)
TO_DO = {
    Step.ENQUIRY: "Enquire into",
    Step.RECTIFIED: "Put right",
    Step.IDENTIFICATION: "Identify the patron of",
    Step.REIMBURSEMENT: "Try to reimburse the patron of",
    Step.DEMAND: "Ask for the money of",
}


def subject(case: Case) -> Subject:
    """The case as the record names it."""
    way = "overpayment" if case.item.over_cents > 0 else "underpayment"
    return Subject("payment", str(case.item.pk), f"{way.capitalize()} {case.item.pk}")


def still_to_do(case: Case, venue: Venue) -> tuple[Task, ...]:
    """What the rules still ask for; nothing, once it is closed."""
    return () if case.closed else open_tasks(case.difference(venue))


def due_at(case: Case, task: Task, venue: Venue) -> datetime:
    """By when: the end of the reasonable time, also where its rule names none."""
    aware_on = venue.local(case.item.known_at).date()
    return duties.end_of(venue, task.due or aware_on + WITHOUT_A_TIME.value)


def keep(session: Session, case: Case, venue: Venue, by: Actor, now: datetime) -> None:
    """Plan what is newly asked for, meet what was done, call off what is moot."""
    wanted = {(t.step, t.cite.id): t for t in still_to_do(case, venue)}
    rows = _rows(session, case)
    live = {_what(row): row for row in rows if not (row.met_at or row.called_off_at)}
    for what, row in live.items():
        if what not in wanted:
            _settle(session, case, row, by, now)
    for what, task in wanted.items():
        if what not in live:
            _plan(session, case, task, venue, len(rows))


def _rows(session: Session, case: Case) -> list[DeadlineRow]:
    mine = select(DeadlineRow).where(
        col(DeadlineRow.subject_kind) == "payment",
        col(DeadlineRow.subject_id) == case.item.pk,
        col(DeadlineRow.kind) == KIND,
    )
    return list(session.exec(mine.order_by(col(DeadlineRow.id)).with_for_update()))


def _what(row: DeadlineRow) -> tuple[Step, str]:
    return Step[row.key.split(":")[2]], row.rule_id


def _settle(
    session: Session, case: Case, row: DeadlineRow, by: Actor, now: datetime
) -> None:
    """Met where the step was taken, else no longer asked for."""
    step = _what(row)[0].name
    done = next((e for e in reversed(case.events) if e.step == step), None)
    if done is None:
        deadlines.call_off(session, row.key, now=now)
        return
    doer = Actor(done.by, done.by_name, by.role)
    proof = Proof(done.note, "payment", case.item.pk)
    duties.meet(session, row.key, by=doer, now=done.at, proof=proof)


def _plan(session: Session, case: Case, task: Task, venue: Venue, so_far: int) -> None:
    about = subject(case)
    duties.plan(
        session,
        KIND,
        # A task that comes back is a new one: the old one keeps how it ended.
        key=f"payment:{case.item.pk}:{task.step.name}:{so_far}",
        subject=about,
        title=f"{TO_DO[task.step]} {about.name.lower()}",
        due_at=due_at(case, task, venue),
        cite=task.cite,
    )
