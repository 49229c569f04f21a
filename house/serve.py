"""Run the house: web server and ticking process, each brought back when it ends."""

import gc
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from types import FrameType

import structlog
from flask import Flask
from flask.cli import ScriptInfo
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from house.config import ROOT
from house.notices.cli import keep_ticking
from house.orphans import end_with
from house.web import gate

log = structlog.get_logger()
CONNECTED = 4096  # browsers at once
GRACE = 10
POLL = 0.1
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 30.0
HEALTHY = 20.0  # seconds; what has run so long may fail again without a long pause
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# A fork has read everything already and works within a second; where forking is not
# safe, a part reads it again.
if sys.platform == "linux":
    PROCESSES = multiprocessing.get_context("fork")
else:
    PROCESSES = multiprocessing.get_context("spawn")
Work = Callable[[], None]


class PortTaken(Exception):
    """Somebody else already serves at this address."""


def require_free(host: str, port: int, tries: int = 20) -> None:
    """Refuse to start where another server answers; one that ends is waited for."""
    for left in reversed(range(tries)):
        why = _taken(host, port)
        if not why:
            return
        time.sleep(POLL if left else 0)
    raise PortTaken(
        f"{host}:{port} cannot be used ({why}). "
        "Stop what runs there or set PORT to another number."
    )


def _taken(host: str, port: int) -> str:
    """Why nobody can listen there; empty where the place is free."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.strerror or str(error)
    return ""


def web(host: str, port: int, workers: int, threads: int) -> None:
    """Be the web server, which looks after its workers itself."""
    multiprocessing.set_start_method(PROCESSES.get_start_method(), force=True)
    Granian(
        "app:create_app",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        # Whoever waits does so at the gate; kept-alive connections keep nobody out.
        blocking_threads=gate.threads(threads),
        backlog=CONNECTED,
        backpressure=CONNECTED,
        log_level=LogLevels.error,
        respawn_failed_workers=True,
        workers_kill_timeout=GRACE,
    ).serve(target_loader=partial(_worker, os.getpid()), wrap_loader=False)


def _worker(server: int) -> Flask:
    """The house as one worker of the web server has it."""
    end_with(server)
    return _house()


def ticker() -> None:
    """Be the ticking process."""
    keep_ticking(_house())


def _house() -> Flask:
    """The whole application, with connections of this process alone."""
    return ScriptInfo(app_import_path=f"{ROOT}/app.py").load_app()


def read_ahead() -> None:
    """Work out beside the start how rules are held, so that no page waits for it."""
    work = (
        f"import os; from house.orphans import end_with; end_with({os.getpid()});"
        "os.nice(10); from rulebook.coverage import coverage; coverage()"
    )
    subprocess.Popen([sys.executable, "-c", work], cwd=ROOT)  # noqa: S603  ends itself


@dataclass
class Pauses:
    """How long to wait before the next start: longer while what starts keeps ending."""

    failures: int = 0

    def after(self, lived: float) -> float:
        """The pause after a process that has lived so long."""
        self.failures = 1 if lived >= HEALTHY else self.failures + 1
        return min(FIRST_PAUSE * 2.0 ** (self.failures - 1), LONGEST_PAUSE)


class Part:
    """One process of the house, started again whenever it ends by itself."""

    def __init__(self, name: str, work: Work) -> None:
        self.name = name
        self.work = work
        self.pauses = Pauses()
        self.start()

    def start(self) -> None:
        """Start it; it ends with us, and Ctrl-C reaches us alone."""
        self.process = PROCESSES.Process(
            target=_be, args=(self.work, os.getpid()), name=self.name
        )
        self.process.start()
        self.began = time.monotonic()
        self.again_at: float | None = None

    def look(self, now: float) -> None:
        """Start it again if it has ended and its pause is over."""
        if self.process.is_alive():
            return
        if self.again_at is None:
            pause = self.pauses.after(now - self.began)
            self.again_at = now + pause
            code = self.process.exitcode
            log.error("ended by itself", part=self.name, code=code, again_in=pause)
        if now >= self.again_at:
            self.start()

    def end(self) -> None:
        """Ask it to end, and make it when it does not."""
        if not self.process.is_alive():
            return
        self.process.terminate()
        self.process.join(GRACE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _be(work: Work, parent: int) -> None:
    """What a new process does first, and then its work."""
    os.setsid()
    for number in STOPPING:
        signal.signal(number, signal.SIG_DFL)
    end_with(parent)
    work()


def keep(works: Sequence[tuple[str, Work]]) -> None:
    """Run these parts and bring back whichever ends, until somebody stops us."""
    stopping = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for number in STOPPING:
        signal.signal(number, stop)
    gc.freeze()  # the parts share what was read, and do not look through it again
    parts = [Part(name, work) for name, work in works]
    while not stopping:
        for part in parts:
            part.look(time.monotonic())
        time.sleep(POLL)
    for part in parts:
        part.end()
