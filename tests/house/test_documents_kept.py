"""What is kept of documents: prints that are never missing, and a check of it all."""

import json
import re

import pytest
from sqlalchemy import text
from sqlmodel import select

from house.documents import pdf, prints
from house.documents.models import DocumentPrintRow, Paper
from house.documents.verification import verify
from house.notices.deadlines import run_due
from house.press import NoPdf
from tests.house.conftest import NOON
from tests.house.documents_cast import document
from tests.house.test_documents import publish


@pytest.fixture
def press(monkeypatch):
    """A press that is quick and counts; printing itself is tested elsewhere."""
    printed = []

    def of(row, paper):
        printed.append((row.number, paper))
        return f"%PDF {row.sha256} {paper}".encode()

    monkeypatch.setattr(pdf, "of", of)
    return printed


@pytest.fixture
def row(db):
    with db.writing() as session:
        return publish(session)


def kept(db):
    with db.reading() as session:
        return session.exec(select(DocumentPrintRow)).all()


@pytest.mark.rule("HOUSE-DOC-5")
def test_publishing_prints_nothing_and_the_next_tick_prints_both(db, row, press):
    assert press == []
    assert run_due(db, NOON).fired == 1
    assert {p.paper for p in kept(db)} == set(Paper)
    assert run_due(db, NOON).fired == 0
    assert len(press) == 2


@pytest.mark.rule("HOUSE-DOC-5")
def test_a_print_is_made_when_it_is_asked_for_and_only_once(db, row, press):
    first = prints.of(db, row, Paper.LETTER, now=NOON)
    again = prints.of(db, row, Paper.LETTER, now=NOON)
    assert (first.id, first.pdf) == (again.id, again.pdf)
    assert press == [(1, Paper.LETTER)]
    run_due(db, NOON)
    assert press == [(1, Paper.LETTER), (1, Paper.A4)]


@pytest.mark.rule("HOUSE-DOC-5")
def test_of_two_prints_made_at_once_the_first_stays(db, row):
    with db.writing() as session:
        one = prints.keep(session, row.pk, Paper.A4, b"%PDF one", now=NOON)
    with db.writing() as session:
        two = prints.keep(session, row.pk, Paper.A4, b"%PDF two", now=NOON)
    assert (two.id, two.pdf) == (one.id, b"%PDF one")


def test_where_nothing_can_be_printed_the_version_still_stands(db, row, monkeypatch):
    def broken(_row, _paper):
        raise NoPdf("libpango is missing")

    monkeypatch.setattr(pdf, "of", broken)
    with pytest.raises(NoPdf, match="libpango"):
        prints.of(db, row, Paper.A4, now=NOON)
    assert run_due(db, NOON).failed == 1
    assert kept(db) == []
    with db.reading() as session:
        assert verify(session).faults == ()


@pytest.fixture
def run(app):
    """The command, as somebody types it."""
    return lambda *more: app.test_cli_runner().invoke(
        args=["documents", "verify", *more]
    )


@pytest.mark.rule("HOUSE-DOC-7")
def test_documents_that_hold_are_counted(db, row, press, run):
    run_due(db, NOON)
    told = run()
    assert told.exit_code == 0, told.output
    assert told.output == "The documents hold: versions 1, prints 2.\n"
    found = json.loads(run("--json").output)
    assert found == {"versions": 1, "prints": 2, "faults": [], "holds": True}


def tamper(db, table, statement):
    """Change something behind the house's back."""
    with db.engine.begin() as connection:
        if db.is_sqlite:
            for verb in ("update", "delete"):
                connection.execute(text(f"DROP TRIGGER {table}_no_{verb}"))
        else:
            connection.execute(text(f"ALTER TABLE {table} DISABLE TRIGGER USER"))
        connection.execute(text(statement))
        if not db.is_sqlite:
            connection.execute(text(f"ALTER TABLE {table} ENABLE TRIGGER USER"))


SHA = "a" * 64


@pytest.mark.rule("HOUSE-DOC-7")
@pytest.mark.parametrize(
    ("table", "statement", "why"),
    [
        (
            "document",
            f"UPDATE document SET sha256 = '{SHA}' WHERE number = 1",
            "its content does not match its hash",
        ),
        (
            "document",
            f"UPDATE document SET sha256 = '{SHA}' WHERE number = 1",
            "the record has another hash for it",
        ),
        (
            "document",
            f"UPDATE document SET sha256 = '{SHA}' WHERE number = 1",
            "it does not name the version before it",
        ),
        (
            "document",
            "UPDATE document SET number = 9 WHERE number = 2",
            "it stands in the place of another",
        ),
        (
            "document",
            "UPDATE document SET number = 9 WHERE number = 2",
            "the version before it is missing",
        ),
        (
            "document",
            "UPDATE document SET subject_id = 8 WHERE number = 1",
            "the record does not know it",
        ),
        (
            "document",
            "DELETE FROM document WHERE number = 2",
            "it is on the record and not here",
        ),
        (
            "document_print",
            f"UPDATE document_print SET sha256 = '{SHA}'",
            "its content does not match its hash",
        ),
    ],
)
def test_what_was_changed_behind_the_houses_back_is_found(
    db, row, press, run, table, statement, why
):
    with db.writing() as session:
        publish(session, document("Held on Sunday."), seen=1, note="Rain")
        prints.keep(session, row.pk, Paper.A4, b"%PDF", now=NOON)
    tamper(db, table, statement)
    told = run()
    assert told.exit_code == 1
    assert why in told.output
    assert re.search(r"HOUSE-DOC-7", told.output)


@pytest.mark.rule("HOUSE-DOC-7")
@pytest.mark.parametrize(
    ("content", "why"),
    [("no JSON", "cannot be read"), ('{"b": 1}', "not in the one spelling")],
)
def test_content_in_another_spelling_is_found(db, row, run, content, why):
    as_bytes = "CAST('{}' AS BLOB)" if db.is_sqlite else "'{}'::bytea"
    given = as_bytes.format(content)
    tamper(db, "document", f"UPDATE document SET content = {given}")
    assert why in run().output
