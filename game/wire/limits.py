"""The limits on the sign, and an ante found outside them once cards are out."""

from dataclasses import dataclass
from typing import Any

from game.rulebooks.caribbean import CaribbeanRules
from game.rulebooks.mississippi import MississippiRules
from game.wire.lines import BadLine, only
from rulebook import Refusal

_KEYS = frozenset({"min", "max"})


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most an ante may be at a table."""

    least: int
    most: int


def read_limits(found: Any) -> Limits | None:
    """The limits of a request, where it names them."""
    if found is None:
        return None
    if not isinstance(found, dict):
        raise BadLine("“limits” must be an object with “min” and “max”.")
    only(found, _KEYS, frozenset())
    least, most = found["min"], found["max"]
    if type(least) is not int or type(most) is not int or not 0 < least <= most:
        raise BadLine(
            "“limits” must be whole amounts, the minimum not above the maximum."
        )
    return Limits(least, most)


@dataclass(frozen=True, slots=True)
class Counted:
    """The ante that counts, and the rule where it is not simply the one placed."""

    ante: int
    note: Refusal | None = None
    against: tuple[Refusal, ...] = ()  # why only a ruling settles it


def counted(
    rules: MississippiRules | CaribbeanRules, ante: int, limits: Limits | None
) -> Counted:
    """What an ante outside the limits counts for when it is found after the deal.

    A round that is settled has been dealt. The documents then let a small ante stand
    and count a large one only up to the maximum; one of them says nothing.
    """
    late, field = rules.found_late, "ante"
    if limits is None or limits.least <= ante <= limits.most:
        return Counted(ante)
    if not late.settled:
        right = f"It lies between {limits.least} and {limits.most}; have it ruled on."
        wrong = f"An ante of {ante} is outside the limits."
        return Counted(ante, against=(Refusal(late.under, wrong, right, field),))
    if ante < limits.least:
        wrong = f"An ante of {ante} is below the minimum of {limits.least}."
        right = "It is settled as placed, with a warning."
        return Counted(ante, Refusal(late.under, wrong, right, field))
    wrong = f"An ante of {ante} is above the maximum of {limits.most}."
    right = f"It counts as {limits.most}; {ante - limits.most} is returned."
    return Counted(limits.most, Refusal(late.over, wrong, right, field))
