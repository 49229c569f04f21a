"""A pack: made part by part, chained to the record, checked by a stranger."""

import io
import json
import subprocess
import sys
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import col, select

from house import audit
from house.audit import Actor, Subject
from house.audit.models import AuditRow
from house.notices.deadlines import run_due
from house.packs import making, queries, sealing
from house.packs.models import PackFileRow, PackPartRow
from house.packs.parts import Packed, Papers, Sheet
from house.people.roles import Role
from house.sheets import Cents
from rulebook import HOUSE
from tests.house.conftest import NOON
from tests.house.test_audit import behind_its_back

SCRIPT = Path(making.__file__).with_name("verify_pack.py")
ANN = Actor("ann", "Ann Archer", "director")
RULE = HOUSE.at("RECORD-1")
FAIR = Subject("fair", "7", "Spring fair")
PAID = (
    ("Who", "What", "Paid"),
    ("Zoë", "a stall", Cents(12_50)),
    ("=Bob", "“none”", None),
)
PARTS = (
    Sheet("paid", "What was paid", RULE, lambda _s, _id: iter(PAID)),
    Sheet("none", "What there is none of", RULE, lambda _s, _id: [("Who",)]),
    Papers(
        "terms", "Terms", RULE, lambda _s, _id: [("terms/version-1.txt", b"Be fair")]
    ),
    Papers("photos", "Photographs", RULE, lambda _s, _id: []),
)


def named(_session, id_):
    return FAIR if id_ == 7 else None


@pytest.fixture
def fair(app, monkeypatch):
    """A room with one event, whose acts are on the record."""
    rooms = {"fair": Packed(named, lambda _s, _id: "/", PARTS)}
    monkeypatch.setitem(app.extensions, "packs", rooms)
    with app.extensions["database"].writing() as session:
        for about in (FAIR, Subject("fair", "8", "Another"), FAIR):
            audit.record(session, ANN, "open a stall", about, now=NOON)
    return rooms


def ask(db):
    with db.writing() as session:
        return making.ask(session, FAIR, by=ANN, now=NOON)


def tick(app, db, times=3, at=NOON):
    with app.test_request_context():
        return [run_due(db, at).fired for _ in range(times)]


@pytest.fixture
def made(app, db, fair):
    pack = ask(db)
    tick(app, db)
    return pack


def zipped(app, pack):
    with app.app_context():
        return sealing.zip_of(pack)


def verified(*where):
    """What the script says on a bare Python, and how it ends."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), *map(str, where)],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.rule("HOUSE-PACK-2", "HOUSE-RECORD-1", "HOUSE-RECORD-8")
def test_a_pack_has_every_part_and_a_stranger_finds_that_it_holds(app, db, made):
    with zipfile.ZipFile(zipped(app, made)) as pack:
        names = set(pack.namelist())
        assert names == {
            *("manifest.json", "proof.json", "README.txt", "verify_pack.py"),
            *("report.pdf", "record.jsonl", "paid.csv", "paid.json"),
            *("none.csv", "none.json", "terms/version-1.txt"),
        }
        assert pack.read("paid.csv").decode("utf-8-sig").splitlines() == [
            "Who,What,Paid",
            "Zoë,a stall,12.50",
            "'=Bob,“none”,",
        ]
        data = json.loads(pack.read("paid.json"))
        assert data["rule"] == "HOUSE-RECORD-1"
        assert data["rows"] == [
            {"Who": "Zoë", "What": "a stall", "Paid (cents)": 1250},
            {"Who": "=Bob", "What": "“none”", "Paid": None},
        ]
        assert json.loads(pack.read("none.json"))["rows"] == []
        record = [json.loads(line) for line in pack.read("record.jsonl").splitlines()]
        assert [(e["number"], e["act"]) for e in record] == [
            (1, "open a stall"),
            (3, "open a stall"),
            (4, "ask for a pack"),
        ]
        assert pack.read("report.pdf").startswith(b"%PDF-")
    code, said = verified(zipped(app, made))
    assert (code, said.splitlines()[-1][:15]) == (0, "The pack holds:")


@pytest.mark.rule("HOUSE-PACK-2")
def test_its_list_of_hashes_is_on_the_record_under_a_checkpoint(app, db, made, config):
    with zipfile.ZipFile(zipped(app, made)) as pack:
        proof = json.loads(pack.read("proof.json"))
    with db.reading() as session:
        manifest = queries.manifest_of(session, made)
        file = queries.file_of(session, made)
        entry = session.get_one(AuditRow, manifest.entry)
    assert entry.after == {"pack": made.pk, "manifest_sha256": manifest.sha256}
    assert proof["entry"]["hash"] == entry.hash
    assert proof["checkpoint"]["number"] == file.checkpoint == 1
    assert proof["checkpoint"]["size"] == manifest.entry
    assert file.lies_until == NOON + timedelta(days=30)


def changed(pack, into, name, at):
    """The same pack with one bit of one file turned over."""
    with zipfile.ZipFile(pack) as old, zipfile.ZipFile(into, "w") as new:
        for each in old.namelist():
            content = bytearray(old.read(each))
            if each == name:
                content[at % len(content)] ^= 1
            new.writestr(each, bytes(content))
    return into


@pytest.mark.rule("HOUSE-PACK-2", "HOUSE-RECORD-8")
def test_one_changed_byte_is_named(app, made, tmp_path):
    with zipfile.ZipFile(zipped(app, made)) as pack:
        names = pack.namelist()
    for name in names:
        for at in (0, 777, -3):
            other = changed(zipped(app, made), tmp_path / "other.zip", name, at)
            code, said = verified(other)
            assert code == 1, (name, at)
            assert f"{name} was changed" in said, (name, at, said)


@pytest.mark.rule("HOUSE-PACK-2")
def test_a_file_too_many_or_too_few_is_named_in_a_folder_too(app, made, tmp_path):
    with zipfile.ZipFile(zipped(app, made)) as pack:
        pack.extractall(tmp_path / "pack")
    assert verified(tmp_path / "pack")[0] == 0
    (tmp_path / "pack" / "extra.txt").write_text("I was always here.")
    (tmp_path / "pack" / "terms" / "version-1.txt").unlink()
    code, said = verified(tmp_path / "pack")
    assert code == 1
    assert "extra.txt does not belong to it." in said
    assert "terms/version-1.txt was changed" in said
    assert verified(SCRIPT)[0] == verified(tmp_path / "nowhere")[0] == 1


@pytest.mark.rule("HOUSE-PACK-2")
def test_whoever_spells_everything_anew_has_no_signature(app, made, tmp_path):
    """A changed sheet with a new list and a new entry: the root is another one."""
    with zipfile.ZipFile(zipped(app, made)) as pack:
        files = {name: pack.read(name) for name in pack.namelist()}
    manifest, proof = (
        json.loads(files["manifest.json"]),
        json.loads(files["proof.json"]),
    )
    files["paid.csv"] += b"Mallory,all of it,0.00\r\n"
    file = next(f for f in manifest["files"] if f["name"] == "paid.csv")
    file["sha256"] = sealing.sha256(files["paid.csv"])
    files["manifest.json"] = sealing.canonical(manifest)
    entry = proof["entry"]
    entry["after"]["manifest_sha256"] = sealing.sha256(files["manifest.json"])
    body = {name: entry[name] for name in entry if name != "hash"}
    entry["hash"] = sealing.sha256(sealing.canonical(body))
    files["proof.json"] = sealing.canonical(proof)
    with zipfile.ZipFile(tmp_path / "forged.zip", "w") as forged:
        for name, content in files.items():
            forged.writestr(name, content)
    code, said = verified(tmp_path / "forged.zip")
    assert code == 1
    assert "the path does not lead to what was signed" in said


@pytest.mark.rule("HOUSE-PACK-3")
def test_a_pack_goes_on_with_the_part_it_was_at(app, db, fair, monkeypatch):
    monkeypatch.setattr(making, "SLICE", 0.0)
    pack = ask(db)
    assert ask(db).pk == pack.pk  # one under way will do
    assert tick(app, db, 3) == [1, 1, 1]
    with db.reading() as session:
        assert [row.name for row in queries.parts_of(session, pack)] == [
            *("paid", "none", "terms"),
        ]
    (zipped(app, pack).parent / str(pack.pk) / "photos.half").write_bytes(b"killed")
    assert tick(app, db, 6) == [1, 1, 1, 1, 1, 0]
    with db.reading() as session:
        assert queries.file_of(session, pack) is not None
        assert len(session.exec(select(PackPartRow)).all()) == len(PARTS) + 3
    assert verified(zipped(app, pack))[0] == 0
    assert ask(db).pk != pack.pk


@pytest.mark.rule("HOUSE-PACK-3")
def test_a_part_that_fails_is_said_and_tried_again(app, db, fair, monkeypatch):
    def broken(_session, _id):
        raise OSError("The disk is full.")

    parts = (*PARTS, Sheet("more", "More", RULE, broken))
    room = Packed(named, lambda _s, _id: "/", parts)
    monkeypatch.setitem(app.extensions["packs"], "fair", room)
    pack = ask(db)
    tick(app, db)
    with db.reading() as session:
        assert queries.standing(session, pack).trouble == "The disk is full."
    whole = Packed(named, lambda _s, _id: "/", PARTS)
    monkeypatch.setitem(app.extensions["packs"], "fair", whole)
    tick(app, db, at=NOON + timedelta(minutes=2))
    assert verified(zipped(app, pack))[0] == 0


@pytest.mark.rule("HOUSE-PACK-4")
def test_its_files_are_deleted_after_thirty_days(app, db, made):
    then = NOON + timedelta(days=30)
    tick(app, db, at=then - timedelta(seconds=1))
    assert zipped(app, made).exists()
    tick(app, db, at=then)
    assert not zipped(app, made).exists()
    with db.reading() as session:
        assert session.exec(select(PackFileRow)).one().sha256


@pytest.mark.rule("HOUSE-PACK-2")
def test_a_record_that_does_not_hold_is_not_signed_for(app, db, fair, tmp_path):
    pack = ask(db)
    tick(app, db, 1)
    with behind_its_back(db) as connection:
        connection.exec_driver_sql("UPDATE audit SET act = 'x' WHERE number = 2")
    tick(app, db, 2)
    with db.reading() as session:
        file = queries.file_of(session, pack)
    assert (file.checkpoint, "not signed" in file.unsigned) == (0, True)
    code, said = verified(zipped(app, pack))
    assert code == 1
    assert "No checkpoint stands for it: The record was not signed" in said


@pytest.mark.rule("HOUSE-PACK-1")
@pytest.mark.parametrize("role", [Role.COMPLIANCE, Role.INSPECTOR, Role.DIRECTOR])
def test_who_may_asks_for_a_pack_and_takes_it_on_the_record(
    app, db, fair, sign_in, role
):
    client = sign_in(role)
    assert b"What was paid" in client.get("/desk/packs/fair/7").data
    there = client.post("/desk/packs/fair/7", data={"_key": "k" * 16}).headers[
        "Location"
    ]
    page = client.get(there).get_data(as_text=True)
    assert "0 of 7 parts are written" in page.replace("\n ", "")
    assert client.get(f"{there}/pack.zip").status_code == 404
    tick(app, db, at=NOON + timedelta(days=400))
    assert "is ready." in client.get(there).get_data(as_text=True)
    with client.get(f"{there}/pack.zip") as answer:
        taken = answer.data
    assert zipfile.ZipFile(io.BytesIO(taken)).testzip() is None
    with db.reading() as session:
        last = session.exec(
            select(AuditRow).order_by(col(AuditRow.number).desc())
        ).first()
    assert (last.act, last.actor_name, last.rules) == (
        *("take a pack", role.value.title()),
        ["HOUSE-PACK-1"],
    )
    assert last.after["sha256"] == sealing.sha256(taken)
    assert b"Spring fair" in client.get("/desk/packs/").data


@pytest.mark.rule("HOUSE-PACK-1")
def test_nobody_else_is_let_near_a_pack(app, db, made, sign_in):
    for role in set(Role) - {Role.COMPLIANCE, Role.INSPECTOR, Role.DIRECTOR}:
        client = sign_in(role)
        for path in ("", "fair/7", str(made.pk), f"{made.pk}/pack.zip"):
            assert client.get(f"/desk/packs/{path}").status_code == 403
        assert client.post("/desk/packs/fair/7").status_code == 403


def test_what_is_not_there_is_said(app, fair, sign_in):
    client = sign_in(Role.DIRECTOR)
    for path in (
        "fair/8",
        "raffle/7",
        "99",
        "99/pack.zip",
        "fair/99999999999999999999",
    ):
        assert client.get(f"/desk/packs/{path}").status_code == 404
    assert (
        client.post("/desk/packs/raffle/7", data={"_key": "k" * 16}).status_code == 404
    )
