"""Serving: web server and ticking process start and end together."""

import signal
import socket
import subprocess
import sys

import pytest

from house import serve
from house.config import ROOT

WAITING = "import os, signal; os.write(1, b'up\\n'); signal.pause()"
SLEEPER = [sys.executable, "-c", WAITING]
FAILING = [sys.executable, "-c", "raise SystemExit(3)"]
RUN = "import sys; from house import serve; sys.exit(serve.together(*{}))"


def together(*commands: list[str]) -> subprocess.Popen[bytes]:
    run = [sys.executable, "-c", RUN.format(list(commands))]
    return subprocess.Popen(run, cwd=ROOT, stdout=subprocess.PIPE)


@pytest.mark.network
def test_a_port_in_use_is_said_before_anything_starts():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(serve.PortTaken, match=f"127.0.0.1:{port} cannot be used"):
            serve.require_free("127.0.0.1", port)


def test_when_one_fails_the_other_ends_and_the_failure_is_told():
    with together(SLEEPER, FAILING) as process:
        assert process.wait() == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_both(number):
    with together(SLEEPER, SLEEPER) as process:
        assert process.stdout.read(6) == b"up\nup\n"
        process.send_signal(number)
        assert process.wait() == 0
        assert process.stdout.read() == b""  # nobody is left who could write
