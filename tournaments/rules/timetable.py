"""The timetable: sessions in order, breaks, midnight and changes of the clocks."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.stages import Stage
from tournaments.rules.terms import Terms

STAGES = "format.stages.stages"


@dataclass(frozen=True, slots=True)
class Slot:
    """One session on the clock; its end is the first moment after it."""

    stage_at: int
    session: int
    called: str
    starts: datetime
    ends: datetime

    @property
    def field(self) -> str:
        """Where its start is entered."""
        return f"{STAGES}.{self.stage_at}.starts.{self.session - 1}"


def slots(terms: Terms) -> tuple[Slot, ...]:
    """Every session of every stage, as entered."""
    return tuple(
        Slot(at, session, _session(r, session), start, end)
        for at, r in enumerate(terms.format.stages.stages)
        for session, (start, end) in enumerate(
            zip(r.starts, r.ends(), strict=True), start=1
        )
    )


def _session(r: Stage, session: int) -> str:
    return f"session {session} of {r.called}" if len(r.starts) > 1 else r.called


def timetable_refusals(terms: Terms) -> tuple[Refusal, ...]:
    """Everything in the timetable that cannot be kept."""
    return (
        *_lengths(terms),
        *_overlaps(terms),
        *_stages_in_order(terms),
        *_meals(terms),
        *_within_dates(terms),
        *_entries_in_time(terms),
    )


def _lengths(terms: Terms) -> Iterator[Refusal]:
    for at, r in enumerate(terms.format.stages.stages):
        if r.starts and not r.minutes:
            yield Refusal(
                HOUSE.at("TOURN-9"),
                f"No minutes are set aside for a session of {r.called}.",
                "Enter how long one takes, the count included.",
                f"{STAGES}.{at}.minutes",
            )


def _overlaps(terms: Terms) -> Iterator[Refusal]:
    zone = terms.names.tz
    for one, two in pairwise(slots(terms)):
        if one.stage_at == two.stage_at and two.starts < one.ends:
            yield Refusal(
                HOUSE.at("TOURN-9"),
                f"{wording.capital(wording.does(two.called, 'starts'))} "
                f"{wording.when(two.starts, zone)}; session {one.session} takes until "
                f"{wording.when(one.ends, zone)}.",
                "Let sessions follow one another.",
                two.field,
            )


def _stages_in_order(terms: Terms) -> Iterator[Refusal]:
    """A stage waits for the whole stage before it, and for the break."""
    zone, least = terms.names.tz, terms.house.breaks.least_minutes
    timed = [(at, r) for at, r in enumerate(terms.format.stages.stages) if r.starts]
    for (_, before), (at, after) in pairwise(timed):
        over, start = max(before.ends()), min(after.starts)
        if start < over:
            yield Refusal(
                HOUSE.at("TOURN-9"),
                f"{wording.capital(wording.does(after.called, 'starts'))} "
                f"{wording.when(start, zone)}; "
                f"{wording.does(before.called, 'is')} over {wording.when(over, zone)}.",
                f"Start it {wording.length(least)} later than that at the earliest.",
                f"{STAGES}.{at}.starts.0",
            )
        elif start - over < timedelta(minutes=least):
            gap = int((start - over).total_seconds()) // 60
            yield Refusal(
                HOUSE.at("TOURN-9"),
                f"Between {before.called} and {after.called} lie "
                f"{wording.length(gap)}.",
                f"The terms promise a break of {wording.length(least)}.",
                f"{STAGES}.{at}.starts.0",
            )


def _meals(terms: Terms) -> Iterator[Refusal]:
    """Nobody who goes on from session to session plays too long without a meal."""
    breaks = terms.house.breaks
    meal = timedelta(minutes=breaks.meal_minutes)
    within = timedelta(minutes=breaks.meal_within_minutes)
    since: datetime | None = None
    over: datetime | None = None
    for at, r in enumerate(terms.format.stages.stages):
        if not r.starts or not breaks.meal_within_minutes:
            continue
        if since is None or over is None or min(r.starts) - over >= meal:
            since = max(r.starts)
        over = max(r.ends())
        if over - since > within:
            yield Refusal(
                HOUSE.at("TOURN-9"),
                f"Until the end of {r.called} a player may be at it for "
                f"{wording.length(int((over - since).total_seconds()) // 60)} without "
                f"a break of {wording.length(breaks.meal_minutes)}.",
                f"The terms promise one within "
                f"{wording.length(breaks.meal_within_minutes)}.",
                f"{STAGES}.{at}.starts.0",
            )


def _within_dates(terms: Terms) -> Iterator[Refusal]:
    dates, zone = terms.details.dates, terms.names.tz
    for slot in slots(terms):
        if dates.starts_at and slot.starts < dates.starts_at:
            yield Refusal(
                Cite("CROWN3-12.4.1(a)(i)"),
                f"{wording.capital(wording.does(slot.called, 'starts'))} "
                f"{wording.when(slot.starts, zone)}, before the tournament does, "
                f"{wording.when(dates.starts_at, zone)}.",
                "Let both agree.",
                slot.field,
            )
        if dates.ends_at and slot.ends > dates.ends_at:
            yield Refusal(
                Cite("CROWN3-12.4.1(a)(i)"),
                f"{wording.capital(wording.does(slot.called, 'takes'))} until "
                f"{wording.when(slot.ends, zone)}; the tournament is over "
                f"{wording.when(dates.ends_at, zone)}.",
                "Start it earlier, or enter a later end.",
                slot.field,
            )


def _entries_in_time(terms: Terms) -> Iterator[Refusal]:
    """Entries and free withdrawals end before there is nothing left to enter."""
    zone, stages = terms.names.tz, terms.format.stages.stages
    if not stages or not stages[0].starts:
        return
    last = max(stages[0].starts)
    for cite, name, until, field in (
        (
            Cite("CROWN3-12.4.2(c)"),
            "Entries close",
            terms.entry.method.closes_at,
            "entry.method.closes_at",
        ),
        (
            Cite("CROWN3-12.4.2(d)"),
            "Withdrawing is free until",
            terms.entry.withdrawal.free_until,
            "entry.withdrawal.free_until",
        ),
    ):
        if until and until > last:
            yield Refusal(
                cite,
                f"{name} {wording.when(until, zone)}, after the last start of "
                f"{stages[0].called}, {wording.when(last, zone)}.",
                "Enter a time not after that start.",
                field,
            )


def timetable_notes(terms: Terms) -> tuple[Refusal, ...]:
    """What is allowed and worth knowing: midnight, and changes of the clocks."""
    return tuple(note for slot in slots(terms) for note in _odd_hours(slot, terms))


def _odd_hours(slot: Slot, terms: Terms) -> Iterator[Refusal]:
    zone = terms.names.tz
    start, end = slot.starts.astimezone(zone), slot.ends.astimezone(zone)
    last = (slot.ends - timedelta(microseconds=1)).astimezone(zone)
    if last.date() > start.date():
        yield Refusal(
            HOUSE.at("TOURN-9"),
            f"{wording.capital(wording.does(slot.called, 'runs'))} past midnight, "
            f"until {wording.when(slot.ends, zone)}.",
            "",
            slot.field,
        )
    before, after = start.utcoffset(), end.utcoffset()
    if before is not None and after is not None and before != after:
        way = "forward" if after > before else "back"
        yield Refusal(
            HOUSE.at("TOURN-9"),
            f"The clocks go {way} during {slot.called}: it ends at "
            f"{end:%H:%M %Z} by the new time.",
            "",
            slot.field,
        )
