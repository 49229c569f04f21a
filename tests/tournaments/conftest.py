"""Tournaments are tested in the same house as everything else."""

from tests.house.conftest import (  # noqa: F401
    app,
    built,
    compiled_pages,
    config,
    database_url,
    db,
    open_house,
    postgres_server,
    postgres_url,
    sign_in,
    sqlite_template,
    sqlite_url,
)
