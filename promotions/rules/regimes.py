"""The two regimes a promotion can run under, as values with their rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from promotions.rules.goods import Barred, Given, PrizeKind
from promotions.rules.means import Means
from promotions.rules.numbers import NSW3_ITEMS, STAR4_ITEMS, Numbers
from rulebook import HOUSE, NSW3, STAR4, Cite, Cited

AT_ONCE = Cited(timedelta(0), HOUSE.at("PROMOTION-1"))


@dataclass(frozen=True, slots=True)
class Regime:
    """What one document asks of a promotion, each value with its rule."""

    code: str
    regulator: str
    terms_lodged: Cited[timedelta]  # so long before the start
    approval_to_amend: Cite | None  # changed terms wait for the regulator's word
    terms_resubmitted: Cited[timedelta] | None  # changed terms hold and are sent again
    winners_told: Cited[timedelta]  # after the draw, where nobody need be present
    means: Mapping[Means, Cite]  # by which winners are told
    refusal_told: Cited[timedelta]
    refusal_kept_over_cents: Cited[int]
    inspectors_told: Cited[timedelta]  # after the integrity was found compromised
    inspectors: str
    may_be_held: Cite
    is_one: Cite  # what a promotional prize is
    scrutineer_over_cents: Cited[int]  # for a single prize
    no_alternative: Cited[frozenset[PrizeKind]]  # in money, whatever the terms say
    no_cash: Cite | None  # prizes are never given as cash, and the terms say how
    choice_over_cents: Cited[int]  # the winner of so much money chooses how
    choice: frozenset[Given]
    not_payable: Cite | None  # to whoever broke the policy for employees
    acts_of_parliament: Cited[str]  # what else governs prizes that are not money
    barred: Mapping[Barred, Cite]
    most_liquor_ml: Cited[int]
    prescribed: Cite
    available: Cite  # terms exist, marketing points to them, and they can be had
    disputes: Cite
    items: Numbers


NSW3_14 = Regime(
    code="NSW3",
    regulator="the Authority",
    terms_lodged=Cited(timedelta(hours=24), NSW3.at("14.9")),
    approval_to_amend=NSW3.at("14.9.1"),
    terms_resubmitted=None,
    winners_told=Cited(timedelta(hours=48), NSW3.at("14.8")),
    means={
        Means.FACE_TO_FACE: NSW3.at("14.8.1"),
        Means.MAIL: NSW3.at("14.8.2"),
        Means.TELEPHONE: NSW3.at("14.8.3"),
        Means.EMAIL: NSW3.at("14.8.4"),
    },
    refusal_told=Cited(AT_ONCE.value, NSW3.at("14.10")),
    refusal_kept_over_cents=Cited(100_00, NSW3.at("14.10.1")),
    inspectors_told=Cited(AT_ONCE.value, NSW3.at("14.12")),
    inspectors="the inspectorate",
    may_be_held=NSW3.at("14.1"),
    is_one=NSW3.at("1.1:Promotional Prize(s)"),
    scrutineer_over_cents=Cited(10_000_00, NSW3.at("14.2")),
    no_alternative=Cited(
        frozenset({PrizeKind.CASINO_DOLLARS, PrizeKind.SLOTS_DOLLARS}), NSW3.at("14.3")
    ),
    no_cash=None,
    choice_over_cents=Cited(10_000_00, NSW3.at("14.4")),
    choice=frozenset({Given.CASH, Given.CHEQUE, Given.TRANSFER}),
    not_payable=None,
    acts_of_parliament=Cited("section 66(4)", NSW3.at("14.5")),
    barred={
        Barred.TOBACCO: NSW3.at("14.5.1"),
        Barred.FIREARM: NSW3.at("14.5.2"),
        Barred.WEAPON: NSW3.at("14.5.3"),
    },
    most_liquor_ml=Cited(20_000, NSW3.at("14.5.4")),
    prescribed=NSW3.at("14.5.5"),
    available=NSW3.at("14.6"),
    disputes=NSW3.at("14.11"),
    items=NSW3_ITEMS,
)
STAR4_14 = Regime(
    code="STAR4",
    regulator="NICC",
    terms_lodged=Cited(timedelta(hours=24), STAR4.at("14.13")),
    approval_to_amend=None,
    terms_resubmitted=Cited(timedelta(hours=24), STAR4.at("14.13.1")),
    winners_told=Cited(timedelta(hours=48), STAR4.at("14.9")),
    means={
        Means.FACE_TO_FACE: STAR4.at("14.9.1"),
        Means.MAIL: STAR4.at("14.9.2"),
        Means.TELEPHONE: STAR4.at("14.9.3"),
        Means.EMAIL: STAR4.at("14.9.4"),
    },
    refusal_told=Cited(AT_ONCE.value, STAR4.at("14.10")),
    refusal_kept_over_cents=Cited(100_00, STAR4.at("14.10.1")),
    inspectors_told=Cited(timedelta(hours=48), STAR4.at("14.12")),
    inspectors="an inspector",
    may_be_held=STAR4.at("14.1"),
    is_one=STAR4.at("1.1:promotional prize(s)"),
    scrutineer_over_cents=Cited(10_000_00, STAR4.at("14.2")),
    no_alternative=Cited(frozenset({PrizeKind.CASINO_DOLLARS}), STAR4.at("14.3")),
    no_cash=STAR4.at("14.4"),
    choice_over_cents=Cited(10_000_00, STAR4.at("14.5")),
    # The document offers cash here too; its ban on cash prevails.
    choice=frozenset({Given.CHEQUE, Given.TRANSFER}),
    not_payable=STAR4.at("13.19"),
    acts_of_parliament=Cited("section 66(4)(b)", STAR4.at("14.6")),
    barred={
        Barred.TOBACCO: STAR4.at("14.6.1"),
        Barred.FIREARM: STAR4.at("14.6.2"),
        Barred.WEAPON: STAR4.at("14.6.3"),
    },
    most_liquor_ml=Cited(20_000, STAR4.at("14.6.4")),
    prescribed=STAR4.at("14.6.5"),
    available=STAR4.at("14.7"),
    disputes=STAR4.at("14.11"),
    items=STAR4_ITEMS,
)
REGIMES: Mapping[str, Regime] = {regime.code: regime for regime in (NSW3_14, STAR4_14)}
