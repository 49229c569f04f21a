"""What a console may tell whoever reads it, and that it never says how to play."""

from dataclasses import dataclass

from game.conduct import CONDUCT, Aid, may_show
from game.ranks import Rank
from house.floor.models import TableRow
from rulebook import Cite, Cited


@dataclass(frozen=True, slots=True)
class Aids:
    """What a document lets software tell people during play."""

    cards_left: Cited[bool]  # whether this reader may see which cards are still in
    advice: Cited[bool]

    @property
    def no_advice(self) -> Cite | None:
        """The rule that keeps whoever deals from saying how to play."""
        return None if self.advice.value else self.advice.cite


def aids(table: TableRow, rank: Rank) -> Aids | None:
    """What somebody of this rank may be shown at a table, where its document says."""
    rules = CONDUCT.get(table.rulebook)
    if rules is None:
        return None
    return Aids(
        may_show(rules, Aid.CARDS_LEFT, rank), may_show(rules, Aid.ADVICE, rank)
    )
