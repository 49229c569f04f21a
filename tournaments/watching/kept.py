"""What was worked out for everybody, kept by each process until something happens.

Whoever asks between two looks at the database gets what the last look found; while
one makes a page anew, all others who ask for it get the one before.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import RLock
from time import monotonic
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import bindparam, func
from sqlalchemy import select as sa_select
from sqlmodel import Session, col

from house.audit.models import AuditRow
from house.db import Database
from house.ledger.models import PostingRow
from house.web import config, database, reading
from tournaments.models import KIND, TournamentRow
from tournaments.play.models import HandRow

LATEST = 4.0  # seconds that a page holds at most; phones ask that often
SHARE = 9  # times as long as making it took
MOST = 400  # pages of one tournament; then they are made again
_newest = (
    sa_select(func.max(col(AuditRow.number)))
    .where(
        col(AuditRow.subject_kind) == KIND,
        col(AuditRow.subject_id) == bindparam("subject"),
    )
    .scalar_subquery()
)
# Everything that is done to a tournament is on record, and every chip on the ledger.
_VERSION = sa_select(
    col(TournamentRow.id),
    col(TournamentRow.version),
    _newest,
    sa_select(func.max(col(PostingRow.id))).scalar_subquery(),
    sa_select(func.max(col(HandRow.id))).scalar_subquery(),
).where(col(TournamentRow.slug) == bindparam("slug"))
_ID = sa_select(col(TournamentRow.id)).where(
    col(TournamentRow.slug) == bindparam("slug")
)
Version = tuple[Any, ...]
Made = TypeVar("Made")


@dataclass(slots=True)
class Kept:
    """What a process knows of a tournament, and how long it holds."""

    version: Version
    until: float  # then the process looks again
    made: dict[Any, Any] = field(default_factory=dict)
    one: RLock = field(default_factory=RLock)  # whoever makes something has it
    before: "Kept | None" = None  # what a crowd is given meanwhile
    begun: float = field(default_factory=monotonic)

    @property
    def meanwhile(self) -> "Kept | None":
        """The version before, unless it is too old to be looked at."""
        return self.before if monotonic() < self.begun + LATEST else None

    def holds(self, key: Any) -> bool:
        """Whether this was made of this version, and of none before."""
        return key in self.made


_KEPT: WeakKeyDictionary[Database, dict[str, Kept]] = WeakKeyDictionary()


def version(session: Session, slug: str) -> Version | None:
    """A value that is new whenever something happened; none: there is no such."""
    line = session.connection()
    found = line.execute(_ID, {"slug": slug}).scalar()
    if found is None:
        return None
    which = {"slug": slug, "subject": str(found)}
    return tuple(line.execute(_VERSION, which).one())


def of(slug: str) -> Kept | None:
    """What is known of a tournament, looked up again once that is due."""
    houses = _KEPT.setdefault(database(), {})
    kept, now = houses.get(slug), monotonic()
    if kept is not None and now < kept.until:
        return kept
    until = now + config().watch_seconds
    is_fresh = kept is not None and now < kept.until + LATEST
    if kept is not None and is_fresh:
        kept.until = until  # one looks; whoever comes meanwhile does not
    found = version(reading(), slug)
    if found is None:
        return None
    if kept is None or kept.version != found or len(kept.made) > MOST:
        if kept is not None:
            kept.before = None
        kept = houses[slug] = Kept(found, until, before=kept if is_fresh else None)
    kept.until = max(kept.until, until)
    return kept


def made(kept: Kept, key: Any, make: Callable[[], Made]) -> Made:
    """What was made of this version, or is made now: by one, while others wait.

    Others who have something of the version before to look at do not wait.
    """
    if key not in kept.made:
        last = kept.meanwhile
        known = last is not None and key in last.made
        if not kept.one.acquire(blocking=not known):
            assert last is not None
            old: Made = last.made[key]
            return old
        try:
            _make(kept, key, make)
        finally:
            kept.one.release()
    found: Made = kept.made[key]
    return found


def _make(kept: Kept, key: Any, make: Callable[[], Made]) -> None:
    """Make it, and let it hold so long that making takes a small part of the time."""
    if key in kept.made:
        return
    begun = monotonic()
    kept.made[key] = make()
    spent = monotonic() - begun
    if config().watch_seconds:
        held = min(LATEST, SHARE * spent)
        kept.until = max(kept.until, begun + spent + held)
