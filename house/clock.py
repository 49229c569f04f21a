"""The only reader of the clock."""

from datetime import UTC, datetime


def now() -> datetime:
    """This instant, in UTC."""
    return datetime.now(UTC)
