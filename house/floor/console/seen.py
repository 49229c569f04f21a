"""The round as one seat, or the room, may see it, and nothing more."""

from typing import Any

from sqlmodel import Session

from game.jackpots.opening import acceptance
from game.line import Line
from house.floor.at_table.backing import WAGERING
from house.floor.console import felt, wording
from house.floor.console.notes import Note
from house.floor.console.screen import kept
from house.floor.console.settlement import settlement
from house.floor.meters.queries import meter_of
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.book import RoundAtTable
from house.floor.rounds.play import Progress
from house.floor.rounds.replay import Position
from house.floor.rulings import directions
from house.sealing import Seal
from rulebook import HOUSE, Cited

SHOWN = HOUSE.at("CONSOLE-7")


def shown(  # noqa: PLR0913
    session: Session,
    here: RoundAtTable,
    seal: Seal,
    seat: int | None = None,
    *,
    own_hand: bool = True,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """What a screen shows; without its own hand a seat sees what the room sees."""
    table, row, position = here.table, here.round, None
    sitting = {
        number: sits.player
        for number, sits in books.seats(session, here.book, table).items()
    }
    lines: tuple[Line, ...] = ()
    settled = None
    if row is not None:
        position = books.position(session, here.book, row, seal)
        game, state = position.game, position.state
        lines = kept(session, here.book, row) if row.ended_at else game.so_far(state)
        settled = settlement(lines, lambda s: game.said(state, s), row.unit)
    seen = _seen(position, seat if own_hand else None)
    lies = felt.felt(seen, table.seats, sitting, lines, undecided=_waits(position))
    return {
        "table": table,
        "seat": seat,
        "row": row,
        "practice": here.book.practice,
        "felt": lies,
        "own": lies.seats[seat - 1] if seat else None,
        "settled": settled,
        "prices": position.game.pays(position.state) if position else None,
        "meter": meter_of(session, table),
        "directed": _directed(session, table, seat),
        "accepted": _accepted(position, table, seat),
        "card_name": wording.card,
        "shown_rule": SHOWN,
        "progress": progress,
        "notes": _notes(progress),
    }


def _notes(progress: Progress | None) -> dict[int, Note]:
    """What is said beside each seat of something that has a beginning and an end."""
    return {n: Note(says) for n, says in (progress.seats if progress else {}).items()}


def _directed(
    session: Session, table: TableRow, seat: int | None
) -> list[directions.Directed]:
    """What everybody at the table must know, and what was said to this seat."""
    return [
        one
        for one in directions.holding(session, table)
        if one.is_for_all or seat in one.seats
    ]


def _accepted(
    position: Position | None, table: TableRow, seat: int | None
) -> Cited[str] | None:
    """Whether the jackpot wager of this seat is in, until the round is over."""
    rules = WAGERING.get(table.rulebook)
    if rules is None or position is None or seat is None:
        return None
    state = position.state
    if state.setup.jackpot is None or position.game.over(state):
        return None
    staked = position.game.jackpots(state)
    return acceptance(rules, accepted=seat in staked)


def _seen(position: Position | None, seat: int | None) -> dict[str, Any] | None:
    return position.game.seen(position.state, seat) if position else None


def _waits(position: Position | None) -> tuple[int, ...]:
    if position is None:
        return ()
    offers = position.game.offers(position.state)
    return tuple(o.seat for o in offers if o.act == "fold" and o.seat is not None)
