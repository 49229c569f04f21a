"""The tests' own promise: no connection that a test did not ask for."""

import socket

import pytest


def test_a_test_that_does_not_say_so_may_not_connect():
    with (
        socket.socket() as stranger,
        pytest.raises(RuntimeError, match="may not connect"),
    ):
        stranger.connect(("127.0.0.1", 9))


@pytest.mark.network
def test_one_that_says_so_may():
    with socket.socket() as other, socket.socket() as caller:
        other.bind(("127.0.0.1", 0))
        other.listen()
        caller.connect(other.getsockname())
        assert caller.getpeername() == other.getsockname()
