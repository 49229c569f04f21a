"""A floor to measure: a house with open tables, players seated, and a real server."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from secrets import token_hex
from typing import Any

from sqlalchemy import URL, NullPool, create_engine, make_url
from sqlmodel import Session

from house import clock, migrate
from house.audit import Actor
from house.database_url import normal_url
from house.db import CONNECTIONS, Database
from house.floor.acts import Act
from house.floor.at_table.money import MoneyTable
from house.floor.decks.services import WHOLE
from house.floor.editions import services as editions
from house.floor.models import Device, TableRow
from house.floor.rounds import seating
from house.floor.rounds.play import Floor
from house.floor.rounds.seating import Guest
from house.floor.tables import services
from house.floor.tables.rules import Layout
from house.people import sessions
from house.people.models import StaffRoleRow, StaffRow
from house.people.roles import Role
from house.sealing import Seal
from house.web import gate

BOSS = Actor("bench", "Bench", "director")
OPTIONS = {"cards": "dealt", "maximum_payout": 100_000_00}
SECRET = "a secret for measuring only, long enough"  # noqa: S105
FLOOR = Floor(Seal((SECRET,)), (), MoneyTable)
SEATS = (2, 3, 4, 5)  # of six; nobody sits at 1, where bare rows are written
Action = dict[str, Any]
TOKEN = re.compile(r'X-CSRFToken(?:": "|&#34;: &#34;)([^"&]+)')


@dataclass(frozen=True)
class House:
    """A house in a folder of its own, with somebody signed in."""

    url: str
    token: str
    db: Database
    secret: str = SECRET


@contextmanager
def house(tables: int) -> Iterator[House]:
    """A house with so many open tables and four players at each."""
    with address() as url, furnished(url, tables) as found:
        yield found


@contextmanager
def address() -> Iterator[str]:
    """A migrated, empty database: SQLite, or on the server at `BENCH_POSTGRES`."""
    if server := os.environ.get("BENCH_POSTGRES", ""):
        with _lent(make_url(normal_url(server))) as url:
            migrate.upgrade(url)
            yield url
        return
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'house.sqlite3'}"
        migrate.upgrade(url)
        yield url


@contextmanager
def _lent(server: URL) -> Iterator[str]:
    """A database of our own on this server, gone afterwards."""
    engine = create_engine(server, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    name = f"bench_{token_hex(4)}"
    with engine.connect() as line:
        line.exec_driver_sql(f"CREATE DATABASE {name}")
    try:
        yield server.set(database=name).render_as_string(hide_password=False)
    finally:
        with engine.connect() as line:
            line.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def bare_house(tables: int) -> Iterator[House]:
    """A migrated SQLite house with so many closed tables and nobody at them."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'house.sqlite3'}"
        migrate.upgrade(url)
        with furnished(url, tables, opened=False) as found:
            yield found


@contextmanager
def furnished(url: str, tables: int, *, opened: bool = True) -> Iterator[House]:
    """The house in a migrated, empty database, with its tables."""
    db = Database(url)
    with db.writing() as session:
        token = _furnish(session, tables, opened=opened)
    yield House(url, token, db)
    db.engine.dispose()


def _furnish(session: Session, tables: int, *, opened: bool) -> str:
    now = clock.now()
    act = Act(BOSS, now - timedelta(hours=1))
    for which in editions.UNDATED:
        editions.enter(session, which, now - timedelta(days=9), "An order", act)
    watch, token = _people(session, now)
    for number in range(1, tables + 1):
        table = _table(session, number, watch, act, opened=opened)
        for seat in SEATS if opened else ():
            guest = Guest(seat, f"bench-seat-{seat}-key", player=f"Player {seat}")
            seating.sit(session, table, guest, act, FLOOR)
    return token


def _people(session: Session, now: datetime) -> tuple[int, str]:
    found = StaffRow(
        username="bench",
        name="Bench",
        password_hash="-",  # noqa: S106
        password_changed_at=now,
        must_change_password=False,
        totp_sealed="-",
        totp_confirmed_at=now,
        created_at=now,
    )
    session.add(found)
    session.flush()
    for role in (Role.SUPERVISOR, Role.DIRECTOR):
        session.add(
            StaffRoleRow(
                staff_id=found.pk, role=role, granted_at=now, granted_by="bench"
            )
        )
    token, row = sessions.begin(
        session, found, key="k" * 16, address="127.0.0.1", agent="bench", now=now
    )
    row.second_factor_at = now
    return found.pk, token


def _table(
    session: Session, number: int, watch: int, act: Act, *, opened: bool
) -> TableRow:
    layout = Layout(
        number, "mississippi_stud", "CROWN3", 6, Device.SHUFFLER, 1000, 50_000, 500
    )
    table = services.set_up(session, layout, act)
    assert isinstance(table, TableRow)
    services.assign(session, table, watch, act)
    if opened:
        services.open_table(session, table, act, cards=WHOLE)
    return table


@contextmanager
def served(house_: House, workers: int = 1, **settings: str) -> Iterator[int]:
    """The house served by the web server it is served with, on a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        *(sys.executable, "-m", "granian", "--interface", "wsgi", "--factory"),
        *("--workers", str(workers), "--no-ws"),
        *("--blocking-threads", str(gate.threads(CONNECTIONS))),
        *("--backlog", "4096", "--backpressure", "4096"),
        *("--host", "127.0.0.1", "--port", str(port), "--log-level", "error"),
        "app:create_app",
    ]
    env = os.environ | {"DATABASE_URL": house_.url, "SECRET_KEY": SECRET} | settings
    # A session of its own, so that its workers end with it.
    server = subprocess.Popen(command, env=env, start_new_session=True)  # noqa: S603
    try:
        _wait(port)
        yield port
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()


def _wait(port: int) -> None:
    for _ in range(1200):  # a busy machine takes long to begin
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        with suppress(OSError, http.client.HTTPException), closing(line):
            line.request("GET", "/healthz")
            if line.getresponse().status == 200:
                return
        time.sleep(0.1)
    raise RuntimeError("The server did not come up.")
