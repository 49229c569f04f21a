"""Commands of whoever runs the house: a sentence when something is wrong, no crash."""

import os
import subprocess
import sys

import pytest

from house import migrate
from house.config import ROOT, Config, Mode
from house.db import Database
from tests.house.conftest import SECRET

COMMANDS = (
    ["staff", "add", "ruth", "Ruth Okafor", "--role", "admin"],
    ["staff", "list"],
    ["ledger", "verify"],
    ["documents", "verify"],
    ["audit", "verify"],
    ["floor", "replay", "4", "17"],
    ["demo", "load"],
    ["tick"],
    ["tick", "--once"],
)
SERVE = ["serve", "--port", "14999"]


@pytest.fixture
def said(built):
    """What a command says that fails on the house at an address."""

    def of(url, *args):
        built.extensions["config"] = Config(Mode.DEMO, url, SECRET)
        built.extensions["database"] = Database(url)
        built.extensions.pop("migrated", None)
        result = built.test_cli_runner().invoke(args=args)
        built.extensions["database"].engine.dispose()
        assert isinstance(result.exception, SystemExit), result.exception
        assert result.exit_code == 1
        return " ".join(result.output.split())

    return of


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_before_migrating_a_command_says_what_to_do(said, args, tmp_path):
    assert said(f"sqlite:///{tmp_path}/house.sqlite3", *args) == (
        f"Error: The database is at version none; this release needs {migrate.head()}. "
        "Run “flask migrate” (or “make migrate”), then try again."
    )


@pytest.mark.parametrize("args", [*COMMANDS, ["migrate"], SERVE], ids=" ".join)
def test_a_database_that_is_away_is_named_without_its_password(said, args):
    away = "postgresql+psycopg://app:hidden@/house?host=/nonexistent"
    sentence = said(away, *args)
    assert "hidden" not in sentence
    assert "nonexistent" in sentence


def test_what_the_house_writes_is_for_its_owner_alone(tmp_path):
    home = tmp_path / "home"
    env = os.environ | {
        "DATABASE_URL": f"sqlite:///{home}/house.sqlite3",
        "SECRET_KEY": "4f0c9a1be77d52c3a86e1f9b03d4c7e2",
        "OUTBOX": str(home / "outbox"),
    }
    code = (
        "from app import create_app; from house import clock, migrate;"
        "from house.notices.outbox import announce; import os;"
        "app = create_app(); db = app.extensions['database'];"
        "migrate.upgrade(os.environ['DATABASE_URL']);"
        "session = db.reading(); session.connection();"  # keeps the journal open
        "from house.notices.ticking import Ticker\n"
        "with db.writing() as s: announce(s, 'k', 'a@b.c', 's', 'b', now=clock.now())\n"
        "assert Ticker(app).tick()\n"
        "os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, check=True)
    modes = {path.relative_to(home).as_posix(): path for path in home.rglob("*")}
    assert {"house.sqlite3", "house.sqlite3-wal", "house.sqlite3-shm", "outbox"} <= {
        *modes
    }
    assert any(path.suffix == ".eml" for path in modes.values())
    open_to_others = [n for n, path in modes.items() if path.stat().st_mode & 0o077]
    assert not open_to_others
    assert home.stat().st_mode & 0o077 == 0
