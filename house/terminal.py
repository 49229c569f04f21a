"""How commands speak to whoever runs the house: in a sentence, never a traceback."""

import sys
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


WIDTH = 30


class Bar:
    """How far something is, drawn where a person watches and nowhere else."""

    def __init__(self) -> None:
        self.name = ""
        self._watched = sys.stderr.isatty()
        self._drawn = ""

    def __call__(self, done: int, of: int) -> None:
        """Draw it anew; most of the time nothing has changed."""
        full = WIDTH * done // of if of else 0
        drawn = f"{self.name:<12} {'█' * full}{'░' * (WIDTH - full)} {done:,}/{of:,}"
        if self._watched and drawn != self._drawn:
            click.echo(f"\r{drawn}\x1b[K", nl=False, err=True)
            self._drawn = drawn

    def clear(self) -> None:
        """Leave the line to what is said next."""
        if self._drawn:
            click.echo("\r\x1b[K", nl=False, err=True)
            self._drawn = ""
