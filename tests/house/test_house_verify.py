"""`flask house verify`: everything in one go, and whatever is wrong by its name."""

import json
import sys

import pytest
import time_machine
from sqlalchemy import text
from sqlmodel import select

from house import checks
from house.audit import checking, nightly
from house.audit.models import AuditRow
from house.audit.sentences import sentence
from house.checks import Check, Outcome, unseen
from house.documents import services as documents
from house.floor.rounds.models import RoundRow
from house.notices.deadlines import run_due
from house.people.roles import Role
from house.terminal import Bar
from rulebook import Refused
from tests.house.conftest import NOON
from tests.house.documents_cast import ANN, KIND, RAFFLE, document
from tests.house.floor_cast import open_table
from tests.house.rounds_cast import Console, finish_step
from tests.house.test_audit import behind_its_back

DEALT = {"cards": "dealt", "maximum_payout": 100_000_00}


@pytest.fixture
def run(app):
    """The command, as somebody types it."""
    return lambda *args: app.test_cli_runner().invoke(args=["house", "verify", *args])


@pytest.fixture
def busy(app, db):
    """A house with a document and a round that was played to its end."""
    with app.app_context():
        open_table(db, "CROWN3")
        console = Console(db)
        assert isinstance(console.open(options=DEALT), RoundRow)
        console.sit(2, 3)
        for seat in (2, 3):
            console.must("ante", seat=seat, amount=1000)
        while isinstance(console.tap("fold", seat=2), Refused):
            finish_step(console, {})  # whatever is dealt, somebody loses
        while not finish_step(console, {}).position.over:
            pass
        with db.writing() as session:
            documents.publish(
                session, KIND, RAFFLE, document(), seen=0, by=ANN, now=NOON
            )
    return db


def tamper(db, statement):
    with behind_its_back(db) as connection:
        connection.execute(text(statement))


@pytest.mark.rule("HOUSE-RECORD-13")
def test_a_house_that_holds_says_how_much_was_looked_at(app, busy, run):
    app.test_cli_runner().invoke(args=["audit", "checkpoint"])
    told = run()
    assert told.exit_code == 0, told.output
    record, guards, papers, ledger, rounds, draws, last = told.output.splitlines()
    assert "held against checkpoint 1" in record
    assert "triggers refuse to change the record" in guards
    assert papers.startswith("holds  documents    1 versions, 0 prints (")
    assert ledger.startswith("holds  ledger")
    assert rounds.startswith("holds  rounds       1 played again (")
    assert draws.startswith("holds  draws        no draws worked out again (")
    assert last == "The house holds."
    found = json.loads(run("--json").output)
    assert found["holds"] is True
    assert [one["name"] for one in found["checks"]] == [
        "the record",
        "its guards",
        "documents",
        "ledger",
        "rounds",
        "draws",
    ]
    assert not any(one["wrong"] for one in found["checks"])
    assert all(one["count"] for one in found["checks"][:-1])  # nothing was drawn here


WRONG = {
    "the record": ("UPDATE audit SET act = 'x' WHERE number = 2", "hold at entry 2"),
    "documents": (f"UPDATE document SET sha256 = '{'a' * 64}'", "match its hash"),
    "ledger": ("UPDATE ledger_account SET balance = balance + 1", "its entries come"),
    "rounds": ("UPDATE round_line SET net = net + 1", "came to other lines"),
}


@pytest.mark.rule("HOUSE-RECORD-13")
def test_whatever_is_wrong_is_named_and_the_rest_is_still_looked_at(busy, run):
    for name, (statement, said) in WRONG.items():
        tamper(busy, statement)
        told = run("--json")
        assert told.exit_code == 1
        found = {one["name"]: one["wrong"] for one in json.loads(told.output)["checks"]}
        assert said in " ".join(found[name]), told.output
    assert (
        "Not everything holds: the record, documents, ledger, rounds." in run().output
    )


@pytest.mark.rule("HOUSE-RECORD-13")
def test_what_the_night_finds_stands_on_the_desk_of_compliance(app, busy, sign_in):
    tamper(busy, "UPDATE ledger_account SET balance = balance + 1")
    with busy.writing() as session:
        nightly.ask(session, NOON)
    with app.app_context(), time_machine.travel(NOON, tick=False):
        run_due(busy, NOON)
        client = sign_in(Role.COMPLIANCE)
        desk, page = client.get("/desk/").text, client.get("/desk/audit/").text
    assert "Not everything in the house holds" in desk
    assert "its entries come to" in page
    assert "HOUSE-RECORD-13" in page
    with busy.reading() as session:
        act = select(AuditRow).where(AuditRow.act == nightly.ACT)
        entry = session.exec(act).one()
    assert (entry.after["holds"], set(entry.after["wrong"])) == (False, {"ledger"})
    assert str(sentence(entry)) == (
        "House Rules found that not everything holds: ledger."
    )


def test_a_check_that_breaks_down_is_wrong_and_stops_nobody(db):
    def breaks(_session, _progress):
        raise LookupError("nobody is there")

    every = (
        Check("one", breaks),
        Check("two", lambda _session, _progress: Outcome(3, "3 things")),
    )
    with db.reading() as session:
        one, two = checks.run(session, every)
    assert one.outcome.wrong == (
        "It could not be verified: LookupError: nobody is there",
    )
    assert (two.holds, two.outcome.count) == (True, 3)


def test_a_bar_is_drawn_only_where_somebody_watches(capsys, monkeypatch):
    Bar()(1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    bar = Bar()
    bar.name = "rounds"
    bar(1, 2)
    bar(1, 2)
    drawn = capsys.readouterr().err
    assert (drawn.count("rounds"), "1/2" in drawn, drawn.count("█")) == (1, True, 15)
    bar.clear()
    bar.clear()
    assert capsys.readouterr().err.count("\r") == 1


@pytest.mark.rule("HOUSE-RECORD-2")
def test_a_record_that_could_be_changed_is_named(app, db):
    with db.reading() as session:
        assert checking.look_at_guards(session, unseen).wrong == ()
    trigger = "audit_no_update" if db.is_sqlite else "audit_no_truncate"
    on = "" if db.is_sqlite else " ON audit"
    with db.writing() as session:
        session.execute(text(f"DROP TRIGGER {trigger}{on}"))
    with db.reading() as session:
        [wrong] = checking.look_at_guards(session, unseen).wrong
    assert wrong.endswith(f"{trigger} is gone. HOUSE-RECORD-2")
