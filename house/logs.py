"""What is written to the log: what failed and where, never about whom."""

import logging
import sqlite3
import traceback
from collections.abc import Iterator
from types import TracebackType

import structlog
from sqlalchemy.exc import DBAPIError

Failure = tuple[type[BaseException], BaseException, TracebackType | None]
NoFailure = tuple[None, None, None]


def configure() -> None:
    """Let every log of this process say where something failed and keep the rest."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.ExceptionRenderer(_written),
            structlog.dev.ConsoleRenderer(colors=False),
        ]
    )
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet())
    logging.basicConfig(handlers=[handler])  # unless somebody listens already


class Discreet(logging.Formatter):
    """How libraries' own logs are written: their errors without their words."""

    def formatException(self, ei: Failure | NoFailure) -> str:  # noqa: N802
        """Where it failed, and what kind of error it was."""
        return "" if ei[1] is None else failed(ei[1])


def _written(exc_info: Failure) -> str:
    return failed(exc_info[1])


def failed(error: BaseException) -> str:
    """The kinds and places of an error and of those that led to it, oldest first.

    Its words are left out: a name, a birth date or an address may stand in them.
    """
    return "\nwhich led to:\n".join(_one(each) for each in reversed([*_chain(error)]))


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen = set[int]()
    each: BaseException | None = error
    while each is not None and id(each) not in seen:
        seen.add(id(each))
        yield each
        before = None if each.__suppress_context__ else each.__context__
        each = each.__cause__ or before


def _one(error: BaseException) -> str:
    places = traceback.format_tb(error.__traceback__)
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    return "".join((*places, " ".join(filter(None, (kind, _database_said(error))))))


def _database_said(error: BaseException) -> str:
    """Which rule of the database an error broke; never the values that broke it."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(origin, sqlite3.Error):
        return str(origin)  # SQLite names tables and columns, never a value
    about = getattr(origin, "diag", None)
    parts = ("sqlstate", "constraint_name", "table_name", "column_name")
    known = {part: getattr(about, part, None) for part in parts}
    return " ".join(f"{part}={value}" for part, value in known.items() if value)
