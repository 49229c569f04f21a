"""How SQLite writes in tests: their houses need not outlive a power cut."""

from house import db

AS_SERVED = db.PRAGMAS


def never_wait() -> None:
    """Let no commit of this process wait for the disk: that takes longest."""
    db.PRAGMAS = (*AS_SERVED, "synchronous=OFF")
