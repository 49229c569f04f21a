"""A refusal is a value: every reason, what would be right, and the rule."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec

from rulebook.cite import Cite

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why something may not happen, and what would be right instead."""

    cite: Cite
    wrong: str
    right: str = ""
    field: str = ""  # the form field or wager the reason is about, where there is one

    @property
    def reason(self) -> str:
        """The whole reason as it is read aloud."""
        return f"{self.wrong} {self.right}".strip()


@dataclass(frozen=True, slots=True)
class Refused:
    """Everything that stands in the way, never only the first thing."""

    refusals: tuple[Refusal, ...]

    def __post_init__(self) -> None:
        if not self.refusals:
            raise ValueError("A refusal needs at least one reason.")

    @property
    def cites(self) -> tuple[Cite, ...]:
        """The rules refused under, each once, in the order given."""
        return tuple(dict.fromkeys(refusal.cite for refusal in self.refusals))

    def __str__(self) -> str:
        return " ".join(f"{r.reason} [{r.cite}]" for r in self.refusals)


def refusing(guard: Callable[P, Iterator[Refusal]]) -> Callable[P, Refused | None]:
    """A guard that tells all of its reasons together, or that nothing is in the way."""

    @wraps(guard)
    def guarded(*given: P.args, **more: P.kwargs) -> Refused | None:
        found = tuple(guard(*given, **more))
        return Refused(found) if found else None

    return guarded
