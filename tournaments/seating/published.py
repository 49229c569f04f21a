"""A draw of seats as everybody may have it: its number, its promise, its proof."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlmodel import Session, col, select

from house.audit.plain import instant
from tournaments.models import EntryRow
from tournaments.seating.models import SeatDrawRow, SeatRow


class State(StrEnum):
    """How far a draw has come, as everybody may know it."""

    FIXED = "fixed"
    REPLACED = "replaced"
    RELEASED = "released"


@dataclass(frozen=True, slots=True)
class PublishedDraw:
    """A draw and which list of how many it was: nothing drawn again is hidden."""

    draw: SeatDrawRow
    number: int
    of: int
    state: State

    @property
    def is_discarded(self) -> bool:
        """Whether seats were drawn from this list and never released."""
        return self.state is State.REPLACED and self.draw.held_at is not None


def lists(draws: Sequence[SeatDrawRow]) -> tuple[PublishedDraw, ...]:
    """Every list in order; those before a release belong to the same draw."""
    groups: list[list[SeatDrawRow]] = [[]]
    for draw in sorted(draws, key=lambda each: each.number):
        groups[-1].append(draw)
        if draw.released_at is not None:
            groups.append([])
    return tuple(
        PublishedDraw(draw, at, len(group), _state(draw, newest=draw is group[-1]))
        for group in groups
        for at, draw in enumerate(group, start=1)
    )


def _state(draw: SeatDrawRow, *, newest: bool) -> State:
    if draw.released_at is not None:
        return State.RELEASED
    return State.FIXED if newest else State.REPLACED


def file(session: Session, listed: PublishedDraw) -> dict[str, Any]:
    """The public file: list and promise at once, everything else with the release."""
    draw = listed.draw
    made: dict[str, Any] = {
        "header": draw.header,
        "promise": draw.commitment,
        "state": listed.state.value,
        "list": {"number": listed.number, "of": listed.of, "why": draw.why},
        "fixed_at": instant(draw.fixed_at),
    }
    if listed.is_discarded:
        made["discarded"] = True  # seats had been drawn from it, for the directors
    if draw.released_at is not None:
        made |= {
            "released_at": instant(draw.released_at),
            "secret": draw.secret,
            "word": draw.beacon,
            "swaps": draw.swaps,
            "seats": _seats(session, draw),
        }
    return made


def _seats(session: Session, draw: SeatDrawRow) -> list[dict[str, int]]:
    """The seats as they are kept, in the order of the places."""
    rows = (
        select(EntryRow.number, SeatRow.table_number, SeatRow.seat, SeatRow.session)
        .join(SeatRow, col(SeatRow.entry_id) == EntryRow.id)
        .where(col(SeatRow.draw_id) == draw.pk)
        .order_by(col(SeatRow.session), col(SeatRow.table_number), col(SeatRow.seat))
    )
    names = ("entry", "table", "seat", "session")
    return [dict(zip(names, row, strict=True)) for row in session.exec(rows)]
