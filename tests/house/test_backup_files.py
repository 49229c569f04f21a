"""The file of a backup: whole or not there, taken every night, refused elsewhere."""

import json
import re
import sys
import zipfile
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import create_engine
from sqlmodel import select

from house.audit.models import AuditRow
from house.backup import archive, nightly, restoring, taking
from house.backup.dumps import Failed, sqlite_file, tables_of
from house.config import Config, Mode
from house.notices import deadlines
from house.notices.models import DeadlineRow
from house.people.roles import Role
from house.web.request import venue
from tests.house.conftest import NOON, SECRET

TAKEN, RESTORED = "HOUSE-BACKUP-1", "HOUSE-BACKUP-2"
KEYS, NIGHTLY = "HOUSE-BACKUP-3", "HOUSE-BACKUP-4"
OTHER_KEY = "another secret that is long enough for anybody"


@pytest.fixture
def run(app):
    """A command on a house, as somebody types it."""

    def invoke(*args, house=None):
        chosen = house or app
        return chosen.test_cli_runner().invoke(args=[str(arg) for arg in args])

    return invoke


@pytest.fixture
def file(tmp_path):
    return tmp_path / "monday.zip"


@pytest.mark.rule(TAKEN)
def test_a_backup_takes_nobodys_name_and_none_is_left_half_done(
    config, file, monkeypatch
):
    taking.take(config, file, NOON)
    first = file.read_bytes()
    with pytest.raises(Failed, match="never written over"):
        taking.take(config, file, NOON)
    assert file.read_bytes() == first

    def power_cut(file, *_):
        file.write(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(archive, "_fill", power_cut)
    with pytest.raises(KeyboardInterrupt):
        taking.take(config, file.with_name("tuesday.zip"), NOON)
    assert [path.name for path in file.parent.glob("*.zip")] == [file.name]


@pytest.mark.rule(TAKEN)
def test_a_file_that_is_cut_off_or_changed_is_no_backup(
    config, run, file, elsewhere, there
):
    taking.take(config, file, NOON)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert "cut off or changed" in run("backup", "--check", file).output
    middle = len(whole) // 2
    file.write_bytes(whole[:middle] + b"\0\1\2\3" + whole[middle + 4 :])
    assert run("restore", file, house=there).exit_code == 1
    assert not _tables(elsewhere)
    assert "no such file" in run("backup", "--check", "nowhere.zip").output


def _tables(config):
    if config.database_url.startswith("sqlite"):
        return sqlite_file(config.database_url).exists()
    engine = create_engine(config.database_url)
    with engine.connect() as connection:
        found = tables_of(connection)
    engine.dispose()
    return found


def forged(file, **changes):
    """The same backup with another manifest."""
    with zipfile.ZipFile(file) as old:
        contents = {name: old.read(name) for name in old.namelist()}
    manifest = json.loads(contents[archive.MANIFEST]) | changes
    contents[archive.MANIFEST] = json.dumps(manifest).encode()
    path = file.with_name("forged.zip")
    with zipfile.ZipFile(path, "w") as new:
        for name, content in contents.items():
            new.writestr(name, content)
    return path


@pytest.mark.rule(RESTORED)
def test_a_backup_goes_into_an_empty_database_of_its_kind_and_no_older_release(
    config, run, file, there
):
    taking.take(config, file, NOON)
    occupied = run("restore", file)
    assert occupied.exit_code == 1
    assert "into an empty database only" in occupied.output
    newer = run("restore", forged(file, migration="9999"), house=there)
    assert "Install that release" in newer.output
    other = run("restore", forged(file, dialect="oracle"), house=there)
    assert "backup of a oracle database" in other.output
    short = run("restore", forged(file, rows={"patron": 5}), house=there)
    assert "patron has 0 rows; the backup counted 5" in short.output
    assert all(answer.exit_code == 1 for answer in (newer, other, short))


def test_a_journal_that_was_left_behind_is_not_mixed_with_a_restored_house(
    tmp_path, sqlite_url, run, file
):
    here = Config(Mode.DEMO, sqlite_url, SECRET)
    taking.take(here, file, NOON)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "house.sqlite3-wal").write_bytes(b"left")
    there = replace(here, database_url=f"sqlite:///{tmp_path}/elsewhere/house.sqlite3")
    with pytest.raises(Failed, match="actions of an earlier house"):
        restoring.Restore(there, file, NOON, print).run()


@pytest.mark.rule(NIGHTLY, TAKEN)
def test_a_backup_is_taken_every_night_and_as_many_are_kept_as_are_set(
    app, db, tmp_path, config
):
    folder = tmp_path / "nights"
    app.extensions["config"] = replace(config, backups=folder, backups_kept=2)
    with app.app_context():
        with db.writing() as session:
            nightly.plan_next(session, venue(), NOON)
        for night in range(1, 4):
            assert deadlines.run_due(db, NOON + night * timedelta(days=1)).fired == 1
    kept = sorted(folder.iterdir())
    assert [path.name for path in kept] == [
        "house-2026-11-21T163000Z.zip",  # 3.30 am in Melbourne
        "house-2026-11-22T163000Z.zip",
    ]
    assert archive.check(kept[-1]).entries == 2
    with db.reading() as session:
        noted = session.exec(select(AuditRow).where(AuditRow.act == taking.ACT)).all()
        assert [entry.rules for entry in noted] == [[TAKEN]] * 3
        planned = session.exec(select(DeadlineRow)).all()
        assert {row.rule_id for row in planned if row.kind == nightly.KIND} == {NIGHTLY}


@pytest.mark.rule(NIGHTLY)
def test_the_administrators_desk_says_when_no_backup_is_fresh(
    app, db, tmp_path, config, sign_in
):
    client = sign_in(Role.ADMIN)
    assert "no fresh backup" not in client.get("/desk/").get_data(as_text=True)
    app.extensions["config"] = replace(config, backups=tmp_path)
    desk = client.get("/desk/").get_data(as_text=True)
    assert "There is none yet" in desk
    assert NIGHTLY in desk
    assert app.test_cli_runner().invoke(args=["backup", str(tmp_path / "now.zip")])
    assert "no fresh backup" not in client.get("/desk/").get_data(as_text=True)


def test_a_house_that_was_copied_and_never_installed_knows_its_release(monkeypatch):
    monkeypatch.setattr(sys, "meta_path", [])  # nothing that was installed is found
    assert re.fullmatch(r"\d+\.\d+\.\d+", taking.release())
