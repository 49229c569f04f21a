"""Verify the whole house every night, sign the record, and note how it went."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta

import structlog
from sqlmodel import Session, col, select

from house import checks, clock
from house.audit.checking import NAME
from house.audit.checkpoints.signing import CannotSign, Signer
from house.audit.checkpoints.telling import RECORD, tell
from house.audit.models import AuditRow
from house.audit.record import SYSTEM, record
from house.checks import Result
from house.notices import deadlines
from house.notices.daily import next_at
from house.notices.deadlines import Effect
from house.notices.models import DeadlineRow
from house.venue import Venue
from house.web.request import config, venue
from rulebook import HOUSE, Cited

log = structlog.get_logger()
KIND = "record.verify"
ACT = "verify the house"
ACTS = (ACT, "verify the record")  # as it was called while it was only that
NIGHTLY = Cited(time(4, 0), HOUSE.at("RECORD-5"))
STALE = Cited(timedelta(hours=26), HOUSE.at("RECORD-6"))
EVERYTHING = HOUSE.at("RECORD-13")
FEW = 5  # of what is wrong with each; the command names everything


def plan_next(session: Session, house: Venue, after: datetime) -> None:
    """Plan the next night's verification; planning it twice is planning it once."""
    ask(session, next_at(house, NIGHTLY.value, after))


def ask(session: Session, due_at: datetime) -> None:
    """Have the whole house verified at this instant."""
    deadlines.plan(
        session,
        KIND,
        key=f"{KIND}:{due_at:%Y-%m-%dT%H:%M:%SZ}",
        subject=RECORD,
        title="Verify the whole house and sign the record",
        due_at=due_at,
        cite=NIGHTLY.cite,
    )


@deadlines.on_studied(KIND)
def verify_house(session: Session, deadline: DeadlineRow) -> Effect:
    """Look at everything without holding anybody up; then note how it stands."""
    due_at, signer = deadline.due_at, Signer.of(config())
    results = [*checks.run(session, checks.of_the_house())]
    unsigned = _sign(session, signer, results, due_at)

    def note(writing: Session, fired: DeadlineRow) -> None:
        at = fired.fired_at or fired.due_at
        note_results(writing, results, at, unsigned)
        tell(writing, signer.book.read(), config(), at)
        plan_next(writing, venue(), at)

    return note


def _sign(
    session: Session, signer: Signer, results: Sequence[Result], due_at: datetime
) -> str:
    """Sign a record that holds, once for this deadline; or say why not."""
    if not all(result.holds for result in results if result.name == NAME):
        return "The record does not hold, so it was not signed."
    try:
        signer.sign(session, clock.now(), since=due_at)
    except CannotSign as trouble:
        return f"The record was not signed: {trouble}"
    return ""


def note_results(
    session: Session, results: Sequence[Result], at: datetime, unsigned: str = ""
) -> None:
    """Write down how everything stands, on the record and in the log."""
    wrong = {one.name: [*one.outcome.wrong[:FEW]] for one in results if not one.holds}
    if unsigned:
        wrong["checkpoints"] = [unsigned]
    after: dict[str, object] = {
        "holds": not wrong,
        "checked": {one.name: one.outcome.count for one in results},
        **{name: fact for one in results for name, fact in one.outcome.facts.items()},
    }
    if wrong:
        after["wrong"] = wrong
        log.error("the house does not hold", **after)
    else:
        # The log is kept elsewhere: what it says here is an anchor for later.
        log.info("the house holds", **after)
    rules = (NIGHTLY.cite, EVERYTHING)
    record(session, SYSTEM, ACT, RECORD, now=at, rules=rules, after=after)


def last_verification(session: Session) -> AuditRow | None:
    """The newest entry that says how a verification of everything went."""
    query = select(AuditRow).where(
        col(AuditRow.act).in_(ACTS), AuditRow.actor == SYSTEM.id
    )
    return session.exec(query.order_by(col(AuditRow.number).desc()).limit(1)).first()
