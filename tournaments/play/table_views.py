"""Pages of one table of a session: stacks, marker, chips, counts and its closing."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.floor.models import TableStatus
from house.floor.tables import services as floor_tables
from house.people.roles import Role
from house.web import acts, go_to, now, reads, refuse
from rulebook import Refused
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.money import queries as money
from tournaments.pages import RUN, SEE, act, allowed, bp, found, here
from tournaments.play import (
    closing,
    counting,
    early,
    keying,
    marker,
    moving_chips,
    standing,
)
from tournaments.play.forms import (
    AT_THE_TRAY,
    ChipsForm,
    CloseForm,
    MarkerForm,
    StackForm,
    StacksForm,
    counted,
    moved,
    stacks,
)
from tournaments.play.play import TournamentPlay
from tournaments.play.views import playing_of
from tournaments.rules.session_plan import Keyed
from tournaments.rules.tokens import pieces_of

TABLE = "tournaments/play/table.html"
AT_TABLE = (*RUN, Role.SUPERVISOR)
COUNTERS = (*AT_TABLE, Role.DEALER)


def _there(
    tournament: TournamentRow, stage_at: int, number: int, table_number: int
) -> counting.Table:
    """A table of a session, held against others while something is done."""
    playing = playing_of(tournament, stage_at, number)
    known = standing.table_of(here(), playing, table_number)
    if known is None:
        abort(404, "The session is not played at this table.")
    row, table = known
    if request.method != "GET":
        table = floor_tables.get(here(), table_number, lock=True) or table
    return counting.look(here(), row, table)


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
        "finding": None
        if there.closed or play.hand.is_over
        else early.finding(session, tournament, there),
        "may_confirm": there.count is not None
        and there.confirmed is None
        and there.count.by != act().by.id,
        "waits": {e: m.chips_due for e, m in waits.items() if m.chips_due},
        "numbers": standing.numbers(session, there.names),
        "first_bets": there.tally.first_bets,
        "stacks_form": StacksForm(),
        "stacks_alone": there.at.plan.keyed is not Keyed.CARDS,
        "at_counts": there.at.plan.keyed is Keyed.COUNTS,
        "form": CloseForm(),
        "marker_form": MarkerForm(),
        "chips_form": ChipsForm(),
        "stack_form": StackForm(),
        "effect": (),
        "denominations": _denominations(there),
        "by_piece": "by-piece" in request.values,
        "may": allowed,
    } | over


def _denominations(there: counting.Table) -> tuple[int, ...]:
    """The chips that may lie at a table, smallest first."""
    plan = there.at.plan
    return tuple(pieces_of((*plan.rack_of, *plan.bank_of)))


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


@bp.post(f"{AT}/chips")
@acts(*AT_TABLE)
def move_chips(
    slug: str, stage_at: int, number: int, table_number: int
) -> ResponseReturnValue:
    """Bring chips to the tray of a table, take some out, or colour up."""
    tournament, form = found(slug), ChipsForm(request.form)
    there = _there(tournament, stage_at, number, table_number)
    if not form.validate():
        about = _at_table(tournament, there, chips_form=form)
        return render_template(TABLE, refused=None, **about), 422
    pieces = moved(request.form, _denominations(there))
    verdict: object = pieces
    if not isinstance(pieces, Refused):
        wanted = form.wanted(pieces)
        verdict = moving_chips.move(here(), tournament, there, wanted, act())
    done = f"Done: {AT_THE_TRAY[form.kind.data].lower()}."
    return _done(verdict, tournament, there, done, chips_form=form)


@bp.post(f"{AT}/stack")
@acts(*RUN)
def put_stack_right(
    slug: str, stage_at: int, number: int, table_number: int
) -> ResponseReturnValue:
    """Put a stack right, once what it changes was shown."""
    tournament, form = found(slug), StackForm(request.form)
    there = _there(tournament, stage_at, number, table_number)
    if not form.validate():
        about = _at_table(tournament, there, stack_form=form)
        return render_template(TABLE, refused=None, **about), 422
    wanted = form.wanted()
    if not form.sure.data:
        effect = moving_chips.changes(there, wanted)
        about = _at_table(tournament, there, stack_form=form, effect=effect)
        return render_template(TABLE, refused=None, **about)
    verdict = moving_chips.move(here(), tournament, there, wanted, act())
    done = "The stack is put right."
    return _done(verdict, tournament, there, done, stack_form=form)


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


@bp.post(f"{AT}/stacks")
@acts(*COUNTERS)
def key_stacks(
    slug: str, stage_at: int, number: int, table_number: int
) -> ResponseReturnValue:
    """Key the stacks after a hand whose cards nobody keys."""
    tournament = found(slug)
    there = _there(tournament, stage_at, number, table_number)
    typed = stacks(request.form, there.names)
    verdict: object = typed
    if not isinstance(typed, Refused):
        verdict = keying.key(here(), tournament, there, typed, act())
    return _done(verdict, tournament, there, "The stacks are kept.")


@bp.post(f"{AT}/stacks/take-back")
@acts(*AT_TABLE)
def take_stacks_back(
    slug: str, stage_at: int, number: int, table_number: int
) -> ResponseReturnValue:
    """Take back the stacks that were keyed last, with a reason."""
    tournament = found(slug)
    there = _there(tournament, stage_at, number, table_number)
    reason = request.form.get("reason", "")[:400]
    verdict = keying.take_back(here(), tournament, there, reason, act())
    return _done(verdict, tournament, there, "What was keyed last is taken back.")


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
    typed = counted(request.form, there.names, _denominations(there))
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
