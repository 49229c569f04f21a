"""A floor to measure: a house with open tables, players seated, and a real server."""

import http.client
import itertools
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlmodel import Session

from house import clock, migrate
from house.audit import Actor
from house.db import Database
from house.floor import editions, services
from house.floor.acts import Act
from house.floor.models import Device, TableRow
from house.floor.rounds import seating
from house.floor.rounds.seating import Guest
from house.floor.rules import Layout
from house.people import sessions
from house.people.models import StaffRoleRow, StaffRow
from house.people.roles import Role

BOSS = Actor("bench", "Bench", "director")
OPTIONS = {"cards": "dealt", "maximum_payout": 100_000_00}
SECRET = "a secret for measuring only, long enough"  # noqa: S105
SEATS = (2, 3)
# What a dealer does with what is offered, the most pressing first.
ORDER = ("deal", "bet_or_fold", "bet", "reveal", "settle")


@dataclass(frozen=True)
class House:
    """A house in a folder of its own, with somebody signed in."""

    url: str
    token: str
    db: Database


@contextmanager
def house(tables: int) -> Iterator[House]:
    """A migrated SQLite house with so many open tables and two players at each."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'house.sqlite3'}"
        migrate.upgrade(url)
        db = Database(url)
        with db.writing() as session:
            token = _furnish(session, tables)
        yield House(url, token, db)
        db.engine.dispose()


def _furnish(session: Session, tables: int) -> str:
    now = clock.now()
    act = Act(BOSS, now - timedelta(hours=1))
    for which in editions.UNDATED:
        editions.enter(session, which, now - timedelta(days=9), "An order", act)
    watch, token = _people(session, now)
    for number in range(1, tables + 1):
        table = _table(session, number, watch, act)
        for seat in SEATS:
            guest = Guest(seat, f"bench-seat-{seat}-key", player=f"Player {seat}")
            seating.sit(session, table, guest, act)
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


def _table(session: Session, number: int, watch: int, act: Act) -> TableRow:
    layout = Layout(
        number, "mississippi_stud", "CROWN3", 6, Device.SHUFFLER, 1000, 50_000, 500
    )
    table = services.set_up(session, layout, act)
    assert isinstance(table, TableRow)
    services.assign(session, table, watch, act)
    services.open_table(session, table, act)
    return table


@contextmanager
def served(house_: House, workers: int = 1) -> Iterator[int]:
    """The house served by the web server it is served with, on a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        *(sys.executable, "-m", "granian", "--interface", "wsgi", "--factory"),
        *("--workers", str(workers), "--blocking-threads", "8", "--no-ws"),
        *("--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"),
        "bench.floor_app:build",
    ]
    env = os.environ | {"DATABASE_URL": house_.url, "SECRET_KEY": SECRET}
    server = subprocess.Popen(command, env=env)  # noqa: S603
    try:
        _wait(port)
        yield port
    finally:
        server.terminate()
        server.wait(10)


def _wait(port: int) -> None:
    for _ in range(300):
        with suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/healthz")
            if connection.getresponse().status == 200:
                return
        time.sleep(0.1)
    raise RuntimeError("The server did not come up.")


@dataclass
class Tablet:
    """A tablet at one table that keeps one connection and one round going."""

    port: int
    token: str
    number: int
    waits: list[float] = field(default_factory=list)
    actions: int = 0
    keys: Iterator[int] = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        self.known: dict[str, Any] = {"over": True, "round": 0, "seq": 0}

    def step(self) -> None:
        """Do the next thing at the table."""
        if self.known["over"]:
            self._post("open", {"options": OPTIONS})
            return
        action = _choice(self.known)
        place = {"round": self.known["round"], "expected": self.known["seq"]}
        self._post("actions", place | {"action": action})
        self.actions += 1

    def round(self) -> None:
        """Play one round from its opening to its end."""
        self.step()
        while not self.known["over"]:
            self.step()

    def _post(self, what: str, said: dict[str, Any]) -> None:
        said["key"] = f"bench-{self.number:04}-{next(self.keys):08}"
        headers = {
            "Content-Type": "application/json",
            "Cookie": f"session={self.token}",
        }
        path = f"/desk/tables/{self.number}/rounds/{what}"
        begun = time.perf_counter()
        self.line.request("POST", path, json.dumps(said), headers)
        answer = self.line.getresponse()
        body = answer.read()
        self.waits.append(time.perf_counter() - begun)
        if answer.status != 200:
            raise RuntimeError(f"{answer.status}: {body[:400]!r}")
        self.known = json.loads(body)


def _choice(known: dict[str, Any]) -> dict[str, Any]:
    offers: dict[str, Any] = {}
    for offer in known["offers"]:
        offers.setdefault(offer["act"], offer)
    for seat in SEATS:
        if "ante" in offers and str(seat) not in known["staked"]:
            return {"act": "ante", "seat": seat, "amount": 1000}
    if "no_more_bets" in offers and "bet" not in offers:
        return {"act": "no_more_bets"}
    for act in ORDER:
        if (offer := offers.get(act)) is not None:
            action: dict[str, Any] = {"act": act}
            if act in ("bet", "settle"):
                action["seat"] = offer["seat"]
            if act == "bet":
                action["amount"] = offer["amounts"]["least"]
            return action
    return {"act": "close"}


def at(minutes: int = 0) -> datetime:
    """An instant of a day that is as good as any."""
    return datetime(2026, 11, 20, 1, 0, tzinfo=UTC) + timedelta(minutes=minutes)
