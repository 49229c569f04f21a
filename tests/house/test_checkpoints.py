"""The record against its checkpoints: cut, rewritten and emptied ones are found."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from sqlalchemy import text
from sqlmodel import col, select

from house import audit
from house.audit import Actor, Subject, chain, nightly
from house.audit.checkpoints.proving import NoProof, prove_growth
from house.audit.checkpoints.signing import CannotSign, Signer
from house.audit.checkpoints.telling import tell
from house.audit.models import AuditRow
from house.audit.plain import instant
from house.audit.verification import as_entry, verify
from house.notices import contacts
from house.notices.deadlines import _effect, run_due
from house.notices.models import Audience, DeadlineRow, OutboxRow
from house.people.roles import Role
from proof.growing import Frontier, only_grew
from proof.tree import root_by
from tests.house.conftest import NOON
from tests.house.test_audit import behind_its_back

ROOT = Path(__file__).parent.parent.parent
ANN = Actor("ann", "Ann Archer", "director")
DAY = timedelta(days=1)


def write(db, count=1):
    with db.writing() as session:
        for n in range(count):
            audit.record(
                session, ANN, "add patron", Subject("patron", str(n)), now=NOON
            )


@pytest.fixture
def signer(config):
    return Signer.of(config)


@pytest.fixture
def sign(app, db, signer, config):
    """Sign the record as it stands, and tell of it."""

    def signed(at=NOON):
        with db.reading() as session:
            done = signer.sign(session, at)
        with db.writing() as session:
            tell(session, signer.read(), config, at)
        return done

    return signed


@pytest.fixture
def run(app):
    return lambda *args: app.test_cli_runner().invoke(args=["audit", *args])


def finding(db, signer):
    with db.reading() as session:
        return verify(session, kept=signer.read())


def rows(db, kind=AuditRow):
    with db.reading() as session:
        order = kind.number if kind is AuditRow else kind.id
        return list(session.exec(select(kind).order_by(col(order))))


def rewrite(db, first, entries=None):
    """Write every entry from one on anew, all hashes as they would have been."""
    kept = entries if entries is not None else rows(db)
    before = kept[first - 2].hash if first > 1 else chain.GENESIS
    with behind_its_back(db) as connection:
        for row in kept[first - 1 :]:
            entry = as_entry(row) | {"actor_name": "Eve", "previous": before}
            before = chain.digest(entry)
            connection.execute(
                text(
                    "UPDATE audit SET actor_name = 'Eve', previous = :p, hash = :h "
                    "WHERE number = :n"
                ),
                {"p": entry["previous"], "h": before, "n": row.number},
            )


def cut(db, after):
    with behind_its_back(db) as connection:
        for table in ("audit_rule", "audit"):
            connection.execute(text(f"DELETE FROM {table} WHERE number > {after}"))


# --- what was done to the record ---------------------------------------------


@pytest.mark.rule("HOUSE-RECORD-11")
def test_a_record_is_held_against_the_newest_checkpoint(db, signer, sign, run):
    write(db, 3)
    first = sign()
    assert (first.size, finding(db, signer).against) == (3, first)
    write(db, 2)
    second = sign(NOON + DAY)  # the entry that tells of the first is signed as well
    assert (second.number, second.size, second.previous) == (2, 6, first.hash)
    found = finding(db, signer)
    assert (found.holds, found.against, found.head.number) == (True, second, 7)
    said = run("verify")
    assert said.exit_code == 0
    assert "The record holds: 7 entries." in said.output
    assert "Held against checkpoint 2 of 2026-11-21T01:00Z (6 entries" in said.output
    assert "1 came after it." in said.output


@pytest.mark.rule("HOUSE-RECORD-11")
@pytest.mark.parametrize("count", [0, 1])
def test_without_a_checkpoint_nothing_is_said_to_hold(db, run, count):
    write(db, count)
    said = run("verify")
    assert said.exit_code == 0
    assert "The record holds" not in said.output
    assert f"The record is whole in itself: {count} entries." in said.output
    assert "It was held against nothing" in said.output
    assert run("verify", "--strict").exit_code == 1
    assert json.loads(run("verify", "--json").output)["held_against"] is None


@pytest.mark.rule("HOUSE-RECORD-11")
@pytest.mark.parametrize("count", [0, 1])
def test_a_short_record_is_signed_as_well(db, signer, sign, run, count):
    write(db, count)
    assert sign().size == count
    found = finding(db, signer)
    assert (found.holds, found.against.size, found.head.number) == (
        True,
        count,
        count + 1,
    )


@pytest.mark.rule("HOUSE-RECORD-11")
@pytest.mark.parametrize(
    ("left", "said"),
    [
        (6, None),  # the checkpoint stands at the newest entry
        (5, "entry 6: the record ends at 5; checkpoint 2"),
        (3, "entry 4: the record ends at 3; checkpoint 2"),
        (1, "entry 2: the record ends at 1; checkpoint 1"),
        (0, "entry 1: it is empty; checkpoint 1"),
    ],
)
def test_a_record_that_was_cut_or_emptied_is_found(db, signer, sign, run, left, said):
    write(db, 3)
    sign()
    write(db, 2)
    sign(NOON + DAY)
    cut(db, left)
    result = run("verify")
    if said is None:  # all that was signed is there
        assert result.exit_code == 0, result.output
        return
    assert result.exit_code == 1
    assert said in result.output
    assert ("it was emptied" if left == 0 else "its end was cut off") in result.output
    assert "[HOUSE-RECORD-11]" in result.output
    with db.reading() as session, pytest.raises(CannotSign, match="no longer has"):
        signer.sign(session, NOON + 2 * DAY)


@pytest.mark.rule("HOUSE-RECORD-11")
def test_a_record_that_was_rewritten_from_some_entry_on_is_found(db, sign, run):
    write(db, 3)
    sign()
    write(db, 2)
    sign(NOON + DAY)
    rewrite(db, 5)
    result = run("verify")
    assert result.exit_code == 1
    assert (
        "at entry 6: checkpoint 2 of 2026-11-21T01:00Z has 6 entries" in result.output
    )
    assert (
        "what stands from entry 4 on was rewritten. [HOUSE-RECORD-11]" in result.output
    )
    assert json.loads(run("verify", "--json").output)["first_bad"] == 6


@pytest.mark.rule("HOUSE-RECORD-11")
def test_a_cut_record_that_grew_again_is_found(db, sign, run):
    write(db, 3)
    sign()
    cut(db, 2)
    write(db, 4)
    result = run("verify")
    assert (result.exit_code, "was rewritten" in result.output) == (1, True)


@pytest.mark.rule("HOUSE-RECORD-11")
def test_checkpoints_that_were_removed_are_found(db, signer, sign, run):
    write(db, 3)
    sign()
    sign(NOON + DAY)
    lines = signer.book.path.read_bytes().splitlines(keepends=True)
    signer.book.path.write_bytes(lines[0])
    result = run("verify")
    assert result.exit_code == 1
    assert (
        "Checkpoint 2 is on the record and not in the file: removed." in result.output
    )
    assert run("checkpoint").exit_code == 1
    signer.book.path.unlink()
    assert "Checkpoint 1 is on the record and not in" in run("verify").output


@pytest.mark.rule("HOUSE-RECORD-11")
def test_another_houses_checkpoints_and_key_are_found(db, signer, sign, run, tmp_path):
    write(db, 3)
    sign()
    other = Signer(type(signer.book)(tmp_path / "other"), tmp_path / "other-key")
    with db.reading() as session:
        session.exec(select(AuditRow)).all()
    cut(db, 3)  # as if nothing had been told yet
    with db.reading() as session:
        other.sign(session, NOON)
    signer.key_path.write_bytes(other.key_path.read_bytes())
    result = run("verify")
    assert (result.exit_code, "is the wrong key" in result.output) == (1, True)
    told = run("checkpoint")
    assert (told.exit_code, "is the wrong key" in told.output) == (1, True)


@pytest.mark.rule("HOUSE-RECORD-11")
def test_a_checkpoint_that_was_sent_finds_what_everybody_here_hid(
    db, signer, sign, run, tmp_path
):
    write(db, 3)
    sent = tmp_path / "message.txt"
    sent.write_text(f"Keep this.\n{sign().line().decode()}")
    cut(db, 0)
    signer.book.path.unlink()
    assert run("verify").exit_code == 0  # nothing here knows better
    result = run("verify", "--against", str(sent))
    assert (result.exit_code, "it was emptied" in result.output) == (1, True)
    sent.write_text("nothing")
    assert "holds no checkpoint" in run("verify", "--against", str(sent)).output


def test_what_does_not_hold_is_not_signed(db, signer):
    write(db, 3)
    with behind_its_back(db) as connection:
        connection.execute(text("UPDATE audit SET act = 'x' WHERE number = 2"))
    with db.reading() as session, pytest.raises(CannotSign, match="at entry 2"):
        signer.sign(session, NOON)
    assert signer.read().newest is None


# --- each night, once --------------------------------------------------------


def asked(db, at):
    with db.writing() as session:
        nightly.ask(session, at)


@pytest.mark.rule("HOUSE-RECORD-10")
def test_two_tickers_on_one_night_sign_once(app, db, signer):
    write(db, 3)
    asked(db, NOON)
    [deadline] = rows(db, DeadlineRow)
    with app.app_context(), time_machine.travel(NOON, tick=False):
        _effect(db, deadline.pk, deadline.kind)  # it looked, and was not the first
        write(db)
        assert run_due(db, NOON).fired == 1
        assert run_due(db, NOON).fired == 0
    assert [one.size for one in signer.read().checkpoints] == [3]
    acts = [row.act for row in rows(db)[4:]]
    assert acts == ["verify the house", "sign a checkpoint"]


@pytest.mark.rule("HOUSE-RECORD-10")
def test_what_a_crash_left_untold_is_told_once(app, db, config, signer, run):
    write(db, 3)
    reached(db)
    with db.reading() as session:
        signer.sign(session, NOON)  # and here the process was killed
    assert rows(db, OutboxRow) == []
    assert run("verify").exit_code == 0
    for later in (NOON + DAY, NOON + 2 * DAY):
        asked(db, later)
        with app.app_context(), time_machine.travel(later, tick=False):
            run_due(db, later)
            assert run_due(db, later).fired == 0
    numbers = [r.after["number"] for r in rows(db) if r.act == "sign a checkpoint"]
    kept = signer.read().checkpoints
    assert numbers == [one.number for one in kept]
    letters = rows(db, OutboxRow)
    assert [one.recipient for one in letters] == ["inspector@example.gov"] * len(kept)
    assert signer.read().checkpoints[0].line().decode() in letters[0].body


def reached(db):
    """Let the inspectorate be reached by e-mail, under two documents alike."""
    contact = contacts.Contact("The inspector", "inspector@example.gov")
    with db.writing() as session:
        for code in ("CROWN3", "VIC99"):
            contacts.enter(
                session, Audience.INSPECTORATE, code, contact, by=ANN, now=NOON
            )


@pytest.mark.rule("HOUSE-RECORD-13")
def test_a_record_that_was_emptied_stands_on_the_desk_at_once(app, db, sign, sign_in):
    write(db, 3)
    sign()
    cut(db, 0)
    client = sign_in(Role.COMPLIANCE)
    assert "The record cannot be relied on" in client.get("/desk/").text
    page = client.get("/desk/audit/").text
    assert "The record does not hold at entry 3." in page
    assert "checkpoint 1 has another hash here" in page


# --- keys, proofs, the public page -------------------------------------------


@pytest.mark.rule("HOUSE-RECORD-10")
def test_a_new_key_is_signed_for_by_the_old_and_a_lost_one_is_said(db, signer, run):
    write(db, 3)
    first = run("checkpoint")
    assert first.exit_code == 0
    assert "Checkpoint 1 stands for 3 entries." in first.output
    old = signer.key_path.read_bytes()
    assert run("change-key").exit_code == 0
    assert signer.key_path.read_bytes() != old
    assert run("checkpoint").exit_code == 0
    kept = signer.read()
    assert (len(kept.checkpoints), kept.faults) == (3, ())
    assert kept.checkpoints[2].key == kept.checkpoints[1].next_key
    signer.key_path.unlink()
    assert "cannot be read" in run("checkpoint").output
    assert run("change-key", "--lost").exit_code == 0
    assert run("checkpoint").exit_code == 0
    said = run("verify")
    assert said.exit_code == 0
    assert "Checkpoint 4 has a new key" in said.output


def test_a_crash_between_the_line_and_the_new_key_is_made_good(db, signer, sign):
    write(db)
    sign()
    old = signer.key_path.read_bytes()
    with db.reading() as session:
        signer.change_key(session, NOON, lost=False)
    signer.key_path.rename(signer.key_path.with_name("checkpoint-key.next"))
    signer.key_path.write_bytes(old)
    signer.key_path.chmod(0o600)
    assert sign(NOON + DAY).number == 3
    assert signer.read().faults == ()


@pytest.mark.rule("HOUSE-RECORD-12")
def test_one_entry_is_proven_and_that_the_record_only_grew(
    db, sign, run, sign_in, signer
):
    assert "no checkpoint yet" in run("prove", "1").output
    write(db, 3)
    sign()
    write(db, 4)
    sign(NOON + DAY)
    proof = json.loads(run("prove", "2").output)
    checkpoint, entry = proof["checkpoint"], proof["entry"]
    assert entry["hash"] == chain.digest(entry)
    path = [bytes.fromhex(node) for node in proof["path"]]
    leaf = chain_leaf(entry["hash"])
    assert root_by(leaf, 1, checkpoint["size"], path).hex() == checkpoint["root"]
    assert "has entries 1 to 8, not 9" in run("prove", "9").output
    client = sign_in(Role.INSPECTOR)
    assert "/desk/audit/2/proof.json" in client.get("/desk/audit/2").text
    assert client.get("/desk/audit/2/proof.json").json == proof
    assert client.get("/desk/audit/9/proof.json").status_code == 404
    assert "The next checkpoint signs it." in client.get("/desk/audit/9").text
    found = json.loads(run("growth", "1", "2").output)
    ends = [
        (end["size"], bytes.fromhex(end["root"]))
        for end in (found["from"], found["checkpoint"])
    ]
    assert only_grew(*ends, [bytes.fromhex(node) for node in found["path"]])
    assert run("growth", "2", "1").exit_code == 1
    with db.reading() as session:
        kept = signer.book.read()
        other = replace(kept.checkpoints[0], tree=Frontier().grown([b"x"] * 4))
        forged = replace(kept, checkpoints=(other, kept.checkpoints[1]))
        with pytest.raises(NoProof, match="did not only grow from checkpoint 1 to 2"):
            prove_growth(session, forged, 1, 2)
    rewrite(db, 2)
    assert "does not come to what checkpoint 2 signed" in run("prove", "3").output


def chain_leaf(entry_hash):
    from hashlib import sha256  # noqa: PLC0415 (as a stranger would)

    return sha256(b"\x00" + bytes.fromhex(entry_hash)).digest()


@pytest.mark.rule("HOUSE-RECORD-10")
def test_everybody_can_read_the_newest_checkpoint(app, db, sign):
    client = app.test_client()
    assert "has not been signed yet" in client.get("/record").text
    assert client.get("/record.json").status_code == 404
    write(db, 3)
    done = sign()
    page = client.get("/record")
    assert page.cache_control.public
    assert done.root[:8] in page.text
    assert done.key[:8] in page.text
    assert "Ann" not in page.text
    answer = client.get("/record.json")
    assert answer.data == done.line()
    again = client.get(
        "/record.json", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert again.status_code == 304
    assert instant(NOON) in page.text


@pytest.mark.rule("HOUSE-RECORD-11", "HOUSE-BACKUP-2")
def test_a_restored_house_comes_with_the_checkpoints_of_its_backup(
    app, db, signer, sign, there, tmp_path
):
    def on(house, *args):
        return house.test_cli_runner().invoke(args=[str(arg) for arg in args])

    write(db, 3)
    sign()
    file = tmp_path / "monday.zip"
    assert on(app, "backup", file).exit_code == 0
    write(db)
    sign(NOON + DAY)
    restored = on(there, "restore", file)
    assert restored.exit_code == 0, restored.output
    [aside] = signer.book.folder.glob("checkpoints-until-*.jsonl")
    assert f"Aside:    {aside}" in restored.output
    assert [one.number for one in signer.read().checkpoints] == [1]
    clean = on(there, "house", "verify")
    assert clean.exit_code == 0, clean.output
    assert "held against checkpoint 1" in clean.output
    lost = on(there, "audit", "verify", "--against", aside)
    assert (lost.exit_code, "its end was cut off" in lost.output) == (1, True)
    assert on(there, "audit", "checkpoint").exit_code == 0


# --- as a stranger -----------------------------------------------------------


@pytest.fixture
def stranger(tmp_path):
    """The script for proofs printed in the documentation, run on a proof."""
    page = (ROOT / "docs" / "verify-the-record.md").read_text(encoding="utf-8")
    _, code = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "verify_proof.py").write_text(code, encoding="utf-8")

    def check(proof):
        (tmp_path / "proof.json").write_text(json.dumps(proof), encoding="utf-8")
        command = [sys.executable, "-I", "-W", "error", "verify_proof.py", "proof.json"]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=False
        )

    return check


@pytest.mark.rule("HOUSE-RECORD-12")
def test_a_stranger_checks_proofs_with_nothing_of_ours(
    db, sign, run, stranger, tmp_path
):
    write(db, 3)
    sign()
    write(db, 4)
    sign(NOON + DAY)
    proof = json.loads(run("prove", "6").output)
    said = stranger(proof)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("Entry 6 is in the record.\nCheckpoint 2: 8 entries")
    grown = json.loads(run("growth", "1", "2").output)
    assert "From checkpoint 1 on the record only grew." in stranger(grown).stdout
    other = proof | {"entry": proof["entry"] | {"actor_name": "Eve"}}
    assert "does not match its hash" in stranger(other).stderr
    shorter = proof | {"path": proof["path"][:-1]}
    assert "does not lead to the root" in stranger(shorter).stderr
    bent = grown | {"path": ["00" * 32, *grown["path"][1:]]}
    assert "does not lead from the one root" in stranger(bent).stderr
    stranger(proof)
    page = (ROOT / "docs" / "verify-the-record.md").read_text(encoding="utf-8")
    [command] = re.findall(r"```sh\n(openssl .*)\n```", page)
    checked = subprocess.run(
        command.split(), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
