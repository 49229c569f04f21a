"""How commands speak to whoever runs the house: plainly."""

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import click
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from house.web.request import config

P = ParamSpec("P")
T = TypeVar("T")


def plainly(command: Callable[P, T]) -> Callable[P, T]:
    """Say in one sentence when the database cannot be reached or written."""

    @wraps(command)
    def plain(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return command(*args, **kwargs)
        except DBAPIError as error:
            where = make_url(config().database_url).render_as_string()
            why = str(error.orig).strip().splitlines()[0]
            raise click.ClickException(
                f"The database at {where} cannot be used: {why}."
            ) from error

    return plain


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
