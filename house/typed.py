"""Whole numbers as people type them and as addresses and forms carry them."""

from house.audit.plain import LARGEST


def whole(typed: str, most: int = LARGEST) -> int | None:
    """The number these digits write, if they are digits alone and it is not above.

    Python takes other digits than these for numbers, some of which it cannot read,
    and gives up on more than 4,300 of them.
    """
    digits = typed.isascii() and typed.isdigit() and len(typed) <= len(str(most))
    number = int(typed) if digits else None
    return number if number is not None and number <= most else None
