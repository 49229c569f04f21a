"""Freezing a list of a million holders: screened, hashed, kept under one root.

Held against the bare hashing of as many leaves.
"""

from hashlib import sha256
from time import perf_counter

from bench import Benchmark, Better, Measured
from bench.ticket_house import HOLDERS, SLUG, house_with_patrons, taken, written
from bench.timing import seconds
from house.db import Database
from house.documents import queries as documents
from house.sealing import Seal
from promotions import queries
from promotions.freezing import closing
from promotions.nominees import DOCUMENT

SEAL = Seal(("a secret of the benchmark",))
SALT = bytes(16)


def measure(holders: int = HOLDERS) -> Measured:
    """Seconds to freeze, and to hash as many leaves one by one."""
    with house_with_patrons(holders) as (db, folder):
        taken(db, written(folder, holders))
        return Measured(freeze_seconds(db, holders), bare_seconds(holders))


def freeze_seconds(db: Database, holders: int) -> float:
    """The whole freeze in its transaction."""
    began = perf_counter()
    with db.writing() as session:
        row = queries.get(session, SLUG, lock=True)
        assert row is not None, "The promotion runs."
        document = documents.versions(session, DOCUMENT, row.pk)[0]
        draw = queries.terms_in(document).draws[0]
        made = closing.freeze(session, row, document, draw, SEAL)
        assert made.holders == holders, "Everybody is in it."
    return perf_counter() - began


def bare_seconds(holders: int) -> float:
    """The leaves of the protocol, one after another, and nothing else."""
    return seconds(lambda: [leaf(n) for n in range(holders)])


def leaf(number: int) -> bytes:
    """One leaf, written down as the protocol says it."""
    ranged = (10 * number).to_bytes(8, "big") + (10).to_bytes(8, "big")
    return sha256(b"\x00" + SALT + b"%016x" % number + ranged).digest()


BENCHMARK = Benchmark(
    name="freeze",
    unit="s",
    against="the bare SHA-256 of as many leaves",
    goal=1 / 4,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=measure,
)
