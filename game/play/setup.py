"""What a round is opened with: kept beside it, so that it always replays the same."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from game.rulebooks.devices import Device
from rulebook import HOUSE, SOURCES, Refusal, Refused

KEPT = HOUSE.at("CONSOLE-4")
DEALT, KEYED = "dealt", "keyed"
UNITS = ("cents", "chips")


@dataclass(frozen=True, slots=True)
class Limits:
    """The figures on the sign, per playing area and, if signed, per player."""

    minimum: int
    maximum: int
    step: int | None = None  # in which wagers rise above the minimum
    player_maximum: int | None = None


@dataclass(frozen=True, slots=True)
class SeatLimits:
    """The figures that hold at one seat alone: a kept minimum, limits agreed there."""

    seat: int
    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a round needs to know of its table, as plain values."""

    game: str
    document: str
    edition: str
    device: str
    seats: int
    limits: Limits
    unit: str = "cents"  # or chips
    cards: str = KEYED  # by the dealer's hand, or dealt by the engine
    own_limits: tuple[SeatLimits, ...] = ()
    jackpot: int | None = None  # what a jackpot wager costs; None: none is offered
    three_card_table: str | None = None
    cover_all: bool = False
    coupons: bool = False  # match-play coupons are taken
    sizes: str | None = None  # None: as the document has it
    street_step: int = 1
    community_first: bool | None = None
    at_once: int | None = None
    low_limit: bool = False
    not_used: tuple[str, ...] = ()  # devices the operator has chosen not to deal by
    maximum_payout: int | None = None
    payout_scope: str | None = None
    smallest_chip: int | None = None  # that wins are paid in; None: any amount
    decks: int = 8  # of a Baccarat shoe
    backs: tuple[str, ...] | None = None  # the colours of the decks; None: as usual
    seconds: int | None = None  # to decide, where the table has a clock
    secret: str | None = None  # what may be wagered in secret; None: nothing

    def at(self, seat: int) -> Limits:
        """The limits that hold at a seat."""
        for own in self.own_limits:
            if own.seat == seat:
                return Limits(own.minimum, own.maximum, self.limits.step)
        return self.limits


def write_setup(setup: Setup) -> dict[str, Any]:
    """A setup as plain JSON."""
    return asdict(setup) | {"own_limits": [asdict(own) for own in setup.own_limits]}


def read_setup(found: Any) -> Setup | Refused:
    """A setup from plain JSON, or everything that is wrong with it."""
    if not isinstance(found, dict):
        return Refused((_wrong("setup", "A setup is an object."),))
    refusals = tuple(_refusals(found))
    if refusals:
        return Refused(refusals)
    backs = found.get("backs")
    return Setup(
        **{
            **found,
            "limits": Limits(**found["limits"]),
            "own_limits": tuple(
                SeatLimits(**own) for own in found.get("own_limits", ())
            ),
            "not_used": tuple(found.get("not_used", ())),
            "backs": None if backs is None else tuple(backs),
        }
    )


def _wrong(field: str, wrong: str) -> Refusal:
    return Refusal(KEPT, wrong, "Open the round from its table.", field)


_KNOWN = {field.name: str(field.type) for field in fields(Setup)}
_NEEDED = ("game", "document", "edition", "device", "seats", "limits")
_CHOICES = {
    "unit": UNITS,
    "cards": (DEALT, KEYED),
    "device": tuple(Device),
    "document": tuple(SOURCES),
}


def _refusals(found: Mapping[str, Any]) -> Iterator[Refusal]:
    for name in _NEEDED:
        if name not in found:
            yield _wrong(name, f"“{name}” is missing.")
    for name, value in found.items():
        if name not in _KNOWN:
            yield _wrong(str(name), f"“{name}” is no part of a setup.")
        elif not _fits(name, value):
            yield _wrong(name, f"“{name}” cannot be {value!r}.")


def _fits(name: str, value: Any) -> bool:
    if name == "limits":
        return _figures(value, Limits)
    if name == "own_limits":
        return isinstance(value, list | tuple) and all(
            _figures(own, SeatLimits) for own in value
        )
    if name in ("not_used", "backs"):
        return _named(value, tuple(Device) if name == "not_used" else None)
    if name in _CHOICES:
        return value in _CHOICES[name]
    wanted = _KNOWN[name]
    if value is None or isinstance(value, bool):
        return ("None" if value is None else "bool") in wanted
    kind = int if "int" in wanted else str
    fits = "bool" not in wanted and type(value) is kind
    return fits and (kind is str or value > 0)


def _named(value: Any, known: Sequence[str] | None) -> bool:
    """Whether these are names, of those that are known; no backs are as usual."""
    if value is None:
        return known is None
    return isinstance(value, list | tuple) and all(
        isinstance(each, str) and (known is None or each in known) for each in value
    )


def _figures(value: Any, kind: type[Limits] | type[SeatLimits]) -> bool:
    names = {field.name for field in fields(kind)}
    least = names & {"minimum", "maximum", "seat"}
    if not isinstance(value, dict) or not least <= value.keys() <= names:
        return False
    whole = all(type(n) is int and n > 0 for n in value.values() if n is not None)
    given = all(value[name] is not None for name in least)
    return whole and given and value["minimum"] <= value["maximum"]
