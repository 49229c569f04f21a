"""The demo house as tests look at it: loaded once in a run, and copied from then on."""

import fcntl
import pickle
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache

from app import create_app
from house.config import Config, Mode
from house.db import Database
from house.demo.load import Loaded, load
from tests.house import shelf
from tests.house.conftest import NOON, SECRET, _execute, of_the_run

TOLD = "told"


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


def once_a_run(
    factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]
) -> Path:
    """A folder that is filled by whichever process asks for it first."""
    run = of_the_run(factory.getbasetemp())
    kept = run / name
    with (run / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            making = run / f"making-{name}"
            making.mkdir()
            make(making)
            making.rename(kept)
    return kept


def _load(url: str, folder: Path) -> Database:
    """Load the demo house into an empty one, and keep what was said to be in it."""
    settings = cheap(url, folder)
    db: Database = create_app(settings).extensions["database"]
    told = load(db, settings, NOON)
    (folder / TOLD).write_bytes(pickle.dumps(told))
    return db


@pytest.fixture(scope="session")
def demo_file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo house on SQLite."""

    def make(folder: Path) -> None:
        path = shutil.copy(sqlite_template, folder / "house.sqlite3")
        _load(f"sqlite:///{path}", folder).engine.dispose()

    return once_a_run(tmp_path_factory, "demo-sqlite", make) / "house.sqlite3"


@pytest.fixture(scope="session")
def demo_rows(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo house on PostgreSQL: what its tables hold."""

    def make(folder: Path) -> None:
        with one_more(postgres_server) as url:
            db = _load(url, folder)
            (folder / "rows").write_bytes(pickle.dumps(shelf.taken(db)))
            db.engine.dispose()

    return once_a_run(tmp_path_factory, "demo-postgres", make) / "rows"


@contextmanager
def one_more(address: str) -> Iterator[str]:
    """A migrated, empty house on PostgreSQL that is dropped afterwards."""
    name = f"demo_{secrets.token_hex(4)}"
    _execute(address, f"CREATE DATABASE {name} TEMPLATE template_house")
    yield address.format(name)
    _execute(address, f"DROP DATABASE {name} WITH (FORCE)")


def told_of(kept: Path) -> Loaded:
    """What was said to be in the house that is kept here."""
    told: Loaded = pickle.loads(kept.with_name(TOLD).read_bytes())
    return told


@pytest.fixture(scope="module")
def demo(
    demo_file: Path,
    compiled_pages: FileSystemBytecodeCache,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Flask]:
    """A copy of the demo house that is mostly looked at."""
    folder = tmp_path_factory.mktemp("demo")
    path = shutil.copy(demo_file, folder / "h.sqlite3")
    app = create_app(cheap(f"sqlite:///{path}", folder))
    app.jinja_env.bytecode_cache = compiled_pages
    yield app
    app.extensions["database"].engine.dispose()


def lay_out(db: Database, kept: Path) -> None:
    """Make an untouched house the demo house."""
    if not db.is_sqlite:
        shelf.put(db, pickle.loads(kept.read_bytes()))
        return
    with closing(sqlite3.connect(kept)) as demo:
        shelf.put(db, demo)
