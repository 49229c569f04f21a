"""Over- and underpayments: what may be entered, added and closed; pure decisions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from game.payments import (
    Difference,
    Done,
    Intent,
    Kind,
    Step,
    close_as_no_breach,
)
from house.payments.models import Outcome, PaymentEvent, PaymentEventRow, PaymentRow
from house.venue import Venue
from rulebook import HOUSE, STAR4, Refusal

ENTRY = HOUSE.at("PAY-1")
CLOSED = HOUSE.at("PAY-3")
APPENDED = HOUSE.at("PAY-7")
SOUGHT = STAR4.at("11.15.1")
REPORTED = STAR4.at("11.13.2")
MOST_CENTS = 100_000_000_000
MONEY_STEPS = {
    Step.REIMBURSEMENT: STAR4.at("11.15.1.1"),
    Step.DEMAND: STAR4.at("11.15.1.2"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """An over- or underpayment as somebody enters it."""

    kind: Kind
    paid_cents: int
    due_cents: int
    happened_at: datetime
    known_at: datetime
    intent: Intent
    note: str
    table_number: int | None = None
    patron_id: int | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """An over- or underpayment with everything added to it since."""

    item: PaymentRow
    events: Sequence[PaymentEventRow]

    @property
    def closed(self) -> PaymentEventRow | None:
        """How it was closed, once it is."""
        return next((e for e in self.events if e.happened is PaymentEvent.CLOSED), None)

    @property
    def intent(self) -> Intent:
        """Whether it was meant, as last found."""
        found = [e.intent for e in self.events if e.intent is not None]
        return found[-1] if found else self.item.intent

    @property
    def patron_id(self) -> int | None:
        """Whose it is, once somebody knows."""
        found = [e.patron_id for e in self.events if e.patron_id is not None]
        return found[-1] if found else self.item.patron_id

    def difference(self, venue: Venue) -> Difference:
        """The case as the rules see it."""
        steps = tuple(
            Done(Step[e.step], e.by, e.at, e.note)
            for e in self.events
            if e.happened is PaymentEvent.STEP
        )
        return Difference(
            self.item.kind,
            self.item.due_cents,
            self.item.paid_cents,
            venue.local(self.item.known_at).date(),
            self.intent,
            self.patron_id is not None,
            steps,
        )


def check_entry(entry: Entry, now: datetime) -> Iterator[Refusal]:
    """Why this cannot be entered."""
    if entry.paid_cents == entry.due_cents:
        right = "Only a difference is entered."
        yield Refusal(ENTRY, "What was paid is what was due.", right, "paid")
    for field, cents in (("paid", entry.paid_cents), ("due", entry.due_cents)):
        if not 0 <= cents <= MOST_CENTS:
            wrong = "This is more than a table can pay."
            yield Refusal(ENTRY, wrong, "Enter at most $1,000,000,000.", field)
    if entry.known_at < entry.happened_at:
        wrong = "It would be known before it happened."
        yield Refusal(ENTRY, wrong, "Put the two times in order.", "known_at")
    if entry.known_at > now:
        wrong = "It would become known only later than now."
        yield Refusal(ENTRY, wrong, "Give a time that has passed.", "known_at")
    if not entry.note:
        wrong = "Nothing says what happened."
        yield Refusal(ENTRY, wrong, "Write it down in a sentence or two.", "note")


def still_open(case: Case) -> Iterator[Refusal]:
    """Nothing is added to what is closed."""
    if case.closed is not None:
        wrong = "This over- or underpayment is closed."
        yield Refusal(CLOSED, wrong, "What was found later is entered anew.")


def said(note: str) -> Iterator[Refusal]:
    """Whatever is added says something."""
    if not note.strip():
        wrong = "Nothing says what came of it."
        yield Refusal(APPENDED, wrong, "Write down what was done and found.", "note")


def in_time(case: Case, at: datetime, now: datetime) -> Iterator[Refusal]:
    """Nothing is tried before it is known, nor later than now."""
    if not case.item.known_at <= at <= now:
        wrong = "Nothing can have been tried then."
        right = "Give a time from when it became known until now."
        yield Refusal(ENTRY, wrong, right, "at")


def check_step(case: Case, step: Step, *, found: bool, told: bool) -> Iterator[Refusal]:
    """Why a step cannot be added: the patron found with it, the regulator told."""
    if step in MONEY_STEPS:
        yield from _money_step(case, step, found=found)
    if step is Step.REPORTED and not told:
        wrong = "No notice of it has been sent to the regulator."
        right = "Draft the notice on this page and send it first."
        yield Refusal(REPORTED, wrong, right, "step")


def _money_step(case: Case, step: Step, *, found: bool) -> Iterator[Refusal]:
    over = case.item.over_cents > 0
    if over != (step is Step.DEMAND):
        wrong = f"It was {'overpaid' if over else 'underpaid'}."
        right = "Ask for the money back." if over else "Reimburse the patron."
        yield Refusal(MONEY_STEPS[step], wrong, right, "step")
    if case.patron_id is None and not found:
        wrong = "The patron is not known."
        right = "Find them first, and say who it is."
        yield Refusal(SOUGHT, wrong, right, "patron")


def check_close(case: Case, outcome: Outcome, venue: Venue) -> Iterator[Refusal]:
    """Why it cannot be closed so."""
    difference = case.difference(venue)
    if outcome is Outcome.NO_BREACH:
        refused = close_as_no_breach(difference)
        yield from refused.refusals if refused else ()
    elif not difference.has(Step.REPORTED):
        wrong = "The regulator’s attention has not been drawn to it."
        right = "A breach is reported before it is closed."
        yield Refusal(CLOSED, wrong, right, "outcome")
