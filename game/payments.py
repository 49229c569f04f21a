"""Over- and underpayments: what was paid against what settlement says, and the duties.

Nothing here is a breach if it was not meant and was put right, tried or reported. What
looks intended must be put right and the patron found, as far as reasonable.
"""

from calendar import monthrange
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum

from rulebook import HOUSE, STAR4, Cite, Cited, Refusal, refusing


class Kind(StrEnum):
    """What was not settled correctly."""

    WAGER = "a wager"
    CASH_CHANGE = "a cash change"
    COLOUR_CHANGE = "a colour change"


class Intent(StrEnum):
    """Whether the difference was meant."""

    UNINTENDED = "not intended"
    SUSPECTED = "suspected to be intended"
    INTENDED = "intended"


class Step(StrEnum):
    """What has been done about a difference."""

    ENQUIRY = "reasonable enquiries were made"
    RECTIFIED = "it was put right"
    IDENTIFICATION = "an attempt to identify the patron"
    CONTACT = "an attempt to contact or liaise with the patron"
    REIMBURSEMENT = "an attempt to reimburse the patron"
    DEMAND = "a request or demand for the money back"
    REPORTED = "the regulator's attention was drawn to it"


@dataclass(frozen=True, slots=True)
class Done:
    """One step taken, by whom and when."""

    step: Step
    by: str
    at: datetime
    note: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """One over- or underpayment, from the moment the house became aware of it."""

    kind: Kind
    due_cents: int
    paid_cents: int
    aware_on: date
    intent: Intent = Intent.UNINTENDED
    patron_known: bool = False
    steps: tuple[Done, ...] = field(default=())

    @property
    def over_cents(self) -> int:
        """What was paid too much; below nothing, what was paid too little."""
        return self.paid_cents - self.due_cents

    def has(self, *steps: Step) -> bool:
        """Whether any of these steps has been taken."""
        return any(done.step in steps for done in self.steps)


CHANGES: Mapping[Kind, Cite] = {
    Kind.CASH_CHANGE: STAR4.at("1.1:Cash Change"),
    Kind.COLOUR_CHANGE: STAR4.at("1.1:Colour Change"),
}
CHANGES_UNDER: Mapping[str, Mapping[Kind, Cite]] = {"STAR4": CHANGES}


@dataclass(frozen=True, slots=True)
class Change:
    """Chips handed out, and what was handed in for them: money, or other chips."""

    kind: Kind
    given_cents: int
    chips_cents: int
    means: str = ""  # what was paid with; chips swapped for chips have none

    @property
    def short_cents(self) -> int:
        """What was handed out too little; below nothing, too much."""
        return self.given_cents - self.chips_cents


def may_change(change: Change) -> Iterator[Refusal]:
    """Chips are bought by a means that is written down, and swapped for chips alone."""
    cite, named = CHANGES[change.kind], bool(change.means.strip())
    if change.kind is Kind.CASH_CHANGE and not named:
        wrong = "The means of payment is not recorded."
        yield Refusal(cite, wrong, "Enter it: cash, debit card, voucher.", "means")
    if change.kind is Kind.COLOUR_CHANGE and named:
        wrong = f"Chips for chips are not paid by {change.means.strip()}."
        yield Refusal(cite, wrong, "Leave it out, or call it a cash change.", "means")
    for field_, cents in (("given", change.given_cents), ("chips", change.chips_cents)):
        if cents <= 0:
            wrong = "This is no amount."
            yield Refusal(cite, wrong, "Give an amount in dollars.", field_)


@dataclass(frozen=True, slots=True)
class Task:
    """Something that must still be tried, and the rule that asks for it."""

    step: Step
    cite: Cite
    due: date | None = None  # the end of a reasonable time, where the rule asks for one


# No document says how long a reasonable time is: it is a setting of the house.
REASONABLE_TIME = Cited(timedelta(days=14), HOUSE.at("PAYMENTS-1"))


def open_tasks(
    difference: Difference, reasonable: timedelta = REASONABLE_TIME.value
) -> tuple[Task, ...]:
    """What is still to be done about a difference, and by when."""
    tasks = _tasks(difference, difference.aware_on + reasonable)
    return tuple(task for task in tasks if not difference.has(task.step))


def _tasks(difference: Difference, by: date) -> Iterator[Task]:
    if difference.intent is Intent.UNINTENDED:
        yield Task(Step.ENQUIRY, STAR4.at("11.13.1"))
        if not _settled(difference):
            yield Task(Step.RECTIFIED, STAR4.at("11.13.2"), due=by)
    else:
        yield Task(Step.RECTIFIED, STAR4.at("11.14.1"), due=by)
        yield Task(Step.IDENTIFICATION, STAR4.at("11.14.2"))
    if difference.patron_known and not difference.has(Step.RECTIFIED):
        if difference.over_cents < 0:
            yield Task(Step.REIMBURSEMENT, STAR4.at("11.15.1.1"))
        else:
            yield Task(Step.DEMAND, STAR4.at("11.15.1.2"))


def reasonable_attempt(difference: Difference) -> Cited[bool]:
    """Whether a reasonable attempt was made: the patron sought, then the money step."""
    sought = difference.has(Step.IDENTIFICATION, Step.CONTACT)
    money = difference.has(Step.REIMBURSEMENT, Step.DEMAND)
    return Cited(sought and (money or not difference.patron_known), STAR4.at("11.15.1"))


def _settled(difference: Difference) -> bool:
    put_right = difference.has(Step.RECTIFIED, Step.REPORTED)
    return put_right or reasonable_attempt(difference).value


@refusing
def close_as_no_breach(difference: Difference) -> Iterator[Refusal]:
    """Whether the case may be closed as no breach; both conditions must hold."""
    if difference.intent is not Intent.UNINTENDED:
        wrong = f"The difference is {difference.intent}."
        right = "Only an unintended one is no breach."
        yield Refusal(STAR4.at("11.13.1"), wrong, right, "intent")
        if not difference.has(Step.RECTIFIED, Step.IDENTIFICATION):
            wrong = "Nothing has been tried."
            right = "Put it right and find the patron."
            yield Refusal(STAR4.at("11.14"), wrong, right)
    elif not difference.has(Step.ENQUIRY):
        wrong = "No enquiry is on record."
        right = "Note what was enquired before saying that nobody meant it."
        yield Refusal(STAR4.at("11.13.1"), wrong, right, "enquiry")
    if not _settled(difference):
        wrong = "It was neither put right, nor tried, nor reported."
        right = "Do one of the three within a reasonable time."
        yield Refusal(STAR4.at("11.13.2"), wrong, right)


def is_breach(difference: Difference) -> Cited[bool]:
    """Whether the difference counts as a breach of the rules."""
    return Cited(close_as_no_breach(difference) is not None, STAR4.at("11.13"))


def is_credit(difference: Difference) -> Cited[bool]:
    """Whether an overpayment counts as giving credit; an unintended one never does."""
    meant = difference.intent is not Intent.UNINTENDED
    return Cited(meant and difference.over_cents > 0, STAR4.at("11.15.2"))


RECIPIENT = Cited("NSW Independent Casino Commission", STAR4.at("1.1:NICC"))
REPORTED_OVER = Cited(1_000_00, STAR4.at("11.15.2:monthly"))


@dataclass(frozen=True, slots=True)
class MonthEndReport:
    """What the regulator is told at the end of a month."""

    to: Cited[str]
    year: int
    month: int
    items: tuple[Difference, ...]

    @property
    def due(self) -> date:
        """The last day of the month."""
        return date(self.year, self.month, monthrange(self.year, self.month)[1])


def month_end_report(
    differences: Iterable[Difference], year: int, month: int
) -> MonthEndReport:
    """The single items over $1,000 that became known in a month, intended or not."""
    items = tuple(
        difference
        for difference in differences
        if (difference.aware_on.year, difference.aware_on.month) == (year, month)
        and abs(difference.over_cents) > REPORTED_OVER.value
    )
    return MonthEndReport(RECIPIENT, year, month, items)
