"""Verify and export the record from the command line, and as a stranger would."""

import json
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from app import create_app
from house import audit
from house.audit import Actor, Subject, chain
from house.config import Config, Mode
from rulebook import Cite, Refusal, Refused

ROOT = Path(__file__).parent.parent.parent
NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
ANN = Actor("ann", "Ann “Ace” Archer ♠", "director")
ANTE = Cite("CROWN3-5.5")


@pytest.fixture
def run(app):
    """A command, as somebody types it."""
    return lambda *args: app.test_cli_runner().invoke(args=["audit", *args])


@pytest.fixture
def five(db):
    """Five entries with everything in them that JSON can spell in two ways."""
    odd = {
        "é": '\u2028 \x7f \x1f \t / \\ "',
        "z": [1, {"b": None, "a": True}],
        "😀": -5,
    }
    refused = Refused((Refusal(ANTE, "Too much – “4×”.", "Bet less."),))
    with db.writing() as session:
        for n in range(5):
            audit.record(
                session,
                ANN,
                "add patron",
                Subject("patron", str(n)),
                now=NOON,
                verdict=refused if n == 2 else None,
                rules=(ANTE,),
                after=odd,
            )
    with db.reading() as session:
        return list(session.scalars(text("SELECT hash FROM audit ORDER BY number")))


def tamper(db, statement):
    with db.engine.connect() as connection:
        if db.is_sqlite:
            for name in ("audit_no_update", "audit_no_delete", "audit_rule_no_delete"):
                connection.execute(text(f"DROP TRIGGER {name}"))
        else:
            connection.execute(text("SET session_replication_role = replica"))
        connection.execute(text(statement))
        connection.commit()


# --- flask audit verify ------------------------------------------------------


@pytest.mark.rule("HOUSE-RECORD-3")
def test_a_good_record_prints_its_count_and_head(run, five):
    result = run("verify")
    assert result.exit_code == 0
    assert f"5 entries.\nHead: {five[-1]}\n" in result.output


def test_an_empty_record_is_a_good_one(run):
    result = run("verify")
    assert (result.exit_code, chain.GENESIS in result.output) == (0, True)


@pytest.mark.rule("HOUSE-RECORD-3")
def test_a_bad_record_names_the_first_bad_entry_and_why(run, five, db):
    tamper(db, "UPDATE audit SET actor_name = 'Eve' WHERE number IN (2, 4)")
    result = run("verify")
    assert result.exit_code == 1
    assert result.output == (
        "The record does not hold at entry 2: its content does not match its hash. "
        "[HOUSE-RECORD-3]\nEntries before it that hold: 1.\n"
    )


@pytest.mark.rule("HOUSE-RECORD-7")
def test_an_index_that_lies_is_named(run, five, db):
    tamper(db, "DELETE FROM audit_rule WHERE number = 4")
    result = run("verify")
    assert result.exit_code == 1
    assert "at entry 4: the index of rules lacks CROWN3-5.5" in result.output


@pytest.mark.rule("HOUSE-RECORD-3")
def test_what_was_noted_earlier_is_compared(run, five):
    assert run("verify", "--count", "5", "--head", five[4]).exit_code == 0
    assert run("verify", "--count", "3", "--head", five[2].upper()).exit_code == 0
    assert run("verify", "--head", five[0]).exit_code == 0
    assert run("verify", "--count", "5").exit_code == 0
    shorter = run("verify", "--count", "6")
    assert (shorter.exit_code, "ends at 5; 6 entries were noted" in shorter.output) == (
        1,
        True,
    )
    assert run("verify", "--count", "2", "--head", five[2]).exit_code == 1
    assert run("verify", "--head", "f" * 64).exit_code == 1


NONSENSE = [
    ("verify", "--head", "xyz"),
    ("verify", "--head", "g" * 64),
    ("verify", "--head", ""),
    ("verify", "--count", "-1"),
    ("verify", "--count", "many"),
    ("export", "--from", "0"),
    ("export", "--from", "x"),
]


def test_a_nonsensical_option_is_answered_with_a_sentence(run):
    for args in NONSENSE:
        result = run(*args)
        assert result.exit_code == 2, args
        assert "Invalid value for" in result.output


@pytest.mark.parametrize("args", [("verify",), ("export",)])
def test_a_database_that_is_not_migrated_or_not_there_is_named(tmp_path, args):
    urls = {
        f"sqlite:///{tmp_path / 'new.sqlite3'}": "this release needs",
        f"postgresql+psycopg://x@/x?host={tmp_path}": "The database",
    }
    for url, sentence in urls.items():
        app = create_app(Config(Mode.DEMO, url, "s" * 40))
        result = app.test_cli_runner().invoke(args=["audit", *args])
        assert result.exit_code == 1
        assert sentence in result.output
        assert "Traceback" not in result.output
        app.extensions["database"].engine.dispose()


# --- flask audit export ------------------------------------------------------


@pytest.mark.rule("HOUSE-RECORD-8")
def test_the_export_has_exactly_the_hashed_fields_and_the_hash(run, five):
    lines = run("export").output.splitlines()
    entries = [json.loads(line) for line in lines]
    assert [e["number"] for e in entries] == [1, 2, 3, 4, 5]
    assert [e["hash"] for e in entries] == five
    assert all(set(e) == {*chain.FIELDS, "hash"} for e in entries)
    assert all(chain.digest(e) == e["hash"] for e in entries)
    assert entries[2]["reasons"] == ["Too much – “4×”. Bet less."]


def test_the_export_can_begin_later(run, five):
    numbers = [
        json.loads(line)["number"]
        for line in run("export", "--from", "4").output.splitlines()
    ]
    assert numbers == [4, 5]
    assert run("export", "--from", "6").output == ""


def test_the_export_goes_to_a_file_whole_or_not_at_all(run, five, tmp_path):
    out = tmp_path / "out" / "record.jsonl"
    failed = run("export", "--out", str(out))
    assert failed.exit_code == 1
    assert "cannot be written" in failed.output
    out.parent.mkdir()
    out.write_text("old")
    assert run("export", "--out", str(out)).output == f"5 entries written to {out}.\n"
    assert len(out.read_text(encoding="utf-8").splitlines()) == 5
    assert list(out.parent.iterdir()) == [out]


# --- as a stranger -----------------------------------------------------------


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """The script printed in the documentation, and nothing of ours."""
    page = (ROOT / "docs" / "verify-the-record.md").read_text(encoding="utf-8")
    code, _ = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    path = tmp_path_factory.mktemp("stranger") / "verify_record.py"
    path.write_text(code, encoding="utf-8")
    return path


@pytest.fixture
def stranger(script, run, five, tmp_path):
    """Export, change the lines as told, and run the script on them."""

    def verify(change=lambda lines: lines, *args):
        lines = run("export").output.splitlines(keepends=True)
        path = tmp_path / "record.jsonl"
        path.write_text("".join(change(lines)), encoding="utf-8", newline="")
        return subprocess.run(
            [sys.executable, "-I", "-W", "error", script, path, *args],
            capture_output=True,
            text=True,
            check=False,
        )

    return verify


@pytest.mark.rule("HOUSE-RECORD-8")
def test_a_stranger_finds_that_a_good_export_holds(stranger, five):
    done = stranger()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"It holds, up to entry 5.\nHead: {five[-1]}\n"
    assert stranger(lambda ls: ls, "--count", "4", "--head", five[3]).returncode == 0
    later = stranger(lambda ls: ls[2:])
    assert later.returncode == 0
    assert f"begins at entry 3, chained to {five[1]}" in later.stdout
    assert stranger(lambda ls: ls[::2], "--part").returncode == 0


TAMPERED = {
    "a letter": (lambda ls: [ls[0], ls[1].replace("Archer", "Arched")], "Line 2"),
    "one gone": (lambda ls: ls[:2] + ls[3:], "it follows entry 2"),
    "swapped": (lambda ls: [ls[0], ls[2], ls[1], *ls[3:]], "it follows entry 1"),
    "doubled": (lambda ls: [*ls, ls[-1]], "it follows entry 5"),
    "one more field": (lambda ls: [ls[0].replace("{", '{"x":1,', 1)], "sixteen"),
    "a name twice": (lambda ls: [ls[0].replace("{", '{"act":"a",', 1)], "twice"),
    "a fraction": (lambda ls: [ls[0].replace('"number":1', '"number":1.0')], "whole"),
    "no number": (lambda ls: [ls[0].replace('"number":1', '"number":NaN')], "whole"),
    "a list": (lambda ls: ["[]\n"], "sixteen fields"),
    "garbage": (lambda ls: ["not json\n"], "cannot be read"),
    "nothing": (lambda ls: [], "empty"),
}


@pytest.mark.rule("HOUSE-RECORD-8")
def test_a_stranger_finds_what_was_tampered_with(stranger):
    for what, (change, said) in TAMPERED.items():
        done = stranger(change)
        assert done.returncode == 1, what
        assert said in done.stderr, what
        assert "Traceback" not in done.stderr, what
    cut = stranger(lambda ls: ls[:3], "--count", "5")
    assert (cut.returncode, "ends at entry 3; 5 were noted" in cut.stderr) == (1, True)
    other = stranger(lambda ls: ls, "--head", "f" * 64)
    assert (other.returncode, "not in this record" in other.stderr) == (1, True)
    part = stranger(lambda ls: [ls[0], ls[0]], "--part")
    assert (part.returncode, "it follows entry 1" in part.stderr) == (1, True)


@pytest.mark.rule("HOUSE-RECORD-8")
def test_the_page_names_every_field():
    page = (ROOT / "docs" / "verify-the-record.md").read_text(encoding="utf-8")
    table = page[page.index("| field |") : page.index("## What a chain")]
    assert {*re.findall(r"`(\w+)`", table)} >= {*chain.FIELDS, "hash"}
