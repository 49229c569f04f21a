"""Money as whole cents, and how people write it."""

import re

AMOUNT = re.compile(r"\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]{2}))?")
MOST_DIGITS = 15


def dollars(cents: int) -> str:
    """$1,250.50, or $1,250 when no cents are left over."""
    sign = "−" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02}" if rest else f"{sign}${whole:,}"


def cents(text: str) -> int:
    """Whole cents of an amount typed as 1,250.50."""
    match = AMOUNT.fullmatch(text.strip())
    if match is None or len(match[1]) > MOST_DIGITS:
        raise ValueError("Write an amount such as 1,250.50.")
    return int(match[1].replace(",", "") + (match[2] or "00"))
