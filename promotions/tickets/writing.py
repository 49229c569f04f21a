"""Many gifts of tickets at once, straight to the database; none of them twice."""

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Any, NamedTuple

from sqlalchemy import text
from sqlmodel import Session

from promotions.tickets.holders import among, plain

COLUMNS = (
    "promotion_id, draw, holder, patron_id, reference, came, amount, counted, "
    "tickets, at, run_id, tier"
)
SQLITE = f"""INSERT INTO promotion_grant ({COLUMNS})
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""  # noqa: S608  names of ours alone
STORED = len("2026-11-01 09:00:00.000000")
ROOMY = "PRAGMA cache_size=-65536"  # KiB: rows go all over an index of holders
COPY = f"COPY promotion_grant ({COLUMNS}) FROM STDIN"
KNOWN = "SELECT reference FROM promotion_grant WHERE promotion_id = :of AND reference "


class Gift(NamedTuple):
    """A gift of tickets in the order of its columns."""

    promotion_id: int
    draw: int
    holder: str
    patron_id: int
    reference: str
    came: str
    amount: int
    counted: int
    tickets: int
    at: datetime
    run_id: int | None
    tier: str = ""


# `Gift._make` without its Python: a list gives a million.
at_once: Callable[[tuple[Any, ...]], Gift] = partial(tuple.__new__, Gift)


def known(session: Session, promotion_id: int, references: Iterable[str]) -> set[str]:
    """The references that something was counted under before."""
    connection = session.connection()
    query = text(KNOWN + among(connection, "names"))
    asked = {"of": promotion_id, "names": json.dumps(sorted(references))}
    return {reference for (reference,) in plain(connection, query, asked)}


def keep(session: Session, gifts: Sequence[Gift]) -> None:
    """Write down gifts whose references are new."""
    connection = session.connection()
    raw: Any = connection.connection.dbapi_connection
    if connection.dialect.name == "sqlite":
        raw.execute(ROOMY)
        raw.executemany(SQLITE, stored(gifts))
    else:
        _copy(raw, gifts)


def stored(gifts: Sequence[Gift]) -> Iterable[tuple[Any, ...]]:
    """Gifts with their times as SQLite keeps them: in UTC, unsaid."""
    if not gifts:
        return ()
    *columns, times, run_ids, tiers = zip(*gifts, strict=True)
    return zip(*columns, map(_kept, times), run_ids, tiers, strict=False)


@lru_cache(1 << 14)
def _kept(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(" ", "microseconds")[:STORED]


def _copy(raw: Any, gifts: Sequence[Gift]) -> None:
    with raw.cursor() as cursor, cursor.copy(COPY) as copy:
        for gift in gifts:
            copy.write_row(gift)
