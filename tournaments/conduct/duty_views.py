"""Pages of handing over, and of who is on duty."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.people.models import StaffRow
from house.people.staff.queries import Search, search
from house.typed import whole
from house.web import acts, go_to, reads, refuse
from rulebook import Refused
from tournaments import queries, staffing
from tournaments.conduct import acting, handing_over, roster
from tournaments.conduct.forms import HandoverForm
from tournaments.conduct.models import Post
from tournaments.conduct.roster import MAY_HOLD, Place
from tournaments.models import TournamentRow
from tournaments.pages import RUN, SEE, act, allowed, bp, found, here
from tournaments.rules.timetable import slots

HANDOVER = "tournaments/conduct/handover.html"
ROSTER = "tournaments/conduct/roster.html"


def _handover(tournament: TournamentRow, **over: Any) -> dict[str, Any]:
    session = here()
    every = handing_over.handovers(session, tournament)
    form = over.pop("form", None) or HandoverForm()
    able = handing_over.candidates(session, tournament, act())
    form.to.choices = {str(who): name for who, name in able.items()}
    return {
        "tournament": tournament,
        "happened": handing_over.since(session, tournament),
        "waiting": handing_over.waiting(session, tournament),
        "handovers": [
            {"it": h, "against": tuple(handing_over.against_taking(session, h, act()))}
            for h in every
        ],
        "able": able,
        "stops": tuple(acting.not_in_charge(session, tournament, act())),
        "form": form,
        "may": allowed,
    } | over


@bp.get("/<slug>/handover")
@reads(*SEE)
def handover(slug: str) -> ResponseReturnValue:
    """See what happened since the last handover, and hand the tournament over."""
    return render_template(HANDOVER, refused=None, **_handover(found(slug)))


@bp.post("/<slug>/handover")
@acts(*RUN)
def hand_over(slug: str) -> ResponseReturnValue:
    """Hand the tournament over to a deputy, or back to the Director."""
    tournament, form = found(slug), HandoverForm(request.form)
    note = form.note.data or ""
    verdict = handing_over.hand_over(here(), tournament, form.who, note, act())
    if isinstance(verdict, Refused):
        return refuse(HANDOVER, verdict, **_handover(tournament, form=form))
    flash(f"Handed over to {verdict.to_name}, who takes it on this page.")
    return go_to(url_for("tournaments.handover", slug=slug))


@bp.post("/<slug>/handover/<int:handover_id>/take")
@acts(*RUN)
def take_handover(slug: str, handover_id: int) -> ResponseReturnValue:
    """Take a handover that is for whoever is signed in."""
    tournament = found(slug)
    every = handing_over.handovers(here(), tournament)
    one = next((h for h in every if h.row.pk == handover_id), None)
    if one is None:
        abort(404, "There is no such handover.")
    verdict = handing_over.take(here(), tournament, one, act())
    if isinstance(verdict, Refused):
        return refuse(HANDOVER, verdict, **_handover(tournament))
    flash("You run the tournament now.")
    return go_to(url_for("tournaments.handover", slug=slug))


def _people(post: Post) -> dict[int, str]:
    every = (
        one.row for r in MAY_HOLD[post] for one in search(here(), Search(role=r))[0]
    )
    rows: dict[int, StaffRow] = {row.pk: row for row in every}
    people = staffing.People(staffing.staff_names(here()))
    named = {who: people.name(who) for who in rows}
    return dict(sorted(named.items(), key=lambda each: each[1].casefold()))


def _roster(tournament: TournamentRow) -> dict[str, Any]:
    session = here()
    return {
        "tournament": tournament,
        "slots": slots(queries.terms_of(session, tournament)),
        "tables": [t.number for t in queries.tables(session, tournament)],
        "posts": Post,
        "place": Place,
        "on_duty": roster.on_duty(session, tournament),
        "people": {post: _people(post) for post in Post},
        "wrong": roster.found_wrong(session, tournament),
        "may": allowed,
    }


@bp.get("/<slug>/duty")
@reads(*SEE)
def duty_roster(slug: str) -> ResponseReturnValue:
    """See who deals and who watches at each table of each session."""
    return render_template(ROSTER, refused=None, **_roster(found(slug)))


@bp.post("/<slug>/duty/<int:stage_at>/<int:number>")
@acts(*RUN)
def put_on_duty(slug: str, stage_at: int, number: int) -> ResponseReturnValue:
    """Say who is on duty in a session; what did not change is left alone."""
    tournament = found(slug)
    now = roster.on_duty(here(), tournament)
    for table in queries.tables(here(), tournament):
        for post in Post:
            place = Place(stage_at, number, table.number, post)
            typed = request.form.get(f"{post.value}-{table.number}")
            who = whole(typed or "", 2**31)
            if typed is None or now.get(place) == who:
                continue
            verdict = roster.put(here(), tournament, place, who, act())
            if isinstance(verdict, Refused):
                return refuse(ROSTER, verdict, **_roster(tournament))
    flash("The roster is kept.")
    return go_to(url_for("tournaments.duty_roster", slug=slug))
