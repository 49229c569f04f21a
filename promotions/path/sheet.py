"""What the page of a promotion's path calls its acts and states."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from house.terms import path
from house.terms.path import Next, Settles, Shown, Signposts, Way
from promotions.models import PromotionStepRow
from promotions.rules.facts import Facts
from promotions.rules.lifecycle import PATH, Action, Status
from promotions.rules.requirements import Remedy
from rulebook.terms import wording

REMEDIES: Mapping[StrEnum, Settles] = {
    Remedy.EDIT_TERMS: Settles("Edit the terms", "terms"),
    Remedy.KEEP_FILES: Settles("Put files on record", "files"),
    Remedy.FIX_MATERIAL: Settles("See the material", "material"),
    Remedy.LODGE: Settles("Lodge the terms", "lodge", Way.TOUCH),
    Remedy.NOMINATE: Settles("Nominate a scrutineer", "scrutineer"),
    Remedy.VALIDATE: Settles("See the doubt", "incidents"),
    Remedy.GIVE_PRIZES: Settles("See the winners", "winners"),
    Remedy.DECIDE: Settles("See the disputes", "disputes"),
}
STEPS: Mapping[Action, Settles] = {
    Action.APPROVE: Settles("Approve the terms", "before_publishing"),
    Action.LODGE: Settles("Lodge the terms", "lodge", Way.TOUCH),
    Action.START: Settles("Start the promotion", "start", Way.TOUCH),
    Action.COMPLETE: Settles("Complete the promotion", "complete", Way.TOUCH),
}
BEFORE: Mapping[Action, str] = {
    Action.APPROVE: "approval",
    Action.LODGE: "the terms are lodged",
    Action.START: "the start",
    Action.CLOSE: "entries close",
    Action.DRAW: "the draw",
    Action.COMPLETE: "completion",
}
READY: Mapping[Action, str] = {
    Action.APPROVE: "The terms can be approved.",
    Action.LODGE: "The terms are lodged.",
    Action.START: "The promotion can start.",
    Action.CLOSE: "Entries can be closed.",
    Action.DRAW: "The draw can be held.",
    Action.COMPLETE: "The promotion can be completed.",
}
MEANS: Mapping[Status, str] = {
    Status.DRAFT: "the terms are written",
    Status.APPROVED: "a second person has approved them",
    Status.LODGED: "the regulator has them",
    Status.RUNNING: "patrons take part",
    Status.CLOSED: "the list is frozen",
    Status.DRAWN: "the winners are known",
    Status.COMPLETED: "prizes are given or accounted for",
}
POSTS = Signposts(REMEDIES, STEPS, MEANS, quiet=frozenset({Status.DRAWN}))


def shown(
    status: Status, facts: Facts, steps: Mapping[Status, PromotionStepRow]
) -> tuple[Shown[Status, Action], ...]:
    """The whole path; a step that was taken says when and by whom."""
    return path.shown(PATH, POSTS, status, facts, steps)


def next_step(milestones: tuple[Shown[Status, Action], ...]) -> Next[Action] | None:
    """The step to come, where marketing or the approver takes it."""
    ahead = next((m for m in milestones if m.is_next), None)
    if ahead is None or ahead.milestone.action not in STEPS:
        return None
    return path.next_step(milestones, POSTS)


def situation(status: Status, to_come: Next[Action] | None, facts: Facts) -> str:
    """How the promotion stands, in one sentence."""
    if status is Status.RUNNING:
        closes = wording.when(facts.terms.last_close_at, facts.terms.zone)
        return f"Patrons take part until {closes}."
    if to_come is None:
        return f"The promotion is {status.words.lower()}."
    if to_come.may:
        return READY[to_come.action]
    if waits := waits_until(status, facts):
        return f"It starts by itself {wording.when(waits, facts.terms.zone)}."
    things = wording.capital(wording.many(to_come.missing, "thing"))
    verb = "stands" if to_come.missing == 1 else "stand"
    return f"{things} {verb} before {BEFORE[to_come.action]}."


def waits_until(status: Status, facts: Facts) -> datetime | None:
    """When a lodged promotion starts by itself, if nothing else is in the way."""
    planned = facts.terms.starts_at
    if status is not Status.LODGED or planned is None or planned <= facts.now:
        return None
    ahead = PATH.next_of(status, facts)
    shut = [t for t in ahead.ticks if not t.is_done] if ahead else []
    return planned if len(shut) == 1 else None
