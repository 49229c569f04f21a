"""What each document says, clause by clause, as cited values; and which one governs."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from game.rulebooks.crown3 import RULES as CROWN3
from game.rulebooks.mass import RULES as MASS
from game.rulebooks.mississippi import MississippiRules
from game.rulebooks.nsw3 import RULES as NSW3
from game.rulebooks.star4 import RULES as STAR4
from rulebook import Cite, Refusal, Refused

_STUD = {"CROWN3": CROWN3, "MASS": MASS, "NSW3": NSW3, "STAR4": STAR4}
MISSISSIPPI_STUD = tuple(_STUD)


def mississippi_rules(code: str) -> MississippiRules:
    """The Mississippi Stud rules of a document, by its short name."""
    if code not in _STUD:
        known = ", ".join(_STUD)
        raise ValueError(f"“{code}” has no Mississippi Stud rules; {known} have.")
    return _STUD[code]


@dataclass(frozen=True, slots=True)
class InForce:
    """An edition of a document at one venue, from the instant it took effect there."""

    code: str
    edition: str
    since: datetime
    instrument: str  # the order or notice that brought it in


def bring_into_force(
    code: str, edition: str, *, published: datetime | None, instrument: str
) -> InForce | Refused:
    """Switch an edition on from its publication; signing alone starts nothing."""
    refusals: list[Refusal] = []
    if not instrument.strip():
        wrong = f"{code} {edition} names no order that approves it."
        right = "Rules change only by an order of the regulator: enter its reference."
        refusals.append(Refusal(Cite("STAR4-Order:Instrument"), wrong, right))
    if published is None:
        wrong = f"{code} {edition} has no day of publication."
        right = "It takes effect when published: enter that day."
        refusals.append(Refusal(Cite("STAR4-Order:Effect"), wrong, right))
    if refusals or published is None:
        return Refused(tuple(refusals))
    return InForce(code, edition, published, instrument)


def governing(editions: Iterable[InForce], first_card: datetime) -> InForce | Refused:
    """The edition that governs a round: the one in force at its first card."""
    begun = [edition for edition in editions if edition.since <= first_card]
    if not begun:
        wrong = f"No rules were in force at {first_card.isoformat()}."
        right = "Enter the edition that was."
        return Refused((Refusal(Cite("CROWN3-cover:version"), wrong, right),))
    return max(begun, key=lambda edition: edition.since)
