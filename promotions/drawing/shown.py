"""What the pages of the draw room show, as plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, select

from house.floor.acts import Act
from house.people.models import StaffRoleRow, StaffRow
from house.people.patrons.models import PatronRow
from house.people.patrons.queries import survivor
from house.people.roles import Role
from promotions import queries
from promotions.drawing import again, calling, certificates, staging, vacancies, winners
from promotions.drawing import room as rooms
from promotions.drawing.models import DrawRow, How, SelectionRow
from promotions.drawing.winners import Winner
from promotions.freezing import closing, headers, reading
from promotions.models import PromotionRow
from promotions.rules import room as rules
from promotions.rules.room import Remedy, Room
from rulebook.terms import wording
from rulebook.terms.path import Tick

# On which part of the page a gate is settled.
SETTLED = {
    Remedy.NOMINATE: ("Nominate a scrutineer", "scrutineer"),
    Remedy.PROMISE: ("Promise the draw", "promise"),
    Remedy.VALIDATE: ("See the doubt", "incidents"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A winner on the desk's page: with their name, and how their prize stands."""

    winner: Winner
    name: str
    state: str


def numbers(session: Session, row: PromotionRow) -> list[int]:
    """Every draw by its number."""
    terms = queries.terms_of(session, row)
    return [draw.number for draw in reading.numbers(session, row, terms)]


def next_number(session: Session, row: PromotionRow) -> int:
    """The draw that is to be held next, or the last one."""
    every = numbers(session, row) or [1]
    waiting = (n for n in every if winners.held(session, row, n) is None)
    return next(waiting, every[-1])


def of_room(session: Session, row: PromotionRow, draw: int, act: Act) -> dict[str, Any]:
    """The page of a draw, before and after it is held."""
    room, held = rooms.stands(session, row, draw, act), winners.held(session, row, draw)
    ticks = rules.ticks(room) if held is None else ()
    made = rooms.newest(session, row, draw)
    frozen = closing.of(session, row, draw)
    aside = winners.aside(session, held) if held else None
    sound = held is not None and certificates.is_sound(session, held)
    return {
        "row": row,
        "number": draw,
        "numbers": numbers(session, row),
        "room": room,
        "made": made,
        "held": held,
        "ticks": ticks,
        "shut": [tick for tick in ticks if not tick.is_done],
        "settled": SETTLED,
        "situation": situation(room, held, ticks, aside=aside is not None),
        "aside": aside,
        "is_sound": sound,
        "places": places(session, row, held) if held and sound else (),
        "by_hand": rooms.how(rooms.terms_for(session, row, draw)) is How.BARREL,
        "shown": staging.shown(session, held) if held else 0,
        "drawn": len(winners.selections(session, held)) if held else 0,
        "terms_prizes": len(room.facts.terms.each_prize),
        "screens": staging.screens(row).in_use(session),
        "is_scrutineer": _is_scrutineer(room),
        "to_draw": again.to_draw(session, row, draw),
        "header": headers.of(session, frozen) if frozen else None,
    }


def _is_scrutineer(room: Room) -> bool:
    nominee = room.facts.scrutineer
    return nominee is not None and nominee.username == room.facts.actor


def situation(
    room: Room, held: DrawRow | None, ticks: Sequence[Tick], *, aside: bool = False
) -> str:
    """How a draw stands, in one sentence."""
    if held is not None:
        said = "was given up" if held.aborted else "was held"
        then = ", and its result was set aside" if aside else ""
        return f"Draw {room.draw} {said}{then}."
    shut = sum(not tick.is_done for tick in ticks)
    if not shut:
        return f"Draw {room.draw} can be held."
    things = wording.capital(wording.many(shut, "thing"))
    return f"{things} {'stands' if shut == 1 else 'stand'} before draw {room.draw}."


def places(session: Session, row: PromotionRow, held: DrawRow) -> list[Place]:
    """The winners of a draw with their names."""
    return [
        Place(one, name(session, one.selection), state(one))
        for one in winners.of_draw(session, row, held)
    ]


def name(session: Session, selection: SelectionRow) -> str:
    """Who it is, as the record that stands for them now has it."""
    return survivor(session, session.get_one(PatronRow, selection.patron_id)).name


def state(winner: Winner) -> str:
    """How the prize of a winner stands."""
    if winner.is_vacant:
        return "vacant"
    if vacancies.waits_for_second(winner.vacancy):
        return "one signature"
    return "replaced the first" if winner.replaced else "drawn"


def of_winner(
    session: Session, row: PromotionRow, winner: Winner, act: Act
) -> dict[str, Any]:
    """The page of one winner: called, vacated by two, replaced."""
    room = rooms.stands(session, row, winner.draw.draw, act, winner.selection)
    ticks = rules.ticks(room)
    return {
        "row": row,
        "winner": winner,
        "by_hand": winner.draw.how is How.BARREL,
        "name": name(session, winner.selection),
        "number": winner.draw.draw,
        "room": room,
        "called": calling.of(session, winner.selection),
        "presence": winners.terms_of(session, winner.draw).award.claiming,
        "signatures": vacancies.signatures(session, winner.selection),
        "ticks": ticks,
        "shut": [tick for tick in ticks if not tick.is_done],
        "settled": SETTLED,
        "is_scrutineer": _is_scrutineer(room),
        "is_late": _is_late(session, winner, act),
    }


def _is_late(session: Session, winner: Winner, act: Act) -> bool:
    called = calling.of(session, winner.selection)
    return called is not None and called.until <= act.now and not winner.is_vacant


def staff(session: Session, role: Role | None = None) -> list[tuple[str, str]]:
    """Who works here, by username and name."""
    query = select(StaffRow).where(col(StaffRow.left_at).is_(None))
    if role is not None:
        holds = select(StaffRoleRow.staff_id).where(
            col(StaffRoleRow.role) == role, col(StaffRoleRow.revoked_at).is_(None)
        )
        query = query.where(col(StaffRow.id).in_(holds))
    every = session.exec(query.order_by(col(StaffRow.name)))
    return [(one.username, one.name) for one in every]
