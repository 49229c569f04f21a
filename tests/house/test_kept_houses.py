"""A house that an earlier release left in the middle of its work goes on in this."""

import itertools

import pytest

from app import create_app
from house import migrate
from house.audit.verification import verify as verify_record
from house.cli import LEDGER_CHECKS
from house.config import Config, Mode
from house.documents.verification import verify as verify_documents
from house.floor.rounds import book as books
from house.floor.tables import services as tables
from house.ledger.verification import verify as verify_ledger
from tests.house import kept_house
from tests.house.conftest import SECRET, _execute
from tests.house.floor_cast import at, table, tick
from tests.house.rounds_cast import SEAL, Console, finish_step

# What follows is done in one house of each release, in this order.
HOUSES = sorted(kept_house.KEPT.glob("*.json.gz"))
_numbers = itertools.count(1)


@pytest.fixture(
    scope="module",
    params=["sqlite", pytest.param("postgres", marks=pytest.mark.database)],
)
def nothing_yet(request, tmp_path_factory):
    """A database without a single table."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('kept')}/house.sqlite3"
        return
    address, name = request.getfixturevalue("postgres_server"), f"kept_{next(_numbers)}"
    _execute(address, f"CREATE DATABASE {name}")
    yield address.format(name)
    _execute(address, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(
    scope="module",
    params=HOUSES,
    ids=lambda path: path.name.removesuffix(".json.gz"),
)
def moved(request, nothing_yet):
    """A kept house, brought through every migration since, and opened."""
    kept = kept_house.read(request.param)
    migrate.upgrade(nothing_yet, kept["revision"])
    with migrate.connection_to(nothing_yet) as connection:
        kept_house.restore(connection, kept)
    migrate.upgrade(nothing_yet)
    app = create_app(Config(Mode.DEMO, nothing_yet, SECRET))
    with app.app_context():
        yield app.extensions["database"]
    app.extensions["database"].engine.dispose()


def test_a_release_keeps_a_house():
    assert "0.2.0.json.gz" in {path.name for path in HOUSES}


def test_its_record_documents_and_ledger_verify(moved):
    with moved.reading() as session:
        assert verify_record(session).holds
        assert not verify_documents(session).faults
        ledger = verify_ledger(session, LEDGER_CHECKS)
    assert ledger.postings
    assert ledger.holds, ledger.wrong


def test_its_round_is_played_to_the_end(moved):
    tablet = Console(moved, kept_house.PLAYING, at(5))
    with moved.reading() as session:
        here = books.here(session, tables.get(session, kept_house.PLAYING))
        position = books.position(session, here.book, here.round, SEAL)
    tablet.round, tablet.seq = here.round.number, position.seq
    assert not position.over
    while not finish_step(tablet, {}).position.over:
        pass
    assert tablet.lines()


def test_its_deadline_fires(moved):
    assert table(moved, kept_house.RAISING).minimum_cents == 10_00
    tick(moved, at(20))
    assert table(moved, kept_house.RAISING).minimum_cents == 25_00
