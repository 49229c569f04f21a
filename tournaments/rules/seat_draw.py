"""The draw of seats: the same list and the same secret give the same seats. Pure.

The house fixes a list of entries and places and commits itself to a secret before
anything is drawn; a word spoken in the room is mixed in when it is. Whoever has the
list, the secret and the word gets the same seats with SHA-256 and HMAC alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from proof.canonical import canonical
from proof.commitments import commitment, keeps
from proof.draw import order_key
from proof.stream import PROTOCOL, Stream
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.seats import table_sizes
from tournaments.rules.stages import Stage

SECRET_BYTES = 32
FAIR: Cite = HOUSE.at("TOURN-60")
ROOM: Cite = HOUSE.at("TOURN-61")


@dataclass(frozen=True, slots=True)
class Place:
    """One seat in one session at one table."""

    session: int
    table: int  # the number on the floor
    seat: int


@dataclass(frozen=True, slots=True)
class Table:
    """A designated table and its seats."""

    number: int
    seats: int


@dataclass(frozen=True, slots=True)
class Seated:
    """An entry and the place drawn for it."""

    entry: int
    place: Place


def places(
    players: int, planned: Stage, tables: Sequence[Table]
) -> tuple[Place, ...] | tuple[Refusal, ...]:
    """The seats to be drawn: even tables, dealt out over the sessions in turn."""
    sizes = table_sizes(players, planned.seats or 0)
    sessions = max(1, len(planned.starts))
    refusals = tuple(_too_little(sizes, sessions, planned, tables))
    if refusals:
        return refusals
    usable = _usable(planned, tables)
    return tuple(
        Place(session + 1, table.number, seat)
        for session in range(sessions)
        for table, size in zip(usable, sizes[session::sessions], strict=False)
        for seat in range(1, size + 1)
    )


def _usable(planned: Stage, tables: Sequence[Table]) -> list[Table]:
    fit = [t for t in tables if t.seats >= (planned.seats or 0)]
    return sorted(fit, key=lambda table: table.number)


def _too_little(
    sizes: Sequence[int], sessions: int, planned: Stage, tables: Sequence[Table]
) -> Iterator[Refusal]:
    """Whether the tables there are can take what the terms plan."""
    at_once, there = -(-len(sizes) // sessions), len(_usable(planned, tables))
    if at_once > there:
        yield Refusal(
            ROOM,
            f"{wording.capital(wording.does(planned.called, 'needs'))} "
            f"{wording.figure(at_once, 'table')} of {planned.seats} seats at once; "
            f"{there} {'is' if there == 1 else 'are'} designated.",
            f"Designate {wording.figure(at_once - there, 'table')} more.",
        )
    if planned.tables is not None and at_once > planned.tables:
        yield Refusal(
            Cite("CROWN3-12.4.3(a)(ii)"),
            f"{wording.capital(wording.does(planned.called, 'needs'))} "
            f"{wording.figure(at_once, 'table')} at once; the terms have "
            f"{planned.tables}.",
            "Change the terms, or take fewer players.",
        )


def header(
    tournament: str, draw: int, terms_sha256: str, lists: tuple[Any, Any], secret: bytes
) -> dict[str, Any]:
    """What is fixed before anything is drawn, the promise of the secret included."""
    entries, open_places = lists
    return {
        "protocol": PROTOCOL,
        "tournament": tournament,
        "draw": draw,
        "terms_sha256": terms_sha256,
        "entries": sorted(entries),
        "places": [[p.session, p.table, p.seat] for p in open_places],
        "commitment": commitment(secret),
        "beacon": "a word spoken in the room at the draw",
    }


def seats(fixed: dict[str, Any], secret: bytes, beacon: str) -> tuple[Seated, ...]:
    """The seats that this list, this secret and this word give, in order of places."""
    if not keeps(fixed["commitment"], secret):
        raise ValueError("This is not the secret the house committed itself to.")
    order = Stream(order_key(canonical(fixed), secret, beacon)).shuffled(
        fixed["entries"]
    )
    return tuple(
        Seated(entry, Place(*place))
        for entry, place in zip(order, fixed["places"], strict=True)
    )
