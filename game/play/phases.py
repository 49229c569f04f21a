"""How far a round has come, whatever is played."""

from enum import StrEnum


class Phase(StrEnum):
    """How far a round has come."""

    BETTING = "placing bets"
    DEALING = "dealing"
    DECIDING = "deciding"
    SETTLING = "settling"
    CLOSED = "closed"


SETTLING, CLOSED = Phase.SETTLING, Phase.CLOSED
ENDING = (SETTLING, CLOSED)  # when the wagers of a round are settled
