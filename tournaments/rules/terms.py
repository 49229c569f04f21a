"""The terms of a tournament: every clause, in sections, as one frozen value."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar
from zoneinfo import ZoneInfo

from rulebook.terms.base import since
from rulebook.terms.free import FreeClause
from rulebook.terms.terms import Terms as AnyTerms
from tournaments.rules.clauses.buy_back import BuyBackClause
from tournaments.rules.clauses.chances import (
    ChipDisposalClause,
    RepechageClause,
    StartingBankClause,
)
from tournaments.rules.clauses.conduct import (
    AbsenceClause,
    LateClause,
    RefundsClause,
    SubstitutesClause,
)
from tournaments.rules.clauses.consequences import (
    DisqualifiedClause,
    RetirementClause,
    SubstitutionClause,
)
from tournaments.rules.clauses.details import (
    ChangesToldClause,
    DatesClause,
    LocationClause,
    PlayersClause,
    StartChangeClause,
)
from tournaments.rules.clauses.eligibility import (
    AcceptanceClause,
    EligibilityClause,
    RefusalRightClause,
    SelectionClause,
    StaffPlayClause,
)
from tournaments.rules.clauses.entry import (
    CopiesClause,
    EntryTermsClause,
    MethodClause,
    ObedienceClause,
    SignatureClause,
)
from tournaments.rules.clauses.fees import FeesClause
from tournaments.rules.clauses.format import (
    ProgressionClause,
    StagesClause,
    TablesClause,
)
from tournaments.rules.clauses.house import (
    BreaksClause,
    PracticeClause,
    TieClause,
)
from tournaments.rules.clauses.names import NamesClause
from tournaments.rules.clauses.other_games import BaccaratClause, CaribbeanClause
from tournaments.rules.clauses.penalties import (
    DisqualificationClause,
    PenaltiesClause,
    PhoneClause,
)
from tournaments.rules.clauses.prizes import PrizePoolClause, PrizeSplitClause
from tournaments.rules.clauses.seating import (
    BetOrderClause,
    EqualChanceClause,
    FirstBetsClause,
    SeatDrawClause,
    ShortTablesClause,
)
from tournaments.rules.clauses.secret import SecretWagersClause
from tournaments.rules.clauses.statements import (
    ComplaintsClause,
    ConductedClause,
    DisputesClause,
    EarlyEndClause,
    LiabilityClause,
    PrivacyClause,
    PublicityClause,
    RulesPrevailClause,
)
from tournaments.rules.clauses.wagers import (
    ChipTypeClause,
    CompulsoryWagerClause,
    ShortStackClause,
)
from tournaments.rules.clauses.winners import EliminationClause, WinnerClause

# What is entered with the stages and printed by another clause.
_PRINTED_BY = (
    (re.compile(r"format\.stages\.stages\.\d+\.starts\.\d+"), "details.dates"),
    (re.compile(r"format\.stages\.stages\.\d+\.(tables|seats)"), "format.tables"),
    (re.compile(r"format\.stages\.stages\.\d+\.goes_on\..*"), "format.progression"),
    (re.compile(r"format\.stages\.stages\.\d+\.bank_chips"), "format.bank"),
)


@dataclass(frozen=True, slots=True)
class Details:
    """When, where, for whom and for how much."""

    title = "Details"

    names: NamesClause = field(default_factory=NamesClause)
    dates: DatesClause = field(default_factory=DatesClause)
    fees: FeesClause = field(default_factory=FeesClause)
    players: PlayersClause = field(default_factory=PlayersClause)
    location: LocationClause = field(default_factory=LocationClause)
    starts: StartChangeClause = field(default_factory=StartChangeClause)
    changes: ChangesToldClause = field(default_factory=ChangesToldClause)


@dataclass(frozen=True, slots=True)
class Entry:
    """Who may enter, how, and how to withdraw."""

    title = "Entry"

    acceptance: AcceptanceClause = field(default_factory=AcceptanceClause)
    eligibility: EligibilityClause = field(default_factory=EligibilityClause)
    refusal: RefusalRightClause = field(default_factory=RefusalRightClause)
    selection: SelectionClause = field(default_factory=SelectionClause)
    staff: StaffPlayClause = field(default_factory=StaffPlayClause)
    obedience: ObedienceClause = field(default_factory=ObedienceClause)
    copies: CopiesClause = field(default_factory=CopiesClause)
    signature: SignatureClause = field(default_factory=SignatureClause)
    method: MethodClause = field(default_factory=MethodClause)
    withdrawal: EntryTermsClause = field(default_factory=EntryTermsClause)


@dataclass(frozen=True, slots=True)
class Format:
    """Stages, tables, progress and banks."""

    title = "Format"

    stages: StagesClause = field(default_factory=StagesClause)
    tables: TablesClause = field(default_factory=TablesClause)
    progression: ProgressionClause = field(default_factory=ProgressionClause)
    buy_back: BuyBackClause = field(default_factory=BuyBackClause)
    repechage: RepechageClause = field(default_factory=RepechageClause)
    bank: StartingBankClause = field(default_factory=StartingBankClause)
    disposal: ChipDisposalClause = field(default_factory=ChipDisposalClause)


@dataclass(frozen=True, slots=True)
class Wagers:
    """What is wagered and how."""

    title = "Wagers"

    chips: ChipTypeClause = field(default_factory=ChipTypeClause)
    compulsory: CompulsoryWagerClause = field(default_factory=CompulsoryWagerClause)
    secret: SecretWagersClause = field(default_factory=SecretWagersClause)
    short_stack: ShortStackClause = field(default_factory=ShortStackClause)
    baccarat: BaccaratClause = since(3, factory=BaccaratClause)
    caribbean: CaribbeanClause = since(3, factory=CaribbeanClause)


@dataclass(frozen=True, slots=True)
class Elimination:
    """How players go out."""

    title = "Elimination"

    elimination: EliminationClause = field(default_factory=EliminationClause)


@dataclass(frozen=True, slots=True)
class Winners:
    """Who wins what."""

    title = "Winners and prizes"

    winner: WinnerClause = field(default_factory=WinnerClause)
    pool: PrizePoolClause = field(default_factory=PrizePoolClause)
    split: PrizeSplitClause = field(default_factory=PrizeSplitClause)


@dataclass(frozen=True, slots=True)
class Conduct:
    """Penalties, absences, and what the terms always state."""

    title = "Conduct"

    penalties: PenaltiesClause = field(default_factory=PenaltiesClause)
    disqualification: DisqualificationClause = field(
        default_factory=DisqualificationClause
    )
    substitutes: SubstitutesClause = field(default_factory=SubstitutesClause)
    refunds: RefundsClause = field(default_factory=RefundsClause)
    late: LateClause = field(default_factory=LateClause)
    absence: AbsenceClause = field(default_factory=AbsenceClause)
    phone: PhoneClause = field(default_factory=PhoneClause)
    substitution: SubstitutionClause = field(default_factory=SubstitutionClause)
    disqualified: DisqualifiedClause = field(default_factory=DisqualifiedClause)
    retirement: RetirementClause = field(default_factory=RetirementClause)
    rules: RulesPrevailClause = field(default_factory=RulesPrevailClause)
    early_end: EarlyEndClause = field(default_factory=EarlyEndClause)
    privacy: PrivacyClause = field(default_factory=PrivacyClause)
    publicity: PublicityClause = field(default_factory=PublicityClause)
    conducted: ConductedClause = field(default_factory=ConductedClause)
    disputes: DisputesClause = field(default_factory=DisputesClause)
    liability: LiabilityClause = field(default_factory=LiabilityClause)
    complaints: ComplaintsClause = field(default_factory=ComplaintsClause)


@dataclass(frozen=True, slots=True)
class House:
    """What the documents leave open."""

    title = "House clauses"

    ties: TieClause = field(default_factory=TieClause)
    bet_order: BetOrderClause = field(default_factory=BetOrderClause)
    short_tables: ShortTablesClause = field(default_factory=ShortTablesClause)
    seat_draw: SeatDrawClause = since(2, factory=SeatDrawClause)
    first_bets: FirstBetsClause = field(default_factory=FirstBetsClause)
    equal_chance: EqualChanceClause = field(default_factory=EqualChanceClause)
    breaks: BreaksClause = field(default_factory=BreaksClause)
    practice: PracticeClause = field(default_factory=PracticeClause)
    free: FreeClause = field(default_factory=FreeClause)


@dataclass(frozen=True, slots=True)
class Terms(AnyTerms):
    """The whole terms of one tournament; an empty one is where a draft begins."""

    schema = "tournament-terms"
    version = 5
    long_texts = frozenset(
        {"how", "words", "criteria", "basis", "also", "otherwise", "told_how"}
    )
    most: ClassVar[Mapping[str, int]] = {  # the first that fits a name's end holds
        "_cents": 10_000_000_000,
        "_chips": 1_000_000_000,
        "_minutes": 10_080,
        "minutes": 1_440,
        "seats": 14,
        "tables": 200,
        "hands": 500,
        "from_hand": 500,
        "until_hand": 500,
        "": 10_000,
    }

    details: Details = field(default_factory=Details)
    entry: Entry = field(default_factory=Entry)
    format: Format = field(default_factory=Format)
    wagers: Wagers = field(default_factory=Wagers)
    elimination: Elimination = field(default_factory=Elimination)
    winners: Winners = field(default_factory=Winners)
    conduct: Conduct = field(default_factory=Conduct)
    house: House = field(default_factory=House)

    @property
    def names(self) -> NamesClause:
        """The names the clauses print."""
        return self.details.names

    @property
    def zone(self) -> ZoneInfo:
        """The zone of the venue's wall clocks."""
        return self.names.tz

    @property
    def first_start(self) -> datetime | None:
        """When the first session starts, or the tournament where none is planned."""
        starts = [
            start for stage in self.format.stages.stages for start in stage.starts
        ]
        return min(starts, default=self.details.dates.starts_at)

    @classmethod
    def printed_by(cls, place: str) -> str:
        """What is entered with the stages is printed by several clauses."""
        found = (path for pattern, path in _PRINTED_BY if pattern.fullmatch(place))
        return next(found, ".".join(place.split(".")[:2]))
