"""Documents: versions in one spelling, on top of each other, never changed."""

import hashlib
import json
from datetime import timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlmodel import select

from house.audit import Subject
from house.audit.models import AuditRow
from house.audit.plain import NotPlain
from house.documents import acceptance, queries, services
from house.documents.models import DocumentAcceptanceRow, DocumentRow, How
from rulebook import Refused
from tests.house.conftest import NOON
from tests.house.documents_cast import ANN, KIND, RAFFLE, document

HOUR = timedelta(hours=1)
KIM = Subject("patron", "12", "Kim Lee")


def publish(session, made=None, *, seen=0, note="", now=NOON):
    made = made or document()
    return services.publish(
        session, KIND, RAFFLE, made, seen=seen, by=ANN, now=now, note=note
    )


def rules(refused):
    assert isinstance(refused, Refused)
    return [cite.id for cite in refused.cites]


@pytest.mark.rule("HOUSE-DOC-1")
def test_a_version_is_kept_in_one_spelling_with_its_hash(db):
    with db.writing() as session:
        row = publish(session)
    assert row.number == 1
    assert row.sha256 == hashlib.sha256(row.content).hexdigest()
    spelled = json.dumps(
        json.loads(row.content),
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
    )
    assert spelled.encode() == row.content
    edition = queries.read(row)
    assert edition.document == document()
    assert edition.published_at == NOON
    assert edition.content() == row.content


@pytest.mark.rule("HOUSE-DOC-1")
def test_a_version_names_the_hash_of_the_one_before(db):
    with db.writing() as session:
        first = publish(session)
        second = publish(
            session, document("Held on Sunday."), seen=1, note="Rain", now=NOON + HOUR
        )
    assert second.number == 2
    replaced = queries.read(second).replaces
    assert (replaced.number, replaced.sha256) == (1, first.sha256)
    with db.reading() as session:
        found = queries.versions(session, KIND, 7)
        assert [row.number for row in found] == [2, 1]
        assert queries.at(session, KIND, 7, 1).sha256 == first.sha256
        assert queries.at(session, KIND, 7, 3) is None
        assert queries.latest(session, KIND, 8) is None


@pytest.mark.rule("HOUSE-DOC-1")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE document SET sha256 = 'x'",
        "DELETE FROM document",
        "UPDATE document_acceptance SET who_id = 1",
        "DELETE FROM document_acceptance",
        "DELETE FROM document_print",
    ],
)
def test_the_database_refuses_to_change_what_was_published(db, statement):
    with db.writing() as session:
        row = publish(session)
        acceptance.accept(session, row, KIM, How.SIGNED, by=ANN, now=NOON)
        session.execute(
            text(
                "INSERT INTO document_print (document_id, paper, pdf, sha256, made_at)"
                f" VALUES ({row.pk}, 'A4', '', 'x', '2026-01-01 00:00:00')"
            )
        )
    with pytest.raises(DBAPIError, match="append-only"), db.writing() as session:
        session.execute(text(statement))


@pytest.mark.rule("HOUSE-DOC-2")
def test_what_says_the_same_is_not_published_again(db):
    with db.writing() as session:
        publish(session)
        again = publish(session, seen=1, note="Once more", now=NOON + HOUR)
        assert rules(again) == ["HOUSE-DOC-2"]
        other = publish(session, document("Held on Sunday."), seen=1, note="Rain")
        assert other.number == 2


@pytest.mark.rule("HOUSE-DOC-3")
@pytest.mark.parametrize("seen", [0, 2])
def test_a_version_is_published_on_top_of_the_one_that_was_seen(db, seen):
    with db.writing() as session:
        publish(session)
        late = publish(session, document("Held on Sunday."), seen=seen, note="Rain")
    assert rules(late) == ["HOUSE-DOC-3"]


@pytest.mark.rule("HOUSE-DOC-4")
@pytest.mark.parametrize(
    ("note", "taken"),
    [("", False), ("   ", False), ("x" * 400, True), ("x" * 401, False)],
)
def test_every_later_version_says_why(db, note, taken):
    with db.writing() as session:
        publish(session)
        row = publish(session, document("Held on Sunday."), seen=1, note=note)
    if taken:
        assert row.note == note
    else:
        assert rules(row) == ["HOUSE-DOC-4"]


def test_every_reason_is_given_at_once(db):
    with db.writing() as session:
        publish(session)
        assert rules(publish(session)) == ["HOUSE-DOC-3", "HOUSE-DOC-2", "HOUSE-DOC-4"]


def test_publishing_and_its_refusal_stand_on_the_record(db):
    with db.writing() as session:
        row = publish(session)
        publish(session)
    with db.reading() as session:
        entries = session.exec(select(AuditRow).order_by(AuditRow.number)).all()
    assert [(e.act, e.verdict.value) for e in entries] == [
        ("publish document", "done"),
        ("publish document", "refused"),
    ]
    assert entries[0].after["sha256"] == row.sha256


def test_a_fraction_of_a_number_is_no_content(db):
    with pytest.raises(NotPlain, match="float"), db.writing() as session:
        publish(session, document(data={"share": 0.5}))
    with db.reading() as session:
        assert session.exec(select(DocumentRow)).all() == []


def bound(session, kind):
    """The newest version that each of a kind accepted."""
    rows = session.exec(
        select(DocumentAcceptanceRow.who_id, DocumentRow.number)
        .join(DocumentRow, DocumentAcceptanceRow.document_id == DocumentRow.id)
        .where(DocumentAcceptanceRow.who_kind == kind)
        .order_by(DocumentRow.number)
    )
    return dict(rows.all())


@pytest.mark.rule("HOUSE-DOC-6")
def test_whoever_accepts_is_bound_to_the_version_accepted(db):
    with db.writing() as session:
        first = publish(session)
        taken = acceptance.accept(session, first, KIM, How.SIGNED, by=ANN, now=NOON)
        again = acceptance.accept(
            session, first, KIM, How.TICKED, by=ANN, now=NOON + HOUR
        )
        assert again.id == taken.id
        second = publish(session, document("Held on Sunday."), seen=1, note="Rain")
        assert bound(session, "patron") == {12: 1}
        acceptance.accept(session, second, KIM, How.SPOKEN, by=ANN, now=NOON + HOUR)
        assert bound(session, "patron") == {12: 2}
        assert bound(session, RAFFLE.kind) == {}


@pytest.mark.rule("HOUSE-DOC-6")
def test_only_the_version_in_force_can_be_accepted(db):
    with db.writing() as session:
        first = publish(session)
        publish(session, document("Held on Sunday."), seen=1, note="Rain")
        late = acceptance.accept(session, first, KIM, How.SIGNED, by=ANN, now=NOON)
    assert rules(late) == ["HOUSE-DOC-6"]
    assert "replaced by version 2" in str(late)
