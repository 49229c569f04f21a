"""Whether the house can serve, and what is missing from it."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime

import structlog
from flask import Blueprint, Flask, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import ServiceUnavailable

from house import migrate
from house.backup.dumps import unfinished
from house.db import Database
from house.notices import heartbeat
from house.web.access import anyone
from house.web.request import database, now

HALF_RESTORED = (
    "A backup was not restored to its end. Run “flask restore FILE” with it again."
)
bp = Blueprint("health", __name__)
log = structlog.get_logger()


class Behind(ServiceUnavailable):
    """The database is not at the version this release needs."""


def require_current(db: Database) -> None:
    """Refuse to work on a database that is behind, ahead, or half migrated."""
    with db.aside.connect() as connection:
        if wrong := _wrong(connection):
            raise Behind(wrong)


def _wrong(connection: Connection) -> str:
    """Why this release cannot work on the database, and what to do."""
    half = unfinished(connection)
    return HALF_RESTORED if half else migrate.mismatch(migrate.version(connection))


def init_app(app: Flask) -> None:
    """Look before the first real request of a process, and again until it fits."""

    @app.before_request
    def check() -> None:
        if request.endpoint in {"static", "health.healthz"}:
            return
        if not current_app.extensions.get("migrated"):
            require_current(database())
            current_app.extensions["migrated"] = True


@dataclass(frozen=True, slots=True)
class Health:
    """What works: `ok` while requests can be served, and a sentence for each lack."""

    ok: bool
    missing: tuple[str, ...] = ()
    migration: str | None = None
    ticker_seen_at: str | None = None


@bp.get("/healthz")
@anyone
def healthz() -> ResponseReturnValue:
    """Say whether requests can be served, for a load balancer or a person."""
    found = _health(database(), now())
    return jsonify(asdict(found)), 200 if found.ok else 503


def _health(db: Database, at: datetime) -> Health:
    try:
        with db.aside.connect() as connection:
            migration = migrate.version(connection)
            if wrong := _wrong(connection):
                return Health(ok=False, missing=(wrong,), migration=migration)
            seen = heartbeat.last(connection)
    except DBAPIError as error:
        log.warning("the database does not answer", why=type(error.orig).__name__)
        return Health(ok=False, missing=("The house’s database cannot be reached.",))
    since = seen.isoformat(timespec="seconds") if seen else None
    lacks = tuple(_lacks(seen, at))
    return Health(ok=True, missing=lacks, migration=migration, ticker_seen_at=since)


def _lacks(seen: datetime | None, at: datetime) -> Iterator[str]:
    """What is missing though requests can be served."""
    if seen is None:
        yield "No ticking process has been seen yet: run “flask serve” or “flask tick”."
    elif heartbeat.is_late(seen, at):
        yield (
            f"The ticking process is late: last seen {seen.isoformat()}. "
            "Restart “flask serve”, or “flask tick” where it runs apart."
        )
