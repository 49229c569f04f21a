"""What is asked at a table and what comes of it: the values of playing a round."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from sqlmodel import Session

from house.floor.acts import Act
from house.floor.models import TableRow
from house.floor.rounds.book import Book
from house.floor.rounds.hooks import Rooms
from house.floor.rounds.models import AnyRound, AnySeat
from house.floor.rounds.play import Floor, Play
from house.floor.rounds.replay import Position
from house.sealing import Seal
from rulebook import HOUSE, Cite, Refusal, Refused

STALE = HOUSE.at("STALE-1")


@dataclass(frozen=True, slots=True)
class Tap:
    """An action as it is asked for: in which round, after which action, under a key."""

    key: str
    round: int
    expected: int
    action: Mapping[str, Any]
    sent_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What was done, and how the round stands after it."""

    book: Book
    round: AnyRound
    position: Position
    repeated: bool = False
    seats: Mapping[int, AnySeat] | None = None  # where they were looked up with it


@dataclass(frozen=True, slots=True)
class Stale(Refused):
    """Something else happened since: what the sender saw, and what holds now."""

    yours: tuple[int, int] = (0, 0)
    ours: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class TableAct:
    """Where an action happens: held until its transaction ends."""

    session: Session
    table: TableRow
    act: Act
    floor: Floor
    # What goes on the record in one entry, where several actions come together.
    notes: list[dict[str, Any]] | None = None
    rules: list[Cite] = field(default_factory=list)
    plays: dict[int, Play] = field(default_factory=dict)  # by round, as first asked

    @property
    def seal(self) -> Seal:
        """What seals the decks that the house deals from."""
        return self.floor.seal

    def play(self, row: AnyRound) -> Play:
        """What a round at this table is played for."""
        if row.pk not in self.plays:
            play = self.floor.play_of(self.session, self.table, row, self.act.now)
            self.plays[row.pk] = play
        return self.plays[row.pk]

    def rooms(self, row: AnyRound) -> Rooms:
        """Everybody who takes part in a round at this table."""
        return self.floor.rooms_in(self.play(row))


class SeenBySender(Protocol):
    """What a sender had seen when something was asked for."""

    @property
    def round(self) -> int:
        """The number of the round."""

    @property
    def expected(self) -> int:
        """The last action of it."""


def stale(
    table: TableRow, row: AnyRound, seq: int, asked: SeenBySender
) -> Stale | None:
    """Refuse what was asked for without having seen the latest action."""
    if (asked.round, asked.expected) == (row.number, seq):
        return None
    wrong = (
        f"You saw action {asked.expected} of round {asked.round}; table "
        f"{table.number} is at action {seq} of round {row.number}."
    )
    right = "Look at what happened since, then key again what is still meant."
    refusal = Refusal(STALE, wrong, right, "expected")
    return Stale((refusal,), (asked.round, asked.expected), (row.number, seq))
