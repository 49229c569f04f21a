"""When a jackpot hand was keyed: where the equipment failed, Surveillance says."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from game.jackpots.caribbean import RegisteredAt, settlement_time
from game.ranks import Party, Rank
from house.floor.acts import Act
from house.floor.meters.ledger import OPEN_CLAIMS, link_of, note
from house.floor.meters.line import open_claims, place_of
from house.floor.meters.models import MeterClaimRow, MeterRow
from house.floor.meters.systems import SYSTEMS
from house.floor.ranks import rank_of
from rulebook import VIC99, Refusal, Refused

FIXED = VIC99.at("N25-12.4")


@dataclass(frozen=True, slots=True)
class TimeFixed:
    """The time that an officer of Surveillance fixed for a hand."""

    at: datetime
    officer: str


def equipment_failed(session: Session, meter: MeterRow, table_id: int) -> bool:
    """Whether nothing at a table records when a hand is keyed."""
    link = link_of(session, meter, table_id)
    return link is not None and not link.recorder_works


def against_time(meter: MeterRow, claim: MeterClaimRow) -> Iterator[Refusal]:
    """A prize waits until the time of its hand is fixed, where that takes somebody."""
    if SYSTEMS[meter.rulebook].time_fixed is None:
        return
    keyed = RegisteredAt(claim.recorded_at, Rank.DEALER)
    said = None
    if claim.fixed_at is not None:
        said = RegisteredAt(claim.fixed_at, Party.SURVEILLANCE)
    found = settlement_time(keyed, said, failed=claim.equipment_failed)
    yield from found.refusals if isinstance(found, Refused) else ()


def time_of(claim: MeterClaimRow) -> datetime:
    """When the hand of a claim counts as keyed."""
    return claim.fixed_at or claim.recorded_at


def fix(
    session: Session, meter: MeterRow, claim: MeterClaimRow, fixed: TimeFixed, act: Act
) -> MeterClaimRow | Refused:
    """Write down when a hand was keyed or shown, as Surveillance says."""
    refusals = tuple(_against(session, meter, claim, fixed, act))
    refused = Refused(refusals) if refusals else None
    if not refused:
        claim.fixed_at, claim.fixed_by = fixed.at, fixed.officer.strip()[:120]
        session.flush()
    after = {"claim": claim.pk, "time": fixed.at, "surveillance": fixed.officer[:120]}
    name = "fix time of jackpot hand"
    note(session, meter, act, name, refused, rules=(FIXED,), after=after)
    return refused or claim


def _against(
    session: Session, meter: MeterRow, claim: MeterClaimRow, fixed: TimeFixed, act: Act
) -> Iterator[Refusal]:
    if SYSTEMS[meter.rulebook].time_fixed is None or not claim.equipment_failed:
        wrong = "The equipment recorded when this hand was keyed."
        yield Refusal(FIXED, wrong, "That time holds.", "fixed_at")
    if claim.state not in OPEN_CLAIMS:
        yield Refusal(FIXED, f"This claim is {claim.state.value}.")
    if rank_of(act.by) < Rank.SUPERVISOR:
        wrong = "A dealer does not say when a hand was keyed."
        yield Refusal(FIXED, wrong, "A supervisor asks Surveillance.")
    if not fixed.officer.strip():
        wrong = "Nobody of Surveillance is named."
        yield Refusal(FIXED, wrong, "Say who fixed the time.", "officer")
    if fixed.at > act.now:
        wrong = "This time has not come yet."
        yield Refusal(FIXED, wrong, "Give the time the hand was keyed.", "fixed_at")
    behind = [c for c in open_claims(session, meter) if place_of(c) > place_of(claim)]
    for other in behind:
        if time_of(other) < fixed.at:
            wrong = f"Claim {other.pk} was keyed before and stands behind this one."
            right = "Withdraw this claim and enter it again after that one."
            yield Refusal(FIXED, wrong, right, "fixed_at")
