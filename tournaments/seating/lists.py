"""Who is drawn to which places, as entries, tables and conditions have it now."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from rulebook import Refusal
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.rules import seat_draw
from tournaments.rules.seat_draw import Lists, Table
from tournaments.rules.seat_repair import Place
from tournaments.rules.stages import Stage
from tournaments.rules.terms import Terms
from tournaments.seating import respected, seats
from tournaments.seating.late import LATE, free_for_late, waiting
from tournaments.seating.models import ConditionRow, SeatDrawRow
from tournaments.stages import field, next_draw
from tournaments.stages.field import Due

Refusals = tuple[Refusal, ...]


def lists(
    session: Session,
    tournament: TournamentRow,
    now: datetime,
    kept: int = 0,
    until: int | None = None,
) -> Lists | Refusals:
    """The list as it would be fixed now, or everything that is missing for one.

    Entries after the number `until` came while the list was fixed already.
    """
    terms = queries.terms_of(session, tournament)
    if (next_ := next_draw.due(session, tournament)) is not None:
        return _later(session, tournament, next_)
    if tournament.status in queries.SEATED:
        return _late(session, tournament, terms, now)
    entries = [
        n for n in seats.playing(session, tournament) if until is None or n <= until
    ]
    stages = terms.format.stages.stages
    if not stages or not entries:
        return Lists((), ())
    places = _places(session, tournament, terms, len(entries), kept)
    if any(isinstance(each, Refusal) for each in places):
        return tuple(each for each in places if isinstance(each, Refusal))
    every = [place for place in places if isinstance(place, Place)]
    back = frozenset(_kept_back(every, stages[0], terms, kept))
    drawn = [place for place in every if place not in back]
    held = respected.conditions(session, tournament)
    return Lists(
        tuple(entries),
        tuple(drawn),
        tuple(place for place in every if place in back),
        respected.limits(held, entries, drawn),
        tuple(p for p in respected.pairs(held) if set(p) <= set(entries)),
    )


def _later(session: Session, tournament: TournamentRow, due: Due) -> Lists | Refusals:
    """Who plays the next stage or a play-off, and the places there are for them."""
    if due.refusals:
        return due.refusals
    if not due.numbers:
        wrong = f"Nobody plays {due.planned.called}."
        return (Refusal(field.NEXT, wrong, "Close it."),)
    tables = [Table(t.number, t.seats) for t in queries.tables(session, tournament)]
    places = seat_draw.places(len(due.numbers), due.planned, tables)
    every = [place for place in places if isinstance(place, Place)]
    if len(every) != len(places):
        return tuple(each for each in places if isinstance(each, Refusal))
    held = respected.conditions(session, tournament)
    mine = set(due.numbers)
    return Lists(
        tuple(sorted(mine)),
        tuple(every),
        (),
        respected.limits(held, sorted(mine), every),
        tuple(p for p in respected.pairs(held) if set(p) <= mine),
    )


def _places(
    session: Session, tournament: TournamentRow, terms: Terms, entries: int, kept: int
) -> Sequence[Place | Refusal]:
    stage = terms.format.stages.stages[0]
    tables = [Table(t.number, t.seats) for t in queries.tables(session, tournament)]
    if not tables:
        return ()  # which the gates say
    most = terms.details.players.maximum
    if most is not None and entries + kept > most and kept:
        free = wording.figure(max(0, most - entries), "place")
        wrong = f"{wording.figure(kept, 'place')} kept, and {free} left."
        return (Refusal(LATE, wrong, "Keep no more than are left.", "kept"),)
    places = seat_draw.places(entries + kept, stage, tables)
    every = [place for place in places if isinstance(place, Place)]
    if every and len(_kept_back(every, stage, terms, kept)) < kept:
        wrong = "Too few places are in sessions that start after entries close."
        return (Refusal(LATE, wrong, "Keep fewer places.", "kept"),)
    return places


def _kept_back(
    places: Sequence[Place], stage: Stage, terms: Terms, count: int
) -> Sequence[Place]:
    """Places for late entries: the highest seats of sessions that are in time."""
    closes = terms.entry.method.closes_at
    later = {
        session
        for session, start in enumerate(stage.starts, start=1)
        if closes is None or start >= closes
    }
    open_ = [place for place in places if place.session in later]
    return sorted(open_, key=lambda p: (-p.seat, p.session, p.table))[:count]


def _late(
    session: Session, tournament: TournamentRow, terms: Terms, now: datetime
) -> Lists | Refusals:
    """Late entries and the places kept for them, away from whom they may not meet."""
    entries = waiting(session, tournament)
    free = free_for_late(session, tournament, terms, now)
    if not entries:
        wrong = "Nobody has entered since the seats were drawn."
        return (Refusal(LATE, wrong, "Take the entry first."),)
    if len(entries) > len(free):
        many = wording.figure(len(entries), "late entry", "late entries")
        wrong = f"{many} wait, and {wording.figure(len(free), 'kept place')} free."
        return (Refusal(LATE, wrong, "Refund whoever finds no seat."),)
    held = respected.conditions(session, tournament)
    limited = dict(respected.limits(held, entries, free))
    for entry, table in _met(session, tournament, held):
        if entry in entries:
            mine = limited.get(entry, tuple(range(len(free))))
            limited[entry] = tuple(at for at in mine if free[at].at != table)
    together = tuple(p for p in respected.pairs(held) if set(p) <= set(entries))
    return Lists(tuple(entries), tuple(free), (), tuple(limited.items()), together)


def _met(
    session: Session,
    tournament: TournamentRow,
    held: Sequence[ConditionRow],
) -> list[tuple[int, tuple[int, int]]]:
    """Whom entries would meet who sit already, and at which table of which session."""
    numbers = seats.playing(session, tournament)
    now = seats.seats_now(session, tournament)
    return [
        (one, now[numbers[two]].place.at)
        for pair in respected.pairs(held)
        for one, two in (pair, pair[::-1])
        if two in numbers and numbers[two] in now
    ]


def tables_gone(
    session: Session, tournament: TournamentRow, draw: SeatDrawRow
) -> Refusals:
    """Tables that were on the list and are no longer designated."""
    there = {table.number for table in queries.tables(session, tournament)}
    missing = sorted({table for _, table, _ in draw.header["places"]} - there)
    return tuple(
        Refusal(
            seat_draw.ROOM,
            f"Table {number} is no longer designated for the tournament.",
            "Designate it again, or fix the list again.",
        )
        for number in missing
    )
