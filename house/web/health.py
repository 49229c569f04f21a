"""Whether the house can serve: its database answers and has every migration."""

from functools import cache

from alembic.runtime.migration import MigrationContext
from flask import Blueprint, Flask, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import ServiceUnavailable

from house import migrate
from house.backup.dumps import unfinished
from house.db import Database
from house.web.access import anyone
from house.web.request import database

HALF_RESTORED = (
    "A backup was not restored to its end. Run “flask restore FILE” with it again."
)
bp = Blueprint("health", __name__)
needed = cache(migrate.head)


class Behind(ServiceUnavailable):
    """The database is not at the version this release needs."""


def require_current(db: Database) -> None:
    """Refuse to work on a database that is behind, ahead, or half migrated."""
    with db.engine.connect() as connection:
        at = MigrationContext.configure(connection).get_current_revision()
        if unfinished(connection):
            raise Behind(HALF_RESTORED)
    if at != needed():
        raise Behind(
            f"The database is at version {at or 'none'}; this release needs "
            f"{needed()}. Run “make migrate”, then try again."
        )


def init_app(app: Flask) -> None:
    """Look before the first real request of a process, and again until it fits."""

    @app.before_request
    def check() -> None:
        if request.endpoint in {"static", "health.healthz"}:
            return
        if not current_app.extensions.get("migrated"):
            require_current(database())
            current_app.extensions["migrated"] = True


@bp.get("/healthz")
@anyone
def healthz() -> ResponseReturnValue:
    """Say whether requests can be served, for a load balancer or a person."""
    require_current(database())
    return jsonify(ok=True, migration=needed())
