"""Addresses of databases: as we write them, and what is wrong with one."""

import os
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

DRIVERS = {"sqlite", "sqlite+pysqlite", "postgresql+psycopg"}


def normal_url(url: str) -> str:
    """The database address with the driver we use, however it was written."""
    for prefix in ("postgres://", "postgresql://"):
        if url.startswith(prefix):
            return f"postgresql+psycopg://{url.removeprefix(prefix)}"
    return url


def wrong_database(url: str) -> str:
    """What is wrong with the address of a database, as far as it can be seen."""
    right = "Give postgresql://user:password@host/house, or sqlite:////folder/file."
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        return f"is no address of a database. {right}"
    if parsed.drivername not in DRIVERS:
        return (
            f"begins with “{parsed.drivername}”, which this house cannot use. {right}"
        )
    if parsed.get_backend_name() != "sqlite":
        return ""
    if parsed.database in (None, "", ":memory:"):
        return f"names no file. {right}"
    return _wrong_file(Path(parsed.database or ""))


def _wrong_file(path: Path) -> str:
    """Why a file cannot be made or written there."""
    if path.is_dir():
        return f"leads to the folder {path}. Name a file in it."
    there = next(place for place in (path, *path.absolute().parents) if place.exists())
    if (there == path or there.is_dir()) and os.access(there, os.W_OK):
        return ""
    return f"leads to {path}, but {there} cannot be written. Choose another place."
