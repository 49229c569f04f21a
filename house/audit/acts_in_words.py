"""Acts whose names are no words to read aloud, each as something to do. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from game.play.words import WORDS

# Acts that are not named by a verb.
WHOLE: Mapping[str, str] = {
    "cards: check": "check the cards",
    "cards: count": "count the cards",
    "cards: end shoe": "end a shoe",
    "cards: machine count": "note what the shuffler counted",
    "cards: order count": "order a count of the cards",
    "cards: order cut": "order a fresh cut",
    "cards: order shuffle": "order a shuffle",
    "cards: prepare": "shuffle and cut the cards",
    "cards: put away": "put the cards away",
    "cards: replace": "bring new cards",
    "chips bought": "note chips that were bought",
    "chips brought": "note chips that were brought",
    "chips left with": "note chips that left the table",
    "deadline passed": "note that a deadline passed",
    "entrants told": "tell the entrants",
    "entries close": "close the entries",
    "exclusion ends": "end an exclusion",
    "inspectorate advised": "advise the inspectorate",
    "key paid": "key what was paid",
    "leave seat": "free a seat",
    "no payments to report": "find no payments to report",
    "regulator told": "tell the regulator",
    "ruling: done": "do what a ruling asked for",
    "ruling: told": "tell somebody of a ruling",
    "seats drawn": "draw the seats",
    "sit down": "seat a player",
}
ROUND = "round"
TOGETHER = "act in round"
# What happens in a round of any game, said of whoever deals; and its undoing.
PLAYED: Mapping[str, str] = {name: act.record for name, act in WORDS.items()} | {
    "take back": "take an action back"
}
MOST_TOLD = 4


def in_words(act: str, kind: str, after: Mapping[str, Any]) -> list[str]:
    """An act as things to do, one after another; most are one."""
    if kind != ROUND:
        return [WHOLE.get(act, act)]
    if actions := _actions(after):
        return _shortened(list(_together(actions)))
    one = str(after.get("act", "")) if act == TOGETHER else act
    return list(_together([{**after, "act": one}])) if one in PLAYED else [act]


def each(after: Mapping[str, Any]) -> list[str]:
    """What was done under one entry, action by action, if it was several."""
    return [said for action in _actions(after) for said in _together([action])]


def _actions(after: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The actions of an entry; what somebody wrote over it is none."""
    found = after.get("actions")
    if not isinstance(found, list):
        return []
    return [action for action in found if isinstance(action, Mapping)]


def _together(actions: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Actions of one kind that follow each other are told at once."""
    for act, same in groupby(actions, lambda action: str(action.get("act", ""))):
        alike = list(same)
        seats = [str(action["seat"]) for action in alike if "seat" in action]
        said = PLAYED.get(act, act.replace("_", " "))
        yield f"{said}{_at(seats)}{_times(len(alike) if not seats else 1)}"


def _at(seats: Sequence[str]) -> str:
    if not seats:
        return ""
    *rest, last = dict.fromkeys(seats)
    return f" at seats {', '.join(rest)} and {last}" if rest else f" at seat {last}"


def _times(number: int) -> str:
    return f" {number} times" if number > 1 else ""


def _shortened(said: list[str]) -> list[str]:
    """No more than can be read aloud; the entry's own page tells all."""
    if len(said) <= MOST_TOLD:
        return said
    left = len(said) - MOST_TOLD + 1
    return [*said[: MOST_TOLD - 1], f"do {left} things more"]
