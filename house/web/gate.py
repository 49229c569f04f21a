"""The gate: how many requests work at once, and how long the others wait in line."""

from collections import deque
from collections.abc import Callable
from random import uniform
from threading import Lock

from flask import Flask, current_app, g, request
from werkzeug.exceptions import ServiceUnavailable

from house.web.request import cookie_name
from rulebook import HOUSE, Cited

# Requests in line behind those at work; whoever comes after them is sent away at once.
LINE = 500
# Shorter than any tablet waits for an answer.
PATIENCE = Cited(5.0, HOUSE.at("CROWD-2"))
# Those sent away are told different times, so that they do not return together.
SOONEST, LATEST = 2.0, 6.0
# What is asked without a connection, or has one of its own.
WITHOUT = Cited(frozenset({"static", "health.healthz"}), HOUSE.at("CROWD-3"))
# Which line goes in before which: a tap does not wait for those who look, nor the
# floor for the public.
LINES = Cited(("changes", "house", "visitors"), HOUSE.at("CROWD-7"))
# Threads beyond those at work and in line: for `WITHOUT` and for sending away.
SPARE = 16


class Busy(ServiceUnavailable):
    """So many ask at once that this one must come again; nothing was tried."""

    def __init__(self, description: str | None = None) -> None:
        super().__init__(description, retry_after=round(uniform(SOONEST, LATEST)))  # noqa: S311


class Gate:
    """So many places, and lines before them: in each, who came first goes in first."""

    def __init__(self, places: int, line: int = LINE) -> None:
        self.free = places
        self._longest = line
        self._lines: dict[str, deque[Lock]] = {who: deque() for who in LINES.value}
        self._one = Lock()

    @property
    def waiting(self) -> int:
        """How many stand in line."""
        return sum(len(line) for line in self._lines.values())

    def enter(self, patience: float = PATIENCE.value, *, who: str = "house") -> bool:
        """Take a place, in turn; no is the answer when that takes too long."""
        line = self._lines[who]
        with self._one:
            if self.free:
                self.free -= 1
                return True
            if self.waiting >= self._longest:
                return False
            turn = Lock()
            turn.acquire()
            line.append(turn)
        return turn.acquire(timeout=patience) or self._was_let_in(turn, line)

    def _was_let_in(self, turn: Lock, line: deque[Lock]) -> bool:
        """Step out of the line, unless the place was given at the last moment."""
        with self._one:
            if turn not in line:
                return True
            line.remove(turn)
            return False

    def leave(self) -> None:
        """Give the place to whoever is next in line."""
        with self._one:
            line = next((line for line in self._lines.values() if line), None)
            if line is None:
                self.free += 1
            else:
                line.popleft().release()


def threads(places: int) -> int:
    """The threads a worker needs so that waiting never keeps out what must answer."""
    return places + LINE + SPARE


def _who() -> str:
    """In which line a request waits."""
    if cookie_name("session") not in request.cookies:
        return "visitors"
    return "house" if request.method in {"GET", "HEAD", "OPTIONS"} else "changes"


def init_app(app: Flask, places: int) -> None:
    """Let as many requests work at once as there are connections for them."""
    app.extensions["gate"] = Gate(places)

    @app.before_request
    def enter() -> None:
        if request.endpoint in WITHOUT.value or "leave" in g:
            return
        gate: Gate = current_app.extensions["gate"]
        if not gate.enter(who=_who()):
            raise Busy
        g.leave = gate.leave

    @app.teardown_appcontext
    def leave(_error: BaseException | None) -> None:
        given: Callable[[], None] | None = g.pop("leave", None)
        if given is not None:
            given()
