"""Whose tickets they are: patrons by card, under a reference that tells nobody."""

import json
from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection, text
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
    found = connection.execute(query, {"numbers": json.dumps([*numbers])}).all()
    mine = {number: Holder(id_, reference(id_, salt)) for number, id_, salt, _ in found}
    merged = {number: into for number, _, _, into in found if into is not None}
    return mine | {number: survivor(session, into) for number, into in merged.items()}


def survivor(session: Session, patron_id: int) -> Holder:
    """Who stands for a patron, however often the record was merged."""
    while True:
        row = session.connection().execute(text(BY_ID), {"id": patron_id}).one()
        if row.merged_into_id is None:
            return Holder(patron_id, reference(patron_id, row.salt))
        patron_id = row.merged_into_id
