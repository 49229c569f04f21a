"""Whether a prize is claimed in time, by whom, and in which parts it is paid. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from promotions.rules.clauses.prizes import Prize
from promotions.rules.goods import IN_MONEY, Given, PrizeKind
from promotions.rules.regimes import Regime
from promotions.rules.screening import Ground, Removal
from promotions.rules.terms import Terms
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording

SEEN: Cite = HOUSE.at("PROMOTION-73")
GIVEN: Cite = HOUSE.at("PROMOTION-75")
AT_WORK = frozenset({Ground.STAFF, Ground.BOUND})


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the money: how it is paid, how much, and its reference."""

    given: Given
    cents: int
    reference: str = ""


def lapses_at(terms: Terms, drawn_at: datetime) -> datetime | None:
    """The last instant to claim a prize drawn then, where nobody has to be there."""
    days = terms.award.claiming.within_days
    return drawn_at + timedelta(days=days) if days else None


def in_time(terms: Terms, last: datetime | None, now: datetime) -> Iterator[Refusal]:
    """Why it is too late to claim: the last instant is still in time."""
    if last is not None and now > last:
        wrong = f"The prize could be claimed until {wording.when(last, terms.zone)}."
        right = "It has lapsed, as the terms say."
        yield Refusal(terms.regime.items.claiming, wrong, right)


def identified(identity: str) -> Iterator[Refusal]:
    """Why nobody knows that the winner claims."""
    if not identity.strip():
        wrong = "It is not said which paper of the winner was seen."
        yield Refusal(SEEN, wrong, "Write its kind and last digits.", "identity")


def eligible(regime: Regime, grounds: Sequence[Removal]) -> Iterator[Refusal]:
    """Why somebody may not have the prize: each ground under its rule."""
    for one in grounds:
        own = regime.not_payable if one.ground in AT_WORK else None
        yield Refusal(own or one.cite, one.why, "Refuse the claim, with the ground.")


def money_due(prize: Prize, value_cents: int, *, instead: bool) -> int:
    """How much money the winner gets: the prize itself, or the money instead."""
    if instead:
        return prize.alternative_cents or 0
    return value_cents if prize.kind is PrizeKind.MONEY else 0


def offered(prize: Prize, regime: Regime) -> Iterator[Refusal]:
    """Why money cannot be taken instead: it is not stated in the terms."""
    if not prize.alternative_cents:
        wrong = f"The terms offer no money instead of “{prize.title}”."
        right = "Hand over the prize itself."
        yield Refusal(regime.no_alternative.cite, wrong, right, "instead")


def payable(
    prize: Prize, regime: Regime, due: int, parts: Sequence[Part]
) -> Iterator[Refusal]:
    """Why money cannot be paid in these parts: each way, and the sum to the cent."""
    over = due > regime.choice_over_cents.value
    cite = regime.choice_over_cents.cite if over else GIVEN
    allowed = ways(prize, regime, due)
    for part in parts:
        if regime.no_cash and part.given is Given.CASH:
            wrong, right = "A prize is never paid in cash.", "Choose another way."
            yield Refusal(regime.no_cash, wrong, right, "parts")
        elif part.given not in allowed:
            said = wording.listed((way.words for way in allowed), "or")
            wrong = f"The terms do not say that it is {part.given.words}."
            yield Refusal(cite, wrong, f"It is {said}.", "parts")
        if part.cents <= 0:
            wrong = "A part of the money is nothing."
            yield Refusal(cite, wrong, "Enter how much it is.", "parts")
    total = sum(part.cents for part in parts)
    if total != due:
        wrong = f"The parts come to {wording.dollars(total)}."
        right = f"They must come to {wording.dollars(due)}."
        yield Refusal(cite, wrong, right, "parts")


def ways(prize: Prize, regime: Regime, due: int) -> tuple[Given, ...]:
    """How so much money may be paid: as the terms say, and over a sum as chosen."""
    stated = IN_MONEY & set(prize.given)
    if due > regime.choice_over_cents.value:
        stated |= regime.choice
    if regime.no_cash:
        stated -= {Given.CASH}
    return tuple(way for way in Given if way in stated)


def handed(prize: Prize, way: Given | None) -> Iterator[Refusal]:
    """Why a thing cannot be given this way: the terms say how."""
    if way is None or way not in prize.given:
        said = wording.listed((each.words for each in prize.given), "or")
        wrong = f"It is not said how “{prize.title}” was given."
        yield Refusal(GIVEN, wrong, f"It is {said}.", "way")
