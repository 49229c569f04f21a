"""What the page of the path says: milestones, reasons, and what settles each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rulebook import Refusal
from tournaments.models import StatusChangeRow
from tournaments.rules import wording
from tournaments.rules.facts import Facts
from tournaments.rules.gates import Remedy
from tournaments.rules.lifecycle import Action, Status
from tournaments.rules.path import Milestone, Progress, Tick, path

MOST_REASONS = 4  # of one gate; the page that settles it shows them all


class Way(StrEnum):
    """How an act is done: on a page of its own, or with one touch."""

    PAGE = "page"
    TOUCH = "touch"


@dataclass(frozen=True, slots=True)
class Settles:
    """The act that settles a gate: what it is called and where it is done."""

    label: str
    endpoint: str
    way: Way = Way.PAGE


REMEDIES: Mapping[Remedy, Settles] = {
    Remedy.EDIT_TERMS: Settles("Edit the terms", "terms"),
    Remedy.SET_BANKS: Settles("Edit the terms", "terms"),
    Remedy.SHOW_TERMS: Settles("Make the terms available", "available"),
    Remedy.ADVISE_INSPECTORATE: Settles("Advise the inspectorate", "advise", Way.TOUCH),
    Remedy.TAKE_ENTRIES: Settles("Take entries", "entries"),
    Remedy.SIGN_TERMS: Settles("Have the terms signed", "entries"),
    Remedy.ACCEPT_TERMS: Settles("Have the terms accepted", "entries"),
    Remedy.APPOINT_DIRECTOR: Settles("Appoint the Director", "officials"),
    Remedy.APPOINT_DEPUTIES: Settles("Appoint deputies", "officials"),
    Remedy.DESIGNATE_TABLES: Settles("Designate tables", "tables"),
    Remedy.BRIEF_PLAYERS: Settles("Brief the players", "briefing"),
    Remedy.CHECK_IN: Settles("Check in", "presence"),
    Remedy.NOTIFY_REGULATOR: Settles("Tell the regulator", "tell", Way.TOUCH),
    Remedy.CLOSE_TABLES: Settles("See the tables", "tables"),
    Remedy.PAY: Settles("See the refunds", "refunds"),
}
STEPS: Mapping[Action, Settles] = {
    Action.PUBLISH: Settles("Publish the terms", "terms"),
    Action.OPEN_ENTRIES: Settles("Open entries", "open_entries", Way.TOUCH),
    Action.SEAT: Settles("Draw the seats", "seats"),
    Action.START_PLAY: Settles("Start play", "start", Way.TOUCH),
    Action.FINISH: Settles("Finish the tournament", "finish", Way.TOUCH),
    Action.SETTLE: Settles("Settle the tournament", "settle", Way.TOUCH),
}
BEFORE: Mapping[Action, str] = {
    Action.PUBLISH: "publication",
    Action.OPEN_ENTRIES: "the first entry",
    Action.SEAT: "the seat draw",
    Action.START_PLAY: "the start of play",
    Action.FINISH: "the end of the tournament",
    Action.SETTLE: "settlement",
}
READY: Mapping[Action, str] = {
    Action.PUBLISH: "The terms can be published.",
    Action.OPEN_ENTRIES: "Entries can open.",
    Action.SEAT: "The seats can be drawn.",
    Action.START_PLAY: "Play can start.",
    Action.FINISH: "Every table is closed: the tournament can be finished.",
    Action.SETTLE: "Everything is paid: the tournament can be settled.",
}
MEANS: Mapping[Status, str] = {
    Status.DRAFT: "the terms are written",
    Status.PUBLISHED: "the terms are complete and fixed",
    Status.ENTRIES_OPEN: "patrons may enter",
    Status.SEATED: "seats are drawn by lot",
    Status.RUNNING: "hands are dealt",
    Status.FINISHED: "every table closed by two people, ties decided",
    Status.SETTLED: "prizes paid, chips taken back",
}


@dataclass(frozen=True, slots=True)
class Shut:
    """A gate that is shut: some of its reasons, and what settles them."""

    tick: Tick
    reasons: tuple[Refusal, ...]
    more: int
    settles: Settles | None


@dataclass(frozen=True, slots=True)
class Shown:
    """One milestone as the page shows it."""

    milestone: Milestone
    step: StatusChangeRow | None  # that led to it
    shut: tuple[Shut, ...]
    empty: frozenset[str] = frozenset()  # gates that open on nothing yet

    @property
    def means(self) -> str:
        """What the milestone is, in a few words."""
        return MEANS[self.milestone.status]

    @property
    def mark(self) -> str:
        """How the path shows it."""
        marks = {Progress.DONE: "done", Progress.NEXT: "now", Progress.LATER: "later"}
        return marks[self.milestone.progress]

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """The gates worth showing: of the next milestone those that are open, before it
        those that say something, after it also those still shut.
        """
        every = self.milestone.ticks
        every = tuple(t for t in every if not (t.is_done and t.title in self.empty))
        if self.is_next:
            return tuple(tick for tick in every if tick.is_done)
        if self.milestone.status in {Status.FINISHED, Status.SETTLED}:
            every = ()
        if self.milestone.progress is Progress.DONE:
            return tuple(tick for tick in every if tick.detail)
        return tuple(t for t in every if not t.is_done or t.detail not in {"", "none"})

    @property
    def is_next(self) -> bool:
        """Whether this is the milestone to come."""
        return self.milestone.progress is Progress.NEXT


def shown(
    status: Status, facts: Facts, steps: Mapping[Status, StatusChangeRow]
) -> tuple[Shown, ...]:
    """The whole path; a step that was taken says when and by whom."""
    return tuple(
        Shown(
            milestone,
            steps.get(milestone.status),
            tuple(_shut(tick) for tick in milestone.ticks if not tick.is_done),
            frozenset(_empty(milestone, facts)),
        )
        for milestone in path(status, facts)
    )


def _empty(milestone: Milestone, facts: Facts) -> Iterator[str]:
    """What is said of tables while there is none: true, and no work done."""
    if not facts.tables:
        about_tables = (
            t for t in milestone.ticks if t.remedy is Remedy.DESIGNATE_TABLES
        )
        yield from (tick.title for tick in about_tables)


def _shut(tick: Tick) -> Shut:
    first = tick.refusals[:MOST_REASONS]
    more = len(tick.refusals) - len(first)
    return Shut(tick, first, more, REMEDIES.get(tick.remedy))


@dataclass(frozen=True, slots=True)
class Next:
    """The step to come: its act, and everything against it."""

    action: Action
    settles: Settles
    missing: int

    @property
    def may(self) -> bool:
        """Whether it can be taken now."""
        return not self.missing


def next_step(milestones: tuple[Shown, ...]) -> Next | None:
    """The step to come, unless the tournament is over."""
    for each in milestones:
        if each.is_next and each.milestone.action is not None:
            action = each.milestone.action
            return Next(action, STEPS[action], each.milestone.missing)
    return None


def situation(
    status: Status, to_come: Next | None, facts: Facts, unpaid: int = 0
) -> str:
    """How the tournament stands, in one sentence."""
    if status is Status.CANCELLED:
        if not unpaid:
            return "The tournament is cancelled and nothing is owed."
        waits = wording.capital(wording.many(unpaid, "refund"))
        verb = "waits" if unpaid == 1 else "wait"
        return f"The tournament is cancelled. {waits} {verb}."
    if status is Status.RUNNING:
        there = facts.present & facts.stand_ins
        stops = "Play stops: neither the Director nor a deputy is there."
        return "Play goes on." if there else stops
    if to_come is None:
        return "The tournament is settled."
    if to_come.may:
        return READY[to_come.action]
    things = wording.capital(wording.many(to_come.missing, "thing"))
    verb = "stands" if to_come.missing == 1 else "stand"
    return f"{things} {verb} before {BEFORE[to_come.action]}."
