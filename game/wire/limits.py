"""The limits on the sign, and an ante found outside them once cards are out."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from game.cautions import Caution, Cautions, Fault
from game.limits import Staked, found_late
from game.play.setup import Limits
from game.rulebooks.caribbean import CaribbeanRules
from game.rulebooks.limits import LIMITS
from game.rulebooks.mississippi import MississippiRules
from game.wire.lines import BadLine, only
from rulebook import Cite, Refusal, Refused

_KEYS = frozenset({"min", "max"})


def read_limits(found: Any) -> Limits | None:
    """The limits of a request, where it names them."""
    if found is None:
        return None
    if not isinstance(found, dict):
        raise BadLine("“limits” must be an object with “min” and “max”.")
    only(found, _KEYS, frozenset())
    least, most = found["min"], found["max"]
    if type(least) is not int or type(most) is not int or not 0 < least <= most:
        raise BadLine("“limits” must be whole amounts, the “min” not above the “max”.")
    return Limits(least, most)


class Counted(NamedTuple):
    """The ante that counts, and the rule where it is not simply the one placed."""

    ante: int
    note: Refusal | None = None
    against: tuple[Refusal, ...] = ()  # why only a ruling settles it
    goes_back: Cite | None = None  # the rule under which the whole hand goes back


def counted(
    rules: MississippiRules | CaribbeanRules,
    ante: int,
    limits: Limits | None,
    *,
    warned: bool = False,
) -> Counted:
    """What an ante outside the limits counts for: a recorded round has been dealt.

    One round knows of no earlier warning unless its line says that there was one.
    """
    if limits is None or limits.minimum <= ante <= limits.maximum:
        return Counted(ante)
    book = LIMITS[rules.source.code]
    staked = Staked("", "ante", ante, first_card_dealt=True)
    earlier = Caution("", Fault.UNDER_MINIMUM, staked.session, book.under.cite)
    cautions = Cautions().add(earlier if warned else None)
    verdict = found_late(book, limits, staked, cautions)
    if isinstance(verdict, Refused):
        return Counted(ante, against=verdict.refusals)
    note = Refusal(verdict.cite, verdict.spoken, field="ante")
    if not verdict.at_risk:
        return Counted(ante, note, goes_back=verdict.cite)
    return Counted(verdict.at_risk, note)


def read_warned(found: Mapping[str, Any]) -> bool:
    """Whether a seat's line says that its player was warned about a small wager."""
    warned = found.get("warned", False)
    if not isinstance(warned, bool):
        raise BadLine("“warned” must be true or false.")
    return warned
