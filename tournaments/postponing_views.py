"""The page of a tournament with too few entries: put it off, or cancel it."""

from datetime import datetime, timedelta
from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import StringField
from wtforms.validators import Length

from house.forms import HouseForm, Needed, VenueTimeField
from house.web import acts, config, go_to, now, on_the_web, refuse, venue
from rulebook import Refused
from tournaments import postponing, queries
from tournaments.models import TournamentRow
from tournaments.pages import RUN, act, allowed, bp, found, here
from tournaments.postponing import Postpone
from tournaments.rules import postponing as rules
from tournaments.rules.terms import Terms
from tournaments.terms import TERMS

PAGE = "tournaments/path/too_few.html"
WEEK = timedelta(days=7)


class PostponeForm(HouseForm):
    """To when, and why."""

    starts_at: VenueTimeField
    closes_at: VenueTimeField
    why = StringField("Reason", [Needed(), Length(max=400)])

    def command(self, tournament: TournamentRow) -> Postpone:
        """What was said."""
        return Postpone(
            self.starts_at.data,
            self.closes_at.data,
            self.why.data or "",
            on_the_web(TERMS.public_path(tournament)),
            config().publish_by_two,
        )


def _form(typed: Any = None, **usual: Any) -> PostponeForm:
    class Bound(PostponeForm):
        starts_at = VenueTimeField("New start", [Needed()], venue=venue(), ahead=True)
        closes_at = VenueTimeField(
            "Entries close", [Needed()], venue=venue(), ahead=True
        )

    return Bound(typed, data=usual)


def _week_later(terms: Terms) -> dict[str, datetime | None]:
    """The same day and hour of the week after, by the clock on the wall."""
    zone = terms.zone
    times = {
        "starts_at": terms.details.dates.starts_at,
        "closes_at": terms.entry.method.closes_at,
    }
    return {k: at.astimezone(zone) + WEEK if at else None for k, at in times.items()}


def _shown(tournament: TournamentRow) -> dict[str, Any]:
    facts = queries.entry_facts(here(), tournament, now())
    terms = queries.terms_of(here(), tournament)
    later = _week_later(terms)
    starts, closes = later["starts_at"], later["closes_at"]
    return {
        "tournament": tournament,
        "facts": facts,
        "terms": terms,
        "is_due": postponing.is_due(tournament, here(), now()),
        "stops": tuple(rules.against(facts, starts, closes)),
        "may": allowed,
    }


@bp.route("/<slug>/too-few", methods=["GET", "POST"])
@acts(*RUN)
def too_few(slug: str) -> ResponseReturnValue:
    """Decide what becomes of a tournament with too few entries."""
    tournament = found(slug)
    about = _shown(tournament)
    if request.method == "GET":
        form = _form(None, **_week_later(about["terms"]))
        return render_template(PAGE, refused=None, form=form, **about)
    form = _form(request.form)
    if not form.validate():
        return render_template(PAGE, refused=None, form=form, **about), 422
    command = form.command(tournament)
    verdict = postponing.postpone(here(), tournament, command, act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, form=form, **about)
    flash(f"Put off by version {verdict.number} of the terms. Send the notices now.")
    return go_to(url_for("tournaments.show", slug=slug))
