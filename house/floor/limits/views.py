"""Pages of what a table announces: its limits, its closing, its markers, its sign."""

from flask import request
from flask.typing import ResponseReturnValue

from house.floor.decks.requests import counted_in
from house.floor.limits import changes as limits_changes
from house.floor.limits import markers
from house.floor.models import TableRow
from house.floor.rounds.requests import request_fields
from house.floor.signs import board
from house.floor.signs.forms import (
    DownForm,
    PersonalForm,
    closing_form,
    limits_form,
    time_form,
)
from house.floor.signs.models import ChangeKind, LimitChangeRow
from house.floor.tables import closing, services, shutting
from house.floor.tables.documents import conduct_rules, limit_rules
from house.floor.tables.pages import RUN, before_closing, bp, find, form_page, settled
from house.floor.tables.standing import standing
from house.web import act, acts, reading, venue, writing
from rulebook import Refused


def _found(number: int) -> TableRow:
    """The table: looked at, or held while something is done."""
    posted = request.method == "POST"
    return find(writing() if posted else reading(), number, lock=posted)


@bp.route("/<int:number>/limits", methods=["GET", "POST"])
@acts(*RUN, row=services.own_table)
def limits(number: int) -> ResponseReturnValue:
    """Change what a table takes: a higher minimum waits for its sign."""
    table, page = _found(number), "signs/limits.html"
    form = limits_form(venue(), table, request.form or None)
    session = writing() if request.method == "POST" else reading()
    about = {"rules": limit_rules(table), "stands": standing(session, table)}
    if request.method == "GET" or not form.validate():
        return form_page(page, form, table, **about)
    verdict = limits_changes.announce(writing(), table, form.wanted(), act(), venue())
    return settled(
        verdict, table, _announced(verdict), page, table=table, form=form, **about
    )


def _announced(verdict: object) -> str:
    if isinstance(verdict, Refused):
        return ""
    assert isinstance(verdict, LimitChangeRow)
    if verdict.kind in (ChangeKind.RAISE, ChangeKind.RAISE_KEPT):
        at = venue().clock(verdict.effective_at)
        return f"The sign is up. The minimum rises at {at}."
    return "The limits are changed, and the sign says so."


@bp.post("/<int:number>/limits/off")
@acts(*RUN, row=services.own_table)
def call_off_limits(number: int) -> ResponseReturnValue:
    """Call off a change of limits that waits."""
    table = _found(number)
    verdict = limits_changes.call_off(writing(), table, act())
    return settled(verdict, table, "The limits stay as they are.")


@bp.route("/<int:number>/limits/everyone", methods=["GET", "POST"])
@acts(*RUN, row=services.own_table)
def for_everyone(number: int) -> ResponseReturnValue:
    """Raise the minimum of those who kept the old one, after a sign."""
    table, page = _found(number), "signs/everyone.html"
    form = time_form(venue(), request.form or None)
    session = writing() if request.method == "POST" else reading()
    about = {"rules": limit_rules(table), "stands": standing(session, table)}
    if request.method == "GET" or not form.validate():
        return form_page(page, form, table, **about)
    verdict = limits_changes.raise_for_everyone(
        writing(), table, form.at.data, act(), venue()
    )
    return settled(
        verdict, table, _announced(verdict), page, table=table, form=form, **about
    )


@bp.route("/<int:number>/closing", methods=["GET", "POST"], endpoint="closing")
@acts(*RUN, row=services.own_table)
def announce_closing(number: int) -> ResponseReturnValue:
    """Tell the players that a table will close."""
    table, page = _found(number), "signs/closing.html"
    form = closing_form(venue(), request.form or None)
    about = {"conduct": conduct_rules(table)}
    if request.method == "GET" or not form.validate():
        return form_page(page, form, table, **about)
    notice = closing.notice(
        table, act(), at=form.at.data, hand_under_way=form.hand_under_way.data
    )
    verdict = closing.announce(writing(), table, notice, act(), venue())
    done = f"Table {number} is about to close. The sign says so."
    return settled(verdict, table, done, page, table=table, form=form, **about)


@bp.post("/<int:number>/closing/hand")
@acts(*RUN, row=services.own_table)
def hand_played(number: int) -> ResponseReturnValue:
    """Count a hand played out since the notice."""
    table = _found(number)
    verdict = closing.hand_played(writing(), table, act())
    return settled(verdict, table, "The hand is counted.")


@bp.post("/<int:number>/closing/off")
@acts(*RUN, row=services.own_table)
def keep_open(number: int) -> ResponseReturnValue:
    """Keep a table open that was about to close."""
    table = _found(number)
    verdict = closing.keep_open(writing(), table, act())
    return settled(verdict, table, f"Table {number} stays open.")


@bp.route("/<int:number>/closing/now", methods=["GET", "POST"])
@acts(*RUN, row=services.own_table)
def close_noticed(number: int) -> ResponseReturnValue:
    """Close a table whose notice has run."""
    if request.method == "GET":
        return before_closing(number, nobody=False)
    said, table = request_fields(), _found(number)
    counted = counted_in(said)
    if said.wrong:
        return settled(Refused(tuple(said.wrong)), table, "")
    verdict = shutting.close(writing(), table, act(), nobody=False, counted=counted)
    return settled(verdict, table, f"Table {number} is closed.")


@bp.route("/<int:number>/personal", methods=["GET", "POST"])
@acts(*RUN, row=services.own_table)
def personal(number: int) -> ResponseReturnValue:
    """Agree limits with one player; the seat carries a marker."""
    table, page = _found(number), "signs/personal.html"
    form = PersonalForm(request.form or None)
    about = {"rules": limit_rules(table)}
    if request.method == "GET" or not form.validate():
        return form_page(page, form, table, **about)
    figures = form.figures(table.unit_cents)
    verdict = markers.agree(writing(), table, form.seated(), figures, act())
    done = f"Seat {form.seat.data} carries its marker."
    return settled(verdict, table, done, page, table=table, form=form, **about)


@bp.post("/<int:number>/seats/<int:seat>/left")
@acts(*RUN, row=services.own_table)
def player_left(number: int, seat: int) -> ResponseReturnValue:
    """Take away the markers of a player who has left."""
    table = _found(number)
    verdict = markers.leave(writing(), table, seat, act())
    return settled(verdict, table, f"Seat {seat} has no marker any more.")


@bp.route("/<int:number>/sign/down", methods=["GET", "POST"])
@acts(*RUN, row=services.own_table)
def take_down_sign(number: int) -> ResponseReturnValue:
    """Say that the sign is down: every time it gave starts again later."""
    table, page = _found(number), "signs/down.html"
    form = DownForm(request.form or None)
    if request.method == "GET" or not form.validate():
        return form_page(page, form, table)
    why = form.why.data or ""
    verdict = board.take_down(writing(), table, why, act(), venue())
    done = f"The sign of table {number} is down; its times start again with it."
    return settled(verdict, table, done, page, table=table, form=form)


@bp.post("/<int:number>/sign/up")
@acts(*RUN, row=services.own_table)
def put_up_sign(number: int) -> ResponseReturnValue:
    """Say that the sign is up again."""
    table = _found(number)
    verdict = board.put_up(writing(), table, act(), venue())
    return settled(verdict, table, f"The sign of table {number} is up.")
