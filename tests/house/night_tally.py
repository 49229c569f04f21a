"""What was met in a house, counted from what it keeps."""

from collections import Counter

from sqlmodel import select

from house.floor.meters.models import MeterClaimRow, MeterEntryRow
from house.floor.rounds.models import ActionRow, RoundRow, SeatRow
from house.floor.rulings.models import (
    CarriedEndRow,
    RulingRow,
)


def tally(session):
    """What was met in a house: counted from what it keeps."""
    met = Counter()
    for action in session.exec(select(ActionRow)):
        if action.takes_back is not None:
            met["correction" if action.data["moves"] else action.kind] += 1
    for ruling in session.exec(select(RulingRow)):
        met[f"ruled {ruling.what}"] += 1
        met[f"fate {ruling.fate.value}"] += 1
        fates = {e["fate"] for e in ruling.effects if e["wager"] == "jackpot"}
        met.update(f"jackpot wager {fate}" for fate in fates)
    for end in session.exec(select(CarriedEndRow)):
        met[f"carried {end.fate.value}"] += 1
    for claim in session.exec(select(MeterClaimRow)):
        met[f"claim {claim.state.value}"] += 1
        met["claim in the place of another"] += claim.place is not None
    for entry in session.exec(select(MeterEntryRow)):
        met[f"meter {entry.kind.value}"] += 1
        met["meter spent"] += entry.wagers < 0 and not entry.amount_millionths
    for sits in session.exec(select(SeatRow)):
        met[f"seat {sits.happened.value}"] += 1
    met["rounds over"] += len(
        session.exec(select(RoundRow).where(RoundRow.ended_at.is_not(None))).all()
    )
    return met
