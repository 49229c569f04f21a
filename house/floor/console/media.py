"""What a dealer may say a stake is put down in. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from game.media import spoken, taken
from game.rulebooks.mississippi import Medium
from house.floor.models import TableRow
from rulebook import Cited


@dataclass(frozen=True, slots=True)
class PutDown:
    """One way to put a stake down, as the console offers it."""

    medium: Medium
    name: str
    changed: bool = False  # handed over and changed into chips in time


NAMES: Mapping[Medium, str] = {
    Medium.CHIPS: "chips",
    Medium.PLAQUES: "plaques",
    Medium.TOKENS: "promotional tokens",
    Medium.COUPON: "a match-play coupon",
    Medium.CASH: "cash",
    Medium.SPOKEN: "a spoken bet",
}
CHANGED = PutDown(Medium.SPOKEN, "a spoken bet, now in chips", changed=True)


def media(table: TableRow) -> Cited[tuple[PutDown, ...]] | None:
    """What players put down, the usual first; what is not taken is refused by rule."""
    known = taken(table.rulebook, table.game.value)
    if known is None:
        return None
    offered = known.value | {Medium.CASH, Medium.SPOKEN}
    named = tuple(PutDown(m, name) for m, name in NAMES.items() if m in offered)
    changed = (CHANGED,) if spoken(table.rulebook, table.game.value) else ()
    return Cited((*named, *changed), known.cite)
