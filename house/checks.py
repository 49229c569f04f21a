"""What the house verifies of itself: each room brings its check, one run asks all."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from time import perf_counter

import structlog
from flask import Flask, current_app
from sqlmodel import Session

log = structlog.get_logger()
Progress = Callable[[int, int], None]  # how far it is, and of how much


@dataclass(frozen=True, slots=True)
class Outcome:
    """How much was looked at, in words, and everything wrong with it in sentences."""

    count: int
    said: str
    wrong: tuple[str, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)  # for the record


@dataclass(frozen=True, slots=True)
class Check:
    """What a room can be asked to verify of its own."""

    name: str
    look: Callable[[Session, Progress], Outcome]


@dataclass(frozen=True, slots=True)
class Result:
    """What a check came to, and how long it took."""

    name: str
    outcome: Outcome
    seconds: float

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.outcome.wrong


def unseen(_done: int, _of: int) -> None:
    """Nobody watches."""


def init_app(app: Flask, checks: Iterable[Check]) -> None:
    """Let the house know what it can verify of itself."""
    app.extensions["checks"] = tuple(checks)


def of_the_house() -> tuple[Check, ...]:
    """Everything that this house can verify of itself."""
    found: tuple[Check, ...] = current_app.extensions["checks"]
    return found


def run(
    session: Session, checks: Iterable[Check], progress: Progress = unseen
) -> Iterator[Result]:
    """Ask every check in turn; one that breaks down is no reason to spare the rest."""
    for check in checks:
        began = perf_counter()
        try:
            outcome = check.look(session, progress)
        except Exception as error:  # what it reads may be anything by now
            log.exception("a check broke down", check=check.name)
            session.rollback()
            why = f"It could not be verified: {type(error).__name__}: {error}"
            outcome = Outcome(0, "nothing", (why,))
        session.expunge_all()
        yield Result(check.name, outcome, perf_counter() - began)
