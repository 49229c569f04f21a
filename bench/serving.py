"""The house under its real command, whose processes can be killed one by one."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from house.config import ROOT

PORTS = range(15_000, 30_000)  # below those that a machine hands out by itself
WORKERS = 2
PARTS = ("worker", "web", "ticker", "parent")
LOOK = 0.02
Found = TypeVar("Found")


def free_port() -> int:
    """A port where nobody listens."""
    while True:
        port = random.choice(PORTS)  # noqa: S311
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Served:
    """A house served by `flask serve`."""

    def __init__(self, url: str, folder: Path, **env: str) -> None:
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

    def start(self) -> None:
        """Start it, and wait until it is whole and answers."""
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "flask", "serve"],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self.until(lambda: self.whole() and self.health())

    def until(self, true: Callable[[], Found]) -> Found:
        """Wait for what must come while the house stands, and give it."""
        while not (found := true()):
            if self.process.poll() is not None:
                raise RuntimeError(self.log.read_text())
            time.sleep(LOOK)
        return found

    def health(self) -> dict[str, Any] | None:
        """What the house says of itself, if it answers."""
        address = f"http://127.0.0.1:{self.port}/healthz"
        with suppress(OSError), urllib.request.urlopen(address) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
        return None

    def parts(self) -> dict[str, list[int]]:
        """The workers, the web server and the ticking process, by what they have."""
        ours = children(self.process.pid)
        web = [pid for pid in ours if children(pid)]
        ticking = [pid for pid in ours if pid not in web and _threads(pid) > 1]
        return {
            "worker": [worker for pid in web for worker in children(pid)],
            "web": web,
            "ticker": ticking,
        }

    def whole(self) -> bool:
        """Whether every part is there."""
        return [len(pids) for pids in self.parts().values()] == [WORKERS, 1, 1]

    def kill(self, part: str) -> None:
        """Kill one process, and wait for the house to be whole and to answer."""
        if part == "parent":
            self._kill_all()
            self.start()  # as systemd does, or whoever watches containers
            return
        victim = self.parts()[part][-1]
        os.kill(victim, signal.SIGKILL)
        self.until(lambda: self.whole() and victim not in self.parts()[part])
        self.until(self.health)

    def _kill_all(self) -> None:
        """Kill the parent alone: everything else ends by itself."""
        gone = [pid for pids in self.parts().values() for pid in pids]
        self.close()
        while any(alive(pid) for pid in gone):
            time.sleep(LOOK)

    def end(self) -> int:
        """Ask it to end, and say how it did."""
        self.process.terminate()
        return self.process.wait()

    def close(self) -> None:
        """Leave nothing behind, however it went."""
        self.process.kill()
        self.process.wait()


def children(pid: int) -> list[int]:
    """The processes that this one started and that still run."""
    with suppress(OSError):
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(child) for child in found if alive(int(child))]
    return []


def alive(pid: int) -> bool:
    """Whether a process runs."""
    with suppress(OSError):
        stat = Path(f"/proc/{pid}/stat").read_text()
        return stat.rpartition(")")[2].split()[0] != "Z"
    return False


def _threads(pid: int) -> int:
    with suppress(OSError):
        return len(list(Path(f"/proc/{pid}/task").iterdir()))
    return 0
