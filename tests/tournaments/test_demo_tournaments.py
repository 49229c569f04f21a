"""The demo house's tournaments: one takes entries, one is just published."""

import shutil

import pytest
from sqlmodel import select

from house.config import Config, Mode
from house.db import Database
from house.demo.load import load
from tests.house.conftest import NOON, SECRET
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.rules.lifecycle import PATH, Status

pytestmark = pytest.mark.xdist_group("demo")


@pytest.fixture(scope="module")
def db(sqlite_template, tmp_path_factory):
    """The demo house, loaded once and only looked at."""
    path = shutil.copy(sqlite_template, tmp_path_factory.mktemp("demo") / "h.sqlite3")
    url = f"sqlite:///{path}"
    cheap = {"argon_memory_kib": 64, "argon_rounds": 1}
    made = Database(url)
    load(made, Config(Mode.DEMO, url, SECRET, **cheap), NOON)
    yield made
    made.engine.dispose()


def test_one_takes_entries_and_one_is_just_published(db):
    with db.reading() as session:
        rows = {row.slug: row for row in session.exec(select(TournamentRow))}
        assert set(rows) == {"spring-stud-classic", "friday-night-stud"}
        classic, friday = rows["spring-stud-classic"], rows["friday-night-stud"]
        assert (classic.status, friday.status) == (
            Status.ENTRIES_OPEN,
            Status.PUBLISHED,
        )
        facts = queries.facts_of(session, classic, NOON)
        assert (facts.entries, facts.director) == (44, "Ruth Okafor")
        assert [(d.name, d.appointed_by) for d in facts.deputies] == [
            ("Daniel Marsh", "Ruth Okafor")
        ]
        [seats] = [PATH.next_of(classic.status, facts)]
        shut = [tick.title for tick in seats.ticks if not tick.is_done]
        assert shut == ["Tables designated", "Entries closed"]
        fees = queries.terms_of(session, friday).details.fees
        assert (fees.entry_fee_cents, fees.buy_in_cents) == (20_00, 100_00)
