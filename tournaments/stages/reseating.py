"""A correction at the tables: chips to the tray, another on the seat, a bank for them.

Hands already played stand: whoever comes begins with the bank of the stage.
"""

from collections.abc import Iterator, Mapping

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.floor.rounds.play import Floor
from rulebook import Refusal, Refused
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.play import counting, moving_chips, places
from tournaments.play.models import Moved
from tournaments.play.moving_chips import Moving
from tournaments.rules.seat_moves import MOVED
from tournaments.seating import seats as seating
from tournaments.seating.models import MoveKind, MoveRow
from tournaments.stages.replacing import BEGUN, RIGHT, Exchange


def stand_up(
    session: Session, tournament: TournamentRow, exchange: Exchange, why: str, act: Act
) -> Iterator[Refusal]:
    """What lies before those who leave goes to the tray."""
    ids = seating.numbered(session, tournament, [s.gone for s in exchange.seats])
    for each, there in exchange.played:
        has = there.expected.stacks.get(ids[each.gone], 0)
        wanted = Moving(Moved.CORRECTION, -has, ids[each.gone], {}, why, (BEGUN,))
        yield from _chips(session, tournament, there, wanted, act)


def sit_down(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    exchange: Exchange,
    why: str,
    act: Act,
    floor: Floor,
) -> Iterator[Refusal]:
    """Whoever comes has the seat from now on, and the bank where play has begun."""
    ids = seating.numbered(session, tournament, [s.came for s in exchange.seats])
    _move(session, tournament, exchange, ids, why, act)
    begun = {there.at.session.pk: there.at.session for _, there in exchange.played}
    for playing in begun.values():
        sat = places.follow_moves(session, tournament, playing, act, floor)
        yield from sat.refusals if isinstance(sat, Refused) else ()
    for each, was in exchange.played:
        there = counting.look(session, was.at.row, was.table)
        bank = there.at.plan.bank_chips
        wanted = Moving(Moved.CORRECTION, bank, ids[each.came], {}, why, (BEGUN,))
        yield from _chips(session, tournament, there, wanted, act)


def _chips(
    session: Session,
    tournament: TournamentRow,
    there: counting.Table,
    wanted: Moving,
    act: Act,
) -> Iterator[Refusal]:
    if wanted.chips:
        moved = moving_chips.move(session, tournament, there, wanted, act)
        yield from moved.refusals if isinstance(moved, Refused) else ()


def _move(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    exchange: Exchange,
    ids: Mapping[int, int],
    why: str,
    act: Act,
) -> None:
    """The draw keeps what it gave: a seat that another takes is a move."""
    before = seating.moves(session, tournament, exchange.stage_at)
    taken = [seating.place_of(move) for move in before]
    for each in exchange.seats:
        row = MoveRow(
            tournament_id=tournament.pk,
            stage_at=exchange.stage_at,
            entry_id=ids[each.came],
            kind=MoveKind.REPLACED,
            session=each.place.session,
            table_number=each.place.table,
            seat=each.place.seat,
            turn=taken.count(each.place) + 1,
            from_session=0,
            from_table=0,
            from_seat=0,
            why=fitted(f"In place of entry {each.gone}: {why}", 400),
            **steps.signed(act),
        )
        session.add(row)
    session.flush()
    data = [[s.gone, s.came, *s.place.to_data()] for s in exchange.seats]
    after = {"kind": MoveKind.REPLACED.value, "why": why, "moves": data}
    rules = (MOVED, RIGHT)
    steps.note(session, tournament, "replace player", act, None, rules, {}, after)
