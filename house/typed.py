"""Whole numbers as people type them and as addresses and forms carry them."""

# The largest that every column of both databases takes: no id comes near it.
MOST = 2**31 - 1


def whole(typed: str, most: int = MOST) -> int | None:
    """The number these digits write, if they are digits alone and it is not above.

    Python takes other digits than these for numbers, some of which it cannot read,
    and gives up on more than 4,300 of them.
    """
    digits = typed.isascii() and typed.isdigit() and len(typed) <= len(str(most))
    number = int(typed) if digits else None
    return number if number is not None and number <= most else None


def read_whole(typed: str) -> int:
    """The number in an address or a form; what the database cannot take is none."""
    found = whole(typed.strip())
    if found is None:
        raise ValueError(f"A whole number up to {MOST:,} is needed.")
    return found
