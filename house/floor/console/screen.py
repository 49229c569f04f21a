"""One console as it reads now: what lies there, what may be done, what it came to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session

from game.line import Line
from game.play import Game, Offer
from game.play.price_list import PriceList
from game.ranks import Rank
from house.floor.console import felt, prompts
from house.floor.console.felt import Felt
from house.floor.console.moves_in_words import in_words
from house.floor.console.prompts import Button, Keying, Prompt
from house.floor.console.settlement import Settlement, settlement
from house.floor.console.together import Together, together
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.book import Book, RoundAtTable
from house.floor.rounds.models import AnyLine, AnyRound, AnySeat
from house.floor.rounds.play import Play
from house.floor.rounds.replay import Position
from house.sealing import Seal
from rulebook import Cite

WAITED_FOR = frozenset({"fold", "bet_blind"})  # whoever must still decide


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything a console shows."""

    here: RoundAtTable
    felt: Felt
    sitting: Mapping[int, str]
    unit: str = "cents"
    position: Position | None = None
    prices: PriceList | None = None
    asks: tuple[Prompt, ...] = ()
    calls: tuple[Button, ...] = ()
    together: tuple[Together, ...] = ()
    keying: Keying | None = None
    settled: Settlement | None = None
    settled_round: int = 0
    undecided: tuple[int, ...] = ()
    until: datetime | None = None  # by when whoever is asked decides
    seats: Mapping[int, AnySeat] = field(default_factory=dict)  # who sits, row by row

    @property
    def number(self) -> int:
        """The number of the round shown, 0 before the first."""
        return self.here.round.number if self.here.round else 0

    @property
    def seq(self) -> int:
        """The number of the last action."""
        return self.position.seq if self.position else 0

    @property
    def under_way(self) -> bool:
        """Whether a round is being played."""
        return self.here.under_way

    @property
    def practice(self) -> bool:
        """Whether nothing here counts."""
        return self.here.book.practice

    @property
    def turn(self) -> int | None:
        """The seat that is asked now."""
        turns = (seat.number for seat in self.felt.seats if seat.turn)
        return next(iter((*turns, *self.undecided)), None)

    @property
    def setup(self) -> Mapping[str, Any] | None:
        """What the round shown was opened with."""
        return self.here.round.setup if self.here.round else None

    @property
    def last(self) -> str:
        """The last action that still holds, in words."""
        slot = self.position.last if self.position else None
        return in_words(slot.moves[-1], self.unit) if slot else ""

    @property
    def sentence(self) -> str:
        """Where the round is, in a sentence."""
        if not self.under_way:
            return (
                f"Round {self.number} is settled." if self.number else "No round yet."
            )
        if self.undecided:
            first, *rest = (str(seat) for seat in self.undecided)
            waiting = f", then {', '.join(rest)}" if rest else ""
            return f"Seat {first} decides{waiting}."
        if self.keying:
            return f"{self.keying.label}: {self.keying.count} to key."
        return f"{self.felt.phase.capitalize()}."

    @property
    def dealt(self) -> bool:
        """Whether the house deals the cards."""
        return bool(self.here.round and self.here.round.is_dealt)


def read(
    session: Session, table: TableRow, seal: Seal, rank: Rank, play: Play | None = None
) -> Screen:
    """The console of a table as it reads now, for somebody of this rank."""
    here = books.here(session, table)
    seats = books.seats(session, here.book, table)
    sitting = {number: row.player for number, row in seats.items()}
    play = None if here.book.practice else play
    return replace(_read(session, here, sitting, seal, rank, play), seats=seats)


def _read(  # noqa: PLR0913, PLR0917
    session: Session,
    here: RoundAtTable,
    sitting: Mapping[int, str],
    seal: Seal,
    rank: Rank,
    play: Play | None,
) -> Screen:
    """The console of a table with these players."""
    if here.round is None:
        return Screen(here, felt.felt(None, here.table.seats, sitting), sitting)
    now = books.position(session, here.book, here.round, seal, here.last)
    if not here.under_way:
        return _over(session, here, now, sitting)
    return _playing(session, here, now, sitting, rank, seal, play)


def _offering(game: Game, play: Play | None) -> Game:
    """The game, offering no more than can be taken up there."""
    if play is None:
        return game
    every, offered = game.offers, play.offered
    return replace(game, offers=lambda state: tuple(offered(state, every(state))))


def _playing(  # noqa: PLR0913, PLR0917
    session: Session,
    here: RoundAtTable,
    now: Position,
    sitting: Mapping[int, str],
    rank: Rank,
    seal: Seal,
    play: Play | None,
) -> Screen:
    game, state = _offering(now.game, play), now.state
    offers, unit = game.offers(state), state.setup.unit
    undecided = _undecided(offers)
    lines = game.so_far(state)
    seen = game.seen(state, None)
    shown = felt.felt(seen, here.table.seats, sitting, lines, undecided=undecided)
    assert here.round is not None
    number, came_to = here.round.number, settlement(lines, _said(now), unit, seen)
    last = None if lines else _before(session, here, seal)
    if last is not None:
        row, then = last
        number, came_to = row.number, _came_to(session, here.book, row, then)
    return Screen(
        here,
        shown,
        sitting,
        unit,
        now,
        game.pays(state),
        prompts.at_seats(
            _taken(offers, sitting), game.staked(state), unit, rank, _open_hands(now)
        ),
        prompts.at_the_table(offers, rank),
        together(game, state, sitting, last[1].state if last else None, unit),
        prompts.keying(offers),
        came_to,
        number,
        undecided,
        _until(now, undecided),
    )


def _taken(offers: Iterable[Offer], sitting: Mapping[int, str]) -> tuple[Offer, ...]:
    """What may happen at seats where somebody sits; a wager needs its player."""
    placing = ("ante", "bet")
    return tuple(
        offer
        for offer in offers
        if offer.act not in placing
        or offer.seat is None
        or (offer.seat in sitting) is not offer.blind
    )


def _open_hands(now: Position) -> Mapping[int, str]:
    """The players who take part with a hand that they see."""
    seen = now.game.seen(now.state, None)
    return {s["seat"]: s["player"] for s in seen["seats"] if not s["blind"]}


def _undecided(offers: Iterable[Offer]) -> tuple[int, ...]:
    seats = [o.seat for o in offers if o.act in WAITED_FOR and o.seat is not None]
    return tuple(dict.fromkeys(seats))


def _until(now: Position, undecided: tuple[int, ...]) -> datetime | None:
    seconds = now.state.setup.seconds
    if not seconds or not undecided or now.last_at is None:
        return None
    return now.last_at + timedelta(seconds=seconds)


def _said(now: Position) -> Any:
    return lambda seat: now.game.said(now.state, seat)


def _over(
    session: Session, here: RoundAtTable, now: Position, sitting: Mapping[int, str]
) -> Screen:
    assert here.round is not None
    unit, lines = now.state.setup.unit, kept(session, here.book, here.round)
    seen = now.game.seen(now.state, None)
    return Screen(
        here,
        felt.felt(seen, here.table.seats, sitting, lines),
        sitting,
        unit,
        now,
        now.game.pays(now.state),
        settled=_came_to(session, here.book, here.round, now),
        settled_round=here.round.number,
    )


def _before(
    session: Session, here: RoundAtTable, seal: Seal
) -> tuple[AnyRound, Position] | None:
    """The round before this one, as it ended."""
    number = here.round.number - 1 if here.round else 0
    row = books.numbered(session, here.book, here.table, number) if number else None
    if row is None:
        return None
    return row, books.position(session, here.book, row, seal)


def _came_to(session: Session, book: Book, row: AnyRound, then: Position) -> Settlement:
    """What a round that is over came to."""
    seen = then.game.seen(then.state, None)
    return settlement(kept(session, book, row), _said(then), row.unit, seen)


def kept(session: Session, book: Book, row: AnyRound) -> tuple[Line, ...]:
    """The lines of a round as they were written down."""
    return tuple(
        line
        for each in books.lines(session, book, row)
        if (line := _line(each)) is not None
    )


def _line(row: AnyLine) -> Line | None:
    cite = Cite.kept(row.rule_id)
    return Line(row.seat, row.wager, row.stake, row.net, cite) if cite else None
