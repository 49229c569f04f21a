"""Applications at the desk: who it may be, the entry taken or the person declined."""

from dataclasses import replace
from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import StringField
from wtforms.validators import Length

from house.forms import HouseForm, Needed
from house.people.patrons import queries as patrons
from house.people.patrons.models import PatronRow
from house.web import acts, go_to, now, refuse
from rulebook import Refusal, Refused
from tournaments.entrants import applying, deciding
from tournaments.entrants.models import ApplicationRow, Outcome
from tournaments.models import TournamentRow
from tournaments.pages import DESK, act, bp, found, here
from tournaments.path import entries, steps, substituting
from tournaments.path.substituting import Substitute
from tournaments.waiting import line
from tournaments.waiting.queries import held_online

LIST = "tournaments/entrants/applications.html"
ONE = "tournaments/entrants/application.html"


class DeclineForm(HouseForm):
    """Why an application is declined; it stays at the desk."""

    reason = StringField("Reason, for the desk alone", [Needed(), Length(max=400)])


@bp.get("/<slug>/applications")
@acts(*DESK)
def applications(slug: str) -> ResponseReturnValue:
    """See who asked online to enter."""
    tournament = found(slug)
    waiting = applying.waiting(here(), tournament)
    about = {"tournament": tournament, "waiting": waiting, "at": now()}
    return render_template(LIST, refused=None, **about)


def _waiting(tournament: TournamentRow, number: int) -> ApplicationRow:
    row = deciding.application(here(), tournament, number)
    if row is None:
        abort(404, f"There is no application {number}.")
    return row


def _about(tournament: TournamentRow, row: ApplicationRow) -> dict[str, Any]:
    asked = request.args.get("q", "").strip()[:120]
    sought = (
        patrons.search(here(), asked, 1, now=now(), private=True) if asked else None
    )
    entry = deciding.takes_over(here(), row)
    likely = patrons.with_standing(here(), deciding.likely(here(), row), now())
    return {
        "tournament": tournament,
        "application": row,
        "is_open": row.outcome is Outcome.WAITING,
        "likely": likely,
        "sought": sought.lines if sought else (),
        "q": asked or row.name,
        "looked": bool(asked),
        "against": lambda patron: _against(tournament, row, patron),
        "is_full": entry is None and not _is_room(tournament, row),
        "takes_over": entry,
        "at": now(),
        "form": DeclineForm(),
    }


def _is_room(tournament: TournamentRow, row: ApplicationRow) -> bool:
    """Whether a place is free that nobody else comes first for."""
    facts = steps.entry_facts(here(), tournament, act())
    others = held_online(here(), tournament, now(), row.number)
    return line.is_room(replace(facts, held_online=others))


def _against(
    tournament: TournamentRow, row: ApplicationRow, patron: PatronRow
) -> tuple[Refusal, ...]:
    """Why this person cannot enter, or take over the entry they were named for."""
    entry = deciding.takes_over(here(), row)
    if entry is None:
        return entries.against_person(here(), tournament, patron, now())
    named = Substitute(patron, selected=True, named_at=row.at)
    return tuple(substituting.against(here(), tournament, entry, named, now()))


@bp.get("/<slug>/applications/<int:number>")
@acts(*DESK)
def application(slug: str, number: int) -> ResponseReturnValue:
    """Match an application to somebody on file; namesakes are all shown."""
    tournament = found(slug)
    row = _waiting(tournament, number)
    return render_template(ONE, refused=None, **_about(tournament, row))


@bp.post("/<slug>/applications/<int:number>/decline")
@acts(*DESK)
def decline_application(slug: str, number: int) -> ResponseReturnValue:
    """Decline an application; the applicant hears no reason."""
    tournament = found(slug)
    row, form = _waiting(tournament, number), DeclineForm(request.form)
    reason = (form.reason.data or "")[:400]
    verdict = deciding.decline(here(), tournament, number, reason, act())
    if isinstance(verdict, Refused):
        return refuse(ONE, verdict, **_about(tournament, row) | {"form": form})
    flash(f"Application {number} is declined. What they typed is no longer kept.")
    return go_to(url_for(".applications", slug=slug))
