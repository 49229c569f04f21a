"""A house to test: the app on a migrated database, SQLite and PostgreSQL alike."""

import itertools
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import NullPool, create_engine, text

from app import create_app
from house import migrate
from house.config import Config, Mode
from house.db import Database
from house.people import sessions
from house.people.models import StaffRoleRow, StaffRow
from house.people.roles import Role
from house.sealing import Seal
from tests import postgres
from tests.house import databases, disk
from tests.house.connections import counted

NOON = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)  # noon in Melbourne
SECRET = "a secret only tests know, long enough"
_numbers = itertools.count(1)
_idle: list[str] = []  # databases that are as good as new, to be used again
disk.never_wait()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty SQLite file to copy."""
    return _template(tmp_path_factory.getbasetemp())


# Tournaments and promotions have these fixtures as their own: what takes long is
# cached, so that a process does it once for all of them.
@cache
def _template(folder: Path) -> Path:
    path = folder / "sqlite" / "template.sqlite3"
    path.parent.mkdir()
    migrate.upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgres_server(pytestconfig: pytest.Config) -> str:
    """A real PostgreSQL with a migrated template database."""
    try:
        return _server(pytestconfig)
    except postgres.Unavailable as why:
        pytest.skip(str(why))


@cache
def _server(config: pytest.Config) -> str:
    with ExitStack() as stack:
        address = stack.enter_context(postgres.server())
        _execute(address, "CREATE DATABASE template_house")
        migrate.upgrade(address.format("template_house"))
        config.add_cleanup(stack.pop_all().close)
    return address


def _execute(address: str, statement: str) -> None:
    engine = create_engine(address.format("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()


@pytest.fixture
def sqlite_url(sqlite_template: Path) -> Iterator[str]:
    """A fresh SQLite house, always at the same address."""
    folder = sqlite_template.with_name("house")
    folder.mkdir()
    shutil.copy(sqlite_template, folder / "house.sqlite3")
    yield f"sqlite:///{folder}/house.sqlite3"
    shutil.rmtree(folder)


@pytest.fixture
def postgres_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """A fresh PostgreSQL house: one that was emptied, or a new one."""
    address: str = request.getfixturevalue("postgres_server")
    if not _idle:
        name = f"house_{next(_numbers)}"
        _execute(address, f"CREATE DATABASE {name} TEMPLATE template_house")
        _idle.append(name)
    name = _idle.pop()
    yield address.format(name)
    if postgres.emptied(address.format(name), _fingerprint(address)):
        _idle.append(name)
    else:
        _execute(address, f"DROP DATABASE {name} WITH (FORCE)")


@cache
def _fingerprint(address: str) -> str:
    """What an untouched house looks like to PostgreSQL."""
    engine = create_engine(address.format("template_house"), poolclass=NullPool)
    with engine.connect() as connection:
        return str(connection.execute(postgres.FINGERPRINT).scalar_one())


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Run a test on the database its name picks; on both where they could differ."""
    if "EVERY_DATABASE" in os.environ:
        return
    left = databases.elsewhere(items)
    config.hook.pytest_deselected(items=list(left))
    items[:] = [item for item in items if item not in left]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.database)])
def database_url(request: pytest.FixtureRequest) -> str:
    """The same test on both databases."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def config(
    database_url: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Config:
    """Settings of a house in a test: cheap password hashes, its own outbox."""
    return Config(
        mode=Mode.DEMO,
        database_url=database_url,
        secret_key=SECRET,
        outbox=tmp_path / "outbox",
        checkpoints=tmp_path / "checkpoints",
        checkpoint_key=tmp_path / "checkpoint-key",
        press=tmp_path_factory.getbasetemp() / "press",  # a copy is printed once
        imports=tmp_path / "imports",
        packs=tmp_path / "packs",
        watch_seconds=0,
        argon_memory_kib=64,
        argon_rounds=1,
    )


@pytest.fixture(scope="session")
def compiled_pages(
    tmp_path_factory: pytest.TempPathFactory,
) -> FileSystemBytecodeCache:
    """Pages compiled once for every application that is built here."""
    return _pages(tmp_path_factory.getbasetemp())


def of_the_run(folder: Path) -> Path:
    """Where all processes of a run find what one of them has made."""
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@cache
def _pages(folder: Path) -> FileSystemBytecodeCache:
    pages = of_the_run(folder) / "pages"
    pages.mkdir(exist_ok=True)
    return FileSystemBytecodeCache(str(pages))


@pytest.fixture
def open_house(
    compiled_pages: FileSystemBytecodeCache,
) -> Iterator[Callable[[Config], Flask]]:
    """Build applications whose connections are closed when the test ends."""
    with ExitStack() as stack:

        def build(config: Config) -> Flask:
            app = create_app(config)
            app.jinja_env.bytecode_cache = compiled_pages
            app.config["WTF_CSRF_ENABLED"] = False
            stack.callback(app.extensions["database"].engine.dispose)
            return app

        yield build


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The application built once: compiling its routes and pages takes longest."""
    return _app(tmp_path_factory.getbasetemp())


@cache
def _app(folder: Path) -> Flask:
    nowhere = folder / "nowhere" / "house.sqlite3"
    app = create_app(Config(Mode.DEMO, f"sqlite:///{nowhere}", SECRET))
    app.jinja_env.bytecode_cache = _pages(folder)
    return app


@pytest.fixture
def app(built: Flask, config: Config) -> Iterator[Flask]:
    """The whole application, in a house of this test's own."""
    database = _at(config.database_url)
    built.extensions["config"] = config
    built.extensions["seal"] = Seal.of(config)
    built.extensions["database"] = database
    built.extensions.pop("migrated", None)
    built.config["WTF_CSRF_ENABLED"] = False
    with counted(database.engine) as seconds:
        yield built
    database.engine.dispose()
    assert not seconds, f"A request held two connections at once: {seconds[0]}"


@cache
def _at(url: str) -> Database:
    """A database used again with the statements it has compiled: that takes long."""
    return Database(url)


@pytest.fixture
def db(app: Flask) -> Database:
    """The application's database."""
    database: Database = app.extensions["database"]
    return database


SignIn = Callable[..., FlaskClient]


@pytest.fixture
def sign_in(app: Flask, db: Database) -> SignIn:
    """A browser signed in as somebody with these roles."""

    def as_(
        *roles: Role, username: str = "", now: datetime | None = None
    ) -> FlaskClient:
        from house import clock  # noqa: PLC0415 (time may be travelled by the test)

        at = now or clock.now()
        name = username or "-".join(role.value for role in roles) or "nobody"
        with db.writing() as session:
            staff = add_staff(session, name, *roles, at=at)
            token, row = sessions.begin(
                session, staff, key="k" * 16, address="127.0.0.1", agent="test", now=at
            )
            row.second_factor_at = at
        client = app.test_client()
        client.set_cookie("session", token)
        return client

    return as_


def add_staff(session, username: str, *roles: Role, at: datetime) -> StaffRow:
    """A member of staff past every hurdle."""
    staff = StaffRow(
        username=username,
        name=username.title(),
        password_hash="-",
        password_changed_at=at,
        must_change_password=False,
        totp_sealed="-",
        totp_confirmed_at=at,
        created_at=at,
    )
    session.add(staff)
    session.flush()
    for role in roles:
        session.add(
            StaffRoleRow(staff_id=staff.pk, role=role, granted_at=at, granted_by="test")
        )
    return staff


@pytest.fixture
def elsewhere(
    request: pytest.FixtureRequest, config: Config, tmp_path: Path
) -> Iterator[Config]:
    """The settings of the same house where its database is still empty."""
    if config.database_url.startswith("sqlite"):
        url = f"sqlite:///{tmp_path}/elsewhere/house.sqlite3"
        yield replace(config, database_url=url)
        return
    address = request.getfixturevalue("postgres_server")
    name = f"elsewhere_{next(_numbers)}"
    _execute(address, f"CREATE DATABASE {name}")
    yield replace(config, database_url=address.format(name))
    _execute(address, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def there(elsewhere: Config, open_house: Callable[[Config], Flask]) -> Flask:
    """The same house where its database is still empty."""
    return open_house(elsewhere)
