"""Where other rooms of the floor come in when a round is played.

A room that wants to be asked or told is named in `ROOMS`; its module is read when
the first round is looked at, so that it may itself build on rounds. In it, functions
are marked with what they are for:

- `@before_sitting`  (Sitting) -> refusals: may this person take this seat?
- `@before_leaving`  (session, table, seat row, act) -> refusals: may they leave yet?
- `@before_action`   (Asked) -> refusals: may this move be made now? Asked once the
  engine would take it, with the state before and after.
- `@after_action`    (Asked) -> None: the move is written; take your own effect in
  the same transaction.
- `@after_taking_back` (TakenBack) -> None: a move was taken back; undo your effect.
- `@after_settlement` (Settled) -> None: the lines are written. `before` holds what an
  earlier settlement of the same round said (empty the first time), `lines` what
  holds now: a correction comes through here as well, even if no line changes.
- `@foresees`        (Settled) -> sentences: what `after_settlement` would change,
  said before a correction is confirmed. Nothing may be written here.

All of them run inside the transaction of the act. Raising undoes the act as a whole;
what stands against something is a refusal, never an exception. Practice rounds are
neither asked about nor told of: nothing in them counts. `before_sitting` excepted.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from sqlmodel import Session

from game.line import Line
from game.play import Move, State
from house.audit import Subject
from house.floor.acts import Act
from house.floor.models import TableRow
from house.floor.rounds.models import ActionRow, AnyAction, AnySeat, RoundRow
from rulebook import Refusal

# The rooms that are asked and told, in the order in which they are.
ROOMS: tuple[str, ...] = (
    "house.floor.rulings.guards",
    "house.floor.decks.guards",
    "house.floor.at_table.jackpots",
    "house.floor.at_table.judging",
    "house.floor.at_table.keying",
    "house.floor.at_table.stakes",
)


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
    practice: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
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
    lent_by: Subject | None = None  # a tournament whose chips these are

    @property
    def seated(self) -> AnySeat | None:
        """Who sits at the seat of the move, if it has one."""
        return self.seats.get(self.move.seat) if self.move.seat is not None else None

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
    lent_by: Subject | None = None

    @property
    def name(self) -> str:
        """The round as ledgers elsewhere name it."""
        return str(self.round.number)


F = TypeVar("F", bound=Callable[..., Any])
_sitting: list[Callable[[Sitting], Iterable[Refusal]]] = []
_leaving: list[Callable[..., Iterable[Refusal]]] = []
_before: list[Callable[[Asked], Iterable[Refusal]]] = []
_after: list[Callable[[Asked], None]] = []
_taken_back: list[Callable[[TakenBack], None]] = []
_settled: list[Callable[[Settled], None]] = []
_foreseen: list[Callable[[Settled], Iterable[str]]] = []


def before_sitting(ask: F) -> F:
    """Ask this before anybody sits down."""
    return _once(_sitting, ask)


def before_leaving(ask: F) -> F:
    """Ask this before anybody leaves a seat."""
    return _once(_leaving, ask)


def before_action(ask: F) -> F:
    """Ask this before a move counts."""
    return _once(_before, ask)


def after_action(tell: F) -> F:
    """Tell this of every move that counts."""
    return _once(_after, tell)


def after_taking_back(tell: F) -> F:
    """Tell this of every move that was taken back."""
    return _once(_taken_back, tell)


def after_settlement(tell: F) -> F:
    """Tell this what a round came to, whenever that is written."""
    return _once(_settled, tell)


def foresees(say: F) -> F:
    """Have this say what a correction would change elsewhere."""
    return _once(_foreseen, say)


def _once(known: list[Any], new: F) -> F:
    known.append(new)
    return new


@cache
def _rooms() -> None:
    for room in ROOMS:
        import_module(room)


def against_sitting(sitting: Sitting) -> tuple[Refusal, ...]:
    """Every reason of other rooms why somebody may not sit down."""
    _rooms()
    return tuple(refusal for ask in _sitting for refusal in ask(sitting))


def against_leaving(
    session: Session, table: TableRow, sits: AnySeat, act: Act
) -> tuple[Refusal, ...]:
    """Every reason of other rooms why somebody may not leave their seat yet."""
    _rooms()
    return tuple(r for ask in _leaving for r in ask(session, table, sits, act))


def against(asked: Asked) -> tuple[Refusal, ...]:
    """Every reason of other rooms why a move may not be made."""
    _rooms()
    return tuple(refusal for ask in _before for refusal in ask(asked))


def tell_action(asked: Asked) -> None:
    """Let other rooms take their effect of a move."""
    _rooms()
    for tell in _after:
        tell(asked)


def tell_taken_back(taken: TakenBack) -> None:
    """Let other rooms take back their effect of a move."""
    _rooms()
    for tell in _taken_back:
        tell(taken)


def tell_settled(settled: Settled) -> None:
    """Let other rooms take their effect of a settlement."""
    _rooms()
    for tell in _settled:
        tell(settled)


def foreseen(settled: Settled) -> tuple[str, ...]:
    """What other rooms would change if a round came to this."""
    _rooms()
    return tuple(sentence for say in _foreseen for sentence in say(settled))
