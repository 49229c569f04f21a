"""When somebody is excluded, and what may be done about it: pure decisions."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from house.people.patrons.models import ExcludedBy, ExclusionRow
from rulebook import HOUSE, Refusal

EXCLUDED = HOUSE.at("PATRON-9")
LENGTH = HOUSE.at("PATRON-10")
LIFT = HOUSE.at("PATRON-11")
REGULATOR = HOUSE.at("PATRON-12")
LAPSE = HOUSE.at("PATRON-13")
LABELS = {
    ExcludedBy.SELF: "At their own wish",
    ExcludedBy.HOUSE: "By the house",
    ExcludedBy.REGULATOR: "By the regulator",
}


def in_force(exclusion: ExclusionRow, now: datetime) -> bool:
    """Whether the exclusion holds at this instant: from ≤ now < until, not lifted."""
    return exclusion.from_at <= now and not is_over(exclusion, now)


def is_over(exclusion: ExclusionRow, now: datetime) -> bool:
    """Whether the exclusion was lifted or has reached its end."""
    if exclusion.lifted_at is not None:
        return True
    return exclusion.until_at is not None and exclusion.until_at <= now


def check_length(
    reason: str, from_at: datetime, until_at: datetime | None
) -> Iterator[Refusal]:
    """Whether an exclusion says why, and ends after it begins."""
    if not reason:
        right = "Write down why, for whoever reads it next."
        yield Refusal(LENGTH, "No reason is given.", right, "reason")
    if until_at is not None and until_at <= from_at:
        right = "Give a later end, or none for an exclusion without one."
        yield Refusal(LENGTH, "It would end before it begins.", right, "until_at")


@dataclass(frozen=True, slots=True)
class Grounds:
    """Why an exclusion is lifted, and the regulator's letter where one is needed."""

    why: str
    reference: str = ""


def check_lift(
    exclusion: ExclusionRow, grounds: Grounds, now: datetime
) -> Iterator[Refusal]:
    """Whether the exclusion may be lifted now, on these grounds."""
    if is_over(exclusion, now):
        how = "lifted already" if exclusion.lifted_at else "over already"
        yield Refusal(LIFT, f"This exclusion is {how}.", "It stays on file as it is.")
    if not grounds.why:
        right = "Write down why the patron may come back."
        yield Refusal(LIFT, "No reason is given.", right, "lifted_why")
    if exclusion.by is ExcludedBy.REGULATOR and not grounds.reference:
        wrong = "The regulator ordered this exclusion."
        right = "Give the reference of the regulator’s letter that lifts it."
        yield Refusal(REGULATOR, wrong, right, "reference")
