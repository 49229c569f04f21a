"""Prizes and chances as bars with their figures. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulebook.terms import wording
from tournaments.rules.structure import Plan
from tournaments.structure.sheet import per_cent

MOST_BARS = 15
LONGEST = 1000
SHORTEST = 10  # anything shorter could not be seen


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what, how long in thousandths of the longest, and its figure."""

    label: str
    figure: str
    width: int


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars below one another, and what they say."""

    bars: tuple[Bar, ...]
    finding: str


def below_one_another(lines: Sequence[tuple[str, str, Fraction]], finding: str) -> Bars:
    """Bars for these labels, figures and sizes."""
    longest = max((size for *_, size in lines), default=0) or 1
    return Bars(
        tuple(
            Bar(label, figure.strip(), max(SHORTEST, round(LONGEST * size / longest)))
            for label, figure, size in lines
        ),
        finding,
    )


def prizes(plan: Plan, shares: Sequence[str]) -> Bars | None:
    """The prizes of one plan, the winner's first; many equal ones are cut short."""
    if not plan.prizes_cents:
        return None
    shown = list(enumerate(plan.prizes_cents, start=1))[:MOST_BARS]
    lines = [
        (
            wording.capital(wording.ordinal(place)),
            f"{exact(cents)} {shares[place - 1] if place <= len(shares) else ''}",
            Fraction(cents),
        )
        for place, cents in shown
    ]
    total, first = sum(plan.prizes_cents), plan.prizes_cents[0]
    said = (
        f"{wording.figure(len(plan.prizes_cents), 'prize')} add up to {exact(total)} "
        f"of a pool of {exact(plan.pool_cents)}; the winner takes {exact(first)}."
    )
    return below_one_another(lines, said)


def chances(plan: Plan) -> Bars | None:
    """How likely one goes on, by stage and size of table; for staff alone."""
    if not plan.chances:
        return None
    lines = [
        (
            f"{wording.capital(c.called)}, {c.seated} seated",
            f"{per_cent(c.chance)}, {c.chance.numerator} of {c.chance.denominator}",
            c.chance,
        )
        for c in plan.chances
    ]
    said = "; ".join(f"{label}: {figure}" for label, figure, _ in lines)
    return below_one_another(lines, f"{said}.")


def exact(cents: int) -> str:
    """An amount to the cent: $1,250.00."""
    return f"${cents // 100:,}.{cents % 100:02}"
