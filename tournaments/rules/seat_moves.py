"""Who is moved where, to keep tables even or to break one: the same for everybody.

Pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.clauses.seating import MovedFirst
from tournaments.rules.seat_repair import Place

MOVED: Cite = HOUSE.at("TOURN-106")
AS_THE_TERMS_SAY: Cite = HOUSE.at("TOURN-101")


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at a table, with the rank that the draw gave for being moved."""

    entry: int
    place: Place
    rank: bytes


@dataclass(frozen=True, slots=True)
class Room:
    """The tables of one session: how many seats, who leaves first, who meets nobody."""

    session: int
    seats: int
    moved_first: MovedFirst
    partners: Mapping[int, frozenset[int]]

    def order(self, players: Iterable[Player]) -> list[Player]:
        """The players of a table, whoever is moved first first."""
        if self.moved_first is MovedFirst.HIGHEST_SEAT:
            return sorted(players, key=lambda p: -p.place.seat)
        return sorted(players, key=lambda p: p.rank)

    def free(self, players: Sequence[Player], table: int) -> Place | None:
        """The lowest free seat of a table."""
        taken = {p.place.seat for p in players if p.place.table == table}
        open_ = (seat for seat in range(1, self.seats + 1) if seat not in taken)
        seat = next(open_, None)
        return None if seat is None else Place(self.session, table, seat)

    def meets(self, entry: int, players: Sequence[Player], table: int) -> bool:
        """Whether somebody to be kept apart sits at the table."""
        foes = self.partners.get(entry, frozenset())
        return any(p.entry in foes for p in players if p.place.table == table)


def sizes(players: Sequence[Player]) -> dict[int, int]:
    """How many sit at each table, by its number."""
    found: dict[int, int] = {}
    for player in sorted(players, key=lambda p: p.place.table):
        found[player.place.table] = found.get(player.place.table, 0) + 1
    return found


def balanced(room: Room, players: Sequence[Player]) -> tuple[Player, ...] | Refusal:
    """Whoever is moved until tables differ by one player at most, in order."""
    now, moved = list(players), list[Player]()
    while True:
        count = sizes(now)
        if not count or max(count.values()) - min(count.values()) <= 1:
            break
        fullest = max(count, key=lambda t: (count[t], -t))
        others = [t for t in count if count[t] < count[fullest] - 1]
        step = _next(room, now, fullest, others)
        if step is None:
            wrong = f"Nobody at table {fullest} can be moved to a smaller one."
            return Refusal(MOVED, wrong, "Move somebody by hand.")
        now = [step if p.entry == step.entry else p for p in now]
        moved.append(step)
    if not moved:
        wrong = "The tables differ by one player at most."
        return Refusal(AS_THE_TERMS_SAY, wrong, "Nobody has to be moved.")
    return tuple(moved)


def broken(
    room: Room, players: Sequence[Player], table: int
) -> tuple[Player, ...] | Refusal:
    """Where everybody at a table goes when it is broken, in the order they leave."""
    now, moved = list(players), list[Player]()
    others = [other for other in sizes(now) if other != table]
    leaving = [p for p in now if p.place.table == table]
    if not leaving:
        return Refusal(MOVED, f"Nobody sits at table {table}.", "Name another table.")
    for _ in leaving:
        step = _next(room, now, table, others)
        if step is None:
            many = wording.figure(len(leaving) - len(moved), "player")
            wrong = f"No seat is free at another table for {many} of table {table}."
            return Refusal(MOVED, wrong, "Break another table, or none.")
        now = [step if p.entry == step.entry else p for p in now]
        moved.append(step)
    return tuple(moved)


def _next(
    room: Room, now: Sequence[Player], table: int, others: Sequence[int]
) -> Player | None:
    """The first to leave who finds a seat, at the smallest table that has one."""
    count = sizes(now)
    for player in room.order(p for p in now if p.place.table == table):
        for other in sorted(others, key=lambda t: (count.get(t, 0), t)):
            place = room.free(now, other)
            if place is not None and not room.meets(player.entry, now, other):
                return replace(player, place=place)
    return None
