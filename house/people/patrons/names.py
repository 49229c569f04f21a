"""Names as they are searched, compared and shown in public."""

import unicodedata
from collections.abc import Iterator

from house.people.patrons.models import PatronRow
from rulebook import HOUSE, Cited

LONGEST = 170
# Letters that no decomposition takes apart, and marks that join rather than part.
LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)
JOINING = frozenset("'’‘ʻʼ`´.")


def fold(text: str) -> str:
    """Words without case, accents and punctuation, one space between them."""
    plain = unicodedata.normalize("NFKD", text).casefold().translate(LETTERS)
    kept = "".join(_folded(unicodedata.normalize("NFKD", plain)))
    return " ".join(unicodedata.normalize("NFC", kept).split())


def _folded(plain: str) -> Iterator[str]:
    for letter in plain:
        if letter.isalnum():
            yield letter
        elif letter not in JOINING and not unicodedata.combining(letter):
            yield " " if not unicodedata.category(letter).startswith("M") else letter


def search_name(given: str, family: str) -> str:
    """How a patron's name is kept for searching."""
    return fold(f"{given} {family}")[:LONGEST].strip()


def same_names(given: str, family: str) -> frozenset[str]:
    """The name without any space, in both orders: how likely duplicates are told."""
    first, last = fold(given).replace(" ", ""), fold(family).replace(" ", "")
    return frozenset({f"{first}{last}", f"{last}{first}"})


def public_name(patron: PatronRow, otherwise: str) -> Cited[str]:
    """The patron as the public may know them: by name only with their consent."""
    shown = patron.name if patron.may_publish_name else otherwise
    return Cited(shown, HOUSE.at("PATRON-16"))
