"""What every test may rely on: rule marks name real rules, and no stray sockets."""

import gc
import os
import socket
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from rulebook import rules

MAY_CONNECT = ("browser", "network")
# A busy machine is no reason to fail, and a build server should fail the same twice.
settings.register_profile(
    "house",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")
# Reading the house and its tests makes things that last: there is no garbage in them.
gc.disable()
_connect = socket.socket.connect
_running: list[pytest.Item] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that names a rule which is in no document is a mistake, not a test."""
    known = rules().keys()
    for item in items:
        cited = {id_ for mark in item.iter_markers("rule") for id_ in mark.args}
        params = getattr(item, "callspec", None)
        if params and "rule" in params.params:
            cited.add(str(params.params["rule"]))
        if unknown := cited - known:
            raise pytest.UsageError(f"{item.nodeid} names unknown rules {unknown}")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A file's tests share what they prepare, and all of the browser's one house."""
    if config.option.dist != "loadfile":
        return None  # a soak: each of its tests takes minutes
    from xdist.scheduler import LoadFileScheduling  # noqa: PLC0415

    class InOneHouse(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            browser = nodeid.startswith("tests/browser/")
            return "browser" if browser else str(super()._split_scope(nodeid))

    config.option.loadscopereorder = False  # what takes longest stands first
    return InOneHouse(config, log)


def pytest_collection_finish() -> None:
    """Leave alone what lives as long as the run: looking for garbage takes longest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)  # as wherever the house runs
    gc.enable()


def _only_where_allowed(self: socket.socket, address: Any) -> None:
    """Connect, unless the running test does not say that it needs to."""
    allowed = self.family == socket.AF_UNIX or any(
        item.get_closest_marker(name) for item in _running for name in MAY_CONNECT
    )
    if _running and not allowed:
        raise RuntimeError(f"this test may not connect to {address}")
    _connect(self, address)


def pytest_configure() -> None:
    """Refuse network connections outside the tests that say they need them."""
    socket.socket.connect = _only_where_allowed  # type: ignore[assignment, method-assign]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Know which test runs."""
    _running[:] = [item]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what long tests counted, and loudly which could not run here, and why."""
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            terminalreporter.line(f"{report.nodeid}: {name}: {value}")
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        terminalreporter.section(f"NOT RUN HERE: {len(skipped)} tests", red=True)
        reasons = {report.longrepr[2] for report in skipped if report.longrepr}
        for reason in sorted(reasons):
            terminalreporter.line(reason)
