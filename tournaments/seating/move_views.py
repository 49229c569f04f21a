"""Pages of moves: who was moved, who is to be, and a table that is broken."""

from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.web import acts, go_to, now, reads, refuse
from rulebook import Refused
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.pages import RUN, SEE, act, allowed, bp, found, here
from tournaments.seating import moves as moving
from tournaments.seating import paper
from tournaments.seating.forms import BY_HAND, MoveForm, number

PAGE = "tournaments/path/moves.html"
CALLED = BY_HAND | {
    "balance": "Tables kept even",
    "break": "Table broken",
    "undo": "Undone",
    "replaced": "A stage’s count put right",
}


def _shown(tournament: TournamentRow, **over: Any) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "terms": queries.terms_of(here(), tournament),
        "moves": moving.recent(here(), tournament),
        "recent": moving.recent(here(), tournament, now() - moving.RECENT),
        "sittings": paper.sittings(here(), tournament),
        "can_move": tournament.status in moving.MOVING,
        "called": CALLED,
        "form": MoveForm(),
        "may": allowed,
    } | over


def _answered(
    verdict: Any, tournament: TournamentRow, **over: Any
) -> ResponseReturnValue:
    """Go on to the moves, or show every reason against them."""
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(tournament, **over))
    flash(f"{wording.capital(wording.many(len(verdict), 'move'))} made.")
    return go_to(url_for("tournaments.moves", slug=tournament.slug))


@bp.get("/<slug>/moves")
@reads(*SEE)
def moves(slug: str) -> ResponseReturnValue:
    """See who was moved since the release of the seats."""
    return render_template(PAGE, refused=None, **_shown(found(slug)))


@bp.post("/<slug>/moves")
@acts(*RUN)
def move_player(slug: str) -> ResponseReturnValue:
    """Move somebody to a free seat, or let two change seats."""
    tournament, form = found(slug), MoveForm(request.form)
    if not form.validate():
        page = render_template(PAGE, refused=None, **_shown(tournament, form=form))
        return page, 422
    other, wanted = number(form.other.data), form.command()
    verdict = (
        moving.swap(here(), tournament, wanted, other, act())
        if other
        else moving.move(here(), tournament, wanted, act())
    )
    return _answered(verdict, tournament, form=form)


@bp.post("/<slug>/moves/balance")
@acts(*RUN)
def balance_tables(slug: str) -> ResponseReturnValue:
    """Keep the tables of a session even, as the terms say."""
    tournament, session = found(slug), number(request.form.get("session"))
    return _answered(moving.balance(here(), tournament, session, act()), tournament)


@bp.post("/<slug>/moves/break")
@acts(*RUN)
def break_table(slug: str) -> ResponseReturnValue:
    """Break a table of a session, as the terms say."""
    tournament, session = found(slug), number(request.form.get("session"))
    table = number(request.form.get("table_number"))
    verdict = moving.break_table(here(), tournament, session, table, act())
    return _answered(verdict, tournament)


@bp.post("/<slug>/moves/<int:move_id>/undo")
@acts(*RUN)
def undo_move(slug: str, move_id: int) -> ResponseReturnValue:
    """Bring somebody back to where they sat."""
    tournament = found(slug)
    return _answered(moving.undo(here(), tournament, move_id, act()), tournament)
