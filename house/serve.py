"""Run the house: the web server and the ticking process, started and ended together."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from types import FrameType

from house.config import ROOT
from house.web import gate

CONNECTED = 4096  # browsers at once
GRACE = 10.0
POLL = 0.2


class PortTaken(Exception):
    """Somebody else already serves at this address."""


def require_free(host: str, port: int) -> None:
    """Refuse to start where another server answers."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortTaken(
                f"{host}:{port} cannot be used ({error.strerror}). "
                "Stop what runs there or set PORT to another number."
            ) from error


def web(host: str, port: int, workers: int, threads: int) -> list[str]:
    """The command of the web server."""
    return [
        sys.executable,
        "-m",
        "granian",
        "--interface=wsgi",
        f"--host={host}",
        f"--port={port}",
        f"--workers={workers}",
        # Whoever waits does so at the gate; kept-alive connections keep nobody out.
        f"--blocking-threads={gate.threads(threads)}",
        f"--backlog={CONNECTED}",
        f"--backpressure={CONNECTED}",
        "--log-level=error",
        "--no-access-log",
        "--factory",
        "app:create_app",
    ]


def ticker() -> list[str]:
    """The command of the ticking process."""
    return [sys.executable, "-m", "flask", "tick"]


def read_ahead() -> None:
    """Work out beside the start how rules are held, so that no page waits for it."""
    work = "import os; os.nice(10); from rulebook.coverage import coverage; coverage()"
    subprocess.Popen([sys.executable, "-c", work], cwd=ROOT)  # noqa: S603  ends itself


def together(*commands: Sequence[str]) -> int:
    """Run the commands until one ends or somebody stops us; then end them all."""
    stopping = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    # Sessions of their own: Ctrl-C reaches us alone, and we end each in turn.
    processes = [
        subprocess.Popen(command, cwd=ROOT, env=os.environ, start_new_session=True)  # noqa: S603
        for command in commands
    ]
    while not stopping and all(process.poll() is None for process in processes):
        time.sleep(POLL)
    failed = [process for process in processes if process.poll() not in (None, 0)]
    for process in processes:
        _end(process)
    return 1 if failed and not stopping else 0


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask a process to end, and make it when it does not."""
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
