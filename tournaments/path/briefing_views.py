"""The page of the briefing: who understands the terms before play."""

from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.typed import whole
from house.web import acts, go_to, reads, refuse
from rulebook import Refused
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.pages import RUN, SEE, act, allowed, bp, found, here
from tournaments.path import briefing as briefings
from tournaments.seating.seats import seats_now

BRIEFING = "tournaments/path/briefing.html"


def _briefed(tournament: TournamentRow) -> dict[str, Any]:
    session = here()
    players = queries.entrants(session, tournament)
    ticked = queries.briefings(session, [p.pk for p in players])
    return {
        "tournament": tournament,
        "players": players,
        "ticked": ticked,
        "seats": seats_now(session, tournament),
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
