"""Which database a test runs on: the one its name picks, or both."""

from zlib import crc32

import pytest

DATABASES = ("sqlite", "postgres")
# Money, clocks, keys and the record: here the two databases could differ and must not.
ON_BOTH = {
    "test_at_table.py",
    "test_audit.py",
    "test_backup.py",
    "test_checkpoints.py",
    "test_closing.py",
    "test_crowd_served.py",
    "test_deadlines.py",
    "test_documents_kept.py",
    "test_draw_kills.py",
    "test_every_deadline.py",
    "test_freezing.py",
    "test_fuzz.py",
    "test_ledger.py",
    "test_limits_changes.py",
    "test_logs.py",
    "test_loss_limits_service.py",
    "test_meter_instants.py",
    "test_meters.py",
    "test_migrations.py",
    "test_once.py",
    "test_outbox.py",
    "test_payments.py",
    "test_promotion_duties.py",
    "test_rounds.py",
    "test_rounds_faults.py",
    "test_rulings.py",
    "test_serve.py",
    "test_tick.py",
    "test_tick_scale.py",
    "test_waiting_races.py",
    "test_wall_clock.py",
}


def elsewhere(items: list[pytest.Item]) -> set[pytest.Item]:
    """The tests that are left to the other database.

    Where the two could differ the first case of a test runs on both, and the others
    by turns.
    """
    firsts = {_function(item): _case(item) for item in reversed(items)}
    return {item for item in items if _elsewhere(item, firsts)}


def _elsewhere(item: pytest.Item, firsts: dict[str, str]) -> bool:
    """Whether a test is left to the other database."""
    params = getattr(item, "callspec", None)
    chosen = params.params.get("database_url") if params else None
    if chosen not in DATABASES:
        return False
    function, case = _function(item), _case(item)
    if item.path.name not in ON_BOTH:
        return chosen != _pick(function)
    return case != firsts[function] and chosen != _pick(case)


def _function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _case(item: pytest.Item) -> str:
    """A test with what it is given, whichever database it runs on."""
    function, _, given = item.nodeid.removesuffix("]").partition("[")
    return "-".join([function, *(p for p in given.split("-") if p not in DATABASES)])


def _pick(name: str) -> str:
    """PostgreSQL for one in four: there a test takes twice as long."""
    return "sqlite" if crc32(name.encode()) % 4 else "postgres"
