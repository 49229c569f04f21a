"""What each document says about the least and the most that may be staked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from game.ranks import Rank
from rulebook import CROWN3, HOUSE, MASS, NSW3, STAR4, VIC99, Cite, Cited


class UnderMinimum(StrEnum):
    """What becomes of a wager found under the minimum."""

    STANDS_ONCE = "it stands with a warning; after that such wagers go back"
    STANDS_IF_LATE = "it stands once the first card is out"
    IS_RULED_ON = "it needs a ruling"


class OverMaximum(StrEnum):
    """What becomes of a wager found over the maximum."""

    COUNTS_AS_MAXIMUM = "it counts as the maximum"
    IS_RULED_ON = "it needs a ruling"


class OffUnit(StrEnum):
    """What becomes of a wager that is not a multiple the sign allows."""

    PAID_UP = "a win is paid up to the next amount that chips can pay"
    REFUSED = "it is refused before the first card"


@dataclass(frozen=True, slots=True)
class KeptMinimum:
    """A minimum raised at once: the players already there keep the old one."""

    allowed: Cite
    marker: Cite
    ends_on_leaving: Cite
    raised_again: Cited[timedelta]
    both_on_sign: Cite
    newcomers: Cite


@dataclass(frozen=True, slots=True)
class LowLimit:
    """What holds at a table of the low-limit game."""

    version: Cite
    no_tournament: Cite
    device: Cite  # it deals from a shuffling device


@dataclass(frozen=True, slots=True)
class LimitRules:
    """What one document says about limits."""

    code: str
    displayed: Cite  # no sign, no betting
    sign: Cite  # the sign shows both figures
    unit: Cite  # multiples only where the sign says so
    under: Cited[UnderMinimum]
    over: Cited[OverMaximum]
    off_unit: Cited[OffUnit]
    raise_notice: Cited[timedelta]
    changed_by: Cited[Rank]
    personal: Cited[Rank]
    personal_marker: Cited[str]
    per_player_too: Cited[bool]
    players_duty: Cite | None = None
    kept_minimum: KeptMinimum | None = None
    low_limit: LowLimit | None = None


_TWENTY = timedelta(minutes=20)

LIMITS: Mapping[str, LimitRules] = {
    "CROWN3": LimitRules(
        code="CROWN3",
        displayed=CROWN3.at("6.1"),
        sign=CROWN3.at("6.1:fn1-s66(1)(a)"),
        unit=CROWN3.at("6.2.3"),
        under=Cited(UnderMinimum.STANDS_ONCE, CROWN3.at("6.2.1")),
        over=Cited(OverMaximum.COUNTS_AS_MAXIMUM, CROWN3.at("6.2.2")),
        off_unit=Cited(OffUnit.PAID_UP, CROWN3.at("6.2.3")),
        raise_notice=Cited(_TWENTY, CROWN3.at("6.1:fn1-s66(2)")),
        changed_by=Cited(Rank.SUPERVISOR, HOUSE.at("LIMITS-1")),
        personal=Cited(Rank.SUPERVISOR, CROWN3.at("6.3")),
        personal_marker=Cited("personal limits", CROWN3.at("1.1:Distinctive-Marker")),
        per_player_too=Cited(value=False, cite=CROWN3.at("6.1")),
    ),
    "MASS": LimitRules(
        code="MASS",
        displayed=HOUSE.at("LIMITS-1"),
        sign=HOUSE.at("LIMITS-1"),
        unit=HOUSE.at("LIMITS-1"),
        under=Cited(UnderMinimum.IS_RULED_ON, HOUSE.at("STUD-4")),
        over=Cited(OverMaximum.IS_RULED_ON, HOUSE.at("STUD-4")),
        off_unit=Cited(OffUnit.REFUSED, HOUSE.at("LIMITS-1")),
        raise_notice=Cited(_TWENTY, HOUSE.at("LIMITS-1")),
        changed_by=Cited(Rank.SUPERVISOR, HOUSE.at("LIMITS-1")),
        personal=Cited(Rank.SUPERVISOR, HOUSE.at("LIMITS-1")),
        personal_marker=Cited("personal limits", HOUSE.at("LIMITS-1")),
        per_player_too=Cited(value=False, cite=HOUSE.at("LIMITS-1")),
    ),
    "VIC99": LimitRules(
        code="VIC99",
        displayed=VIC99.at("N25-6.1"),
        sign=VIC99.at("N25-6.1"),
        unit=VIC99.at("N25-6.1"),
        under=Cited(UnderMinimum.STANDS_ONCE, VIC99.at("N25-6.2")),
        over=Cited(OverMaximum.COUNTS_AS_MAXIMUM, VIC99.at("N25-6.3")),
        off_unit=Cited(OffUnit.REFUSED, VIC99.at("N25-6.1")),
        raise_notice=Cited(_TWENTY, VIC99.at("N25-6.4")),
        changed_by=Cited(Rank.AREA_MANAGER, VIC99.at("N25-6.4")),
        personal=Cited(Rank.AREA_MANAGER, VIC99.at("N25-6.5")),
        personal_marker=Cited("higher limit", VIC99.at("N25-6.5")),
        per_player_too=Cited(value=False, cite=VIC99.at("N25-6.1")),
    ),
    "NSW3": LimitRules(
        code="NSW3",
        displayed=NSW3.at("6.1"),
        sign=NSW3.at("6.1"),
        unit=NSW3.at("6.1"),
        under=Cited(UnderMinimum.STANDS_IF_LATE, NSW3.at("6.2")),
        over=Cited(OverMaximum.COUNTS_AS_MAXIMUM, NSW3.at("6.3")),
        off_unit=Cited(OffUnit.REFUSED, NSW3.at("6.1")),
        raise_notice=Cited(_TWENTY, NSW3.at("6.5")),
        changed_by=Cited(Rank.SUPERVISOR, NSW3.at("6.5")),
        personal=Cited(Rank.SUPERVISOR, HOUSE.at("LIMITS-1")),
        personal_marker=Cited("personal limits", HOUSE.at("LIMITS-1")),
        per_player_too=Cited(value=False, cite=NSW3.at("6.1")),
        players_duty=NSW3.at("6.4"),
        kept_minimum=KeptMinimum(
            allowed=NSW3.at("6.5.1"),
            marker=NSW3.at("6.5.1.1"),
            ends_on_leaving=NSW3.at("6.5.1.2"),
            raised_again=Cited(_TWENTY, NSW3.at("6.5.2")),
            both_on_sign=NSW3.at("6.5.3"),
            newcomers=NSW3.at("6.5.4"),
        ),
        low_limit=LowLimit(NSW3.at("6.6"), NSW3.at("6.6.1"), NSW3.at("6.6.2")),
    ),
    "STAR4": LimitRules(
        code="STAR4",
        displayed=STAR4.at("6.1"),
        sign=STAR4.at("6.1"),
        unit=STAR4.at("6.1"),
        under=Cited(UnderMinimum.STANDS_IF_LATE, STAR4.at("6.2")),
        over=Cited(OverMaximum.COUNTS_AS_MAXIMUM, STAR4.at("6.3")),
        off_unit=Cited(OffUnit.REFUSED, STAR4.at("6.1")),
        raise_notice=Cited(_TWENTY, STAR4.at("6.5")),
        changed_by=Cited(Rank.SUPERVISOR, STAR4.at("6.5")),
        personal=Cited(Rank.SUPERVISOR, STAR4.at("6.6")),
        personal_marker=Cited("personal limits", STAR4.at("6.6")),
        per_player_too=Cited(value=True, cite=STAR4.at("6.1")),
        players_duty=STAR4.at("6.4"),
        kept_minimum=KeptMinimum(
            allowed=STAR4.at("6.5.1"),
            marker=STAR4.at("6.5.1.1"),
            ends_on_leaving=STAR4.at("6.5.1.2"),
            raised_again=Cited(_TWENTY, STAR4.at("6.5.2")),
            both_on_sign=STAR4.at("6.5.3"),
            newcomers=STAR4.at("6.5.4"),
        ),
        low_limit=LowLimit(STAR4.at("6.7"), STAR4.at("6.7.1"), STAR4.at("6.7.2")),
    ),
}


class CapScope(StrEnum):
    """What a maximum payout limits."""

    HAND = "the winnings of one hand"
    PLAYER = "the winnings of one player in the round"
    TABLE = "the winnings of the whole table in the round"


@dataclass(frozen=True, slots=True)
class PayoutCap:
    """How a document limits what a round may win; side bets lie outside it."""

    posted: Cite  # the figure is on a notice, unless the document gives it
    scope: CapScope
    wagers: frozenset[str]
    least_cents: int = 0  # the document's own figure
    minimum_wager_units: int = 0  # or what the minimum could win, if that is more
    best_odds: int = 0


_MAIN = frozenset({"ante", "3rd", "4th", "5th"})
CROWN3_CAP = PayoutCap(CROWN3.at("8.2:Table1-note"), CapScope.HAND, _MAIN)
# Four minimum wagers, an ante and three streets, at the best odds of 500 to 1.
MASS_CAP = PayoutCap(
    MASS.at("11(c)"),
    CapScope.PLAYER,
    _MAIN,
    least_cents=50_000_00,
    minimum_wager_units=4,
    best_odds=500,
)
