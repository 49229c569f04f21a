"""The draw of seats: the same list and the same secret give the same seats. Pure.

The house fixes a list of entries and places, and what the seats have to respect, and
commits itself to a secret before anything is drawn; a word spoken in the room is mixed
in when it is. Whoever has the list, the secret and the word gets the same seats and
the same swaps with SHA-256 and HMAC alone; docs/repeat-a-draw.md says how.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from proof.canonical import canonical
from proof.commitments import commitment, keeps
from proof.draw import order_key
from proof.stream import PROTOCOL, Stream
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.seat_repair import NOBODY, Place, Rules, Stuck, Swap, repaired
from tournaments.rules.seats import table_sizes
from tournaments.rules.stages import Stage

SECRET_BYTES = 32
FAIR: Cite = HOUSE.at("TOURN-60")
ROOM: Cite = HOUSE.at("TOURN-61")
RESPECTED: Cite = HOUSE.at("TOURN-102")


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


@dataclass(frozen=True, slots=True)
class Lists:
    """Who is drawn to which places, and what the seats have to respect."""

    entries: tuple[int, ...]
    places: tuple[Place, ...]
    kept: tuple[Place, ...] = ()  # for late entries
    limited: tuple[tuple[int, tuple[int, ...]], ...] = ()  # an entry and its places
    apart: tuple[tuple[int, int], ...] = ()

    def to_data(self) -> dict[str, Any]:
        """The lists as the header has them: in order, whole numbers only."""
        return {
            "entries": sorted(self.entries),
            "places": [p.to_data() for p in self.places],
            "kept": [p.to_data() for p in self.kept],
            "limited": [[e, sorted(at)] for e, at in sorted(self.limited)],
            "apart": sorted([min(pair), max(pair)] for pair in self.apart),
        }


@dataclass(frozen=True, slots=True)
class Occasion:
    """Which draw of which tournament it is, and under which terms."""

    tournament: str
    draw: int
    stage: int
    terms_sha256: str


def header(occasion: Occasion, lists: Lists, secret: bytes) -> dict[str, Any]:
    """What is fixed before anything is drawn, the promise of the secret included."""
    return {
        "protocol": PROTOCOL,
        "tournament": occasion.tournament,
        "draw": occasion.draw,
        "stage": occasion.stage,
        "terms_sha256": occasion.terms_sha256,
        **lists.to_data(),
        "commitment": commitment(secret),
        "beacon": "a word spoken in the room at the draw",
    }


@dataclass(frozen=True, slots=True)
class Drawn:
    """The seats of a draw in order of places, and the swaps that led to them."""

    seats: tuple[Seated, ...]
    swaps: tuple[Swap, ...]


def drawn(fixed: dict[str, Any], secret: bytes, word: str) -> Drawn | Refusal:
    """The seats that this list, this secret and this word give; or what cannot be."""
    if not keeps(fixed["commitment"], secret):
        raise ValueError("This is not the secret the house committed itself to.")
    order = Stream(key_of(fixed, secret, word)).shuffled(_filled(fixed))
    return _respecting(fixed, order)


def impossible(fixed: dict[str, Any]) -> Refusal | None:
    """What no draw from this list could respect, whatever its secret."""
    if not fixed.get("limited") and not fixed.get("apart"):
        return None
    found = _respecting(fixed, _filled(fixed))
    return found if isinstance(found, Refusal) else None


def key_of(fixed: dict[str, Any], secret: bytes, word: str) -> bytes:
    """The key of a draw: nobody has it before the secret and the word are told."""
    return order_key(canonical(fixed), secret, word)


def _filled(fixed: dict[str, Any]) -> list[int]:
    """The entries, filled up with nobody where there are more places than entries."""
    entries: list[int] = fixed["entries"]
    return entries + [NOBODY] * (len(fixed["places"]) - len(entries))


def _respecting(fixed: dict[str, Any], order: list[int]) -> Drawn | Refusal:
    places = tuple(Place(*place) for place in fixed["places"])
    rules = Rules.of(fixed.get("limited", []), fixed.get("apart", []))
    found = repaired(places, order, rules)
    if isinstance(found, Stuck):
        return Refusal(
            RESPECTED,
            found.sentence(rules),
            "Take one of the conditions back, or have more tables.",
        )
    seats = zip(found.order, places, strict=True)
    return Drawn(
        tuple(Seated(entry, place) for entry, place in seats if entry != NOBODY),
        found.swaps,
    )


def moving_rank(key: bytes, entry: int) -> bytes:
    """Where an entry stands among those to be moved: the lowest at a table first."""
    return hmac.digest(
        key, b"HR-DRAW-1 move" + entry.to_bytes(8, "big"), hashlib.sha256
    )
