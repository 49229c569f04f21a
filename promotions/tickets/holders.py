"""Whose tickets they are: patrons by card, under a reference that tells nobody."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection, TextClause, text
from sqlmodel import Session

REFERENCE = 16  # characters
BY_CARD = """
SELECT c.number, p.id, p.salt, p.merged_into_id
FROM player_card c JOIN patron p ON p.id = c.patron_id
WHERE c.number """
BY_ID = "SELECT id, salt, merged_into_id FROM patron WHERE id = :id"
AMONG = {  # however many: as one value, a list of JSON
    "sqlite": "IN (SELECT value FROM json_each(:{0}))",
    "postgresql": "= ANY(ARRAY(SELECT json_array_elements_text(:{0})))",
}


class Holder(NamedTuple):
    """A patron, and how lists name them."""

    patron_id: int
    ref: str


# `Holder._make` without its Python: a list has a million.
at_once: Callable[[tuple[Any, ...]], Holder] = partial(tuple.__new__, Holder)


def among(connection: Connection, name: str) -> str:
    """That a column is one of the values of a list, which is asked by this name."""
    return AMONG[connection.dialect.name].format(name)


def reference(patron_id: int, salt: str) -> str:
    """The reference of a patron in every list: nobody without the salt can make it."""
    told = f"draw reference {patron_id} {salt}".encode()
    return sha256(told).hexdigest()[:REFERENCE]


def by_card(session: Session, numbers: Collection[str]) -> Mapping[str, Holder]:
    """The patrons these cards belong to; a merged one is who stands for them now."""
    connection = session.connection()
    query = text(BY_CARD + among(connection, "numbers"))
    found = plain(connection, query, {"numbers": json.dumps(sorted(numbers))})
    named, ids, salts, _ = zip(*found, strict=True) if found else ((),) * 4
    refs = map(reference, ids, salts)
    mine = dict(zip(named, map(at_once, zip(ids, refs, strict=True)), strict=True))
    merged = {number: into for number, _, _, into in found if into is not None}
    return mine | {number: survivor(session, into) for number, into in merged.items()}


def plain(
    connection: Connection, query: TextClause, asked: Mapping[str, Any]
) -> Sequence[tuple[Any, ...]]:
    """Rows as the driver has them: there may be a hundred thousand."""
    cursor = connection.execute(query, asked).cursor
    assert cursor is not None, "A query has rows."
    return cursor.fetchall()


def survivor(session: Session, patron_id: int) -> Holder:
    """Who stands for a patron, however often the record was merged."""
    while True:
        row = session.connection().execute(text(BY_ID), {"id": patron_id}).one()
        if row.merged_into_id is None:
            return Holder(patron_id, reference(patron_id, row.salt))
        patron_id = row.merged_into_id
