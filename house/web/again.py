"""Public answers that hold for a moment, given again before anything is looked up.

A room says until when its answer holds. Whoever asks for the same until then without
being signed in gets the same headers and bytes, and counts in the measure as ever.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from time import monotonic
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, current_app, request

from house import clock
from house.people.accounts.throttle import neighbourhood
from house.web.access import access_of
from house.web.measure import Measure

MOST = 200  # answers; then they are made again
UNTIL = "house.holds_until"
# What an answer may depend on; one that depends on more says so by “Vary”.
ASKED = ("HTTP_HOST", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING", "HTTP_IF_NONE_MATCH")
OF_ONE = frozenset({"Set-Cookie", "Vary"})
Question = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What was sent, and until when it holds."""

    status: str
    headers: list[tuple[str, str]]
    body: list[bytes]
    until: float


def holds(until: float) -> None:
    """Let everybody who asks for the same until then have this answer."""
    access = access_of(current_app.view_functions[str(request.endpoint)])
    if access is None or not access.public:
        raise RuntimeError("What some people alone may see is kept for nobody else.")
    request.environ[UNTIL] = until


class Again:
    """Stands before the house and gives answers again while they hold."""

    def __init__(self, inner: WSGIApplication, measure: Measure) -> None:
        self._inner = inner
        self._measure = measure
        self._kept: dict[Question, Answer] = {}

    def __call__(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Answer with what holds, or else let the house answer."""
        if environ["REQUEST_METHOD"] != "GET" or _may_be_staff(environ):
            return self._inner(environ, start_response)
        asked = tuple(map(environ.get, ASKED))
        kept = self._kept.get(asked)
        if kept is None or kept.until <= monotonic() or self._is_too_soon(environ):
            return self._made(asked, environ, start_response)
        start_response(kept.status, list(kept.headers))
        return kept.body

    def _is_too_soon(self, environ: WSGIEnvironment) -> bool:
        """Count it; whoever asked too often hears so from the house."""
        address = neighbourhood(environ.get("REMOTE_ADDR", ""))
        return self._measure.wait(address, clock.now()) > 0

    def _made(
        self, asked: Question, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Let the house answer, and keep what it says will hold."""
        told: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], *more: object) -> object:
            told.append((status, headers))
            return start_response(status, headers, *more)  # type: ignore[arg-type]

        parts = self._inner(environ, start)  # type: ignore[arg-type]
        if UNTIL not in environ:
            return parts
        body = list(parts)
        getattr(parts, "close", lambda: None)()
        status, headers = told[-1]
        if OF_ONE.isdisjoint(name for name, _ in headers):
            if len(self._kept) >= MOST:
                self._kept.clear()
            self._kept[asked] = Answer(status, list(headers), body, environ[UNTIL])
        return body


def _may_be_staff(environ: WSGIEnvironment) -> bool:
    """Whether somebody sends what those signed in send."""
    return "session=" in environ.get("HTTP_COOKIE", "")


def init_app(app: Flask) -> None:
    """Stand before the house, behind whatever tells the address of who asks."""
    app.wsgi_app = Again(app.wsgi_app, app.extensions["measure"])  # type: ignore[method-assign]
