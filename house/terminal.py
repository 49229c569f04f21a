"""How commands speak to whoever runs the house: plainly."""

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
