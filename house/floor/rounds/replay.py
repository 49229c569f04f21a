"""A round as its actions leave it: the same actions always give the same state."""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from threading import Lock
from typing import Any

from game.cards import Card, show
from game.games import GAMES
from game.play import Game, Move, Setup, State, read_setup
from house.floor.rounds.models import AnyAction, AnyRound
from rulebook import Refused

TAKE_BACK = "take back"
MOST_KEPT = 512


class BrokenRecord(RuntimeError):
    """What is kept of a round does not fit together; somebody went around us."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one action in a round, with the moves that now hold there."""

    seq: int
    at: datetime
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """How far a round has come."""

    state: State[Any]
    digest: str
    under: str  # the setup it is played under, in one spelling
    slots: tuple[Slot, ...] = ()
    seq: int = 0
    last_at: datetime | None = None
    first_card_at: datetime | None = None

    @property
    def game(self) -> Game:
        """The game that is played."""
        return GAMES[self.state.setup.game]

    @property
    def over(self) -> bool:
        """Whether the round is played out."""
        return self.game.over(self.state)

    @property
    def last(self) -> Slot | None:
        """The last action that still holds."""
        return next((slot for slot in reversed(self.slots) if slot.moves), None)


def setup_of(row: AnyRound) -> Setup:
    """The setup a round was opened with."""
    setup = read_setup(row.setup)
    if isinstance(setup, Refused):
        raise BrokenRecord(str(setup))
    return setup


def start(row: AnyRound) -> Position:
    """A round before anything has happened in it."""
    setup = setup_of(row)
    state = GAMES[setup.game].open(setup)
    if isinstance(state, Refused):
        raise BrokenRecord(str(state))
    return Position(state, begins(row), spelt(row))


def spelt(row: AnyRound) -> str:
    """The setup of a round in one spelling."""
    return json.dumps(row.setup, sort_keys=True)


def begins(row: AnyRound) -> str:
    """What the first action of a round is bound to."""
    kind = "practice" if row.practice else "round"
    named = f"{kind} {row.table_id} {row.number} {row.key} {row.deck_sha256}"
    return hashlib.sha256(named.encode()).hexdigest()


def digest_of(previous: str, row: AnyAction) -> str:
    """What binds an action to every one before it."""
    said = [
        previous,
        row.seq,
        row.kind,
        row.data,
        row.takes_back,
        row.reason,
        row.at.astimezone(UTC).isoformat(timespec="microseconds"),
        row.by,
        row.key,
    ]
    written = json.dumps(said, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


def written(game: Game, move: Move, deck: Sequence[Card], out: int) -> dict[str, Any]:
    """A move as it is kept: a card off the deck by its place, so that it stays hidden.

    `out` is how many cards have left the deck before.
    """
    plain = game.write(move)
    if deck and move.cards:
        if tuple(deck[out : out + len(move.cards)]) != move.cards:
            raise BrokenRecord("A card was dealt that does not come next.")
        plain["cards"] = [out, len(move.cards)]
    return plain


def cards_out(state: State[Any]) -> int:
    """How many cards have been named by the moves of a round."""
    return sum(len(move.cards) for move in state.moves)


def read_moves(game: Game, row: AnyAction, deck: Sequence[Card]) -> tuple[Move, ...]:
    """The moves that an action brought: one, or those that took another's place."""
    kept = row.data["moves"] if row.takes_back is not None else [row.data]
    return tuple(_read(game, each, deck) for each in kept)


def names_cards(row: AnyAction) -> bool:
    """Whether an action names cards by their place in a deck."""
    return row.takes_back is not None or "cards" in row.data


def _read(game: Game, kept: dict[str, Any], deck: Sequence[Card]) -> Move:
    plain = dict(kept)
    match plain.get("cards"):
        case [int(first), int(count)]:
            cards = deck[first : first + count]
            if len(cards) != count:
                raise BrokenRecord("The deck of this round is not at hand.")
            plain["cards"] = [show((card,)) for card in cards]
    move = game.read(plain)
    if isinstance(move, Refused):
        raise BrokenRecord(str(move))
    return move


def replaced(slots: Sequence[Slot], seq: int, moves: tuple[Move, ...]) -> list[Slot]:
    """The slots with other moves, or none, in one place."""
    return [replace(s, moves=moves) if s.seq == seq else s for s in slots]


def play(
    begun: Position, slots: Iterable[Slot]
) -> tuple[State[Any], datetime | None] | Refused:
    """The state that these slots lead to, and when the first card came out."""
    game, state, first = begun.game, begun.state, None
    for slot in slots:
        for move in slot.moves:
            after = game.apply(state, move)
            if isinstance(after, Refused):
                return after
            state = after
            if first is None and game.started(state):
                first = slot.at
    return state, first


def advance(
    begun: AnyRound, now: Position, row: AnyAction, deck: Sequence[Card]
) -> Position:
    """The position after one more kept action of a round."""
    if row.seq != now.seq + 1 or row.digest != digest_of(now.digest, row):
        raise BrokenRecord(f"Action {row.seq} does not follow action {now.seq}.")
    moves = read_moves(now.game, row, deck)
    if row.takes_back is None:
        played = play(now, (Slot(row.seq, row.at, moves),))
    else:
        slots = tuple(replaced(now.slots, row.takes_back, moves))
        played = play(start(begun), slots)
    if isinstance(played, Refused):
        raise BrokenRecord(f"Action {row.seq}: {played}")
    state, first = played
    if row.takes_back is None:
        return stepped(now, row, moves, state)
    return replace(
        now,
        state=state,
        digest=row.digest,
        slots=slots,
        seq=row.seq,
        last_at=row.at,
        first_card_at=first,
    )


def stepped(
    now: Position, row: AnyAction, moves: tuple[Move, ...], state: State[Any]
) -> Position:
    """The position after one more action, whose moves lead to a state."""
    first = now.first_card_at
    if first is None and now.game.started(state):
        first = row.at
    slots = (*now.slots, Slot(row.seq, row.at, moves))
    return Position(state, row.digest, now.under, slots, row.seq, row.at, first)


class Memory:
    """The latest positions, so that an action replays one step and not all.

    A position is a pure function of its setup and its digest: one that is forgotten,
    or was never kept, is worked out again.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, str], Position] = OrderedDict()
        self._lock = Lock()

    def find(self, row: AnyRound, digest: str) -> Position | None:
        """The position under this digest, if it is remembered."""
        with self._lock:
            return self._kept.get((spelt(row), digest))

    def keep(self, position: Position) -> None:
        """Remember a position; the oldest is forgotten."""
        with self._lock:
            self._kept[position.under, position.digest] = position
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


MEMORY = Memory()
