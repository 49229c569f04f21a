"""The demo house as tests look at it: loaded once in a run, and copied from then on."""

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from app import create_app
from house.config import Config, Mode
from house.db import Database
from house.demo.load import load
from tests.house import shelf
from tests.house.conftest import NOON, SECRET


def cheap(url: str, folder: Path) -> Config:
    """Settings of a demo house whose passwords are hashed at once."""
    return Config(
        mode=Mode.DEMO,
        database_url=url,
        secret_key=SECRET,
        outbox=folder,
        checkpoints=folder / "checkpoints",
        checkpoint_key=folder / "checkpoint-key",
        argon_memory_kib=64,
        argon_rounds=1,
    )


@pytest.fixture(scope="session")
def demo_file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo house on SQLite, loaded by whichever process asks for it first."""
    base = tmp_path_factory.getbasetemp()
    run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    kept = run / "demo.sqlite3"
    with (run / "demo.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            making = Path(shutil.copy(sqlite_template, run / "making.sqlite3"))
            settings = cheap(f"sqlite:///{making}", run)
            db: Database = create_app(settings).extensions["database"]
            load(db, settings, NOON)
            db.engine.dispose()
            making.rename(kept)
    return kept


@pytest.fixture(scope="module")
def demo(demo_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A copy of the demo house that is mostly looked at."""
    folder = tmp_path_factory.mktemp("demo")
    path = shutil.copy(demo_file, folder / "h.sqlite3")
    app = create_app(cheap(f"sqlite:///{path}", folder))
    yield app
    app.extensions["database"].engine.dispose()


def lay_out(db: Database, kept: Path) -> None:
    """Make an untouched SQLite house the demo house."""
    with closing(sqlite3.connect(kept)) as demo:
        shelf.put(db, demo)
