"""Pages of the tournament's book, and of calls for the Director."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house.audit import Subject
from house.floor.models import TableRow
from house.floor.rounds.play import Way
from house.floor.tables import services as floor_tables
from house.people.roles import Role
from house.web import acts, go_to, reads, refuse
from rulebook import Refused
from tournaments.conduct import book, calling, desk
from tournaments.conduct.forms import AnswerForm, CallForm
from tournaments.conduct.models import Answer, CallRow
from tournaments.models import TournamentRow
from tournaments.pages import RUN, SEE, act, allowed, bp, found, here

__all__ = ["desk"]
BOOK = "tournaments/conduct/book.html"
CALL = "tournaments/conduct/call.html"
AT_TABLE = (*RUN, Role.SUPERVISOR, Role.DEALER)


def _book(tournament: TournamentRow, **over: Any) -> dict[str, Any]:
    session = here()
    return {
        "tournament": tournament,
        "noted": book.read(session, tournament),
        "open_calls": calling.calls(session, tournament.pk, only_open=True),
        "coming": Answer.COMING,
        "form": AnswerForm(),
        "may": allowed,
    } | over


@bp.get("/<slug>/book")
@reads(*SEE)
def conduct_book(slug: str) -> ResponseReturnValue:
    """Every ruling, act on a player, call and dispute of the tournament, in order."""
    return render_template(BOOK, refused=None, **_book(found(slug)))


def _table(number: int) -> TableRow:
    table = floor_tables.get(here(), number, lock=request.method != "GET")
    if table is None:
        abort(404, f"There is no table {number}.")
    return table


def _called(
    tournament: TournamentRow, table: TableRow, form: CallForm
) -> dict[str, Any]:
    session = here()
    return {
        "tournament": tournament,
        "table": table,
        "form": form,
        "against": calling.against(session, tournament, table),
        "open_calls": calling.calls(session, tournament.pk, table.pk, only_open=True),
        "coming": Answer.COMING,
    }


@bp.get("/<slug>/tables/<int:number>/call")
@reads(*SEE)
def call_page(slug: str, number: int) -> ResponseReturnValue:
    """See whether a table waits for the Director, and call."""
    about = _called(found(slug), _table(number), CallForm())
    return render_template(CALL, refused=None, **about)


@bp.post("/<slug>/tables/<int:number>/call")
@acts(*AT_TABLE)
def call_director(slug: str, number: int) -> ResponseReturnValue:
    """Call the Director to a table."""
    tournament, table, form = found(slug), _table(number), CallForm(request.form)
    verdict = calling.call(here(), tournament, table, form.what.data or "", act())
    if isinstance(verdict, Refused):
        return refuse(CALL, verdict, **_called(tournament, table, form))
    flash("The Director is called.")
    return go_to(url_for("tournaments.call_page", slug=slug, number=number))


@bp.post("/<slug>/calls/<int:call_id>/<how>")
@acts(*RUN)
def answer_call(slug: str, call_id: int, how: str) -> ResponseReturnValue:
    """Say that somebody comes to a table, or what was done there."""
    tournament, form = found(slug), AnswerForm(request.form)
    row = here().get(CallRow, call_id)
    ways = {"coming": Answer.COMING, "done": Answer.DONE}
    if row is None or row.tournament_id != tournament.pk or how not in ways:
        abort(404, "There is no such call.")
    note = form.note.data or ""
    verdict = calling.answer(here(), tournament, row, ways[how], note, act())
    if isinstance(verdict, Refused):
        return refuse(BOOK, verdict, **_book(tournament, form=form))
    flash(f"Table {row.table_number}: {ways[how].value}.")
    return go_to(url_for("tournaments.conduct_book", slug=slug))


def ways(session: Session, table: TableRow, user: Subject) -> tuple[Way, ...]:
    """Where the console of a tournament's table leads, beside the floor's own ways."""
    tournament = session.get_one(TournamentRow, int(user.id))
    where = url_for("tournaments.call_page", slug=tournament.slug, number=table.number)
    waiting = calling.calls(session, tournament.pk, table.pk, only_open=True)
    label = "Director is called" if waiting else "Call the director"
    return (Way(label, where),)
