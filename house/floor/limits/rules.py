"""Whether the limits of a table may change, from when, and for whom: pure."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from game.limits import Change, change, may_end_kept
from game.play.setup import Limits
from game.rulebooks.limits import LimitRules
from game.signs import Sign
from house.floor.acts import Act
from house.floor.models import TableStatus
from house.floor.ranks import rank_of
from house.floor.signs.models import ChangeKind
from house.floor.tables.documents import limit_rules
from house.floor.tables.rules import LIMITS, check_limits, layout_of
from house.floor.tables.standing import Figures, Standing, figures_of
from house.money import dollars
from house.venue import Venue
from rulebook import HOUSE, Cite, Cited, Refusal, Refused

ONE_AT_A_TIME = HOUSE.at("SIGNS-1")
AHEAD = Cited(timedelta(days=1), HOUSE.at("SIGNS-3"))
CLOSING = HOUSE.at("SIGNS-7")
SEATED = HOUSE.at("SIGNS-11")
STEP = HOUSE.at("STEP-1")
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class SeatedPatron:
    """A player at a seat, by the name the floor knows."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class LimitsRequest:
    """The limits somebody wants, from when, and who keeps the old minimum."""

    figures: Figures
    at: datetime | None = None
    at_once: bool = False  # raise now; the players seated keep the old minimum
    seated: tuple[SeatedPatron, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """A change that may happen: how, what, and from when."""

    kind: ChangeKind
    figures: Figures
    at: datetime
    cite: Cite


def decide(
    standing: Standing, wanted: LimitsRequest, act: Act, venue: Venue
) -> PlannedChange | Refused:
    """The change as the document lets it happen, or every reason against it."""
    rules = limit_rules(standing.table)
    kind = _kind(standing, wanted)
    at = _when(rules, kind, wanted, act.now)
    found = (
        *_possible(standing, venue),
        *_figures(standing, wanted.figures),
        *_people(standing, wanted, kind),
        *_time(kind, wanted, act.now, venue),
        *_by_the_book(standing, wanted, kind, at, act),
    )
    if found:
        return Refused(found)
    return PlannedChange(kind, wanted.figures, at, _cite(rules, kind))


def _kind(standing: Standing, wanted: LimitsRequest) -> ChangeKind:
    if wanted.figures.minimum <= standing.table.minimum_cents:
        return ChangeKind.AT_ONCE
    return ChangeKind.RAISE_AT_ONCE if wanted.at_once else ChangeKind.RAISE


def _when(
    rules: LimitRules, kind: ChangeKind, wanted: LimitsRequest, now: datetime
) -> datetime:
    if kind in (ChangeKind.AT_ONCE, ChangeKind.RAISE_AT_ONCE):
        return now
    return wanted.at or soonest(now, rules.raise_notice.value)


def soonest(now: datetime, wait: timedelta) -> datetime:
    """The first full minute after the wait: a sign gives no seconds."""
    over = now + wait
    minute = over.replace(second=0, microsecond=0)
    return minute if minute == over else minute + timedelta(minutes=1)


def _cite(rules: LimitRules, kind: ChangeKind) -> Cite:
    kept = rules.kept_minimum
    if kept and kind is ChangeKind.RAISE_AT_ONCE:
        return kept.allowed
    if kept and kind is ChangeKind.RAISE_KEPT:
        return kept.raised_again.cite
    return rules.raise_notice.cite


def _possible(standing: Standing, venue: Venue) -> Iterator[Refusal]:
    """What must be over before the limits of a table can change."""
    table, waiting = standing.table, standing.change
    if table.status is not TableStatus.OPEN:
        wrong = f"Table {table.number} is closed."
        yield Refusal(STEP, wrong, "Change what it takes on the page of the table.")
    if waiting is not None:
        wrong = f"The minimum goes to {dollars(waiting.minimum_cents)}"
        when = f" at {venue.clock(waiting.effective_at)}." if waiting.sign_id else "."
        yield Refusal(ONE_AT_A_TIME, wrong + when, "Wait for it, or call it off first.")
    if standing.closing is not None:
        wrong = f"Table {table.number} is about to close."
        yield Refusal(CLOSING, wrong, "Keep it open first, or leave its limits.")


def _figures(standing: Standing, figures: Figures) -> Iterator[Refusal]:
    """Whether the figures can stand on a sign, and whether they are new."""
    layout = replace(layout_of(standing.table), **figures.plain())
    offer = layout.offer
    yield from check_limits(layout, offer.limits if offer else LIMITS)
    if figures == figures_of(standing.table):
        wrong = "These are the limits already."
        yield Refusal(STEP, wrong, "Give another minimum, maximum or step.")


def _people(
    standing: Standing, wanted: LimitsRequest, kind: ChangeKind
) -> Iterator[Refusal]:
    """Whether each player named sits at a seat of the table, once."""
    if kind is not ChangeKind.RAISE_AT_ONCE:
        return
    taken = {marker.seat for marker in standing.kept}
    for player in wanted.seated:
        yield from fits_seat(player, standing.table.seats)
        if player.seat in taken:
            wrong = f"Seat {player.seat} has a marker already, or is named twice."
            yield Refusal(SEATED, wrong, "Name each player once.", "seated")
        taken.add(player.seat)


def fits_seat(
    player: SeatedPatron, seats: int, field: str = "seated"
) -> Iterator[Refusal]:
    """Whether there is such a seat, and a name that fits a marker."""
    if not 1 <= player.seat <= seats:
        wrong = f"There is no seat {player.seat} at this table."
        yield Refusal(SEATED, wrong, f"Its seats are 1 to {seats}.", field)
    if not 0 < len(player.player) <= LONGEST_NAME:
        wrong = f"Seat {player.seat} has no name that fits a marker."
        yield Refusal(SEATED, wrong, f"Give 1 to {LONGEST_NAME} characters.", field)


def _time(
    kind: ChangeKind, wanted: LimitsRequest, now: datetime, venue: Venue
) -> Iterator[Refusal]:
    """Whether a time was given where one belongs, and one that lies ahead."""
    if wanted.at is None:
        return
    if kind in (ChangeKind.AT_ONCE, ChangeKind.RAISE_AT_ONCE):
        wrong = "This change happens at once and waits for no time."
        yield Refusal(AHEAD.cite, wrong, "Leave the time empty.", "at")
        return
    yield from ahead(wanted.at, now, venue)


def ahead(at: datetime, now: datetime, venue: Venue) -> Iterator[Refusal]:
    """Whether a time given on a sign lies ahead, by no more than a day."""
    if at < now:
        wrong = f"{venue.short(at)} is past."
        right = f"It is {venue.clock(now)}: give a time that lies ahead."
        yield Refusal(AHEAD.cite, wrong, right, "at")
    elif at > now + AHEAD.value:
        wrong = f"{venue.short(at)} is more than a day ahead."
        yield Refusal(AHEAD.cite, wrong, "Put the sign up nearer the time.", "at")


def _by_the_book(
    standing: Standing, wanted: LimitsRequest, kind: ChangeKind, at: datetime, act: Act
) -> Iterator[Refusal]:
    """What the document itself says against it, at the moment it would happen."""
    table = standing.table
    rules = limit_rules(table)
    if kind is ChangeKind.RAISE_AT_ONCE and rules.kept_minimum is None:
        wrong = f"{table.rulebook} lets no minimum rise at once."
        right = "Announce it, with a time at least 20 minutes ahead."
        yield Refusal(rules.raise_notice.cite, wrong, right, "at_once")
        return
    asked = Change(
        _limits(wanted.figures),
        rank_of(act.by),
        Sign(act.now),
        keep_old_minimum=wanted.at_once,
    )
    verdict = change(rules, _limits(figures_of(table)), asked, at)
    if isinstance(verdict, Refused):
        yield from _said(verdict, rules.raise_notice)


def _said(verdict: Refused, wait: Cited[timedelta]) -> Iterator[Refusal]:
    """A wait that is too short, in the words of the form."""
    minutes = int(wait.value.total_seconds() // 60)
    for refusal in verdict.refusals:
        if refusal.cite == wait.cite and "too early" in refusal.wrong:
            wrong = "That is too early for a higher minimum."
            right = f"The sign is up for at least {minutes} minutes first."
            yield Refusal(refusal.cite, wrong, right, "at")
        else:
            yield refusal


def _limits(figures: Figures) -> Limits:
    return Limits(figures.minimum, figures.maximum, figures.unit)


def decide_for_everyone(
    standing: Standing, at: datetime | None, act: Act, venue: Venue
) -> PlannedChange | Refused:
    """Whether those who kept an old minimum may follow the others, and when."""
    rules = limit_rules(standing.table)
    kept = rules.kept_minimum
    wait = kept.raised_again if kept else rules.raise_notice
    when = at or soonest(act.now, wait.value)
    found = [*_possible(standing, venue), *ahead(when, act.now, venue)]
    if not standing.kept:
        wrong = "Nobody keeps an old minimum at this table."
        found.append(Refusal(STEP, wrong, "There is nothing to raise."))
    early = may_end_kept(rules, Sign(act.now), when)
    found += _said(early, wait) if early else ()
    if found:
        return Refused(tuple(found))
    figures = figures_of(standing.table)
    return PlannedChange(ChangeKind.RAISE_KEPT, figures, when, wait.cite)
