"""Wagers as they stand on the layout."""

from collections.abc import Mapping

NAMES: Mapping[str, str] = {
    "three_card_bonus": "3 Card Bonus",
    "cover_all": "Cover All",
    "jackpot": "Jackpot",
    "3rd": "3rd street",
    "4th": "4th street",
    "5th": "5th street",
}


def named(wager: str) -> str:
    """A wager as it stands on the layout."""
    return NAMES.get(wager, wager.capitalize())
