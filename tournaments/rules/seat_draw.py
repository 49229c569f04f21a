"""The draw of seats: the same list and the same secret give the same seats. Pure.

The house fixes a list of entries and places and commits itself to a secret before
anything is drawn; a word spoken in the room is mixed in when it is. Whoever has the
list, the secret and the word gets the same seats with SHA-256 and HMAC alone.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulebook import HOUSE, Cite, Refusal
from tournaments.rules import wording
from tournaments.rules.rounds import Round
from tournaments.rules.seats import table_sizes

PROTOCOL = "HR-DRAW-1"
SECRET_BYTES = 32
WORD_BITS = 64
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
    players: int, planned: Round, tables: Sequence[Table]
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


def _usable(planned: Round, tables: Sequence[Table]) -> list[Table]:
    fit = [t for t in tables if t.seats >= (planned.seats or 0)]
    return sorted(fit, key=lambda table: table.number)


def _too_little(
    sizes: Sequence[int], sessions: int, planned: Round, tables: Sequence[Table]
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


def canonical(data: Any) -> bytes:
    """Data as the bytes everybody writes it in."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


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


def commitment(secret: bytes) -> str:
    """The promise of a secret, given before it is told."""
    return hashlib.sha256(secret).hexdigest()


def seats(fixed: dict[str, Any], secret: bytes, beacon: str) -> tuple[Seated, ...]:
    """The seats that this list, this secret and this word give, in order of places."""
    if commitment(secret) != fixed["commitment"]:
        raise ValueError("This is not the secret the house committed itself to.")
    key = hashlib.sha256(canonical(fixed) + secret + beacon.encode()).digest()
    order = shuffled(fixed["entries"], stream(key))
    return tuple(
        Seated(entry, Place(*place))
        for entry, place in zip(order, fixed["places"], strict=True)
    )


def shuffled(items: Sequence[int], below: Callable[[int], int]) -> list[int]:
    """A fair order: from the last place down, each is as likely as any other."""
    order = list(items)
    for at in range(len(order) - 1, 0, -1):
        other = below(at + 1)
        order[at], order[other] = order[other], order[at]
    return order


def stream(key: bytes) -> Callable[[int], int]:
    """Numbers below any n, without bias, from one key."""
    words = _words(key)

    def below(n: int) -> int:
        if n == 1:
            return 0
        shift = WORD_BITS - (n - 1).bit_length()
        return next(v for v in (w >> shift for w in words) if v < n)

    return below


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        text = PROTOCOL.encode() + block.to_bytes(8, "big")
        digest = hmac.new(key, text, hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 8], "big") for at in (0, 8, 16, 24))
        block += 1
