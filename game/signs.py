"""Signs that must be up for a time before something may happen."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from rulebook import Cited, Refusal


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign at a table; taken down early, its time starts again when it is back."""

    displayed_at: datetime | None
    taken_down_at: datetime | None = None

    @property
    def up_since(self) -> datetime | None:
        """Since when the sign has been up without a break, if it is up."""
        return None if self.taken_down_at else self.displayed_at


def earliest(signs: Iterable[Sign], wait: timedelta) -> datetime | None:
    """When the wait is over: it runs from the last sign, and all must be up."""
    since = [sign.up_since for sign in signs]
    if not since or None in since:
        return None
    return max(moment for moment in since if moment) + wait


def too_early(
    signs: Iterable[Sign], wait: Cited[timedelta], now: datetime, what: str
) -> Refusal | None:
    """Why it is too early, if it is; exactly the time asked for is enough."""
    minutes = int(wait.value.total_seconds() // 60)
    due = earliest(signs, wait.value)
    if due is None:
        wrong = f"No sign about {what} is up at every table concerned."
        right = f"Display it for at least {minutes} minutes first."
        return Refusal(wait.cite, wrong, right)
    if now >= due:
        return None
    wrong = f"It is too early for {what}."
    right = f"The sign must be up for {minutes} minutes, until {due.isoformat()}."
    return Refusal(wait.cite, wrong, right)
