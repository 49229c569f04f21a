"""A tournament put off: every time of its terms moves by as much as its start."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.clauses.details import BelowMinimum
from tournaments.rules.facts import Facts
from tournaments.rules.terms import Terms

TOO_FEW: Cite = Cite("CROWN3-12.4.1(a)(iii)")
TWO_WAYS: Cite = HOUSE.at("TOURN-126")


def is_too_few(facts: Facts) -> bool:
    """Whether entries have closed with fewer players than the terms need."""
    if facts.terms is None:
        return False
    closes = facts.terms.entry.method.closes_at
    least = facts.terms.details.players.minimum
    closed = closes is not None and facts.now >= closes
    return closed and least is not None and facts.entries < least


def against(
    facts: Facts, starts_at: datetime | None, closes_at: datetime | None
) -> Iterator[Refusal]:
    """Why a tournament cannot be put off to these times."""
    terms = facts.terms
    if terms is None or not is_too_few(facts):
        wrong = "Entries have not closed with too few players."
        yield Refusal(TWO_WAYS, wrong, "Change the terms as at any other time.")
        return
    if terms.details.players.below_minimum is not BelowMinimum.DELAYED:
        wrong = "By the terms a tournament with too few players is cancelled."
        yield Refusal(TOO_FEW, wrong, "Cancel it; entrants rely on that.")
    old = terms.details.dates.starts_at
    if starts_at is None or (old is not None and starts_at <= old):
        right = f"It was to start {wording.when(old, facts.zone)}."
        yield Refusal(TWO_WAYS, "The new start is not later.", right, "starts_at")
    if closes_at is None or closes_at <= facts.now:
        right = "Entries open again until then."
        yield Refusal(TWO_WAYS, "Entries would not open again.", right, "closes_at")


def postponed(terms: Terms, starts_at: datetime, closes_at: datetime) -> Terms:
    """The terms with this start and close, everything else as much later by the clock.

    Times are moved as people read them: two o'clock stays two o'clock when the clocks
    change in between.
    """
    zone, dates = terms.zone, terms.details.dates
    old = dates.starts_at or starts_at
    by = starts_at.astimezone(zone) - old.astimezone(zone)

    def later(time: datetime | None) -> datetime | None:
        return time.astimezone(zone) + by if time else None

    def all_later(times: tuple[datetime, ...]) -> tuple[datetime, ...]:
        return tuple(time.astimezone(zone) + by for time in times)

    stages = terms.format.stages
    moved = tuple(replace(s, starts=all_later(s.starts)) for s in stages.stages)
    new_dates = replace(dates, starts_at=starts_at, ends_at=later(dates.ends_at))
    named = terms.conduct.substitutes
    free = terms.entry.withdrawal
    return replace(
        terms,
        details=replace(terms.details, dates=new_dates),
        format=replace(terms.format, stages=replace(stages, stages=moved)),
        entry=replace(
            terms.entry,
            method=replace(terms.entry.method, closes_at=closes_at),
            withdrawal=replace(free, free_until=later(free.free_until)),
        ),
        conduct=replace(
            terms.conduct, substitutes=replace(named, until=later(named.until))
        ),
    )
