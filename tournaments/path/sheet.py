"""What the page of a tournament's path calls its acts and states."""

from collections.abc import Mapping
from enum import StrEnum

from house.terms import path
from house.terms.path import Next, Settles, Shown, Signposts, Way
from rulebook.terms import wording
from tournaments.models import StatusChangeRow
from tournaments.rules.facts import Facts
from tournaments.rules.gates import Remedy
from tournaments.rules.lifecycle import PATH, Action, Status
from tournaments.rules.requirements import SEAT

REMEDIES: Mapping[StrEnum, Settles] = {
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
    Remedy.CLOSE_TABLES: Settles("See the stages", "stages"),
    Remedy.DECIDE_TIES: Settles("Decide the ties", "stages"),
    Remedy.PAY: Settles("See the prizes", "prizes"),
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


POSTS = Signposts(
    REMEDIES, STEPS, MEANS, quiet=frozenset({Status.FINISHED, Status.SETTLED})
)


def shown(
    status: Status, facts: Facts, steps: Mapping[Status, StatusChangeRow]
) -> tuple[Shown[Status, Action], ...]:
    """The whole path; a step that was taken says when and by whom."""
    # What is said of tables or deputies while there is none is true, and no work done.
    tables = Remedy.DESIGNATE_TABLES, facts.tables
    deputies = Remedy.APPOINT_DEPUTIES, facts.deputies
    none = {remedy for remedy, things in (tables, deputies) if not things}
    empty = frozenset(gate.title for gate in SEAT if gate.remedy in none)
    return path.shown(PATH, POSTS, status, facts, steps, empty)


def next_step(milestones: tuple[Shown[Status, Action], ...]) -> Next[Action] | None:
    """The step to come, unless the tournament is over."""
    return path.next_step(milestones, POSTS)


def situation(
    status: Status, to_come: Next[Action] | None, facts: Facts, unpaid: int = 0
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
