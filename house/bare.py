"""Answers of many rows as bare tuples, which the mapping of objects never sees."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Select
from sqlmodel import Session


def rows(
    session: Session, query: Select[*tuple[Any, ...]], **given: Any
) -> Sequence[Row[*tuple[Any, ...]]]:
    """Every row of the answer; what waits to be written is written before."""
    session.flush()
    return session.connection().execute(query, given).all()
