"""What must be told to whom by when, reckoned from what happened when."""

from dataclasses import dataclass
from datetime import datetime

from promotions.rules.regimes import Regime
from rulebook import Cite


@dataclass(frozen=True, slots=True)
class Duty:
    """By when something is told, that instant included, and the rule that says so."""

    due_at: datetime
    cite: Cite


def commencement(entries_open: datetime, play_counts: datetime | None) -> datetime:
    """When a promotion starts: entries open or play counts, whichever is first."""
    return min(entries_open, play_counts or entries_open)


def lodge_terms(regime: Regime, starts_at: datetime) -> Duty:
    """The full terms reach the regulator a day before the start."""
    before = regime.terms_lodged
    return Duty(starts_at - before.value, before.cite)


def resubmit_terms(regime: Regime, changed_at: datetime) -> Duty | None:
    """Terms changed after the start are sent again, where they hold unapproved."""
    again = regime.terms_resubmitted
    return Duty(changed_at + again.value, again.cite) if again else None


def tell_winners(
    regime: Regime, drawn_at: datetime, *, presence_required: bool
) -> Duty | None:
    """Winners who need not be there are told within two days of the draw."""
    after = regime.winners_told
    return None if presence_required else Duty(drawn_at + after.value, after.cite)


def tell_refused(regime: Regime, refused_at: datetime) -> Duty:
    """Whoever is refused learns the reason."""
    return Duty(refused_at + regime.refusal_told.value, regime.refusal_told.cite)


def tell_inspectors(regime: Regime, found_at: datetime) -> Duty:
    """The inspectors learn of a compromised draw; the time runs from the finding."""
    return Duty(found_at + regime.inspectors_told.value, regime.inspectors_told.cite)
