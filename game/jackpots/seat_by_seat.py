"""The Massachusetts way: seat by seat from the dealer's right, on what is left.

Each award is worked out on the meter the one before it left behind. A royal flush
takes it all, and whoever comes next is paid from the reset value.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from game.bonus_hand import CardsUsed, OnFold
from game.hands import Category
from game.jackpots.payment import ENVY, JACKPOT, JackpotHand, from_the_right
from game.line import Line
from game.rulebooks.mass_side_bets import ProgressiveTable
from rulebook import HOUSE, MASS, Cite, Cited

CARDS_USED = Cited(CardsUsed.HOLE_AND_COMMUNITY, MASS.at("11P(d)"))
LINK_CARDS_USED = Cited(CardsUsed.HOLE_AND_COMMUNITY, MASS.at("11P(j)"))
_UNLESS_SET = HOUSE.at("JACKPOT-3")
IN_SEAT_ORDER = MASS.at("11P(g)")
SHARES = {
    Category.ROYAL_FLUSH: Cited(Fraction(1), MASS.at("11P(e)")),
    Category.STRAIGHT_FLUSH: Cited(Fraction(1, 10), MASS.at("11P(f)")),
}


@dataclass(frozen=True, slots=True)
class FoldSettings:
    """What the document leaves open: what a fold does to the progressive and envy."""

    progressive: OnFold = OnFold.LOST
    envy: OnFold = OnFold.LIVE
    cite: Cite = _UNLESS_SET


@dataclass(frozen=True, slots=True)
class MeterAward:
    """One award from the meter, and the meter it leaves behind."""

    cents: int
    meter_after_cents: int
    cite: Cite


def meter_awards(
    meter_cents: int, reset_cents: int, winners: Sequence[Category]
) -> Iterator[MeterAward]:
    """The award of each winner, who are given in order from the dealer's right."""
    for place, hand in enumerate(winners):
        share = SHARES[hand]
        award = int(meter_cents * share.value)  # part of a cent stays in the meter
        left = meter_cents - award
        meter_cents = reset_cents if hand is Category.ROYAL_FLUSH else left
        yield MeterAward(award, meter_cents, IN_SEAT_ORDER if place else share.cite)


@dataclass(frozen=True, slots=True)
class Progressive:
    """The progressive of one table: its pay table, meter and reset value."""

    table: ProgressiveTable
    meter_cents: int
    reset_cents: int
    folds: FoldSettings = FoldSettings()

    def wins_with(self, box: JackpotHand) -> Category | None:
        """The hand a box wins with, if any: at least three of a kind, not folded."""
        if box.folded and self.folds.progressive is OnFold.LOST:
            return None
        paid = (*self.table.meter_share, *self.table.for_one)
        return box.hand if box.hand in paid else None


def settle_progressive(
    progressive: Progressive, boxes: Sequence[JackpotHand]
) -> tuple[tuple[Line, ...], int]:
    """The lines of every progressive wager and envy win, and the meter afterwards."""
    playing = [box for box in from_the_right(boxes) if box.stake_cents]
    wins = {box.seat: progressive.wins_with(box) for box in playing}
    metered = [box.seat for box in playing if wins[box.seat] in SHARES]
    hands = [hand for seat in metered if (hand := wins[seat])]
    awards = dict(
        zip(
            metered,
            meter_awards(progressive.meter_cents, progressive.reset_cents, hands),
            strict=True,
        )
    )
    lines = [_line(progressive, box, wins[box.seat], awards) for box in playing]
    lines += _envy(progressive, playing, dict(zip(metered, hands, strict=True)))
    last = list(awards.values())[-1:]
    after = last[0].meter_after_cents if last else progressive.meter_cents
    return tuple(lines), after


def _line(
    progressive: Progressive,
    box: JackpotHand,
    hand: Category | None,
    awards: dict[int, MeterAward],
) -> Line:
    """One wager; what is paid “for 1” or from the meter includes the stake."""
    stake = box.stake_cents
    if hand is None:
        by_fold = box.folded and progressive.folds.progressive is OnFold.LOST
        cite = progressive.folds.cite if by_fold else MASS.at("11P(e)")
        return Line(box.seat, JACKPOT, stake, -stake, cite)
    if award := awards.get(box.seat):
        return Line(box.seat, JACKPOT, stake, award.cents - stake, award.cite)
    returned = stake * progressive.table.for_one[hand]
    return Line(box.seat, JACKPOT, stake, returned - stake, progressive.table.cite)


def _envy(
    progressive: Progressive,
    playing: Sequence[JackpotHand],
    winners: dict[int, Category],
) -> Iterator[Line]:
    """The fixed award of everybody else in the progressive, for each jackpot won."""
    for seat, hand in winners.items():
        for box in playing:
            out = box.folded and progressive.folds.envy is OnFold.LOST
            if box.seat != seat and not out:
                envy = progressive.table.envy_cents[hand]
                yield Line(box.seat, ENVY, 0, envy, MASS.at("11P(h)"))
