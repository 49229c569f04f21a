"""The newest entries of the record, on the desks of those who read it."""

from datetime import datetime

from sqlmodel import Session

from house.audit.queries import Cursor, RecordFilter, find
from house.audit.sentences import sentence
from house.desk import Panel, Place, shows
from house.people.roles import Role
from house.people.sessions import Staff
from rulebook import rules

FEW = 6
READ_THE_RECORD = (Role.DIRECTOR, Role.COMPLIANCE, Role.INSPECTOR, Role.ADMIN)


@shows(*READ_THE_RECORD)
def newest_on_the_record(
    session: Session, _staff: Staff, _now: datetime
) -> Panel | None:
    """What happened last in the house, and what was refused."""
    rows = find(session, RecordFilter(), Cursor(), FEW).rows
    if not rows:
        return None
    entries = [(row, sentence(row)) for row in rows]
    return Panel(
        Place.SIDE, "audit/_recent.html", {"entries": entries, "known": rules()}
    )
