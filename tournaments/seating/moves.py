"""Players moved after the release: each move a row, with who, why and when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from rulebook import HOUSE, Refusal, Refused
from tournaments import queries
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps
from tournaments.rules import seat_draw, seat_moves
from tournaments.rules.lifecycle import Status
from tournaments.rules.seat_moves import AS_THE_TERMS_SAY, MOVED, Player, Room
from tournaments.rules.seat_repair import Place, Rules
from tournaments.rules.terms import Terms
from tournaments.rules.timetable import slots
from tournaments.seating import respected, seats
from tournaments.seating.models import MoveKind, MoveRow, SeatDrawRow
from tournaments.seating.seats import FIRST_STAGE

RECENT = timedelta(minutes=10)
MOVING = frozenset({Status.SEATED, Status.RUNNING})


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody is to be moved by hand."""

    entry: int
    place: Place
    kind: MoveKind
    why: str


@dataclass(frozen=True, slots=True)
class SeatMove:
    """A move and whom it moved."""

    row: MoveRow
    entry: EntryRow


def recent(
    session: Session, tournament: TournamentRow, since: datetime | None = None
) -> tuple[SeatMove, ...]:
    """The moves since an instant, the newest first; all of them without one."""
    mine = (
        select(MoveRow, EntryRow)
        .join(EntryRow, col(EntryRow.id) == MoveRow.entry_id)
        .where(col(MoveRow.tournament_id) == tournament.pk)
        .order_by(col(MoveRow.id).desc())
    )
    if since is not None:
        mine = mine.where(col(MoveRow.at) > since)
    return tuple(SeatMove(row, entry) for row, entry in session.exec(mine))


def replaced(session: Session, tournament: TournamentRow) -> tuple[SeatMove, ...]:
    """Seats of later stages that went to another by a correction, the newest first."""
    every = recent(session, tournament)
    return tuple(m for m in every if m.row.kind is MoveKind.REPLACED)


def move(
    session: Session, tournament: TournamentRow, wanted: Move, act: Act
) -> tuple[MoveRow, ...] | Refused:
    """Move somebody to a free seat."""
    return _move(session, tournament, (wanted,), act)


def swap(
    session: Session, tournament: TournamentRow, wanted: Move, other: int, act: Act
) -> tuple[MoveRow, ...] | Refused:
    """Let two change seats; the place that is wanted is the one the other has."""
    places = _places(session, tournament)
    mine, theirs = places.get(wanted.entry), places.get(other)
    if mine is None or theirs is None or wanted.entry == other:
        wrong = f"Entries {wanted.entry} and {other} do not both have a seat."
        refusal = Refusal(MOVED, wrong, "Name two entries with seats.", "other")
        return _refused(session, tournament, act, [refusal])
    both = (replace(wanted, place=theirs), replace(wanted, entry=other, place=mine))
    return _move(session, tournament, both, act)


def undo(
    session: Session, tournament: TournamentRow, move_id: int, act: Act
) -> tuple[MoveRow, ...] | Refused:
    """Bring somebody back to the seat they were moved from, as one more move."""
    row = session.get(MoveRow, move_id)
    if row is None or row.tournament_id != tournament.pk:
        refusal = Refusal(MOVED, "There is no such move.", "See the list of moves.")
        return _refused(session, tournament, act, [refusal])
    entry = session.get_one(EntryRow, row.entry_id)
    back = Place(row.from_session, row.from_table, row.from_seat)
    why = fitted(f"Undone: {row.why}", 400)
    return _move(
        session, tournament, (Move(entry.number, back, MoveKind.UNDO, why),), act
    )


def balance(
    session: Session, tournament: TournamentRow, number: int, act: Act
) -> tuple[MoveRow, ...] | Refused:
    """Move players as the terms say until the tables of a session are even."""
    room, players = _room(session, tournament, number)
    found = seat_moves.balanced(room, players)
    return _as_found(session, tournament, found, MoveKind.BALANCE, act)


def break_table(
    session: Session, tournament: TournamentRow, number: int, table: int, act: Act
) -> tuple[MoveRow, ...] | Refused:
    """Move everybody at a table of a session to the others, as the terms say."""
    room, players = _room(session, tournament, number)
    found = seat_moves.broken(room, players, table)
    return _as_found(session, tournament, found, MoveKind.BREAK, act)


def _as_found(
    session: Session,
    tournament: TournamentRow,
    found: tuple[Player, ...] | Refusal,
    kind: MoveKind,
    act: Act,
) -> tuple[MoveRow, ...] | Refused:
    if isinstance(found, Refusal):
        return _refused(session, tournament, act, [found])
    first = queries.terms_of(session, tournament).house.seat_draw.moved_first
    why = {
        MoveKind.BALANCE: "To keep the tables even, by the terms",
        MoveKind.BREAK: "The table is broken, by the terms",
    }[kind]
    wanted = [Move(p.entry, p.place, kind, f"{why} ({first.value})") for p in found]
    return _move(session, tournament, wanted, act)


def _room(
    session: Session, tournament: TournamentRow, number: int
) -> tuple[Room, list[Player]]:
    """A session's tables and players, each with the rank their own draw gives."""
    terms = queries.terms_of(session, tournament)
    every = seats.playing(session, tournament)
    held = respected.conditions(session, tournament)
    partners = Rules.of((), respected.pairs(held)).partners
    stage = terms.format.stages.stages[FIRST_STAGE]
    room = Room(number, stage.seats or 0, terms.house.seat_draw.moved_first, partners)
    now = seats.seats_now(session, tournament)
    keys = {draw.pk: _key(draw) for draw in seats.draws(session, tournament)}
    players = [
        Player(entry, sits.place, seat_draw.moving_rank(keys[sits.draw_id], entry))
        for entry, pk in every.items()
        for sits in [now.get(pk)]
        if sits is not None and sits.session == number
    ]
    return room, players


def _key(draw: SeatDrawRow) -> bytes:
    return seat_draw.key_of(draw.header, bytes.fromhex(draw.secret), draw.beacon)


def _places(session: Session, tournament: TournamentRow) -> dict[int, Place]:
    """Where everybody who is to play sits now, by the number of the entry."""
    now = seats.seats_now(session, tournament)
    every = seats.playing(session, tournament).items()
    return {number: now[pk].place for number, pk in every if pk in now}


def _refused(
    session: Session,
    tournament: TournamentRow,
    act: Act,
    refusals: Sequence[Refusal],
) -> Refused:
    refused = Refused(tuple(dict.fromkeys(refusals)))
    steps.note(session, tournament, "move player", act, refused)
    return refused


def _move(
    session: Session, tournament: TournamentRow, wanted: Sequence[Move], act: Act
) -> tuple[MoveRow, ...] | Refused:
    """Write every move, or none with all that stands against any of them."""
    places = _places(session, tournament)
    refusals = [*_against(session, tournament, wanted, places, act.now)]
    if refusals:
        return _refused(session, tournament, act, refusals)
    ids = seats.playing(session, tournament)
    turns = [seats.place_of(m) for m in seats.moves(session, tournament)]
    rows = []
    for each in wanted:
        turns.append(each.place)
        was = places[each.entry]
        rows.append(
            MoveRow(
                tournament_id=tournament.pk,
                entry_id=ids[each.entry],
                kind=each.kind,
                session=each.place.session,
                table_number=each.place.table,
                seat=each.place.seat,
                turn=turns.count(each.place),
                from_session=was.session,
                from_table=was.table,
                from_seat=was.seat,
                why=fitted(each.why.strip(), 400),
                **steps.signed(act),
            )
        )
    session.add_all(rows)
    session.flush()
    _note(session, tournament, wanted, act)
    return tuple(rows)


def _note(
    session: Session, tournament: TournamentRow, wanted: Sequence[Move], act: Act
) -> None:
    by_terms = wanted[0].kind in {MoveKind.BALANCE, MoveKind.BREAK}
    rules = (MOVED, AS_THE_TERMS_SAY) if by_terms else (MOVED,)
    after = {
        "kind": wanted[0].kind.value,
        "why": wanted[0].why,
        "moves": [[m.entry, *m.place.to_data()] for m in wanted],
    }
    steps.note(session, tournament, "move player", act, None, rules, {}, after)


def _against(
    session: Session,
    tournament: TournamentRow,
    wanted: Sequence[Move],
    places: dict[int, Place],
    now: datetime,
) -> Iterator[Refusal]:
    """Why these moves cannot be made."""
    if tournament.status not in MOVING:
        right = "Players are moved between the release of the seats and the end."
        yield Refusal(HOUSE.at("TOURN-15"), "Nobody can be moved now.", right)
        return
    leaving = {each.entry for each in wanted}
    staying = {places[e]: e for e in places if e not in leaving}
    terms = queries.terms_of(session, tournament)
    tables = {table.number for table in queries.tables(session, tournament)}
    for each in wanted:
        yield from _unknown(each, places, terms, tables, now)
        if each.place in staying:
            wrong = f"Entry {staying[each.place]} sits there."
            yield Refusal(MOVED, wrong, "Name a free seat.", "seat")
    yield from _met(session, tournament, wanted, places)


def _unknown(
    each: Move,
    places: dict[int, Place],
    terms: Terms,
    tables: set[int],
    now: datetime,
) -> Iterator[Refusal]:
    if each.entry not in places:
        wrong = f"Entry {each.entry} has no seat."
        yield Refusal(MOVED, wrong, "Name an entry that has one.", "entry")
    elif places[each.entry] == each.place:
        wrong = f"Entry {each.entry} sits there already."
        yield Refusal(MOVED, wrong, "Name another seat.", "seat")
    if not each.why.strip():
        yield Refusal(MOVED, "No reason is given.", "Say why.", "why")
    ends = {
        slot.session: slot.ends for slot in slots(terms) if slot.stage_at == FIRST_STAGE
    }
    if each.place.session not in ends:
        wrong = f"There is no session {each.place.session}."
        yield Refusal(MOVED, wrong, "Name one of the timetable.", "session")
    elif ends[each.place.session] <= now:
        wrong = f"Session {each.place.session} is over."
        yield Refusal(MOVED, wrong, "Name one that is not.", "session")
    count = terms.format.stages.stages[FIRST_STAGE].seats or 0
    if each.place.table not in tables or not 1 <= each.place.seat <= count:
        wrong = f"Table {each.place.table} has no seat {each.place.seat} here."
        yield Refusal(MOVED, wrong, "Name a seat of a designated table.", "seat")


def _met(
    session: Session,
    tournament: TournamentRow,
    wanted: Sequence[Move],
    places: dict[int, Place],
) -> Iterator[Refusal]:
    """Two who are kept apart would meet."""
    then = places | {each.entry: each.place for each in wanted}
    moved = {each.entry for each in wanted}
    for one, two in respected.pairs(respected.conditions(session, tournament)):
        both = {one, two} & moved and one in then and two in then
        if both and then[one].at == then[two].at:
            wrong = f"Entries {one} and {two} are kept apart."
            yield Refusal(MOVED, wrong, "Name another table.", "table_number")
