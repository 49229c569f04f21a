"""The page of the line: who waits, what is offered, joining and leaving."""

from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.audit.plain import LARGEST
from house.people.patrons import queries as patrons
from house.typed import read_whole
from house.web import acts, config, go_to, now, reads, refuse
from rulebook import Refused
from tournaments.models import TournamentRow
from tournaments.pages import DESK, SEE, act, allowed, bp, found, here
from tournaments.path import steps
from tournaments.waiting import line, offers, queries

PAGE = "tournaments/waiting/line.html"


def shown(tournament: TournamentRow) -> dict[str, Any]:
    """Everybody who waits or waited, and what is free."""
    session = here()
    every = queries.everybody(session, tournament)
    facts = steps.entry_facts(session, tournament, act())
    return {
        "tournament": tournament,
        "waiting": [each for each in every if each.stands(now())],
        "gone": [each for each in every if not each.stands(now())],
        "free": offers.places_free(facts),
        "facts": facts,
        "at": now(),
        "minutes": config().waiting_offer_minutes,
        "may": allowed,
    }


@bp.get("/<slug>/waiting")
@reads(*SEE)
def waiting(slug: str) -> ResponseReturnValue:
    """See who waits for a place, and to whom one is offered."""
    return render_template(PAGE, refused=None, **shown(found(slug)))


@bp.post("/<slug>/waiting")
@acts(*DESK)
def join_line(slug: str) -> ResponseReturnValue:
    """Put a patron at the end of the line."""
    tournament = found(slug)
    patron_id = request.form.get("patron", 0, type=read_whole)
    patron = patrons.get(here(), patron_id) if 0 < patron_id <= LARGEST else None
    minutes = config().waiting_offer_minutes
    verdict = line.join(here(), tournament, patron, minutes, act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **shown(tournament))
    flash(f"{verdict.name} waits as number {verdict.number}.")
    return go_to(url_for("tournaments.waiting", slug=slug))


@bp.post("/<slug>/waiting/<int:number>/leave")
@acts(*DESK)
def leave_line(slug: str, number: int) -> ResponseReturnValue:
    """Take somebody out of the line."""
    tournament = found(slug)
    verdict = line.leave(here(), tournament, number, act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **shown(tournament))
    flash(f"{verdict.name} no longer waits.")
    return go_to(url_for("tournaments.waiting", slug=slug))
