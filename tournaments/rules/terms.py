"""The terms of a tournament: every clause, in sections, as one frozen value."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.rules import data as plain_data
from tournaments.rules.clauses.base import Clause
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
    BuyBackClause,
    ProgressionClause,
    StagesClause,
    TablesClause,
)
from tournaments.rules.clauses.house import (
    BreaksClause,
    FreeClause,
    PracticeClause,
    TieClause,
)
from tournaments.rules.clauses.names import NamesClause
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

SCHEMA = "tournament-terms/1"
KEY = "schema"


@dataclass(frozen=True, slots=True)
class Details:
    """When, where, for whom and for how much."""

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

    chips: ChipTypeClause = field(default_factory=ChipTypeClause)
    compulsory: CompulsoryWagerClause = field(default_factory=CompulsoryWagerClause)
    secret: SecretWagersClause = field(default_factory=SecretWagersClause)
    short_stack: ShortStackClause = field(default_factory=ShortStackClause)


@dataclass(frozen=True, slots=True)
class Elimination:
    """How players go out."""

    elimination: EliminationClause = field(default_factory=EliminationClause)


@dataclass(frozen=True, slots=True)
class Winners:
    """Who wins what."""

    winner: WinnerClause = field(default_factory=WinnerClause)
    pool: PrizePoolClause = field(default_factory=PrizePoolClause)
    split: PrizeSplitClause = field(default_factory=PrizeSplitClause)


@dataclass(frozen=True, slots=True)
class Conduct:
    """Penalties, absences, and what the terms always state."""

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

    ties: TieClause = field(default_factory=TieClause)
    bet_order: BetOrderClause = field(default_factory=BetOrderClause)
    short_tables: ShortTablesClause = field(default_factory=ShortTablesClause)
    first_bets: FirstBetsClause = field(default_factory=FirstBetsClause)
    equal_chance: EqualChanceClause = field(default_factory=EqualChanceClause)
    breaks: BreaksClause = field(default_factory=BreaksClause)
    practice: PracticeClause = field(default_factory=PracticeClause)
    free: FreeClause = field(default_factory=FreeClause)


class Placed(NamedTuple):
    """A clause and where it stands, such as details.fees."""

    path: str
    clause: Clause

    @property
    def section(self) -> str:
        """The section the clause stands in."""
        return self.path.partition(".")[0]

    def at(self, refusal: Refusal) -> Refusal:
        """A clause's own reason with the whole path of its field."""
        if refusal.field.startswith("/"):
            return replace(refusal, field=refusal.field[1:])
        inner = f".{refusal.field}" if refusal.field else ""
        return replace(refusal, field=self.path + inner)


@dataclass(frozen=True, slots=True)
class Terms:
    """The whole terms of one tournament; an empty one is where a draft begins."""

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

    def clauses(self) -> Iterator[Placed]:
        """Every clause with its path, in the order of printing."""
        for section in fields(self):
            part = getattr(self, section.name)
            for each in fields(part):
                yield Placed(f"{section.name}.{each.name}", getattr(part, each.name))

    def to_data(self) -> dict[str, Any]:
        """The terms as plain data: the same terms always give the same data."""
        return {KEY: SCHEMA, **plain_data.plain(self)}


def from_data(given: object) -> Terms | Refused:
    """The terms that plain data stands for, or every place where it does not fit."""
    cite: Cite = HOUSE.at("TOURN-23")
    if not isinstance(given, dict):
        wrong = "These are no terms: a group of fields is needed."
        return Refused((Refusal(cite, wrong, "", ""),))
    if given.get(KEY) != SCHEMA:
        wrong = f"The data is not marked as “{SCHEMA}”."
        return Refused((Refusal(cite, wrong, "Give terms that were kept here.", KEY),))
    try:
        read = plain_data.read(Terms, {k: v for k, v in given.items() if k != KEY})
    except plain_data.Misfit as misfit:
        return Refused(
            tuple(Refusal(cite, w.wrong, w.right, w.place) for w in misfit.wrongs)
        )
    assert isinstance(read, Terms)
    return read


def with_clause(terms: Terms, path: str, clause: Clause) -> Terms:
    """The same terms with one clause replaced."""
    section, _, name = path.partition(".")
    part = replace(getattr(terms, section), **{name: clause})
    return replace(terms, **{section: part})
