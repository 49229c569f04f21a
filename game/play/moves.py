"""One thing that happens in a round, in the same form for every game, and as JSON."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from game.cards import Card, parse, show
from game.ranks import Rank
from game.rulebooks.mississippi import Medium
from game.rulebooks.punto_banco import Spot
from rulebook import HOUSE, Cite, Refusal, Refused

STRICT = HOUSE.at("CONSOLE-1")
UNRULED = HOUSE.at("STEP-1")
PROMISE = re.compile(r"[0-9a-f]{64}")
MOST = 10**12  # no table takes more, in cents or chips


@dataclass(frozen=True, slots=True)
class Move:
    """What somebody does at the table: an ante, a card, a fold, a call."""

    act: str
    seat: int | None = None
    amount: int | None = None
    amounts: tuple[int, ...] = ()  # all three streets of a blind hand
    also: tuple[tuple[str, int], ...] = ()  # further wagers placed with an ante
    wagers: tuple[str, ...] = ()  # that a ruling decides one by one
    cards: tuple[Card, ...] = ()  # in the order in which they are dealt or turned
    spot: Spot | None = None
    player: str = ""
    medium: Medium = Medium.CHIPS
    blind: bool = False
    waiting: bool = False  # somebody would be shut out by an extra hand
    by: Rank | None = None
    grounds: str = ""
    cite: Cite | None = None
    changed: bool = False  # a spoken bet, handed over and changed into chips in time
    standing: bool = False  # the player has no seat at the table
    promise: str = ""  # the sha256 of a wager made in secret

    @property
    def number(self) -> int:
        """The number of the seat; 0 is no seat."""
        return self.seat or 0

    @property
    def stake(self) -> int:
        """The amount staked; 0 is no stake."""
        return self.amount or 0

    @property
    def rank(self) -> Rank:
        """Who orders it: a player, unless somebody of the floor is named."""
        return self.by or Rank.PLAYER

    @property
    def rule(self) -> Cite:
        """The rule it is done under by a ruling."""
        return self.cite or UNRULED

    def wager(self, name: str) -> int:
        """What is staked on a further wager placed with an ante."""
        return sum(amount for wager, amount in self.also if wager == name)


@dataclass(frozen=True, slots=True)
class Form:
    """Which fields an act has."""

    needs: frozenset[str] = frozenset()
    takes: frozenset[str] = frozenset()


def form(*needs: str, takes: tuple[str, ...] = ()) -> Form:
    """The fields of one act."""
    return Form(frozenset(needs), frozenset(takes))


def write(move: Move) -> dict[str, Any]:
    """A move as plain JSON, without what was left as it is."""
    plain: dict[str, Any] = {"act": move.act}
    for each in fields(Move):
        value = getattr(move, each.name)
        if each.name != "act" and value != each.default:
            plain[each.name] = _WRITERS.get(each.name, _same)(value)
    return plain


def read(acts: Mapping[str, Any], found: Any) -> Move | Refused:
    """A move from plain JSON, or everything that is wrong with it."""
    if not isinstance(found, dict):
        return Refused((_wrong("act", "A move is an object.", "Send one."),))
    act = found.get("act")
    if not isinstance(act, str) or act not in acts:
        known = ", ".join(acts)
        return Refused((_wrong("act", f"There is no {act!r}.", f"Use {known}."),))
    reading = _Reading(found)
    refusals = (*_shape(acts[act].form, act, found), *reading.refusals())
    return Refused(refusals) if refusals else Move(act, **reading.values)


def _wrong(name: str, wrong: str, right: str) -> Refusal:
    return Refusal(STRICT, wrong, right, name)


def _shape(wanted: Form, act: str, found: Mapping[str, Any]) -> Iterator[Refusal]:
    given = found.keys() - {"act"}
    for name in sorted(wanted.needs - given):
        yield _wrong(name, f"“{act}” needs “{name}”.", "Give it.")
    for name in sorted(map(str, given - wanted.needs - wanted.takes)):
        yield _wrong(name, f"“{act}” has no “{name}”.", "Leave it out.")


@dataclass(slots=True)
class _Reading:
    found: Mapping[str, Any]
    values: dict[str, Any] = field(default_factory=dict)

    def refusals(self) -> Iterator[Refusal]:
        for name, value in self.found.items():
            if name not in _READERS:
                continue
            reader, right = _READERS[name]
            try:
                self.values[name] = reader(value)
            except (ValueError, TypeError, KeyError, AttributeError):
                shown = repr(value)[:60]
                yield _wrong(name, f"“{name}” cannot be {shown}.", right)


def _only(fits: Callable[[Any], bool]) -> Callable[[Any], Any]:
    """A reader that takes what fits as it is, and nothing else."""

    def read(value: Any) -> Any:
        if not fits(value):
            raise ValueError
        return value

    return read


_whole = _only(lambda value: type(value) is int and 0 <= value <= MOST)
_seat = _only(lambda value: type(value) is int and 1 <= value <= 99)
_text = _only(lambda v: isinstance(v, str) and len(v) <= 200 and v.isprintable())
_flag = _only(lambda value: isinstance(value, bool))
_promise = _only(lambda v: isinstance(v, str) and PROMISE.fullmatch(v) is not None)


def _listed(value: Any, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise TypeError
    return value


def _cards(value: Any) -> tuple[Card, ...]:
    cards = [parse(_text(card)) for card in _listed(value, 60)]
    if any(len(card) != 1 for card in cards):
        raise ValueError
    return tuple(card[0] for card in cards)


def _also(value: Any) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, dict) or len(value) > 5:
        raise TypeError
    return tuple((_text(name), _whole(stake)) for name, stake in value.items())


def _rank(value: Any) -> Rank:
    return Rank[_text(value).upper().replace(" ", "_")]


def _cite(value: Any) -> Cite:
    cite = Cite.kept(_text(value))
    if cite is None:
        raise ValueError
    return cite


def _same(value: Any) -> Any:
    return value


_WRITERS: Mapping[str, Callable[[Any], Any]] = {
    "amounts": list,
    "also": dict,
    "wagers": list,
    "cards": lambda cards: [show((card,)) for card in cards],
    "spot": str,
    "medium": str,
    "by": lambda rank: rank.title,
    "cite": lambda cite: cite.id,
}
_WHOLE = "Key a whole amount."
_READERS: Mapping[str, tuple[Callable[[Any], Any], str]] = {
    "seat": (_seat, "Key the number of a seat."),
    "amount": (_whole, _WHOLE),
    "amounts": (
        lambda v: tuple(map(_whole, _listed(v, 3))),
        "Key three whole amounts.",
    ),
    "also": (_also, _WHOLE),
    "wagers": (
        lambda v: tuple(map(_text, _listed(v, 9))),
        "Name wagers that lie there.",
    ),
    "cards": (_cards, "Key cards such as “Qh”."),
    "spot": (Spot, "It is player, banker or tie."),
    "player": (_text, "Give a name or a card number."),
    "medium": (Medium, "Use chips."),
    "blind": (_flag, "It is true or false."),
    "waiting": (_flag, "It is true or false."),
    "changed": (_flag, "It is true or false."),
    "standing": (_flag, "It is true or false."),
    "promise": (_promise, "Send a sha256 in hexadecimal."),
    "by": (_rank, "Name a rank of the floor."),
    "grounds": (_text, "Write a sentence."),
    "cite": (_cite, "Name a rule of the register."),
}
