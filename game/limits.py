"""Limits: what may be staked, and what a wager outside the limits counts for."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from game.cautions import Caution, Cautions, Fault
from game.line import Line
from game.play.setup import Limits
from game.ranks import Rank, outranked
from game.rulebooks.limits import LIMITS, LimitRules, OffUnit, OverMaximum, UnderMinimum
from game.signs import Sign, too_early
from rulebook import Cite, Cited, Refusal, Refused


@dataclass(frozen=True, slots=True)
class PersonalLimits:
    """Limits agreed with one player at one seat, and the marker that shows them."""

    player: str
    seat: int
    minimum: int
    maximum: int
    marker: Cited[str]


def agree_personal(
    rules: LimitRules, seat: int, player: str, limits: Limits, by: Rank
) -> PersonalLimits | Refused:
    """Agree limits of one player's own; the seat carries a marker for them."""
    refusal = outranked(rules.code, by, rules.personal.value, rules.personal.cite)
    if refusal:
        return Refused((refusal,))
    marker = rules.personal_marker
    return PersonalLimits(player, seat, limits.minimum, limits.maximum, marker)


@dataclass(frozen=True, slots=True)
class Staked:
    """One wager as it lies on a playing area, and what else the player has down."""

    player: str
    wager: str
    amount: int
    elsewhere: int = 0  # the player's wagers on other areas
    first_card_dealt: bool = False
    session: str = ""


def refusals(rules: LimitRules, limits: Limits, staked: Staked) -> tuple[Refusal, ...]:
    """Every limit a wager about to be accepted breaks."""
    return (*_range(rules, limits, staked), *_unit(rules, limits, staked))


def _range(rules: LimitRules, limits: Limits, staked: Staked) -> Iterator[Refusal]:
    amount, wager = staked.amount, staked.wager
    right = f"Stake from {limits.minimum} to {limits.maximum}."
    if amount < limits.minimum:
        yield Refusal(rules.under.cite, f"{amount} is under the minimum.", right, wager)
    if amount > limits.maximum:
        yield Refusal(rules.over.cite, f"{amount} is over the maximum.", right, wager)
    most = limits.player_maximum
    together = amount + staked.elsewhere
    if rules.per_player_too.value and most is not None and together > most:
        wrong = f"{together} is over the maximum of one player."
        right = f"Stake {most} in all, or less."
        yield Refusal(rules.per_player_too.cite, wrong, right, wager)


def _unit(rules: LimitRules, limits: Limits, staked: Staked) -> Iterator[Refusal]:
    if limits.step is None or rules.off_unit.value is OffUnit.PAID_UP:
        return
    if (staked.amount - limits.minimum) % limits.step:
        wrong = f"{staked.amount} is not in steps of {limits.step}."
        right = f"Stake {limits.minimum} and steps of {limits.step} above it."
        yield Refusal(rules.unit, wrong, right, staked.wager)


@dataclass(frozen=True, slots=True)
class CountsFor:
    """What a wager outside the limits is worth: the part at risk, and the part back."""

    at_risk: int
    returned: int
    cite: Cite
    caution: Caution | None = None
    spoken: str = ""


def found_late(
    rules: LimitRules, limits: Limits, staked: Staked, cautions: Cautions
) -> CountsFor | Refused:
    """What a wager counts for when it is found outside the limits in play.

    Earlier rounds are not looked at again: whatever they came to stands.
    """
    if staked.amount < limits.minimum:
        return _under(rules, limits, staked, cautions)
    if staked.amount > limits.maximum:
        return _over(rules, limits, staked)
    return CountsFor(staked.amount, 0, rules.sign)


def _under(
    rules: LimitRules, limits: Limits, staked: Staked, cautions: Cautions
) -> CountsFor | Refused:
    cite, amount = rules.under.cite, staked.amount
    match rules.under.value:
        case UnderMinimum.STANDS_IF_LATE if staked.first_card_dealt:
            return CountsFor(amount, 0, cite, spoken=f"The wager of {amount} stands.")
        case UnderMinimum.STANDS_ONCE:
            fault = Fault.UNDER_MINIMUM
            if cautions.has(staked.player, fault, staked.session):
                spoken = f"{amount} is under the minimum and goes back."
                return CountsFor(0, amount, cite, spoken=spoken)
            caution = Caution(staked.player, fault, staked.session, cite)
            spoken = f"The wager of {amount} stands. {caution.told()}"
            return CountsFor(amount, 0, cite, caution, spoken)
        case _:
            return Refused(tuple(_range(rules, limits, staked)))


def _over(rules: LimitRules, limits: Limits, staked: Staked) -> CountsFor | Refused:
    if rules.over.value is OverMaximum.IS_RULED_ON:
        return Refused(tuple(_range(rules, limits, staked)))
    excess = staked.amount - limits.maximum
    spoken = f"The wager counts as {limits.maximum}; {excess} goes back."
    return CountsFor(limits.maximum, excess, rules.over.cite, spoken=spoken)


def pay_up(
    rules: LimitRules, lines: Iterable[Line], smallest_chip: int | None
) -> tuple[Line, ...]:
    """Each win up to the next amount that chips can pay, where the document says so.

    What is lost is collected as it was staked.
    """
    if rules.off_unit.value is OffUnit.REFUSED or smallest_chip is None:
        return tuple(lines)
    return tuple(
        line._replace(net=line.net + short, cite=rules.off_unit.cite)
        if line.net > 0 and (short := -line.net % smallest_chip)
        else line
        for line in lines
    )


# Changing the limits ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """A change of limits, by whom, with the sign that announced it."""

    new: Limits
    by: Rank
    sign: Sign
    keep_old_minimum: bool = False  # for the players now at the table


def change(
    rules: LimitRules, old: Limits, to: Change, now: datetime
) -> Limits | Refused:
    """Change a table's limits: anything at once, but a higher minimum needs notice."""
    found: list[Refusal] = []
    by = rules.changed_by
    if refusal := outranked(rules.code, to.by, by.value, by.cite):
        found.append(refusal)
    raised = to.new.minimum > old.minimum
    at_once = to.keep_old_minimum and rules.kept_minimum is not None
    if raised and not at_once:
        refusal = too_early([to.sign], rules.raise_notice, now, "a higher minimum")
        found += [refusal] if refusal else []
    return Refused(tuple(found)) if found else to.new


def may_end_kept(rules: LimitRules, sign: Sign, now: datetime) -> Refused | None:
    """Whether players who kept an old minimum may now be moved to the new one."""
    if rules.kept_minimum is None:
        return None
    wait = rules.kept_minimum.raised_again
    refusal = too_early([sign], wait, now, "ending the old minimum")
    return Refused((refusal,)) if refusal else None


def no_tournament(code: str, table: str, *, low_limit: bool) -> Iterator[Refusal]:
    """Why a table may not be used for a tournament: it offers the low-limit game."""
    low = LIMITS[code].low_limit if code in LIMITS else None
    if low_limit and low is not None:
        wrong = f"{table} is a low-limit table."
        right = "Tournaments are played at other tables."
        yield Refusal(low.no_tournament, wrong, right)
