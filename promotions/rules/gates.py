"""Why a start, an amendment, a refusal or a draw must wait: pure decisions."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from promotions.rules import deadlines
from promotions.rules.regimes import Regime
from rulebook import HOUSE, Refusal

DECIDED = HOUSE.at("PROMOTION-4")


def check_start(
    regime: Regime, starts_at: datetime, lodged_at: datetime | None
) -> Iterator[Refusal]:
    """Why a promotion may not start then; lodged_at is of the terms as they stand."""
    duty = deadlines.lodge_terms(regime, starts_at)
    who = regime.regulator
    if lodged_at is None:
        wrong = f"The full terms as they stand have not been lodged with {who}."
        yield Refusal(duty.cite, wrong, "Send them at least 24 hours before the start.")
    elif lodged_at > duty.due_at:
        wrong = f"The terms were lodged with {who} less than 24 hours before the start."
        right = "Start no sooner than 24 hours after they were lodged."
        yield Refusal(duty.cite, wrong, right, "starts_at")


def check_amendment(
    regime: Regime, *, started: bool, approval: str
) -> Iterator[Refusal]:
    """Why changed terms may not hold; approval says where the regulator's word is."""
    if started and regime.approval_to_amend and not approval.strip():
        wrong = (
            f"After the start terms change only with the word of {regime.regulator}."
        )
        right = "Until it is there the old terms hold: enter its reference."
        yield Refusal(regime.approval_to_amend, wrong, right, "approval")


@dataclass(frozen=True, slots=True)
class RefusedClaim:
    """A claim to a prize that the house will not honour, and why."""

    prize_cents: int
    reason: str
    name: str = ""
    address: str = ""


def check_refused_claim(regime: Regime, claim: RefusedClaim) -> Iterator[Refusal]:
    """What is missing before a claim can be refused; over $100 more is kept."""
    kept = regime.refusal_kept_over_cents
    if not claim.reason.strip():
        wrong = "No reason is given."
        right = "Write the reason as the patron will read it."
        yield Refusal(regime.refusal_told.cite, wrong, right, "reason")
    if claim.prize_cents <= kept.value:
        return
    for field, value in (("name", claim.name), ("address", claim.address)):
        if not value.strip():
            wrong = f"The claimant’s {field} is not given."
            right = "It is kept of every refused claim over $100."
            yield Refusal(kept.cite, wrong, right, field)


class Decision(StrEnum):
    """What becomes of a draw in doubt."""

    POSTPONED = "postponed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A draw whose integrity was found to be compromised."""

    found_at: datetime
    what: str
    decision: Decision
    validated_at: datetime | None = None
    validation: str = ""


def check_doubt(regime: Regime, doubt: Doubt, now: datetime) -> Iterator[Refusal]:
    """Why a doubt cannot be put on file like this."""
    cite = regime.inspectors_told.cite
    if not doubt.what.strip():
        wrong = "It is not said what was found."
        yield Refusal(cite, wrong, "Write what was found, and when.", "what")
    if doubt.found_at > now:
        wrong = "It cannot have been found in the future."
        yield Refusal(cite, wrong, "Give the time it was found.", "found_at")


def check_draw(regime: Regime, doubts: tuple[Doubt, ...]) -> Iterator[Refusal]:
    """Why a draw may not be held: every doubt is first validated in writing."""
    cite = regime.inspectors_told.cite
    for doubt in doubts:
        if doubt.decision is Decision.CANCELLED:
            wrong = "The draw is cancelled: its integrity was compromised."
            yield Refusal(cite, wrong, "It is not held.")
        elif doubt.validated_at is None or doubt.validated_at < doubt.found_at:
            wrong = "The draw is postponed: its integrity is in doubt."
            right = "Validate it first, and write down how."
            yield Refusal(cite, wrong, right)
        elif not doubt.validation.strip():
            wrong = "It is not written how the integrity of the draw was validated."
            yield Refusal(DECIDED, wrong, "Write down how.", "validation")
