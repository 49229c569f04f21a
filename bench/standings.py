"""The standings of ten thousand while nothing changes, beside a bare page of Flask.

Both are called without a server or a network between, which would hide the difference.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module

from flask import Flask
from werkzeug.test import create_environ, run_wsgi_app

from bench import Benchmark, Better, Measured
from bench.floor import House
from bench.timing import seconds_by_turns
from bench.tournament import SLUG, tournament
from house.config import Config, Mode

TABLES, ENTRANTS = 100, 10_000
PAGE = f"/t/{SLUG}/standings"
ASKED, GOES = 400, 7
NO_MEASURE = 1_000_000_000  # everybody asks from one address here


@contextmanager
def opened(found: House, **settings: int) -> Iterator[Flask]:
    """The house as its web server calls it."""
    free = {"public_at_once": NO_MEASURE, "public_a_second": NO_MEASURE}
    config = Config(Mode.DEMO, found.url, found.secret, **(free | settings))  # type: ignore[arg-type]
    app = import_module("app").create_app(config)
    gc.collect()
    gc.freeze()  # as where it is served
    yield app
    app.extensions["database"].engine.dispose()


def asks(app: Flask, path: str = PAGE, times: int = ASKED) -> Callable[[], bytes]:
    """Ask for a page so many times, and give the last of them."""

    def ask() -> bytes:
        body = b""
        for _ in range(times):
            parts, status, _ = run_wsgi_app(app, create_environ(path))
            body = b"".join(parts)
            if not status.startswith("200"):
                raise RuntimeError(f"{path} answered {status}.")
        return body

    return ask


def bare(body: bytes) -> Flask:
    """Flask with one page, which says the same without finding anything out."""
    app = Flask("bare")
    app.add_url_rule(PAGE, view_func=lambda: body, endpoint="bare")
    return app


def _measure() -> Measured:
    with tournament(TABLES, ENTRANTS) as found, opened(found) as app:
        page = asks(app)
        plain = asks(bare(page()))
        kept, plainly = seconds_by_turns(page, plain, GOES)
        return Measured(ASKED / kept, ASKED / plainly)


BENCHMARK = Benchmark(
    name="standings",
    unit="pages/s",
    against="a bare page of Flask with the same bytes",
    goal=0.7,
    better=Better.HIGHER,
    goal_is_ratio=True,
    measure=_measure,
)
