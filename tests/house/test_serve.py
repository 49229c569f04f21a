"""Serving: whatever is killed comes back, and nothing outlives its parent."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

from house import orphans, serve
from house.config import ROOT

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
PORTS = range(15_000, 30_000)  # below those that a machine hands out by itself
WORKERS = 2


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


@LINUX
@pytest.mark.network
@pytest.mark.rule("HOUSE-CLOCK-9")
def test_each_process_that_is_killed_comes_back(sqlite_url, tmp_path):
    house = Served(sqlite_url, tmp_path)
    for part in ("worker", "web", "ticker", "parent"):
        house.kill(part)
    seen = house.until(lambda: house.health()["ticker_seen_at"])
    house.kill("ticker")
    house.until(lambda: house.health()["ticker_seen_at"] != seen)
    last = house.parts()
    assert house.end() == 0
    assert not any(alive(pid) for pids in last.values() for pid in pids)
    assert "Traceback" not in house.log.read_text()
