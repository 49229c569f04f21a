"""What does not fit among those who deal and watch at the tables of a tournament."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations


@dataclass(frozen=True, slots=True)
class On:
    """Somebody on duty: where, as what, and from when to when."""

    who: str
    table: int
    post: str
    called: str  # the session
    starts: datetime
    ends: datetime

    def overlaps(self, other: "On") -> bool:
        """Whether both are at the same time; one that ends as the other starts not."""
        return self.starts < other.ends and other.starts < self.ends


def conflicts(rows: Sequence[On], players: frozenset[str]) -> Iterator[str]:
    """Somebody at two posts at once, or on duty in what they play."""
    for one, other in combinations(rows, 2):
        if one.who == other.who and one.overlaps(other):
            first = f"{one.post} at table {one.table} in {one.called}"
            yield f"{one.who} is {first} and {other.post} at table {other.table}."
    for who in dict.fromkeys(on.who for on in rows):
        if who in players:
            yield f"Somebody called {who} plays in the tournament."
