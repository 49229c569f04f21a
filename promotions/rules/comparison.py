"""The two documents side by side: where one says something else of promotions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from promotions.rules.goods import Given
from promotions.rules.regimes import Regime
from rulebook import Cite
from rulebook.terms import wording


@dataclass(frozen=True, slots=True)
class Says:
    """What one document says on a matter, and where; silence has no rule."""

    text: str
    cite: Cite | None


@dataclass(frozen=True, slots=True)
class Difference:
    """One matter on which the two documents differ."""

    matter: str
    one: Says
    other: Says


def _alternative(regime: Regime) -> Says:
    kinds = wording.listed(sorted(k.words for k in regime.no_alternative.value))
    text = f"Money may be offered instead of a thing, but never of {kinds}."
    return Says(text, regime.no_alternative.cite)


def _cash(regime: Regime) -> Says:
    if regime.no_cash is None:
        return Says("Prizes may be given in cash.", None)
    text = "No prize is given in cash; the terms say how each is given."
    return Says(text, regime.no_cash)


def _choice(regime: Regime) -> Says:
    over, ways = regime.choice_over_cents, [g for g in Given if g in regime.choice]
    said = wording.listed((way.words for way in ways), "or")
    text = f"Over {wording.dollars(over.value)} the winner is {said}, or in parts."
    return Says(text, over.cite)


def _act(regime: Regime) -> Says:
    text = (
        f"Prizes that are not money are governed by {regime.acts_of_parliament.value}."
    )
    return Says(text, regime.acts_of_parliament.cite)


def _lodging(regime: Regime) -> Says:
    hours = _hours(regime.terms_lodged.value)
    text = f"The full terms reach {regime.regulator} {hours} before the start."
    return Says(text, regime.terms_lodged.cite)


def _changes(regime: Regime) -> Says:
    if regime.approval_to_amend is not None:
        text = "After the start, terms change only once the change is approved."
        return Says(text, regime.approval_to_amend)
    assert regime.terms_resubmitted is not None
    text = "After the start, changed terms hold and are sent again as soon as possible."
    return Says(text, regime.terms_resubmitted.cite)


def _integrity(regime: Regime) -> Says:
    told = regime.inspectors_told
    when = f"within {_hours(told.value)}" if told.value else "at once"
    text = f"Of a draw in doubt {regime.inspectors} is told {when}."
    return Says(text, told.cite)


def _scrutineer(regime: Regime) -> Says:
    over = regime.scrutineer_over_cents
    text = f"A single prize over {wording.dollars(over.value)} needs a scrutineer."
    return Says(text, over.cite)


def _liquor(regime: Regime) -> Says:
    most = regime.most_liquor_ml
    return Says(f"At most {most.value // 1000} litres of liquor.", most.cite)


def _winners(regime: Regime) -> Says:
    told = regime.winners_told
    return Says(f"Winners are told within {_hours(told.value)}.", told.cite)


def _refused(regime: Regime) -> Says:
    over = regime.refusal_kept_over_cents
    text = f"Refused claims over {wording.dollars(over.value)} are kept in full."
    return Says(text, over.cite)


def _employees(regime: Regime) -> Says:
    if regime.not_payable is None:
        return Says("Nothing is said of employees who win.", None)
    text = "A prize need not go to whoever broke the policy for employees."
    return Says(text, regime.not_payable)


def _hours(period: timedelta) -> str:
    return f"{int(period.total_seconds() // 3600)} hours"


MATTERS: tuple[tuple[str, Callable[[Regime], Says]], ...] = (
    ("Money instead of a prize", _alternative),
    ("Cash", _cash),
    ("How money is paid", _choice),
    ("Prizes that are not money", _act),
    ("Lodging", _lodging),
    ("Changed terms", _changes),
    ("A draw in doubt", _integrity),
    ("Scrutineer", _scrutineer),
    ("Liquor", _liquor),
    ("Telling winners", _winners),
    ("Refused claims", _refused),
    ("Employees", _employees),
)


def differences(one: Regime, other: Regime) -> Iterator[Difference]:
    """Every matter on which the two say something else, numbering apart."""
    for matter, says in MATTERS:
        if says(one).text != says(other).text:
            yield Difference(matter, says(one), says(other))
