"""What child processes of the tests do; they are started for real, and killed."""

import signal
from datetime import datetime
from typing import Any

from sqlmodel import Session

from house import audit
from house.audit import Actor, Subject
from house.db import Database
from house.floor.acts import Act
from house.ledger import services as ledger
from house.ledger.postings import Account, Cause
from house.notices import deadlines
from house.notices.models import DeadlineRow
from rulebook import HOUSE

ANN = Actor("ann", "Ann Archer", "director")


def append(url: str, who: str, count: int, at: datetime) -> None:
    """Record one act after another, each in a transaction of its own."""
    db = Database(url)
    for number in range(count):
        with db.writing() as session:
            subject = Subject("test", f"{who}-{number}")
            audit.record(session, ANN, "count", subject, now=at)


def append_until_killed(url: str, told: Any, at: datetime) -> None:
    """Record acts for ever, saying after each commit which one is done."""
    db = Database(url)
    number = 0
    while True:
        with db.writing() as session:
            subject = Subject("test", str(number))
            audit.record(session, ANN, "count", subject, now=at)
        told.send(number)
        number += 1


def hang_before_commit(url: str, told: Any, at: datetime) -> None:
    """Record an act and never come to the end of its transaction."""
    db = Database(url)
    with db.writing() as session:
        audit.record(session, ANN, "hang", Subject("test", "1"), now=at)
        session.flush()
        told.send("written, not committed")
        signal.pause()


def run_deadlines(url: str, now: datetime, started: Any) -> None:
    """Tick until nothing is left; each effect is an entry of the record."""
    db = Database(url)
    started.send("ready")
    while deadlines.run_due(db, now, 40).fired:
        pass


@deadlines.on("test.count")
def count(session: Session, deadline: DeadlineRow) -> None:
    """Write down that a deadline took effect, as of when."""
    subject = Subject("deadline", str(deadline.pk))
    audit.record(session, audit.SYSTEM, "count", subject, now=deadline.due_at)


def hang_inside_reconcile(url: str, told: Any, at: datetime) -> None:
    """Post what a round is due and never come to the end of the transaction."""
    db, act = Database(url), Act(ANN, at)
    purse, table = Account("purse", "patron 1", "cents"), "table 4"
    due = {purse: -10_00, Account("float", table, "cents"): 10_00}
    asked: Any = {"kinds": ("purse", "float"), "rules": (HOUSE.at("LEDGER-2"),)}
    with db.writing() as session:
        ledger.reconcile(session, Cause("round", "812"), due, act, **asked)
        told.send("posted, not committed")
        signal.pause()
