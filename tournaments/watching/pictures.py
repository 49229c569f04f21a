"""The pictures on a tournament's screens, each of nothing but what is public."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session

from house.floor.tables import moon
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.play import standing, starts
from tournaments.rules.prizes import Takings, planned_pool_cents, prizes_cents
from tournaments.seating import moves
from tournaments.watching import board
from tournaments.watching.board import StageStandings, StandingsPage, public_names
from tournaments.watching.field import AtPlay
from tournaments.watching.models import Picture

ROWS = 8  # of standings, read from fifteen metres
SEATS, COLUMNS = 30, 3  # of the list of seats, on one picture
TABLES = 24
TURN = 12  # seconds that one page of seats stays


@dataclass(frozen=True, slots=True)
class Showing:
    """Who shows what, and when."""

    session: Session
    tournament: TournamentRow
    work: StageStandings
    now: datetime
    message: str


Drawn = Mapping[str, Any]


def _standings(asked: Showing) -> Drawn:
    """The highest stacks, the line, and the hand that is played."""
    shown = board.board(asked.session, asked.tournament, asked.work, StandingsPage())
    return {"board": shown, "lines": shown.lines[:ROWS], **_hand(asked)}


def _hand(asked: Showing) -> Drawn:
    """Hand n of N, and when the session ends."""
    tables = [t for t in asked.work.field.tables.values() if t.closed_at is None]
    ends, paused = None, False
    if tables:
        begun = standing.sessions(asked.session, asked.tournament)
        playing = begun[asked.work.stage_at, tables[0].at[0]]
        clock = standing.clock(asked.session, playing, asked.now)
        ends = tables[0].plan.ends_at(playing.at, clock.so_far)
        paused = clock.paused
    return {"ends": ends, "paused": paused, "tables": _moons(asked)}


def _moons(asked: Showing) -> Sequence[Mapping[str, Any]]:
    """Each table from above with who is there, and how far it is."""
    found = []
    order = asked.work.order
    for at in sorted({one.player.at for one in order})[:TABLES]:
        here = [one.player for one in order if one.player.at == at]
        there = asked.work.field.tables.get(at)
        taken = {player.seat for player in here if not player.is_out}
        places = moon.places(max([asked.work.stage.seats or 0, *taken]))
        seats = [(place, n in taken) for n, place in enumerate(places, start=1)]
        found.append({"number": at[1], "seats": seats, "says": _says(there)})
    return found


def _says(there: AtPlay | None) -> str:
    if there is None:
        return "Not begun"
    if there.closed_at is not None:
        return "Closed"
    return "Counted" if there.is_counted else f"Hand {there.hands + 1}"


def _seats(asked: Showing) -> Drawn:
    """Seats from A to Z, a page at a time."""
    ids = asked.work.field.ids
    names = public_names(asked.session, asked.tournament, ids.values())
    rows = sorted(
        (_surname_first(names[ids[one.player.entry]]), one.player)
        for one in asked.work.order
        if not one.player.is_out
    )
    pages = max(1, -(-len(rows) // SEATS))
    turn = int(asked.now.timestamp()) // TURN % pages
    part = rows[turn * SEATS : (turn + 1) * SEATS]
    high = -(-max(len(part), 1) // COLUMNS)
    columns = [part[at : at + high] for at in range(0, len(part), high)]
    return {"columns": columns, "page": turn + 1, "pages": pages}


def _surname_first(name: str) -> tuple[str, str, str]:
    """The letter a name stands under, the surname, and the rest of the name."""
    if name.startswith("Entry "):
        return ("#", name, "")
    given, _, family = name.strip().rpartition(" ")
    return (family[:1].upper(), family, given)


def _moves(asked: Showing) -> Drawn:
    """Who was moved in the last minutes."""
    since = asked.now - moves.RECENT
    found = moves.recent(asked.session, asked.tournament, since)[:ROWS]
    ids = {each.entry.pk for each in found}
    names = public_names(asked.session, asked.tournament, ids)
    return {"moved": [(names[each.entry.pk], each.row) for each in found]}


def _prizes(asked: Showing) -> Drawn:
    """What each place wins with the entries there are."""
    terms = queries.terms_of(asked.session, asked.tournament)
    count = queries.entries_count(asked.session, asked.tournament)
    pool = planned_pool_cents(terms, Takings(count))
    prizes = prizes_cents(terms, pool, count)[:ROWS]
    return {"prizes": [(at, cents) for at, cents in enumerate(prizes, start=1)]}


def _lobby(asked: Showing) -> Drawn:
    """When the next session starts."""
    slots = starts.slots_now(asked.session, asked.tournament)
    begun = standing.sessions(asked.session, asked.tournament)
    coming = (s for s in slots if (s.stage_at, s.session) not in begun)
    return {"next": min(coming, key=lambda slot: slot.starts, default=None)}


def _message(asked: Showing) -> Drawn:
    """What the director has to say."""
    return {"message": asked.message}


PICTURES: Mapping[Picture, Callable[[Showing], Drawn]] = {
    Picture.LOBBY: _lobby,
    Picture.SEATS: _seats,
    Picture.TABLES: _hand,
    Picture.HAND: _hand,
    Picture.STANDINGS: _standings,
    Picture.MOVES: _moves,
    Picture.PRIZES: _prizes,
    Picture.MESSAGE: _message,
}


def drawn(picture: Picture, asked: Showing) -> Mapping[str, Any]:
    """Everything a picture shows."""
    return {
        "picture": picture.value,
        "name": asked.tournament.name,
        "stage": wording.capital(asked.work.stage.called),
        "work": asked.work,
        "now": asked.now,
        **PICTURES[picture](asked),
    }
