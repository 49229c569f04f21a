"""Who may decide what at a table, from the player up."""

from enum import IntEnum


class Rank(IntEnum):
    """The ranks of the floor, lowest first; a higher rank may do what a lower may."""

    PLAYER = 0
    DEALER = 1
    SUPERVISOR = 2  # TG Higher Duties Dealer, gaming or casino supervisor
    AREA_MANAGER = 3
    ASSISTANT_CASINO_MANAGER = 4

    @property
    def title(self) -> str:
        """The rank as it is spoken of."""
        return self.name.replace("_", " ").lower()
