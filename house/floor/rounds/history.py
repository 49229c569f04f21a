"""A past round step by step, with what each person could see at each step."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session

from game.line import Line
from game.play import State
from house.floor.rounds import book as books
from house.floor.rounds import decks, settling
from house.floor.rounds.book import Book
from house.floor.rounds.models import AnyAction, AnyRound
from house.floor.rounds.replay import Position, advance, start
from house.sealing import Seal
from rulebook import HOUSE, MASS, Cite, Refusal, Refused

OWN_EYES = HOUSE.at("CONSOLE-8")
# Where a document itself asks that every hand can be laid out again.
REBUILT: Mapping[str, Cite] = {"MASS": MASS.at("10(j)")}


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a round, and how the round stood after it."""

    action: AnyAction
    holds: bool  # false once it has been taken back
    position: Position

    @property
    def at(self) -> datetime:
        """When it happened."""
        return self.action.at

    def seen(self, seat: int | None = None) -> Mapping[str, Any]:
        """What somebody at a seat could see; nobody's seat is the room's view."""
        return self.position.game.seen(self.position.state, seat)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A round from its first action to its last."""

    round: AnyRound
    steps: tuple[Step, ...]
    position: Position
    written: tuple[Line, ...]  # the lines that are kept
    is_sealed_deck: bool  # the cards are those that were put on record before

    @property
    def state(self) -> State[Any]:
        """How the round stands at its end."""
        return self.position.state

    @property
    def lines(self) -> tuple[Line, ...]:
        """What the actions come to when they are played again."""
        lines = self.position.game.settle(self.state) if self.position.over else ()
        return () if isinstance(lines, Refused) else lines

    @property
    def agrees(self) -> bool:
        """Whether what is kept is what the actions come to."""
        return self.lines == self.written


def replay(session: Session, book: Book, row: AnyRound, seal: Seal | None) -> Replayed:
    """Play a round again from what is kept of it, without any memory."""
    deck, now = decks.cards(row, seal), start(row)
    rows = books.actions(session, book, row)
    gone = {one.takes_back for one in rows if one.takes_back is not None}
    steps = list[Step]()
    for one in rows:
        now = advance(row, now, one, deck)
        steps.append(Step(one, one.seq not in gone, now))
    written = settling.as_lines(books.lines(session, book, row))
    return Replayed(row, tuple(steps), now, written, decks.holds(row, seal))


def check_seat(row: AnyRound, seat: int | None) -> Refused | None:
    """Nobody looks at a round with a player's eyes while it is under way."""
    if seat is None or row.ended_at is not None:
        return None
    wrong = f"Round {row.number} is under way."
    right = "Once it is over, each step can be seen from every seat."
    return Refused((Refusal(OWN_EYES, wrong, right, "seat"),))


def said(step: Step) -> str:
    """One step in a line of words, without a card that lies face down."""
    action = step.action
    hidden = {"act", "cards", "moves"}
    fields = " ".join(f"{k}={v}" for k, v in action.data.items() if k not in hidden)
    taken = f" of {action.takes_back}: {action.reason}" if action.takes_back else ""
    mark = "" if step.holds else " (taken back)"
    return f"{action.kind}{taken} {fields}".strip() + mark


def wire_lines(lines: tuple[Line, ...]) -> Iterator[dict[str, Any]]:
    """The lines seat by seat, as `flask game settle` writes them."""
    seats = dict.fromkeys(line.seat for line in lines)
    for seat in sorted(seats):
        mine = [line for line in lines if line.seat == seat]
        yield {
            "seat": seat,
            "lines": [
                {
                    "wager": line.wager,
                    "stake": line.stake,
                    "net": line.net,
                    "rule": line.cite.id,
                }
                for line in mine
            ],
            "net": sum(line.net for line in mine),
        }
