"""Pages of seats and briefing: the draw, who sits where, who understands."""

from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.typed import whole
from house.web import acts, go_to, reads, refuse
from house.web.request import seal
from rulebook import Refused
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.pages import RUN, SEE, act, allowed, bp, found, here
from tournaments.path import briefing as briefings
from tournaments.path import drawing, ledgers
from tournaments.path.forms import WordForm
from tournaments.rules.lifecycle import Status

SEATS = "tournaments/path/seats.html"
BRIEFING = "tournaments/path/briefing.html"


def _seats(tournament: TournamentRow, **over: Any) -> dict[str, Any]:
    session = here()
    draws = ledgers.draws(session, tournament)
    held = ledgers.held_draw(session, tournament)
    names = {e.pk: e for e in ledgers.entries(session, tournament)}
    places = ledgers.seats(session, held)
    before = tournament.status is Status.ENTRIES_OPEN
    return {
        "tournament": tournament,
        "prepared": next((d for d in draws if d.held_at is None), None)
        if held is None
        else None,
        "held": held,
        "seats": [(seat, names[entry]) for entry, seat in places.items()],
        "stops": drawing.against(session, tournament, act()) if before else (),
        "is_time": before,
        "terms": queries.terms_of(session, tournament),
        "form": WordForm(),
        "may": allowed,
    } | over


@bp.get("/<slug>/seats")
@reads(*SEE)
def seats(slug: str) -> ResponseReturnValue:
    """See who sits where, or what stands before the draw."""
    return render_template(SEATS, refused=None, **_seats(found(slug)))


@bp.post("/<slug>/seats/prepare")
@acts(*RUN)
def prepare_draw(slug: str) -> ResponseReturnValue:
    """Fix the list and promise a secret."""
    tournament = found(slug)
    verdict = drawing.fix(here(), tournament, act(), seal())
    if isinstance(verdict, Refused):
        return refuse(SEATS, verdict, **_seats(tournament))
    flash("The list is fixed. Ask somebody in the room for a word, then draw.")
    return go_to(url_for("tournaments.seats", slug=slug))


@bp.post("/<slug>/seats/draw")
@acts(*RUN)
def draw_seats(slug: str) -> ResponseReturnValue:
    """Draw the seats."""
    tournament, form = found(slug), WordForm(request.form)
    if not form.validate():
        page = render_template(SEATS, refused=None, **_seats(tournament, form=form))
        return page, 422
    word = form.word.data or ""
    verdict = drawing.hold(here(), tournament, word, act(), seal())
    if isinstance(verdict, Refused):
        return refuse(SEATS, verdict, **_seats(tournament, form=form))
    flash("The seats are drawn.")
    return go_to(url_for("tournaments.seats", slug=slug))


def _briefed(tournament: TournamentRow) -> dict[str, Any]:
    session = here()
    players = queries.entrants(session, tournament)
    ticked = queries.briefings(session, [p.pk for p in players])
    return {
        "tournament": tournament,
        "players": players,
        "ticked": ticked,
        "seats": ledgers.seats(session, ledgers.held_draw(session, tournament)),
        "stops": tuple(briefings.against(session, tournament, act())),
        "facts": queries.facts_of(session, tournament, act().now, by=act().by),
        "may": allowed,
    }


@bp.get("/<slug>/briefing")
@reads(*SEE)
def briefing(slug: str) -> ResponseReturnValue:
    """See which players are briefed, and tick those who understand."""
    return render_template(BRIEFING, refused=None, **_briefed(found(slug)))


@bp.post("/<slug>/briefing")
@acts(*RUN)
def brief(slug: str) -> ResponseReturnValue:
    """Tick players as briefed, or take ticks back."""
    tournament = found(slug)
    wanted = {whole(number) for number in request.form.getlist("entry")}
    every = request.form.get("who") == "all"
    players = [
        p for p in queries.entrants(here(), tournament) if every or p.number in wanted
    ]
    undo = request.form.get("tick") == "back"
    verdict = briefings.tick(here(), tournament, players, act(), understood=not undo)
    if isinstance(verdict, Refused):
        return refuse(BRIEFING, verdict, **_briefed(tournament))
    many = f"{verdict} {'player is' if verdict == 1 else 'players are'}"
    flash(f"{many} ticked." if not undo else f"{many} no longer ticked.")
    return go_to(url_for("tournaments.briefing", slug=slug))
