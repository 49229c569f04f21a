"""Counting the connections that one request holds at the same time."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import has_request_context, request
from sqlalchemy import Engine, event

HELD = "tests.connections held"


@contextmanager
def counted(engine: Engine) -> Iterator[list[str]]:
    """Where requests took a second connection while they still held their first."""
    seconds: list[str] = []

    def taken(_raw: Any, record: Any, _proxy: Any) -> None:
        if not has_request_context():
            return
        held = request.environ.setdefault(HELD, set())
        held.add(id(record))
        if len(held) > 1:
            where = "".join(traceback.format_stack(limit=30)[:-1])
            seconds.append(f"{request.method} {request.path}\n{where}")

    def given_back(_raw: Any, record: Any) -> None:
        if has_request_context():
            request.environ.get(HELD, set()).discard(id(record))

    event.listen(engine, "checkout", taken)
    event.listen(engine, "checkin", given_back)
    yield seconds
    event.remove(engine, "checkout", taken)
    event.remove(engine, "checkin", given_back)
