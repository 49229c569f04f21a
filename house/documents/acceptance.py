"""Acceptances: each person is bound to the version they accepted, and to no other."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from house import audit
from house.audit import Actor, Subject
from house.audit.plain import fitted
from house.documents import queries
from house.documents.models import DocumentAcceptanceRow, DocumentRow, How
from rulebook import HOUSE, Refusal, Refused

BOUND = HOUSE.at("DOC-6")


def accept(  # noqa: PLR0913
    session: Session,
    document: DocumentRow,
    who: Subject,
    how: How,
    *,
    by: Actor,
    now: datetime,
) -> DocumentAcceptanceRow | Refused:
    """Note that somebody accepted the version in force; once, and for good."""
    if (before := _accepted(session, document, who)) is not None:
        return before
    last = queries.latest(session, document.kind, document.subject_id)
    verdict = _against(document, last) or _keep(session, document, who, how, by, now)
    audit.record(
        session,
        by,
        "accept document",
        who,
        now=now,
        verdict=verdict,
        rules=(BOUND,),
        after={
            "document": document.pk,
            "kind": document.kind,
            "number": document.number,
            "sha256": document.sha256,
            "how": how,
        },
    )
    return verdict


def accept_many(  # noqa: PLR0913
    session: Session,
    document: DocumentRow,
    people: Mapping[How, Sequence[Subject]],
    *,
    about: Subject,
    by: Actor,
    now: datetime,
) -> None:
    """Note that a whole list of people, none bound before, accepted the version.

    One entry of the record stands for the list; whoever calls has seen that it is
    the version in force.
    """
    rows = [
        _row(document, who, how, by, now)
        for how, everybody in people.items()
        for who in everybody
    ]
    session.execute(insert(DocumentAcceptanceRow), rows)
    after = {
        "document": document.pk,
        "kind": document.kind,
        "number": document.number,
        "sha256": document.sha256,
        "how": {how.value: len(everybody) for how, everybody in people.items()},
        "people": [row["who_id"] for row in rows],
    }
    audit.record(
        session, by, "accept document", about, now=now, rules=(BOUND,), after=after
    )


def _against(document: DocumentRow, last: DocumentRow | None) -> Refused | None:
    if last is None or last.number == document.number:
        return None
    wrong = f"Version {document.number} was replaced by version {last.number}."
    right = "Show the version in force and ask again."
    return Refused((Refusal(BOUND, wrong, right),))


def _keep(  # noqa: PLR0913, PLR0917
    session: Session,
    document: DocumentRow,
    who: Subject,
    how: How,
    by: Actor,
    now: datetime,
) -> DocumentAcceptanceRow:
    row = DocumentAcceptanceRow(**_row(document, who, how, by, now))
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:  # noted by somebody else in this very moment
        found = _accepted(session, document, who)
        assert found is not None
        return found
    return row


def _row(
    document: DocumentRow, who: Subject, how: How, by: Actor, now: datetime
) -> dict[str, Any]:
    return {
        "document_id": document.pk,
        "who_kind": who.kind,
        "who_id": int(who.id),
        "who_name": fitted(who.name, 160),
        "how": how,
        "at": now,
        "by": by.id,
        "by_name": fitted(by.name, 120),
    }


def _accepted(
    session: Session, document: DocumentRow, who: Subject
) -> DocumentAcceptanceRow | None:
    mine = select(DocumentAcceptanceRow).where(
        col(DocumentAcceptanceRow.document_id) == document.pk,
        col(DocumentAcceptanceRow.who_kind) == who.kind,
        col(DocumentAcceptanceRow.who_id) == int(who.id),
    )
    return session.exec(mine).first()
