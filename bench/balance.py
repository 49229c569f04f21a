"""What any account comes to, once a million postings stand in the ledger."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import text

from bench import Benchmark, Better, Measured
from bench.timing import seconds_by_turns
from house import migrate
from house.db import Database
from house.ledger import queries
from house.ledger.postings import Account

POSTINGS = 1_000_000
ACCOUNTS = 1_000
ASKED = 200
ONE = text(
    "SELECT id, number, at, by FROM ledger_posting "
    "WHERE cause_kind = 'round' AND cause_id = :id AND number = 1"
)
# The rows that so many postings leave behind, written by the database itself.
MADE = f"""
DROP TRIGGER ledger_posting_no_replace;
DROP TRIGGER ledger_entry_no_replace;
CREATE TEMP TABLE up AS WITH RECURSIVE up(n) AS (
  SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < {POSTINGS}) SELECT n FROM up;
INSERT INTO ledger_account (id, kind, owner, unit, balance)
  SELECT n, 'purse', 'patron ' || n, 'cents', {POSTINGS // ACCOUNTS} FROM up
  WHERE n <= {ACCOUNTS};
INSERT INTO ledger_posting
  (id, cause_kind, cause_id, number, rules, facts, at, by, by_name)
  SELECT n, 'round', n, 1, '[]', '{{}}', '2026-11-20', 'bench', 'Bench' FROM up;
INSERT INTO ledger_entry (posting_id, account_id, amount, balance, at)
  SELECT n, 1 + n % {ACCOUNTS}, 1, 1 + n / {ACCOUNTS}, '2026-11-20' FROM up
"""  # noqa: S608


@contextmanager
def full_ledger() -> Iterator[Database]:
    """A house with a thousand accounts and a million postings."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'house.sqlite3'}"
        migrate.upgrade(url)
        db = Database(url)
        with db.writing() as session:
            for statement in MADE.split(";"):
                session.execute(text(statement))
        yield db
        db.engine.dispose()


def _measure() -> Measured:
    with full_ledger() as db, db.reading() as session:
        some = range(1, ACCOUNTS, ACCOUNTS // ASKED)

        def asked() -> list[int]:
            purses = (Account("purse", f"patron {n}", "cents") for n in some)
            return [queries.balances(session, (purse,))[purse] for purse in purses]

        def indexed() -> list[object]:
            connection = session.connection()
            return [connection.execute(ONE, {"id": str(n)}).all() for n in some]

        if asked() != [POSTINGS // ACCOUNTS] * len(some):
            raise RuntimeError("An account does not come to what was posted.")
        found, bare = seconds_by_turns(asked, indexed, 9)
        each = 1_000_000 / len(some)
        return Measured(found * each, bare * each)


BENCHMARK = Benchmark(
    name="balance",
    unit="µs",
    against="one row found by an index, by the same session",
    goal=0.5,
    better=Better.LOWER,
    goal_is_ratio=True,
    measure=_measure,
)
