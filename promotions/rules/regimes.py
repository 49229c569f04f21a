"""The two regimes a promotion can run under, as values with their rules."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

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
    refusal_told: Cited[timedelta]
    refusal_kept_over_cents: Cited[int]
    inspectors_told: Cited[timedelta]  # after the integrity was found compromised


NSW3_14 = Regime(
    code="NSW3",
    regulator="the Authority",
    terms_lodged=Cited(timedelta(hours=24), NSW3.at("14.9")),
    approval_to_amend=NSW3.at("14.9.1"),
    terms_resubmitted=None,
    winners_told=Cited(timedelta(hours=48), NSW3.at("14.8")),
    refusal_told=Cited(AT_ONCE.value, NSW3.at("14.10")),
    refusal_kept_over_cents=Cited(100_00, NSW3.at("14.10.1")),
    inspectors_told=Cited(AT_ONCE.value, NSW3.at("14.12")),
)
STAR4_14 = Regime(
    code="STAR4",
    regulator="NICC",
    terms_lodged=Cited(timedelta(hours=24), STAR4.at("14.13")),
    approval_to_amend=None,
    terms_resubmitted=Cited(timedelta(hours=24), STAR4.at("14.13.1")),
    winners_told=Cited(timedelta(hours=48), STAR4.at("14.9")),
    refusal_told=Cited(AT_ONCE.value, STAR4.at("14.10")),
    refusal_kept_over_cents=Cited(100_00, STAR4.at("14.10.1")),
    inspectors_told=Cited(timedelta(hours=48), STAR4.at("14.12")),
)
REGIMES: Mapping[str, Regime] = {regime.code: regime for regime in (NSW3_14, STAR4_14)}


def resubmitting_within(regime: Regime, period: timedelta) -> Regime:
    """The regime of a house that calls another period “as soon as possible”."""
    again = regime.terms_resubmitted
    changed = Cited(period, again.cite) if again else None
    return replace(regime, terms_resubmitted=changed)
