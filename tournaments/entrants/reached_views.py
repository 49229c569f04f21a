"""The page of who was told: each entrant, by which channel, and who is left."""

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.typed import MOST
from house.web import acts, go_to, reads, refuse
from rulebook import Refused
from tournaments.entrants import reaching
from tournaments.pages import DESK, SEE, act, allowed, bp, found, here

PAGE = "tournaments/entrants/reached.html"


@bp.get("/<slug>/told")
@reads(*SEE)
def entrants_told(slug: str) -> ResponseReturnValue:
    """See which entrants were reached with what, and who is left to tell."""
    tournament = found(slug)
    every = reaching.told(here(), tournament)
    about = {"tournament": tournament, "told": every, "may": allowed}
    return render_template(PAGE, refused=None, **about)


@bp.post("/<slug>/told/<int:reach_id>")
@acts(*DESK)
def tell_entrant(slug: str, reach_id: int) -> ResponseReturnValue:
    """Note that an entrant was told by hand."""
    tournament = found(slug)
    how, number = request.form.get("how", "")[:200], min(reach_id, MOST)
    verdict = reaching.tell_by_hand(here(), tournament, number, how, act())
    if isinstance(verdict, Refused):
        every = reaching.told(here(), tournament)
        about = {"tournament": tournament, "told": every, "may": allowed}
        return refuse(PAGE, verdict, **about)
    flash("It is noted that they were told.")
    return go_to(url_for(".entrants_told", slug=slug))
