"""Houses for the state machines: a new one for each run, on either database."""

import itertools
import random
import shutil
import tempfile
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from house.floor.rounds import decks
from tests import postgres
from tests.house.conftest import _execute, _fingerprint

_numbers = itertools.count(1)


class PowerCut(Exception):
    """The transaction never comes to its end."""


class OnSqlite:
    """Each house is a copy of an empty file."""

    def __init__(self, template):
        self.template = template
        self.folders = {}

    def new(self):
        """The address of a new house."""
        folder = tempfile.TemporaryDirectory()
        path = Path(folder.name) / f"house-{next(_numbers)}.sqlite3"
        shutil.copy(self.template, path)
        self.folders[f"sqlite:///{path}"] = folder
        return f"sqlite:///{path}"

    def end(self, url):
        """Throw a house away."""
        self.folders.pop(url).cleanup()


class OnPostgres:
    """Each house is a database, emptied and used again."""

    def __init__(self, address):
        self.address = address
        self.idle = []

    def new(self):
        """The address of a new house."""
        if not self.idle:
            name = f"machine_{next(_numbers)}"
            _execute(self.address, f"CREATE DATABASE {name} TEMPLATE template_house")
            self.idle.append(self.address.format(name))
        return self.idle.pop()

    def end(self, url):
        """Empty a house for the next."""
        if postgres.emptied(url, _fingerprint(self.address)):
            self.idle.append(url)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.database)])
def houses(request):
    """Houses on both databases."""
    if request.param == "sqlite":
        return OnSqlite(request.getfixturevalue("sqlite_template"))
    return OnPostgres(request.getfixturevalue("postgres_server"))


def seeded(seed):
    """Let every deck be shuffled by this seed, so that what failed fails again."""
    patch = pytest.MonkeyPatch()
    by = random.Random(seed)
    patch.setattr(decks, "fresh", partial(decks.fresh, by=by))
    return patch


MOST_RUNS = 6


def run_until_met(play, thin):
    """Play on until every path was met often enough, so that nothing hangs on chance;
    whatever is still missing after so many runs is given back.
    """
    for _ in range(MOST_RUNS):
        play()
        if not thin():
            break
    return thin()


def too_rare(met, least, kinds):
    """What was met less often than it should be, and whether enough was ruled on."""
    found = {name: met[name] for name, times in least.items() if met[name] < times}
    ruled = len([name for name in met if name.startswith("ruled ")])
    return found if ruled >= kinds else found | {"kinds ruled on": ruled}


def run(machine, examples, steps, **given):
    """Run a machine so many times; what it needs is set on a class of its own."""
    here = type("Here", (machine,), given)
    run_state_machine_as_test(
        here,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
