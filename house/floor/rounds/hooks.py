"""Where other rooms of the floor come in when a round is played.

A room that wants to be asked or told offers a `Room`: the functions it has for each
occasion. The app gives those of every round to the `Floor` as one ordered tuple, a
`Play` has those of its own rounds, and in that order they are asked and told. All of
them run inside the transaction of the act. Raising
undoes the act as a whole; what stands against something is a refusal, never an
exception. Practice rounds are neither asked about nor told of: nothing in them counts.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from game.games import GAMES
from game.line import Line
from game.play import Move, State
from house.floor.acts import Act
from house.floor.models import TableRow
from house.floor.rounds.models import ActionRow, AnyAction, AnySeat, RoundRow
from rulebook import Refusal


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody who wants to sit down: by name, as a patron, with a player card."""

    session: Session
    table: TableRow
    seat: int
    player: str
    patron_id: int | None
    card: str
    act: Act
    entrant: str = ""  # of whatever the table is lent to


@dataclass(frozen=True, slots=True)
class Leaving:
    """Somebody who wants to leave the seat they sit at."""

    session: Session
    table: TableRow
    sits: AnySeat
    act: Act


@dataclass(frozen=True, slots=True)
class MoveAsked:
    """A move in a round, with everything it rests on."""

    session: Session
    table: TableRow
    round: RoundRow
    move: Move
    before: State[Any]
    after: State[Any]
    seats: Mapping[int, AnySeat]  # who sits where now
    act: Act
    row: AnyAction | None = None  # once it is written
    play: Any = None  # what the round is played for, as its own rooms know it

    @property
    def seated(self) -> AnySeat | None:
        """Who sits at the seat of the move, if it has one."""
        return self.seats.get(self.move.seat) if self.move.seat is not None else None

    @property
    def begins(self) -> bool:
        """Whether it brings the first card of the round."""
        started = GAMES[self.after.setup.game].started
        return not started(self.before) and started(self.after)

    @property
    def name(self) -> str:
        """The round as ledgers elsewhere name it."""
        return str(self.round.number)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A move that was taken back, and the state without it."""

    session: Session
    table: TableRow
    round: RoundRow
    row: ActionRow  # the action that no longer holds
    state: State[Any]
    act: Act


@dataclass(frozen=True, slots=True)
class Settled:
    """A round whose lines are written, for the first time or corrected."""

    session: Session
    table: TableRow
    round: RoundRow
    state: State[Any]
    settlement: int
    before: tuple[Line, ...]
    lines: tuple[Line, ...]
    players: Mapping[int, AnySeat]  # who played at each seat of the round
    act: Act
    play: Any = None  # what the round is played for, as its own rooms know it

    @property
    def name(self) -> str:
        """The round as ledgers elsewhere name it."""
        return str(self.round.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What a room of the floor is asked and told while rounds are played."""

    # May this person take this seat, and may they leave it yet?
    before_sitting: tuple[Callable[[Sitting], Iterable[Refusal]], ...] = ()
    before_leaving: tuple[Callable[[Leaving], Iterable[Refusal]], ...] = ()
    # May this move be made? Asked once the engine would take it.
    before_action: tuple[Callable[[MoveAsked], Iterable[Refusal]], ...] = ()
    # The move is written, or was taken back: take your own effect, or undo it.
    after_action: tuple[Callable[[MoveAsked], None], ...] = ()
    after_taking_back: tuple[Callable[[TakenBack], None], ...] = ()
    # The lines are written; a correction comes through here as well, with what an
    # earlier settlement said in `before`, even if no line changes.
    after_settlement: tuple[Callable[[Settled], None], ...] = ()
    # What `after_settlement` would change, said before a correction is confirmed.
    foresees: tuple[Callable[[Settled], Iterable[str]], ...] = ()


@dataclass(frozen=True, slots=True)
class Rooms:
    """The rooms that take part in a round, asked and told one after another."""

    rooms: tuple[Room, ...]

    def against_sitting(self, sitting: Sitting) -> tuple[Refusal, ...]:
        """Every reason why somebody may not sit down."""
        asked = (ask for room in self.rooms for ask in room.before_sitting)
        return tuple(refusal for ask in asked for refusal in ask(sitting))

    def against_leaving(self, leaving: Leaving) -> tuple[Refusal, ...]:
        """Every reason why somebody may not leave their seat yet."""
        asked = (ask for room in self.rooms for ask in room.before_leaving)
        return tuple(refusal for ask in asked for refusal in ask(leaving))

    def against(self, move: MoveAsked) -> tuple[Refusal, ...]:
        """Every reason why a move may not be made."""
        asked = (ask for room in self.rooms for ask in room.before_action)
        return tuple(refusal for ask in asked for refusal in ask(move))

    def tell_action(self, move: MoveAsked) -> None:
        """Let each take its effect of a move."""
        for tell in (tell for room in self.rooms for tell in room.after_action):
            tell(move)

    def tell_taken_back(self, taken: TakenBack) -> None:
        """Let each take back its effect of a move."""
        for tell in (tell for room in self.rooms for tell in room.after_taking_back):
            tell(taken)

    def tell_settled(self, settled: Settled) -> None:
        """Let each take its effect of a settlement."""
        for tell in (tell for room in self.rooms for tell in room.after_settlement):
            tell(settled)

    def foreseen(self, settled: Settled) -> tuple[str, ...]:
        """What each would change if a round came to this."""
        asked = (say for room in self.rooms for say in room.foresees)
        return tuple(sentence for say in asked for sentence in say(settled))
