"""What a dealer may say a stake is put down in. Pure."""

from collections.abc import Mapping

from game.media import taken
from game.rulebooks.mississippi import Medium
from house.floor.models import TableRow
from rulebook import Cited

NAMES: Mapping[Medium, str] = {
    Medium.CHIPS: "chips",
    Medium.PLAQUES: "plaques",
    Medium.TOKENS: "promotional tokens",
    Medium.COUPON: "a match-play coupon",
    Medium.CASH: "cash",
    Medium.SPOKEN: "a spoken bet",
}


def media(table: TableRow) -> Cited[tuple[tuple[str, str], ...]] | None:
    """What players put down, the usual first; what is not taken is refused by rule."""
    known = taken(table.rulebook, table.game.value)
    if known is None:
        return None
    offered = known.value | {Medium.CASH, Medium.SPOKEN}
    named = tuple((str(m), name) for m, name in NAMES.items() if m in offered)
    return Cited(named, known.cite)
