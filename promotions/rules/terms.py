"""The terms of a promotion: every clause, in sections, as one frozen value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar
from zoneinfo import ZoneInfo

from promotions.rules import series
from promotions.rules.clauses.activation import ActivationClause
from promotions.rules.clauses.again import AgainClause
from promotions.rules.clauses.award import (
    AwardedClause,
    ClaimClause,
    MannerClause,
    NotifiedClause,
    PublishedClause,
    SeriesClause,
)
from promotions.rules.clauses.beacon import BeaconClause
from promotions.rules.clauses.details import (
    AvailableClause,
    HeldClause,
    NamesClause,
    ScopeClause,
)
from promotions.rules.clauses.earning import EarningClause
from promotions.rules.clauses.entry import (
    ClosingClause,
    EligibilityClause,
    WagerClause,
)
from promotions.rules.clauses.prizes import Prize, PrizesClause, worth_cents
from promotions.rules.clauses.statements import (
    ChangesClause,
    DisputesClause,
    IntegrityClause,
)
from promotions.rules.regimes import Regime
from promotions.rules.series import PlannedDraw
from rulebook.terms.base import since
from rulebook.terms.free import FreeClause
from rulebook.terms.terms import Terms as AnyTerms


@dataclass(frozen=True, slots=True)
class Promotion:
    """What it is, where and when."""

    title = "The promotion"

    names: NamesClause = field(default_factory=NamesClause)
    scope: ScopeClause = field(default_factory=ScopeClause)
    held: HeldClause = field(default_factory=HeldClause)
    available: AvailableClause = field(default_factory=AvailableClause)


@dataclass(frozen=True, slots=True)
class Entry:
    """Who takes part, and until when."""

    title = "Taking part"

    eligibility: EligibilityClause = field(default_factory=EligibilityClause)
    wager: WagerClause = field(default_factory=WagerClause)
    closing: ClosingClause = field(default_factory=ClosingClause)
    earning: EarningClause = field(default_factory=EarningClause)
    activation: ActivationClause = since(3, factory=ActivationClause)


@dataclass(frozen=True, slots=True)
class Award:
    """How prizes are awarded, claimed, told and published."""

    title = "The award"

    manner: MannerClause = field(default_factory=MannerClause)
    awarded: AwardedClause = field(default_factory=AwardedClause)
    series: SeriesClause = field(default_factory=SeriesClause)
    beacon: BeaconClause = since(2, factory=BeaconClause)
    again: AgainClause = since(4, factory=AgainClause)
    claiming: ClaimClause = field(default_factory=ClaimClause)
    notified: NotifiedClause = field(default_factory=NotifiedClause)
    published: PublishedClause = field(default_factory=PublishedClause)


@dataclass(frozen=True, slots=True)
class Prizes:
    """What is won."""

    title = "Prizes"

    prizes: PrizesClause = field(default_factory=PrizesClause)


@dataclass(frozen=True, slots=True)
class Always:
    """What holds for every promotion."""

    title = "What always holds"

    changes: ChangesClause = field(default_factory=ChangesClause)
    integrity: IntegrityClause = field(default_factory=IntegrityClause)
    disputes: DisputesClause = field(default_factory=DisputesClause)
    free: FreeClause = field(default_factory=FreeClause)


@dataclass(frozen=True, slots=True)
class Terms(AnyTerms):
    """The whole terms of one promotion; an empty one is where a draft begins."""

    schema = "promotion-terms"
    version = 4
    long_texts = frozenset(
        {"who", "how", "nature", "conditions", "words", "exempt_because"}
    )
    most: ClassVar[Mapping[str, int]] = {  # the first that fits a name's end holds
        "_cents": 10_000_000_000,
        "_ml": 10_000_000,
        "_minutes": 10_080,
        "_days": 3_650,
        "times": 400,
        "reserves": 200,
        "": 10_000,
    }

    promotion: Promotion = field(default_factory=Promotion)
    entry: Entry = field(default_factory=Entry)
    award: Award = field(default_factory=Award)
    prizes: Prizes = field(default_factory=Prizes)
    always: Always = field(default_factory=Always)

    @property
    def names(self) -> NamesClause:
        """The names the clauses print."""
        return self.promotion.names

    @property
    def regime(self) -> Regime:
        """What the chosen document asks."""
        return self.names.governing

    @property
    def zone(self) -> ZoneInfo:
        """The zone of the venue's wall clocks."""
        return self.names.tz

    @property
    def each_prize(self) -> tuple[Prize, ...]:
        """The prizes in the order of drawing."""
        return self.prizes.prizes.prizes

    @property
    def starts_at(self) -> datetime | None:
        """When the promotion starts: entries open or play counts, the earlier."""
        return self.entry.closing.starts_at

    @property
    def draws(self) -> tuple[PlannedDraw, ...]:
        """Every draw that is planned, each on the venue's wall clock."""
        closes, drawn = self.entry.closing.closes_at, self.award.awarded.drawn_at
        if closes is None or drawn is None:
            return ()
        plan = self.award.series
        return tuple(
            series.draws(closes, drawn, plan.times, plan.every_days, self.zone)
        )

    @property
    def last_draw_at(self) -> datetime | None:
        """When the last draw is held."""
        return self.draws[-1].drawn_at if self.draws else None

    @property
    def last_close_at(self) -> datetime | None:
        """When entries close for the last draw."""
        return self.draws[-1].closes_at if self.draws else None

    @property
    def largest_prize_cents(self) -> int:
        """What the most valuable single prize can be worth, once it has grown."""
        worths = [worth_cents(prize) for prize in self.each_prize]
        if not worths:
            return 0
        plan = self.award.series
        grown = series.grown_cents(worths[0], plan.grows_cents, max(plan.times - 1, 0))
        return max(grown, *worths)
