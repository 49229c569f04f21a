"""How commands speak to whoever runs the house: in a sentence, never a traceback."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any

import click
from alembic.util import CommandError
from flask import Flask
from flask.cli import ScriptInfo
from sqlalchemy import exc
from sqlalchemy.engine import make_url

from house import migrate
from house.config import Config
from house.db import Database
from house.web.health import Behind, require_current


def plainly(command: click.Command) -> click.Command:
    """The same command, or group of commands, that says what is wrong in a sentence."""
    plain, run = copy(command), command.invoke

    def invoke(context: click.Context) -> Any:
        with _sentences(context):
            return run(context)

    plain.invoke = invoke  # type: ignore[assignment, method-assign]
    return plain


@contextmanager
def _sentences(context: click.Context) -> Iterator[None]:
    """Turn what a database may lack into what to do about it."""
    try:
        yield
    except Behind as behind:
        raise click.ClickException(str(behind.description)) from None
    except (migrate.Newer, CommandError) as unknown:
        raise click.ClickException(str(unknown)) from None
    except (exc.DBAPIError, exc.TimeoutError) as error:
        raise click.ClickException(
            _why(error, context.ensure_object(ScriptInfo).load_app())
        ) from None


def _why(error: Exception, app: Flask) -> str:
    """Why the database cannot be used: its version, or what it says itself."""
    db: Database = app.extensions["database"]
    try:
        require_current(db)
    except Behind as behind:
        return str(behind.description)
    except exc.DBAPIError:
        pass
    config: Config = app.extensions["config"]
    where = make_url(config.database_url).render_as_string()
    said = str(getattr(error, "orig", error)).strip().splitlines() or [
        "no reason given"
    ]
    return (
        f"The database at {where} cannot be used: {said[0].rstrip('.')}. "
        "Check that it runs and that DATABASE_URL leads to it."
    )
