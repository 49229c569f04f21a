"""The clauses most tournaments share, filled in as the house usually does."""

from datetime import datetime, timedelta
from fractions import Fraction

from tournaments.rules.clauses.buy_back import BuyBackClause
from tournaments.rules.clauses.chances import (
    ChipDisposalClause,
    Disposal,
    RepechageClause,
    RepechageOffer,
    StartingBankClause,
)
from tournaments.rules.clauses.conduct import (
    AbsenceClause,
    ChipsLeft,
    LateClause,
    LateEffect,
    RefundsClause,
    RefundShare,
    SubstitutesClause,
)
from tournaments.rules.clauses.consequences import (
    DisqualifiedClause,
    RetiredPlace,
    RetirementClause,
    SubstitutionClause,
)
from tournaments.rules.clauses.details import DatesClause, StartChangeClause
from tournaments.rules.clauses.eligibility import (
    RefusalRightClause,
    SelectionClause,
    StaffPlayClause,
)
from tournaments.rules.clauses.entry import (
    CopiesClause,
    EntryTermsClause,
    MethodClause,
    SignatureClause,
)
from tournaments.rules.clauses.fees import FeesClause
from tournaments.rules.clauses.house import TieBreak, TieClause
from tournaments.rules.clauses.names import NamesClause
from tournaments.rules.clauses.penalties import (
    DisqualificationClause,
    PenaltiesClause,
    Penalty,
    PhoneClause,
    Sanction,
)
from tournaments.rules.clauses.prizes import PoolShares, PrizePoolClause
from tournaments.rules.clauses.seating import (
    BetOrderClause,
    FirstBettor,
    ShortTable,
    ShortTablesClause,
)
from tournaments.rules.clauses.secret import SecretWagersClause
from tournaments.rules.clauses.wagers import (
    BetLevel,
    ChipKind,
    ChipTypeClause,
    CompulsoryWagerClause,
)
from tournaments.rules.clauses.winners import EliminationClause, WinnerBy, WinnerClause
from tournaments.rules.terms import (
    Conduct,
    Details,
    Elimination,
    Entry,
    Format,
    House,
    Terms,
    Wagers,
    Winners,
)
from tournaments.rules.tokens import ChipCount

BANK_OF = (
    ChipCount(25, 20),
    ChipCount(100, 25),
    ChipCount(500, 8),
    ChipCount(1_000, 3),
)
RACK = (
    ChipCount(25, 100),
    ChipCount(100, 100),
    ChipCount(500, 60),
    ChipCount(1_000, 60),
)


def standard(first: datetime, names: NamesClause) -> Terms:
    """Terms without stages and prizes, for play that begins at this time."""
    return Terms(
        details=Details(
            names=names,
            dates=DatesClause(starts_at=first),
            fees=FeesClause(
                entry_fee_cents=40_00,
                buy_in_cents=200_00,
                rebuy_cents=0,
                add_on_cents=0,
            ),
            starts=StartChangeClause(
                notice_minutes=30, told_how="at the tables and on the public page"
            ),
        ),
        entry=_entry(first),
        format=_format(),
        wagers=_wagers(),
        elimination=Elimination(EliminationClause(not_through=True, broke=True)),
        winners=Winners(
            winner=WinnerClause(by=WinnerBy.FINAL_STACK),
            pool=PrizePoolClause(added_cents=0, shares=PoolShares(buy_in=Fraction(1))),
        ),
        conduct=_conduct(first),
        house=House(
            ties=TieClause((TieBreak.PLAY_OFF, TieBreak.LOT), 6, 1_000),
            bet_order=BetOrderClause(first=FirstBettor.DRAWN),
            short_tables=ShortTablesClause(rule=ShortTable.SAME_PLACES),
        ),
    )


def _entry(first: datetime) -> Entry:
    return Entry(
        refusal=RefusalRightClause(reserved=True),
        selection=SelectionClause(applies=False),
        staff=StaffPlayClause(charity_or_media=False),
        copies=CopiesClause(
            "They are handed out at the tournament desk and the cage and stand on the "
            "tournament’s public page."
        ),
        signature=SignatureClause(required=True),
        method=MethodClause(
            how="In person at the tournament desk, with proof of identity and payment "
            "of entry fee and buy-in.",
            closes_at=first - timedelta(hours=1),
        ),
        withdrawal=EntryTermsClause(free_until=first - timedelta(hours=20)),
    )


def _format() -> Format:
    return Format(
        buy_back=BuyBackClause(offered=False),
        repechage=RepechageClause(offer=RepechageOffer.NONE),
        bank=StartingBankClause(bank_chips=10_000, made_of=BANK_OF),
        disposal=ChipDisposalClause(Disposal.NO_CASH_VALUE),
    )


def _wagers() -> Wagers:
    return Wagers(
        chips=ChipTypeClause(
            ChipKind.TOURNAMENT, "marked “tournament” and “no cash value”", RACK
        ),
        compulsory=CompulsoryWagerClause(
            compulsory=True, levels=(BetLevel(least_chips=100, step_chips=25),)
        ),
        secret=SecretWagersClause(allowed=True, per_session=2, stated=True),
    )


def _conduct(first: datetime) -> Conduct:
    return Conduct(
        penalties=PenaltiesClause(
            (
                Penalty("slow play after a request to go on", Sanction.WARNING),
                Penalty("betting out of turn again", Sanction.CHIPS, 200),
                Penalty("advising another player", Sanction.CHIPS, 500),
                Penalty("disorderly conduct", Sanction.HANDS, 3),
            )
        ),
        disqualification=DisqualificationClause(
            (
                "a third penalty",
                "collusion",
                "threatening conduct",
                "bringing chips to the table or taking them away",
                "use of a device that the rules of the game prohibit",
            )
        ),
        substitutes=SubstitutesClause(allowed=True, until=first),
        refunds=RefundsClause(
            late_withdrawal=RefundShare(Fraction(0), Fraction(1, 2)),
        ),
        late=LateClause(LateEffect.ANTE_TAKEN, out_after_minutes=30),
        absence=AbsenceClause(ChipsLeft.STAY_IN_PLAY),
        phone=PhoneClause(Penalty("telephone or device", Sanction.CHIPS, 200)),
        substitution=SubstitutionClause(takes_stack=True),
        disqualified=DisqualifiedClause(ChipsLeft.REMOVED),
        retirement=RetirementClause(RetiredPlace.BY_STACK_THEN),
    )
