"""What child processes of the tests do; they are started for real, and killed."""

import time
from datetime import datetime
from typing import Any

from house import audit
from house.audit import Actor, Subject
from house.db import Database

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
        time.sleep(60)
