"""Pages of play: the sessions of a tournament, and one table of a session."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.floor import running
from house.floor.models import TableRow, TableStatus
from house.floor.tables import services as floor_tables
from house.people.roles import Role
from house.web import acts, go_to, now, reads, refuse
from rulebook import Refused
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.money import queries as money
from tournaments.pages import RUN, SEE, act, allowed, bp, found, here
from tournaments.play import (
    closing,
    counting,
    marker,
    moving_chips,
    places,
    sessions,
    standing,
)
from tournaments.play.forms import (
    CloseForm,
    FillForm,
    MarkerForm,
    PauseForm,
    counted,
)
from tournaments.play.models import PlaySessionRow, SessionTableRow
from tournaments.play.play import TournamentPlay
from tournaments.rules.timetable import slots

PAGE = "tournaments/play/show.html"
TABLE = "tournaments/play/table.html"
AT_TABLE = (*RUN, Role.SUPERVISOR)
COUNTERS = (*AT_TABLE, Role.DEALER)


def _shown(tournament: TournamentRow, **over: Any) -> dict[str, Any]:
    session = here()
    begun = standing.sessions(session, tournament)
    rows = []
    for slot in slots(queries.terms_of(session, tournament)):
        playing = begun.get((slot.stage_at, slot.session))
        if playing is None:
            stops = sessions.starting(session, tournament, slot, now())
            rows.append({"slot": slot, "playing": None, "starting": stops})
        else:
            rows.append({"slot": slot, **_session(tournament, playing)})
    about = {"tournament": tournament, "rows": rows, "may": allowed}
    return about | {"form": PauseForm()} | over


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
    verdict = sessions.start(here(), tournament, slot, act(), running.floor())
    done = f"{wording.capital(slot.called)} has started."
    return _answered(verdict, tournament, done)


def _playing(tournament: TournamentRow, stage_at: int, number: int) -> PlaySessionRow:
    row = standing.sessions(here(), tournament).get((stage_at, number))
    if row is None:
        abort(404, "This session has not started.")
    return row


@bp.post("/<slug>/play/<int:stage_at>/<int:number>/pause")
@acts(*RUN)
def pause_session(slug: str, stage_at: int, number: int) -> ResponseReturnValue:
    """Pause a session, with a reason."""
    tournament, form = found(slug), PauseForm(request.form)
    playing, reason = _playing(tournament, stage_at, number), form.reason.data or ""
    verdict = sessions.pause(here(), tournament, playing, reason, act())
    return _answered(verdict, tournament, "The session is paused.", form=form)


@bp.post("/<slug>/play/<int:stage_at>/<int:number>/go-on")
@acts(*RUN)
def go_on(slug: str, stage_at: int, number: int) -> ResponseReturnValue:
    """Let a paused session go on."""
    tournament = found(slug)
    playing = _playing(tournament, stage_at, number)
    verdict = sessions.go_on(here(), tournament, playing, act())
    return _answered(verdict, tournament, "The session goes on.")


@bp.post("/<slug>/play/<int:stage_at>/<int:number>/seats")
@acts(*RUN)
def seat_moved(slug: str, stage_at: int, number: int) -> ResponseReturnValue:
    """Seat everybody where the draw and the moves have them now."""
    tournament = found(slug)
    playing, floor = _playing(tournament, stage_at, number), running.floor()
    verdict = places.follow_moves(here(), tournament, playing, act(), floor)
    return _answered(verdict, tournament, "Everybody sits where they were moved.")


def _there(
    tournament: TournamentRow, stage_at: int, number: int, table_number: int
) -> counting.Table:
    """A table of a session, held against others while something is done."""
    playing = _playing(tournament, stage_at, number)
    rows: dict[int, tuple[SessionTableRow, TableRow]] = {
        table.number: (row, table) for row, table in standing.tables_of(here(), playing)
    }
    if table_number not in rows:
        abort(404, "The session is not played at this table.")
    row, table = rows[table_number]
    if request.method != "GET":
        table = floor_tables.get(here(), table_number, lock=True) or table
    return counting.look(here(), row, table, tournament)


def _at_table(
    tournament: TournamentRow, there: counting.Table, **over: Any
) -> dict[str, Any]:
    session, use = here(), queries.subject(tournament)
    play = TournamentPlay(session, there.table, now(), use)
    waits = money.of_entries(session, there.names)
    return {
        "tournament": tournament,
        "there": there,
        "progress": play.progress() if there.closed is None else None,
        "is_open": there.table.status is TableStatus.OPEN and there.closed is None,
        "is_over": play.hand.is_over,
        "may_confirm": there.count is not None
        and there.confirmed is None
        and there.count.by != act().by.id,
        "waits": {e: m.chips_due for e, m in waits.items() if m.chips_due},
        "first_bets": _first_bets(there),
        "form": CloseForm(),
        "marker_form": MarkerForm(),
        "fill_form": FillForm(),
        "may": allowed,
    } | over


def _first_bets(there: counting.Table) -> dict[int, int]:
    """How often each seat bet first in hands that count."""
    found: dict[int, int] = {}
    for hand in there.hands:
        if hand.counts:
            found[hand.first_seat] = found.get(hand.first_seat, 0) + 1
    return dict(sorted(found.items()))


def _done(
    verdict: object,
    tournament: TournamentRow,
    there: counting.Table,
    done: str,
    **over: Any,
) -> ResponseReturnValue:
    """Go on to the table after an act, or show every reason against it."""
    if isinstance(verdict, Refused):
        return refuse(TABLE, verdict, **_at_table(tournament, there, **over))
    flash(done)
    playing = there.at.session
    return go_to(
        url_for(
            "tournaments.play_table",
            slug=tournament.slug,
            stage_at=playing.stage_at,
            number=playing.session,
            table_number=there.table.number,
        )
    )


AT = "/<slug>/play/<int:stage_at>/<int:number>/table/<int:table_number>"


@bp.get(AT)
@reads(*SEE)
def play_table(
    slug: str, stage_at: int, number: int, table_number: int
) -> ResponseReturnValue:
    """See a table of a session: stacks, marker, counts and its closing."""
    tournament = found(slug)
    there = _there(tournament, stage_at, number, table_number)
    return render_template(TABLE, refused=None, **_at_table(tournament, there))


@bp.post(f"{AT}/marker")
@acts(*AT_TABLE)
def move_marker(
    slug: str, stage_at: int, number: int, table_number: int
) -> ResponseReturnValue:
    """Put the marker of the first bet right, with a reason."""
    tournament, form = found(slug), MarkerForm(request.form)
    there = _there(tournament, stage_at, number, table_number)
    said = (form.number, form.reason.data or "")
    verdict = marker.put_right(here(), tournament, there, *said, act())
    done = f"Seat {form.number} bets first in the next hand."
    return _done(verdict, tournament, there, done, marker_form=form)


@bp.post(f"{AT}/fill")
@acts(*RUN)
def fill_tray(
    slug: str, stage_at: int, number: int, table_number: int
) -> ResponseReturnValue:
    """Bring chips to the tray of a table."""
    tournament, form = found(slug), FillForm(request.form)
    there = _there(tournament, stage_at, number, table_number)
    verdict = moving_chips.fill(here(), tournament, there, form.worth, act())
    done = f"{wording.capital(wording.chips(form.worth))} came to the tray."
    return _done(verdict, tournament, there, done, fill_form=form)


@bp.post(f"{AT}/chips/<int:entry_id>")
@acts(*AT_TABLE)
def hand_chips_over(
    slug: str, stage_at: int, number: int, table_number: int, entry_id: int
) -> ResponseReturnValue:
    """Hand chips over that an entrant paid for and waits for."""
    tournament = found(slug)
    there = _there(tournament, stage_at, number, table_number)
    verdict = moving_chips.hand_over(here(), tournament, there, entry_id, act())
    return _done(verdict, tournament, there, "The chips are handed over.")


@bp.post(f"{AT}/<which>")
@acts(*COUNTERS)
def count_table(
    slug: str, stage_at: int, number: int, table_number: int, which: str
) -> ResponseReturnValue:
    """Count a table, or confirm a count without having seen it."""
    services = {"count": counting.count, "confirm": counting.confirm}
    if which not in services:
        abort(404, "A table is counted, and the count confirmed.")
    tournament = found(slug)
    there = _there(tournament, stage_at, number, table_number)
    typed = counted(request.form, there.names)
    verdict: object = typed
    if not isinstance(typed, Refused):
        verdict = services[which](here(), tournament, there, typed, act())
    done = "The count is kept." if which == "count" else "Both counts are in."
    return _done(verdict, tournament, there, done)


@bp.post(f"{AT}/close")
@acts(*RUN)
def close_session_table(
    slug: str, stage_at: int, number: int, table_number: int
) -> ResponseReturnValue:
    """Close a table by its counts."""
    tournament, form = found(slug), CloseForm(request.form)
    there = _there(tournament, stage_at, number, table_number)
    if not form.validate():
        about = _at_table(tournament, there, form=form)
        return render_template(TABLE, refused=None, **about), 422
    verdict = closing.close(here(), tournament, there, form.said(), act())
    done = f"Table {table_number} is closed and its chips are taken in."
    return _done(verdict, tournament, there, done, form=form)
