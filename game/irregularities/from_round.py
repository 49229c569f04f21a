"""What a ruling must know of a table that the round itself does not record."""

from collections.abc import Collection
from dataclasses import dataclass, field

from game.cautions import Cautions


@dataclass(frozen=True, slots=True)
class SeenAtTable:
    """What the round itself does not record: who has looked, and who was warned."""

    looked: Collection[int] = ()
    session: str = ""
    cautions: Cautions = field(default_factory=Cautions)
    number: int = 1
