"""A receipt as somebody hands it back: read with care, and held against the root."""

import json
import re
from typing import Any

from proof import frozen
from proof.frozen import Receipt
from rulebook import HOUSE, Cite, Refusal, Refused

PROVEN: Cite = HOUSE.at("PROMOTION-58")
HEX = re.compile(r"(?:[0-9a-f]{2})*")
LONGEST = 20_000  # characters; a path of 64 hashes is shorter
MOST = 2**63


def read(text: str) -> Receipt | Refused:
    """The receipt that a text is, or what is wrong with it."""
    try:
        data = json.loads(text) if len(text) <= LONGEST else None
        return _receipt(data)
    except (ValueError, LookupError, TypeError, RecursionError):
        wrong = "This is no receipt."
        right = "Paste the whole of it, from the first brace to the last."
        return Refused((Refusal(PROVEN, wrong, right, "receipt"),))


def _receipt(data: Any) -> Receipt:
    numbers = {name: data[name] for name in ("first", "count", "index", "holders")}
    if any(type(n) is not int or not 0 <= n < MOST for n in numbers.values()):
        raise ValueError("Places are whole numbers.")
    hashes = (data["salt"], *data["path"])
    if not all(isinstance(one, str) and HEX.fullmatch(one) for one in hashes):
        raise ValueError("Hashes are written in hexadecimal digits.")
    if not isinstance(data["ref"], str):
        raise TypeError("A reference is text.")
    return Receipt(
        ref=data["ref"], salt=data["salt"], path=tuple(data["path"]), **numbers
    )


def check(given: Receipt, root: str, holders: int) -> bool:
    """Whether a receipt proves its tickets in the list of this root and length."""
    return given.holders == holders and frozen.is_in(given, bytes.fromhex(root))
