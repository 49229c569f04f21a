"""When sessions start: as the terms publish it, or moved since, on notice."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from rulebook import Cite, Refusal, Refused
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.play import standing
from tournaments.play.models import StartMovedRow
from tournaments.reminding import reminders, writing
from tournaments.rules import play_offs
from tournaments.rules.lifecycle import Status
from tournaments.rules.terms import Terms
from tournaments.rules.timetable import Slot, slots
from tournaments.seating.models import SeatDrawRow

ON_NOTICE: Cite = Cite("CROWN3-12.4.1(b)")


@dataclass(frozen=True, slots=True)
class NewStart:
    """A start that somebody wants to move: to when, why, and that players are told."""

    starts: datetime | None
    reason: str = ""
    told: bool = False


def slots_now(session: Session, tournament: TournamentRow) -> tuple[Slot, ...]:
    """Every session of every stage, with its start as it was moved."""
    mine = (
        select(StartMovedRow)
        .where(col(StartMovedRow.tournament_id) == tournament.pk)
        .order_by(col(StartMovedRow.id))
    )
    moved = {(row.stage_at, row.session): row.starts for row in session.exec(mine)}
    terms = queries.terms_of(session, tournament)
    every = (*slots(terms), *_play_offs(session, tournament, terms))
    return tuple(
        _moved(slot, moved.get((slot.stage_at, slot.session))) for slot in every
    )


def _play_offs(
    session: Session, tournament: TournamentRow, terms: Terms
) -> Iterator[Slot]:
    """A play-off is played as soon as its seats are released."""
    mine = (
        select(SeatDrawRow.stage_at, SeatDrawRow.released_at)
        .where(
            col(SeatDrawRow.tournament_id) == tournament.pk,
            col(SeatDrawRow.stage_at) >= play_offs.FIRST,
            col(SeatDrawRow.released_at).is_not(None),
        )
        .order_by(col(SeatDrawRow.number))
    )
    lasts = timedelta(minutes=play_offs.MINUTES)
    for at, since in session.exec(mine):
        if since is not None:
            yield Slot(at, 1, play_offs.called(terms, at), since, since + lasts)


def _moved(slot: Slot, starts: datetime | None) -> Slot:
    if starts is None:
        return slot
    return replace(slot, starts=starts, ends=slot.ends + (starts - slot.starts))


def move(
    session: Session, tournament: TournamentRow, slot: Slot, wanted: NewStart, act: Act
) -> StartMovedRow | Refused:
    """Move the start of a session that has not begun; the players are told in time."""
    terms = queries.terms_of(session, tournament)
    found = tuple(_against(session, tournament, slot, wanted, terms, act.now))
    row = StartMovedRow(
        tournament_id=tournament.pk,
        stage_at=slot.stage_at,
        session=slot.session,
        starts=wanted.starts or slot.starts,
        reason=fitted(wanted.reason.strip(), 400),
        told_how=fitted(terms.details.starts.told_how, 400),
        **steps.signed(act),
    )
    verdict: StartMovedRow | Refused = Refused(found) if found else row
    if not found:
        session.add(row)
        session.flush()
        now_at = replace(slot, starts=row.starts)
        writing.moved(session, tournament, now_at, row.reason, act)
        reminders.plan(session, tournament, [now_at], f"move {row.pk}", act.now)
    before = {"starts": slot.starts.isoformat()}
    to = wanted.starts.isoformat() if wanted.starts else ""
    after = {"session": slot.called, "starts": to, "reason": wanted.reason}
    rules = (ON_NOTICE,)
    steps.note(session, tournament, "move start", act, verdict, rules, before, after)
    return verdict


def _against(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    slot: Slot,
    wanted: NewStart,
    terms: Terms,
    now: datetime,
) -> Iterator[Refusal]:
    clause = terms.details.starts
    if tournament.status is not Status.RUNNING:
        wrong = "Play has not started."
        yield Refusal(ON_NOTICE, wrong, "Amend the terms: they hold the start.")
    if (slot.stage_at, slot.session) in standing.sessions(session, tournament):
        yield Refusal(ON_NOTICE, f"{wording.capital(slot.called)} was started already.")
    if wanted.starts is None:
        wrong = "No new start is given."
        yield Refusal(ON_NOTICE, wrong, "Enter day and time.", "starts")
    elif late := clause.too_late(now, wanted.starts):
        yield late
    if not wanted.reason.strip():
        wrong = "Nothing says why the start is moved."
        yield Refusal(ON_NOTICE, wrong, "Give a reason.", "reason")
    if not wanted.told:
        wrong = "Nobody says that the players are told."
        right = f"Give the notice {clause.told_how}, then say so."
        yield Refusal(ON_NOTICE, wrong, right, "told")
