"""What may be done about a dispute now, by whom, and under which rule: pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from game.conduct import (
    CONDUCT,
    ConductRules,
    Dispute,
    DisputeStatus,
    assigned_to,
    may_decide,
    may_leave_unresolved,
    referral,
)
from game.ranks import LADDERS, Rank
from house.audit import Actor, Subject
from house.floor.disputes.models import DisputeEvent, DisputeEventRow, DisputeRow
from house.floor.ranks import rank_of
from house.people.roles import Role
from rulebook import HOUSE, Cite, Cited, Refusal

ENTRY = HOUSE.at("DISPUTE-1")
UNSAID = HOUSE.at("DISPUTE-2")
ANOTHER = HOUSE.at("DISPUTE-3")
IN_ORDER = HOUSE.at("DISPUTE-4")
ENDED = (DisputeEvent.CLOSED, DisputeEvent.UNRESOLVED)
DECISIONS = (DisputeEvent.DECIDED, DisputeEvent.REVIEWED)


class How(StrEnum):
    """How a person was told of their right."""

    SPOKEN = "in person"
    HANDED = "handed in writing"
    POSTED = "by letter"
    EMAILED = "by e-mail"


@dataclass(frozen=True, slots=True)
class Entry:
    """A dispute as somebody enters it."""

    raised_by: str
    what: str
    raised_at: datetime
    document: str
    table_number: int | None = None
    round: int | None = None
    ruling_id: int | None = None
    patron_id: int | None = None
    lent_to: Subject | None = None  # whose the table is meanwhile
    hand: str = ""  # how far that is


@dataclass(frozen=True, slots=True)
class Umpire:
    """Who decides disputes of whoever has a table, instead of the house's ranks."""

    title: str
    final: Cite  # no further word inside the house
    right: Cited[str]  # what a person is told of their right to complain
    refusals: tuple[Refusal, ...] = ()  # why whoever is asking is not the one
    opened_by: frozenset[Role] = frozenset()  # who else sees to such disputes


@dataclass(frozen=True, slots=True)
class Case:
    """A dispute with everything added to it since."""

    item: DisputeRow
    events: Sequence[DisputeEventRow]
    umpire: Umpire | None = None

    @property
    def name(self) -> str:
        """The dispute as it is spoken of."""
        return f"Dispute {self.item.pk}"

    def last(self, *kinds: DisputeEvent) -> DisputeEventRow | None:
        """The newest addition of these kinds, if there is one."""
        found = [event for event in self.events if event.happened in kinds]
        return found[-1] if found else None

    @property
    def ended(self) -> DisputeEventRow | None:
        """How it ended, once it has."""
        return self.last(*ENDED)

    @property
    def decision(self) -> DisputeEventRow | None:
        """The decision that holds."""
        return self.last(*DECISIONS)

    @property
    def review_open(self) -> bool:
        """Whether a review was asked for and has not been made."""
        turns = (DisputeEvent.REVIEW_ASKED, DisputeEvent.REVIEWED)
        last = self.last(*turns)
        return last is not None and last.happened is DisputeEvent.REVIEW_ASKED

    @property
    def status(self) -> DisputeStatus:
        """How far it has come."""
        if self.ended is not None:
            closed = self.ended.happened is DisputeEvent.CLOSED
            return DisputeStatus.CLOSED if closed else DisputeStatus.UNRESOLVED
        if self.review_open:
            return DisputeStatus.REVIEW
        return DisputeStatus.DECIDED if self.decision else DisputeStatus.OPEN

    @property
    def told(self) -> DisputeEventRow | None:
        """When and how the person was told of their right, once they were."""
        return self.last(DisputeEvent.TOLD)

    @property
    def lent_to(self) -> Subject | None:
        """Whose the table was when it was raised, if it was lent."""
        item = self.item
        if not item.lent_kind:
            return None
        return Subject(item.lent_kind, item.lent_id, item.lent_name)

    @property
    def conduct(self) -> ConductRules:
        """What is said about disputes like this one."""
        rules = conduct_of(self.item.document)
        if self.umpire is None:
            return rules
        who = Cited((Rank.CASINO_MANAGER, self.umpire.title), self.umpire.final)
        right = self.umpire.right
        return replace(rules, first_word=who, last_word=who, told_of_right=right)

    def plain(self, *, satisfied: bool = False) -> Dispute:
        """The dispute as the rules see it."""
        told = self.told is not None
        return Dispute(self.status, self.review_open, told, satisfied)


def conduct_of(code: str) -> ConductRules:
    """What a document says about disputes; where it says nothing, the house does."""
    if code in CONDUCT:
        return CONDUCT[code]
    title = LADDERS[code].title
    first, last = Rank.SUPERVISOR, Rank.AREA_MANAGER
    return replace(
        CONDUCT["NSW3"],
        code=code,
        first_word=Cited((first, title(first)), UNSAID),
        last_word=Cited((last, title(last)), UNSAID),
        told_of_right=Cited("A complaint may be made to the regulator.", UNSAID),
        complaint=UNSAID,
    )


def check_entry(entry: Entry, now: datetime) -> Iterator[Refusal]:
    """Why this cannot be entered."""
    if not entry.raised_by.strip():
        wrong = "Nothing says who raised it."
        yield Refusal(ENTRY, wrong, "Give a name, or what is known.", "raised_by")
    if not entry.what.strip():
        wrong = "Nothing says what it is about."
        yield Refusal(ENTRY, wrong, "Write it down in their words.", "what")
    if entry.raised_at > now:
        wrong = "It would be raised later than now."
        yield Refusal(ENTRY, wrong, "Give a time that has passed.", "raised_at")
    if entry.document not in LADDERS:
        wrong = f"“{entry.document[:16]}” is no document of this house."
        yield Refusal(ENTRY, wrong, f"Choose {', '.join(LADDERS)}.", "document")


def cite_of(case: Case, happened: DisputeEvent) -> Cite:
    """The rule an addition rests on."""
    rules = case.conduct
    rests: Mapping[DisputeEvent, Cite] = {
        DisputeEvent.DECIDED: rules.first_word.cite,
        DisputeEvent.REVIEW_ASKED: rules.last_word.cite,
        DisputeEvent.REVIEWED: rules.last_word.cite,
        DisputeEvent.TOLD: rules.told_of_right.cite,
        DisputeEvent.CLOSED: rules.complaint,
        DisputeEvent.UNRESOLVED: rules.told_of_right.cite,
        DisputeEvent.REFERRED: rules.complaint,
    }
    return rests[happened]


def against(
    case: Case, happened: DisputeEvent, by: Actor, note: str = "-", how: str = "-"
) -> Iterator[Refusal]:
    """Every reason why this may not be added to the dispute now."""
    yield from _in_order(case, happened)
    if not note.strip():
        wrong = "Nothing says what was decided, said or done."
        yield Refusal(ENTRY, wrong, "Write it down.", "note")
    if happened in DECISIONS:
        yield from _by_rank(case, happened, by)
    if happened is DisputeEvent.TOLD and how not in {"-", *How}:
        wrong = "Nothing says how the person was told."
        yield Refusal(cite_of(case, happened), wrong, f"{', '.join(How)}.", "how")
    if happened in ENDED:
        satisfied = happened is DisputeEvent.CLOSED
        rules, plain = case.conduct, case.plain(satisfied=satisfied)
        refused = may_leave_unresolved(rules, plain)
        yield from refused.refusals if refused else ()


_FROM: Mapping[DisputeEvent, tuple[DisputeStatus, ...]] = {
    DisputeEvent.DECIDED: (DisputeStatus.OPEN,),
    DisputeEvent.REVIEW_ASKED: (DisputeStatus.DECIDED,),
    DisputeEvent.REVIEWED: (DisputeStatus.REVIEW,),
    DisputeEvent.TOLD: (
        DisputeStatus.OPEN,
        DisputeStatus.DECIDED,
        DisputeStatus.REVIEW,
    ),
    DisputeEvent.CLOSED: (DisputeStatus.DECIDED,),
    DisputeEvent.UNRESOLVED: (DisputeStatus.DECIDED,),
    DisputeEvent.REFERRED: tuple(DisputeStatus),
}


def _in_order(case: Case, happened: DisputeEvent) -> Iterator[Refusal]:
    if case.status not in _FROM[happened]:
        wrong = f"{case.name} is {case.status}."
        steps = " or ".join(_FROM[happened])
        yield Refusal(IN_ORDER, wrong, f"This can be added while it is {steps}.")
    if happened is DisputeEvent.REFERRED and case.last(happened):
        wrong = f"{case.name} was referred already."
        yield Refusal(referral(case.conduct).cite, wrong)
    if happened is DisputeEvent.REVIEW_ASKED and case.umpire is not None:
        wrong = f"The decision of the {case.umpire.title} is final."
        right = "The person may still complain to the regulator."
        yield Refusal(case.umpire.final, wrong, right)
    elif happened is DisputeEvent.REVIEW_ASKED and case.last(DisputeEvent.REVIEWED):
        wrong = "The decision was reviewed already."
        right = "That review is final; the person may still complain."
        yield Refusal(cite_of(case, happened), wrong, right)


def _by_rank(case: Case, happened: DisputeEvent, by: Actor) -> Iterator[Refusal]:
    if case.umpire is not None:
        yield from case.umpire.refusals
        return
    rules = case.conduct
    reviewing = happened is DisputeEvent.REVIEWED
    dispute = replace(case.plain(), review_requested=reviewing)
    refused = may_decide(rules, dispute, rank_of(by))
    yield from refused.refusals if refused else ()
    first = case.last(DisputeEvent.DECIDED)
    if reviewing and first is not None and first.by == by.id:
        wrong = f"{by.name} made the decision that is reviewed."
        yield Refusal(ANOTHER, wrong, "Somebody else of the rank reviews it.")


def who_decides(case: Case) -> Cited[tuple[Rank, str]]:
    """Whose turn it is: first instance, or the review."""
    return assigned_to(case.conduct, case.plain())
