"""Serving: web server and ticking process start and end together."""

import signal
import socket
import subprocess
import sys
import time

import pytest

from house import serve
from house.config import ROOT

SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]
FAILING = [sys.executable, "-c", "raise SystemExit(3)"]
RUN = "import sys; from house import serve; sys.exit(serve.together(*{}))"


def together(*commands: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", RUN.format(list(commands))], cwd=ROOT
    )


@pytest.mark.network
def test_a_port_in_use_is_said_before_anything_starts():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(serve.PortTaken, match=f"127.0.0.1:{port} cannot be used"):
            serve.require_free("127.0.0.1", port)


def test_when_one_fails_the_other_ends_and_the_failure_is_told():
    process = together(SLEEPER, FAILING)
    assert process.wait(20) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_both(number):
    process = together(SLEEPER, SLEEPER)
    time.sleep(1)
    process.send_signal(number)
    assert process.wait(20) == 0
