"""What every test may rely on: rule marks name real rules, and no stray sockets."""

import socket
from collections.abc import Iterator

import pytest

from rulebook import rules

MAY_CONNECT = ("browser", "network")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that names a rule which is in no document is a mistake, not a test."""
    for item in items:
        cited = {id_ for mark in item.iter_markers("rule") for id_ in mark.args}
        params = getattr(item, "callspec", None)
        if params and "rule" in params.params:
            cited.add(str(params.params["rule"]))
        if unknown := cited - rules().keys():
            raise pytest.UsageError(f"{item.nodeid} names unknown rules {unknown}")


@pytest.fixture(autouse=True)
def no_sockets(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Refuse network connections outside the tests that say they need them."""
    if any(request.node.get_closest_marker(name) for name in MAY_CONNECT):
        yield
        return
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        if self.family != socket.AF_UNIX:
            raise RuntimeError(f"this test may not connect to {address}")
        connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", guarded)
    yield


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly which tests could not run on this machine, and why."""
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        terminalreporter.section(f"NOT RUN HERE: {len(skipped)} tests", red=True)
        reasons = {report.longrepr[2] for report in skipped if report.longrepr}
        for reason in sorted(reasons):
            terminalreporter.line(reason)
