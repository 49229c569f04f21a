"""What cards are dealt from, and how they were mixed before."""

from enum import StrEnum


class Device(StrEnum):
    """What the cards of a round leave from."""

    SHOE = "shoe"
    SHUFFLER = "shuffler"  # it shuffles and deals, whether it ever stops or not
    HAND = "hand"
    AUTOMATED_SHOE = "automated_shoe"

    @property
    def spoken(self) -> str:
        """The device in a sentence: “dealt from …”."""
        return {
            Device.SHOE: "a shoe",
            Device.SHUFFLER: "a shuffling device",
            Device.HAND: "the hand",
            Device.AUTOMATED_SHOE: "an automated shoe",
        }[self]


class Method(StrEnum):
    """How a deck is mixed."""

    MANUAL = "manual"
    MACHINE = "asm"
    CONTINUOUS = "csm"

    @property
    def spoken(self) -> str:
        """The way of mixing in a sentence: “shuffled …”."""
        return {
            Method.MANUAL: "by hand",
            Method.MACHINE: "by machine",
            Method.CONTINUOUS: "by a continuous machine",
        }[self]
