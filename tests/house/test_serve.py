"""Serving: whatever is killed comes back, and nothing outlives its parent."""

import http.client
import itertools
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from sqlmodel import select

from bench.floor import FLOOR, SECRET, Tablet, furnished
from house import orphans, serve
from house.audit.verification import verify
from house.cli import LEDGER_CHECKS
from house.config import ROOT
from house.floor.rounds import book as books
from house.floor.rounds import history
from house.floor.rounds.models import ActionRow, RoundRow
from house.ledger import verification

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
PORTS = range(15_000, 30_000)  # below those that a machine hands out by itself
WORKERS = TABLES = 2
PARTS = ("worker", "web", "ticker", "parent")
KILLS, BETWEEN, MENDED = 20, 30, 5.0  # twice a minute for ten minutes, in seconds


def free_port():
    while True:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port := random.choice(PORTS)))
            return port


@pytest.mark.network
def test_a_port_in_use_is_said_before_anything_starts():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(serve.PortTaken, match=f"127.0.0.1:{port} cannot be used"):
            serve.require_free("127.0.0.1", port, tries=2)


def test_pauses_grow_while_a_part_keeps_ending_and_are_short_again_after_health():
    pauses = serve.Pauses()
    grown = [pauses.after(lived=1) for _ in range(12)]
    assert grown[:4] == [0.1, 0.2, 0.4, 0.8]
    assert grown == sorted(grown)
    assert grown[-1] == serve.LONGEST_PAUSE
    assert pauses.after(lived=serve.HEALTHY - 1) == serve.LONGEST_PAUSE
    assert pauses.after(lived=serve.HEALTHY) == serve.FIRST_PAUSE


ORPHAN = """
import os, sys
sys.path.insert(0, {root!r})
from house import orphans
parent = os.getpid()
if os.fork():
    sys.stdin.read()
else:
    {watch}
    os.write(1, b"up")
    import signal
    signal.pause()
"""


WATCHES = (
    "from threading import Thread; Thread(target=orphans.watch, args=[parent]).start()"
)


@pytest.mark.parametrize(
    "watch",
    [
        pytest.param("orphans.end_with(parent)", marks=LINUX),
        WATCHES,
    ],
)
def test_a_child_ends_when_its_parent_is_killed(watch):
    code = ORPHAN.format(root=str(ROOT), watch=watch)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe) as one:
        assert one.stdout.read(2) == b"up"
        one.kill()
        assert one.stdout.read() == b""  # nobody is left who could write


def test_a_child_whose_parent_has_ended_already_ends_too(monkeypatch):
    ended = []
    monkeypatch.setattr(orphans.os, "kill", lambda *args: ended.append(args))
    orphans.watch(parent=-1)
    assert ended == [(os.getpid(), signal.SIGKILL)]


class Served:
    """A house served by the real command, whose processes are killed."""

    def __init__(self, url, folder, **env):
        self.port, self.log = free_port(), folder / "log"
        self.env = os.environ | {
            "HOUSE_MODE": "production",
            "DATABASE_URL": url,
            "SECRET_KEY": "4f0c9a1be77d52c3a86e1f9b03d4c7e2",
            "HOUSE_NAME": "Trial",
            "HOUSE_ZONE": "Australia/Melbourne",
            "HOUSE_URL": f"http://127.0.0.1:{self.port}",
            "OUTBOX": str(folder / "outbox"),
            "PORT": str(self.port),
            "WORKERS": str(WORKERS),
            **env,
        }
        self.env.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed is compiled
        self.start()

    def start(self):
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "flask", "serve"],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self.until(lambda: self.whole() and self.health())

    def until(self, true):
        while not (found := true()):
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.02)
        return found

    def health(self):
        address = f"http://127.0.0.1:{self.port}/healthz"
        with suppress(OSError), urllib.request.urlopen(address) as answer:
            return json.load(answer)

    def parts(self):
        """The web server, its workers and the ticking process, by what they have."""
        ours = children(self.process.pid)
        web = [pid for pid in ours if children(pid)]
        ticking = [pid for pid in ours if pid not in web and threads(pid) > 1]
        return {
            "worker": [worker for pid in web for worker in children(pid)],
            "web": web,
            "ticker": ticking,
        }

    def whole(self):
        """Whether every part is there."""
        return [len(pids) for pids in self.parts().values()] == [WORKERS, 1, 1]

    def kill(self, part):
        """Kill one process, and wait for the house to be whole and to answer."""
        before = self.parts()
        victim = self.process.pid if part == "parent" else before[part][-1]
        os.kill(victim, signal.SIGKILL)
        if part == "parent":
            self.process.wait()
            gone = [pid for pids in before.values() for pid in pids]
            while any(alive(pid) for pid in gone):
                time.sleep(0.02)
            self.start()
        else:
            self.until(lambda: self.whole() and victim not in self.parts()[part])
            self.until(self.health)

    def end(self):
        self.process.terminate()
        return self.process.wait()

    def close(self):
        """Leave nothing behind, however the test went."""
        self.process.kill()
        self.process.wait()


def children(pid):
    with suppress(OSError):
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(child) for child in found if alive(int(child))]
    return []


def alive(pid):
    with suppress(OSError):
        return (
            Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        )
    return False


def threads(pid):
    with suppress(OSError):
        return len(list(Path(f"/proc/{pid}/task").iterdir()))
    return 0


class Patient(Tablet):
    """A tablet that sends the same again until the house answers, and keeps count."""

    def __post_init__(self):
        self.answered, self.longest = set(), 0.0
        super().__post_init__()

    def _send(self, path, said):
        begun = time.monotonic()
        while (answer := self._once(path, said)) is None:
            self.line.close()
            time.sleep(0.02)
        self.longest = max(self.longest, time.monotonic() - begun)
        acts = said.get("actions", [said])
        self.answered.update(each["key"] for each in acts)
        return answer

    def _once(self, path, said):
        """The answer; none from a house that is cut off or says to come again."""
        with suppress(OSError, http.client.HTTPException):
            self.line.request("POST", path, json.dumps(said), self.headers)
            answer = self.line.getresponse()
            body = answer.read()
            return None if answer.status == 503 else (answer.status, json.loads(body))


class Night:
    """Tables at which play goes on while processes of the house are killed."""

    def __init__(self, url, folder):
        self.stack = ExitStack()
        found = self.stack.enter_context(furnished(url, TABLES))
        self.db, token = found.db, found.token
        self.house = Served(url, folder, HOUSE_MODE="demo", SECRET_KEY=SECRET)
        numbers = range(1, TABLES + 1)
        self.tablets = [Patient(self.house.port, token, number) for number in numbers]
        self.over = threading.Event()

    def close(self):
        self.house.close()
        self.stack.close()
        for tablet in self.tablets:
            tablet.line.close()

    def under_kills(self, parts, until_next):
        """Kill these one after another under play; how long each took to mend."""
        with ThreadPoolExecutor(TABLES) as together:
            playing = [together.submit(self._play, each) for each in self.tablets]
            try:
                took = [self._killed(part, until_next) for part in parts]
            finally:
                self.over.set()
            for tablet in playing:
                tablet.result()
        return took

    def _play(self, tablet):
        while not self.over.is_set():
            tablet.round()
            time.sleep(0.2)  # somebody shuffles

    def _killed(self, part, until_next):
        begun = time.monotonic()
        self.house.kill(part)
        took = time.monotonic() - begun
        until_next(self)
        return took

    def another_round(self):
        """Wait until every table has played on."""
        before = [tablet.playing for tablet in self.tablets]
        for tablet, number in zip(self.tablets, before, strict=True):
            self.house.until(lambda t=tablet, n=number: t.playing > n)

    def nothing_is_lost_or_doubled(self):
        with self.db.reading() as session:
            rounds = session.exec(select(RoundRow).order_by(RoundRow.number)).all()
            actions = session.exec(select(ActionRow)).all()
            for row in rounds:
                played = history.replay(session, books.REAL, row, FLOOR.seal)
                assert played.agrees
                assert played.position.over
            assert verification.verify(session, LEDGER_CHECKS).wrong == ()
            assert verify(session).holds
        kept = [row.key for row in (*rounds, *actions)]
        answered = [key for tablet in self.tablets for key in tablet.answered]
        assert sorted(kept) == sorted(answered)
        numbers = [row.number for row in rounds]
        assert Counter(numbers) == Counter(
            number for t in self.tablets for number in range(1, t.playing + 1)
        )


@LINUX
@pytest.mark.network
@pytest.mark.rule("HOUSE-CLOCK-9", "HOUSE-ONCE-1")
def test_each_process_that_is_killed_comes_back_under_play(sqlite_url, tmp_path):
    with closing(Night(sqlite_url, tmp_path)) as night:
        night.under_kills(PARTS, Night.another_round)
        night.nothing_is_lost_or_doubled()
        it_ticks_again_and_ends_whole(night.house)


def it_ticks_again_and_ends_whole(house):
    seen = house.until(lambda: house.health()["ticker_seen_at"])
    house.kill("ticker")
    house.until(lambda: house.health()["ticker_seen_at"] != seen)
    last = house.parts()
    assert house.end() == 0
    assert not any(alive(pid) for pids in last.values() for pid in pids)
    assert "Traceback" not in house.log.read_text()


@LINUX
@pytest.mark.soak
@pytest.mark.network
@pytest.mark.rule("HOUSE-CLOCK-9", "HOUSE-ONCE-1")
def test_ten_minutes_of_kills_under_play(database_url, tmp_path):
    parts = [part for part, _ in zip(itertools.cycle(PARTS), range(KILLS))]
    with closing(Night(database_url, tmp_path)) as night:
        took = night.under_kills(parts, lambda _: time.sleep(BETWEEN))
        night.nothing_is_lost_or_doubled()
        it_ticks_again_and_ends_whole(night.house)
        longest = max(tablet.longest for tablet in night.tablets)
    assert not [each for each in zip(parts, took, strict=True) if each[1] > MENDED]
    assert longest <= MENDED
