"""The parts of each document, so that a person can find the way in it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rulebook.register import Rule, rules

_STUD = {
    "1": "Meanings",
    "2": "Table and equipment",
    "3": "Cards",
    "4": "Shuffle and cut",
    "5": "Wagers",
    "6": "Limits",
    "7": "The deal",
    "8": "Hands",
    "9": "Bet or fold",
    "10": "Settlement",
    "11": "Irregularities",
    "12": "Device faults",
    "13": "General",
    "14": "Promotions",
    "15": "Jackpot",
}
TITLES: Mapping[str, Mapping[str, str]] = {
    "CROWN3": {
        "cover": "Version",
        "1": "Meanings",
        "2": "Table and equipment",
        "3": "Cards and hands",
        "4": "Shuffle and cut",
        "5": "Wagers",
        "6": "Limits",
        "7": "The deal and the streets",
        "8": "Settlement",
        "9": "Prize meters",
        "10": "Jackpot prizes",
        "11": "Irregularities",
        "12": "Tournaments",
        "13": "General",
    },
    "MASS": {
        "1": "Meanings",
        "2": "Cards",
        "3": "Opening the table",
        "4": "Shuffle and cut",
        "5": "Hands",
        "6": "Wagers and 3 Card Bonus",
        "7": "Dealing from a manual shoe",
        "8": "Dealing from the hand",
        "9": "Dealing from an automated shoe",
        "10": "Completing the round",
        "11": "Odds and limits",
        "12": "Cover All",
        "11P": "3 Card Bonus and progressive",
        "14": "Irregularities",
    },
    "VIC99": {
        "masthead": "The gazette",
        "N24": "Notice 24: Blackjack",
        "N25": "Notice 25: Caribbean Stud",
        "N25-1": "Notice 25: meanings",
        "N25-2": "Notice 25: table and equipment",
        "N25-3": "Notice 25: cards",
        "N25-4": "Notice 25: shuffle and cut",
        "N25-5": "Notice 25: wagers",
        "N25-6": "Notice 25: limits",
        "N25-7": "Notice 25: the deal",
        "N25-8": "Notice 25: bet or fold",
        "N25-9": "Notice 25: settlement",
        "N25-10": "Notice 25: odds",
        "N25-11": "Notice 25: the jackpot wager",
        "N25-12": "Notice 25: jackpot prizes",
        "N25-13": "Notice 25: hands",
        "N25-14": "Notice 25: irregularities",
        "N26": "Notice 26: Baccarat",
        "N26-2": "Notice 26: table",
        "N26-14": "Notice 26: tournaments and secret wagers",
    },
    "NSW3": _STUD,
    "STAR4": {"Order": "The order that approves it", **_STUD},
}
_NUMBER = re.compile(r"N\d+-\d+|N\d+|\d+P?|[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a document and the rules in it, in their printed order."""

    code: str
    number: str
    title: str
    rules: tuple[Rule, ...]

    @property
    def label(self) -> str:
        """The part as it is called: “5 Wagers”."""
        plain = self.number[:1].isdigit() and self.number != self.title
        return f"{self.number} {self.title}" if plain else self.title


def number_of(rule: Rule) -> str:
    """The part of its document that a rule stands in."""
    found = _NUMBER.match(rule.clause)
    return found[0] if found else rule.clause


@cache
def sections(code: str) -> tuple[Section, ...]:
    """The parts of a document in their printed order."""
    grouped: dict[str, list[Rule]] = {}
    for rule in rules().values():
        if rule.code == code:
            grouped.setdefault(number_of(rule), []).append(rule)
    return tuple(
        Section(code, number, _title(code, number), tuple(found))
        for number, found in grouped.items()
    )


def _title(code: str, number: str) -> str:
    titles = TITLES.get(code, {})
    return titles.get(number) or number.replace("_", " ").capitalize()


def section_of(rule: Rule) -> Section:
    """The part of its document that a rule stands in, with its neighbours."""
    number = number_of(rule)
    return next(s for s in sections(rule.code) if s.number == number)
