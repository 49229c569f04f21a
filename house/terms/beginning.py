"""What beginnings of any kind share: an address from a name, and times that move."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, select

from house.terms.models import TermsRow

LONGEST = 56  # leaves room for a number where two names make the same address
TRIES = 100


def wall(instant: datetime, zone: ZoneInfo) -> datetime:
    """What the venue's clock shows at an instant."""
    return instant.astimezone(zone).replace(tzinfo=None)


def moved(value: Any, by: timedelta, zone: ZoneInfo) -> Any:
    """The same value with every instant moved on the venue's wall clock."""
    if isinstance(value, datetime):
        return (wall(value, zone) + by).replace(tzinfo=zone).astimezone(UTC)
    if isinstance(value, tuple):
        return tuple(moved(each, by, zone) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        inner = {f.name: moved(getattr(value, f.name), by, zone) for f in fields(value)}
        return replace(value, **inner)
    return value


def address(name: str, noun: str, pages: Collection[str]) -> str:
    """The part of an address that a name makes, apart from those of pages."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", letters.lower().replace("'", ""))
    found = "-".join(words)[:LONGEST].strip("-") or noun
    return f"{found}-{noun}" if found in pages else found


def free_addresses(session: Session, kind: type[TermsRow], first: str) -> Iterator[str]:
    """The addresses that are free for a name, the plainest first."""
    like = col(kind.slug).startswith(first, autoescape=True)
    taken = set(session.exec(select(kind.slug).where(like)))
    for number in range(1, TRIES + 1):
        slug = first if number == 1 else f"{first}-{number}"
        if slug not in taken:
            yield slug
