"""Notices in tests: drafted about a meter that failed, posted, looked at."""

import itertools
from datetime import UTC, datetime, timedelta

from sqlmodel import col, select

from house.audit import Act, Actor, Subject
from house.audit.models import AuditRow
from house.notices import contacts, services
from house.notices.contacts import Contact
from house.notices.models import (
    Audience,
    Channel,
    DeadlineRow,
    NoticeRow,
)
from house.notices.services import Posting, draft
from rulebook import Cite

NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)


TICK = timedelta(microseconds=1)


HOUR = timedelta(hours=1)


ANN = Actor("ann", "Ann Archer", "compliance")


METER = Subject("table", "7", "Table 7")


FAULT = {"meter": "Grand", "at": "20 November", "table": 7, "what": "It went dark."}


INSPECTORS = Contact("Inspectors on site", "inspect@example.com", "+61390000000")


numbers = itertools.count()


def key():
    return f"a-key-of-a-test-{next(numbers):04}"


def enter(db, contact=INSPECTORS, body=Audience.INSPECTORATE, document="STAR4"):
    with db.writing() as session:
        return contacts.enter(session, body, document, contact, by=ANN, now=NOON)


def drafted(db, now=NOON, **over):
    given = {"due_at": NOON + HOUR, "key": "fault:1"} | over
    with db.writing() as session:
        return draft(
            session,
            "meter.fault",
            about=METER,
            facts=FAULT,
            cite=Cite("STAR4-11.12"),
            now=now,
            **given,
        ).pk


def post(db, pk, now=NOON, made=b"%PDF", **how):
    posting = Posting(**({"channel": Channel.EMAIL} | how))
    with db.writing() as session:
        row = session.get_one(NoticeRow, pk)
        return services.post(session, row, posting, Act(ANN, now), made)


def notice(db, pk):
    with db.reading() as session:
        return session.get_one(NoticeRow, pk)


def deadline(db, pk):
    with db.reading() as session:
        mine = select(DeadlineRow).where(DeadlineRow.key == f"notice:{pk}")
        return session.exec(mine).first()


def entries(db, act):
    with db.reading() as session:
        query = select(AuditRow).where(AuditRow.act == act)
        return session.exec(query.order_by(col(AuditRow.number))).all()


def drafted_in(client, db):
    with client.application.app_context():
        return drafted(db, now=datetime.now(UTC) - HOUR, due_at=None)
