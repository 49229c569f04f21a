"""Where somebody sits now: the draws that were released and the moves since."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import bindparam, literal, union_all
from sqlalchemy import select as sa_select
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from house import bare
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.rules.seat_repair import Place
from tournaments.seating.models import MoveKind, MoveRow, SeatDrawRow, SeatRow

FIRST_STAGE = 0


@dataclass(frozen=True, slots=True)
class Sits:
    """The place of an entry, which draw gave it, and the move that last changed it."""

    place: Place
    draw_id: int
    moved: MoveRow | None = None

    @property
    def session(self) -> int:
        """The session, counted from one."""
        return self.place.session

    @property
    def table_number(self) -> int:
        """The table by its number on the floor."""
        return self.place.table

    @property
    def seat(self) -> int:
        """The seat at the table."""
        return self.place.seat


class _At(NamedTuple):
    """The same in plain words: session, table and seat of the place."""

    spot: tuple[int, int, int]
    draw_id: int
    moved: MoveRow | None = None


def draws(session: Session, tournament: TournamentRow) -> Sequence[SeatDrawRow]:
    """Every draw that was prepared, the newest first."""
    return session.exec(_of(tournament)).all()


def _of(tournament: TournamentRow) -> SelectOfScalar[SeatDrawRow]:
    mine = select(SeatDrawRow).where(col(SeatDrawRow.tournament_id) == tournament.pk)
    return mine.order_by(col(SeatDrawRow.number).desc())


def prepared(session: Session, tournament: TournamentRow) -> SeatDrawRow | None:
    """The draw that is under way: its list is fixed and nothing is released."""
    newest = session.exec(_of(tournament).limit(1)).first()
    return newest if newest and newest.released_at is None else None


def released(
    session: Session, tournament: TournamentRow, stage_at: int | None = None
) -> SeatDrawRow | None:
    """The newest draw whose seats hold, of one stage or of any."""
    of = _of(tournament).where(col(SeatDrawRow.released_at).is_not(None))
    if stage_at is not None:
        of = of.where(col(SeatDrawRow.stage_at) == stage_at)
    return session.exec(of.limit(1)).first()


def drawn(session: Session, draw: SeatDrawRow) -> Mapping[int, Place]:
    """The places that a draw gave, by entry, in the order of the tables."""
    mine = sa_select(col(SeatRow.entry_id), *ORDER).where(
        col(SeatRow.draw_id) == draw.pk
    )
    rows = bare.rows(session, mine.order_by(*ORDER))
    return {entry: Place(*place) for entry, *place in rows}


def seats_now(
    session: Session,
    tournament: TournamentRow,
    stage_at: int = FIRST_STAGE,
    entries: Collection[int] | None = None,
) -> Mapping[int, Sits]:
    """Where everybody sits now, or these entries, in the order of the tables."""
    now = _now(session, tournament, stage_at, entries)
    mine = now if entries is None else {*entries} & now.keys()
    ordered = sorted(mine, key=lambda entry: now[entry].spot)
    return {
        entry: Sits(Place(*at.spot), at.draw_id, at.moved)
        for entry, at in ((entry, now[entry]) for entry in ordered)
    }


def tables_now(
    session: Session, tournament: TournamentRow, stage_at: int
) -> Mapping[int, tuple[int, int]]:
    """The session and the table of everybody who sits now, in no order."""
    now = _now(session, tournament, stage_at)
    return {entry: at.spot[:2] for entry, at in now.items()}


def _now(
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    entries: Collection[int] | None = None,
) -> dict[int, _At]:
    """Where everybody sits, or at least these: seats are many, and so kept plain."""
    given = (
        sa_select(
            col(SeatRow.entry_id),
            col(SeatRow.session),
            col(SeatRow.table_number),
            col(SeatRow.seat),
            col(SeatRow.draw_id),
        )
        .join(SeatDrawRow, col(SeatDrawRow.id) == SeatRow.draw_id)
        .where(
            col(SeatDrawRow.tournament_id) == tournament.pk,
            col(SeatDrawRow.stage_at) == stage_at,
            col(SeatDrawRow.released_at).is_not(None),
        )
    )
    since = moves(session, tournament, stage_at)
    # Whoever replaces somebody has the seat of theirs: then all of them are asked.
    alone = not any(move.kind is MoveKind.REPLACED for move in since)
    if entries is not None and alone:
        given = given.where(col(SeatRow.entry_id).in_(entries))
    now = {row[0]: _At(row[1:4], row[4]) for row in bare.rows(session, given)}
    for move in since:
        _follow(now, move)
    return now


def _follow(now: dict[int, _At], move: MoveRow) -> None:
    """Let a move take effect; a replacement takes the seat of whoever sat there."""
    entry, spot = move.entry_id, place_of(move).order
    if move.kind is MoveKind.REPLACED:
        sat = next(e for e, at in now.items() if at.spot == spot)
        now[entry] = _At(spot, now.pop(sat).draw_id, move)
    elif entry in now:
        now[entry] = _At(spot, now[entry].draw_id, move)


# Every hand asks this of its table: it is put together once.
_DRAWN = (
    sa_select(
        col(SeatRow.entry_id),
        col(SeatRow.session),
        col(SeatRow.table_number),
        col(SeatRow.seat),
        literal(0).label("move"),
    )
    .join(SeatDrawRow, col(SeatDrawRow.id) == SeatRow.draw_id)
    .where(
        col(SeatDrawRow.tournament_id) == bindparam("tournament"),
        col(SeatDrawRow.stage_at) == bindparam("stage"),
        col(SeatDrawRow.released_at).is_not(None),
        col(SeatRow.session) == bindparam("session"),
        col(SeatRow.table_number) == bindparam("table"),
    )
)
_OF_STAGE = (
    col(MoveRow.tournament_id) == bindparam("tournament"),
    col(MoveRow.stage_at) == bindparam("stage"),
)
_MOVED_TO = sa_select(col(MoveRow.entry_id)).where(
    *_OF_STAGE,
    col(MoveRow.session) == bindparam("session"),
    col(MoveRow.table_number) == bindparam("table"),
)
_MOVED = sa_select(
    col(MoveRow.entry_id),
    col(MoveRow.session),
    col(MoveRow.table_number),
    col(MoveRow.seat),
    col(MoveRow.id),
).where(
    *_OF_STAGE,
    col(MoveRow.entry_id).in_(_MOVED_TO)
    | col(MoveRow.entry_id).in_(_DRAWN.with_only_columns(col(SeatRow.entry_id))),
)
# The places of everybody who was drawn or ever moved there, the newest last.
_PLACES: Any = union_all(_DRAWN, _MOVED).order_by("move")


def seats_at(
    session: Session, tournament_id: int, stage_at: int, place: tuple[int, int]
) -> Mapping[int, int]:
    """Who sits at one table of a session now, by seat, however many have entered."""
    number, table = place
    here = {"tournament": tournament_id, "stage": stage_at}
    here |= {"session": number, "table": table}
    now: dict[int, tuple[tuple[int, ...], int]] = {}
    for entry, *at, seat, _ in session.connection().execute(_PLACES, here):
        now.pop(entry, None)  # the newest comes last: a replacement has the seat
        now[entry] = ((*at,), seat)
    return {seat: entry for entry, (at, seat) in now.items() if at == place}


def moves(
    session: Session, tournament: TournamentRow, stage_at: int = FIRST_STAGE
) -> Sequence[MoveRow]:
    """Every move since the release, the oldest first."""
    mine = select(MoveRow).where(
        col(MoveRow.tournament_id) == tournament.pk, col(MoveRow.stage_at) == stage_at
    )
    return session.exec(mine.order_by(col(MoveRow.id))).all()


def place_of(row: SeatRow | MoveRow) -> Place:
    """The place that a row names."""
    return Place(row.session, row.table_number, row.seat)


ORDER = (col(SeatRow.session), col(SeatRow.table_number), col(SeatRow.seat))


def playing(session: Session, tournament: TournamentRow) -> Mapping[int, int]:
    """Everybody who is to play, by the number of the entry: entry rows are many."""
    mine = sa_select(col(EntryRow.number), col(EntryRow.id)).where(
        col(EntryRow.tournament_id) == tournament.pk,
        col(EntryRow.state) == EntryState.ENTERED,
    )
    rows = bare.rows(session, mine.order_by(col(EntryRow.number)))
    return dict(rows)


def numbered(
    session: Session, tournament: TournamentRow, numbers: Collection[int]
) -> Mapping[int, int]:
    """The entries of these numbers, however they stand."""
    mine = sa_select(col(EntryRow.number), col(EntryRow.id)).where(
        col(EntryRow.tournament_id) == tournament.pk,
        col(EntryRow.number).in_(list(numbers)),
    )
    return dict(bare.rows(session, mine))


def numbered_by(session: Session, entries: Collection[int]) -> Mapping[int, int]:
    """These entries by their numbers."""
    mine = select(EntryRow.number, EntryRow.id).where(
        col(EntryRow.id).in_(list(entries))
    )
    return {number: entry_id or 0 for number, entry_id in session.exec(mine)}
