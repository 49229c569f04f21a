"""What cards are dealt from, and how they were mixed before."""

from enum import StrEnum


class Device(StrEnum):
    """What the cards of a round leave from."""

    SHOE = "shoe"
    SHUFFLER = "shuffler"  # it shuffles and deals, whether it ever stops or not
    HAND = "hand"
    AUTOMATED_SHOE = "automated_shoe"


class Method(StrEnum):
    """How a deck is mixed."""

    MANUAL = "manual"
    MACHINE = "asm"
    CONTINUOUS = "csm"
