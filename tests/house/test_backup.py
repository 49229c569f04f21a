"""Backups: whole or not there, restored as they were, and never without a word."""

import threading
from dataclasses import replace

import pytest
from sqlalchemy import text

from house import audit, checks, clock, migrate, sealed_with
from house.audit.checkpoints.book import Book
from house.audit.record import SYSTEM, Subject
from house.backup import archive, restoring, taking
from house.backup.dumps import sqlite_file
from house.floor.rounds import book as books
from house.floor.rounds.replay import Memory
from house.floor.tables import services as tables
from house.people import sessions
from house.people.roles import Role
from house.sealing import Seal, fingerprint
from house.web.health import Behind, require_current
from tests.house import kept_house
from tests.house.conftest import NOON, SECRET, add_staff
from tests.house.floor_cast import at
from tests.house.rounds_cast import SEAL, Console, finish_step

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


def write_on(db, stop, written):
    """Somebody who goes on writing while others work."""
    while not stop.is_set():
        with db.writing() as session:
            subject = Subject("table", str(len(written)))
            written.append(
                audit.record(session, SYSTEM, "note", subject, now=NOON).number
            )


@pytest.mark.rule(TAKEN)
@pytest.mark.rule(RESTORED)
def test_a_house_is_backed_up_under_play_and_plays_on_elsewhere(
    db, run, file, there, monkeypatch
):
    kept_house.begin(db)
    assert run("audit", "checkpoint").exit_code == 0
    elsewhere_too = replace(there.extensions["config"], checkpoints=file.parent / "cp")
    there.extensions["config"] = elsewhere_too
    stop, written = threading.Event(), []
    writer = threading.Thread(target=write_on, args=(db, stop, written))
    writer.start()
    taken = run("backup", file)
    stop.set()
    writer.join()
    assert taken.exit_code == 0, taken.output
    assert file.stat().st_mode & 0o777 == 0o600
    assert SECRET.encode() not in file.read_bytes()
    assert "is a whole backup" in run("backup", "--check", file).output

    restored = run("restore", file, house=there)
    assert restored.exit_code == 0, restored.output
    assert "Everything that can be verified holds." in restored.output
    assert Book(there.extensions["config"].checkpoints).newest().size <= written[-1]
    monkeypatch.setattr(books, "MEMORY", Memory())  # nobody remembers the cards
    with there.app_context():
        assert play_on(there.extensions["database"])


@pytest.mark.rule(RESTORED)
def test_a_restore_that_was_cut_short_counts_as_none_and_can_be_done_again(
    config, run, file, elsewhere, there, monkeypatch
):
    taking.take(config, file, NOON)
    with monkeypatch.context() as cut:
        cut.setattr(checks, "run", _power_cut)
        with pytest.raises(KeyboardInterrupt), there.app_context():
            restoring.Restore(elsewhere, file, NOON, print).run()
    db = there.extensions["database"]
    with pytest.raises(Behind):
        require_current(db)
    db.engine.dispose()
    again = run("restore", file, house=there)
    assert again.exit_code == 0, again.output
    require_current(db)
    assert run("house", "verify", house=there).exit_code == 0


def _power_cut(*_):
    raise KeyboardInterrupt


@pytest.mark.rule(RESTORED)
def test_an_older_backup_is_brought_to_this_release(run, file, elsewhere, there):
    kept = kept_house.read(kept_house.KEPT / "0.2.0.json.gz")
    migrate.upgrade(elsewhere.database_url, kept["revision"])
    with migrate.connection_to(elsewhere.database_url) as connection:
        kept_house.restore(connection, kept)
    manifest = taking.take(elsewhere, file, NOON)
    assert manifest.migration == kept["revision"]
    emptied(elsewhere.database_url)
    restored = run("restore", file, house=there)
    assert restored.exit_code == 0, restored.output
    require_current(there.extensions["database"])


def emptied(url):
    """The machine is lost; another stands in its place."""
    if url.startswith("sqlite"):
        sqlite_file(url).unlink()
        return
    with migrate.connection_to(url) as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))


@pytest.mark.rule(KEYS)
def test_a_house_restored_without_its_key_says_which_and_fails_nowhere(
    db, run, file, there, elsewhere, monkeypatch
):
    kept_house.begin(db)
    with db.writing() as session:
        sealed_with.note(session, Seal((SECRET,)), NOON)
    assert run("backup", file).exit_code == 0
    there.extensions["config"] = replace(elsewhere, secret_key=OTHER_KEY)
    there.extensions["seal"] = Seal((OTHER_KEY,))
    restored = run("restore", file, house=there)
    assert f"the key {fingerprint(SECRET)}" in restored.output
    assert "1 decks of rounds under way" in restored.output

    monkeypatch.setattr(books, "MEMORY", Memory())  # nobody remembers the cards
    client = _signed_in(there, Role.ADMIN, Role.SUPERVISOR)
    page = client.get(f"/desk/tables/{kept_house.PLAYING}/console")
    assert page.status_code == 409
    assert "a key that the house does not have" in page.get_data(as_text=True)
    desk = client.get("/desk/").get_data(as_text=True)
    assert "A key of the house is missing" in desk
    assert fingerprint(SECRET) in desk
    there.extensions["seal"] = Seal((OTHER_KEY, SECRET))
    assert "A key of the house" not in client.get("/desk/").get_data(as_text=True)


@pytest.mark.rule(KEYS)
def test_a_backup_names_the_keys_of_the_house_and_not_those_of_the_command(
    db, config, app, run, file
):
    with db.writing() as session:
        sealed_with.note(session, Seal((OTHER_KEY,)), NOON)
        sealed_with.note(session, Seal((SECRET,)), NOON)
    mine, older = fingerprint(SECRET), fingerprint(OTHER_KEY)
    assert taking.take(config, file.with_name("mine.zip"), NOON).keys == (mine,)
    stranger = "a secret that this house has never sealed with"
    app.extensions["config"] = replace(config, secret_key=stranger)
    app.extensions["seal"] = Seal((stranger,))
    said = run("backup", file)
    assert said.exit_code == 0
    assert archive.check(file).keys == (mine, older)
    assert f"the key {', '.join(sorted((mine, older)))} is not among" in said.output


def _signed_in(app, *roles):
    with app.extensions["database"].writing() as session:
        staff = add_staff(session, "ann", *roles, at=clock.now())
        token, row = sessions.begin(
            session, staff, key="k" * 16, address="::1", agent="test", now=clock.now()
        )
        row.second_factor_at = clock.now()
    client = app.test_client()
    client.set_cookie("session", token)
    return client


def play_on(db):
    """Play the round that was under way to its end."""
    tablet = Console(db, kept_house.PLAYING, at(5))
    with db.reading() as session:
        here = books.here(session, tables.get(session, kept_house.PLAYING))
        position = books.position(session, here.book, here.round, SEAL)
    tablet.round, tablet.seq = here.round.number, position.seq
    while not finish_step(tablet, {}).position.over:
        pass
    return tablet.lines()
