"""Pages of play: the sessions of a tournament, and one table of a session."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.floor import running
from house.web import acts, go_to, now, reads, refuse
from rulebook import Refused
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.pages import RUN, SEE, act, allowed, bp, found, here
from tournaments.play import (
    counting,
    places,
    sessions,
    standing,
    starts,
)
from tournaments.play.forms import MoveStartForm, PauseForm, StartForm
from tournaments.play.models import PlaySessionRow
from tournaments.play.play import TournamentPlay
from tournaments.rules.session_plan import Keyed

PAGE = "tournaments/play/show.html"


def _shown(tournament: TournamentRow, **over: Any) -> dict[str, Any]:
    session = here()
    begun = standing.sessions(session, tournament)
    rows = []
    for slot in starts.slots_now(session, tournament):
        playing = begun.get((slot.stage_at, slot.session))
        if playing is None:
            stops = sessions.starting(session, tournament, slot, now())
            rows.append({"slot": slot, "playing": None, "starting": stops})
        else:
            rows.append({"slot": slot, **_session(tournament, playing)})
    about = {"tournament": tournament, "rows": rows, "may": allowed}
    forms = {"form": PauseForm(), "start_form": StartForm()}
    return about | forms | {"move_form": MoveStartForm()} | over


def _session(tournament: TournamentRow, playing: PlaySessionRow) -> dict[str, Any]:
    """A session that was started, table by table."""
    session, use = here(), queries.subject(tournament)
    tables = []
    for row, table in standing.tables_of(session, playing):
        closed = counting.closed_row(session, row)
        play = TournamentPlay(session, table, now(), use)
        progress = play.progress() if closed is None else None
        tables.append({"table": table, "closed": closed, "progress": progress})
    clock = standing.clock(session, playing, now())
    is_open = any(each["closed"] is None for each in tables)
    return {"playing": playing, "tables": tables, "clock": clock, "is_open": is_open}


def _answered(
    verdict: object, tournament: TournamentRow, done: str, **over: Any
) -> ResponseReturnValue:
    """Go on to the page of play after an act, or show every reason against it."""
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(tournament, **over))
    flash(done)
    return go_to(url_for("tournaments.play", slug=tournament.slug))


@bp.get("/<slug>/play")
@reads(*SEE)
def play(slug: str) -> ResponseReturnValue:
    """See the sessions of a tournament and where each of their tables is."""
    return render_template(PAGE, refused=None, **_shown(found(slug)))


@bp.post("/<slug>/play/<int:stage_at>/<int:number>/start")
@acts(*RUN)
def start_session(slug: str, stage_at: int, number: int) -> ResponseReturnValue:
    """Start a session: its tables open, everybody is seated, banks are handed out."""
    tournament = found(slug)
    slot = sessions.find(here(), tournament, stage_at, number)
    if slot is None:
        abort(404, "There is no such session.")
    form = StartForm(request.form)
    keyed = Keyed(form.keyed.data) if form.validate() else Keyed.CARDS
    verdict = sessions.start(here(), tournament, slot, act(), running.floor(), keyed)
    done = f"{wording.capital(slot.called)} has started."
    return _answered(verdict, tournament, done)


def playing_of(tournament: TournamentRow, stage_at: int, number: int) -> PlaySessionRow:
    """The session that was started; nothing is there before."""
    row = standing.sessions(here(), tournament).get((stage_at, number))
    if row is None:
        abort(404, "This session has not started.")
    return row


@bp.post("/<slug>/play/<int:stage_at>/<int:number>/move-start")
@acts(*RUN)
def move_start(slug: str, stage_at: int, number: int) -> ResponseReturnValue:
    """Move the start of a session, on the notice of the terms."""
    tournament, form = found(slug), MoveStartForm(request.form)
    slot = sessions.find(here(), tournament, stage_at, number)
    if slot is None:
        abort(404, "There is no such session.")
    form.validate()
    zone = queries.terms_of(here(), tournament).zone
    verdict = starts.move(here(), tournament, slot, form.wanted(zone), act())
    done = f"The start of {slot.called} is moved."
    return _answered(verdict, tournament, done, move_form=form)


@bp.post("/<slug>/play/<int:stage_at>/<int:number>/pause")
@acts(*RUN)
def pause_session(slug: str, stage_at: int, number: int) -> ResponseReturnValue:
    """Pause a session, with a reason."""
    tournament, form = found(slug), PauseForm(request.form)
    playing, reason = playing_of(tournament, stage_at, number), form.reason.data or ""
    verdict = sessions.pause(here(), tournament, playing, reason, act())
    return _answered(verdict, tournament, "The session is paused.", form=form)


@bp.post("/<slug>/play/<int:stage_at>/<int:number>/go-on")
@acts(*RUN)
def go_on(slug: str, stage_at: int, number: int) -> ResponseReturnValue:
    """Let a paused session go on."""
    tournament = found(slug)
    playing = playing_of(tournament, stage_at, number)
    verdict = sessions.go_on(here(), tournament, playing, act())
    return _answered(verdict, tournament, "The session goes on.")


@bp.post("/<slug>/play/<int:stage_at>/<int:number>/seats")
@acts(*RUN)
def seat_moved(slug: str, stage_at: int, number: int) -> ResponseReturnValue:
    """Seat everybody where the draw and the moves have them now."""
    tournament = found(slug)
    playing, floor = playing_of(tournament, stage_at, number), running.floor()
    verdict = places.follow_moves(here(), tournament, playing, act(), floor)
    return _answered(verdict, tournament, "Everybody sits where they were moved.")
