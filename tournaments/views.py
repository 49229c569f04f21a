"""Pages of tournaments: the list, and beginning one."""

from flask import render_template, request
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house.terms import pages
from house.terms.listing import situation
from house.terms.routes import Written, add_pages
from house.web import acts, now, reading, reads, venue
from rulebook import Refused
from tournaments import (
    beginnings,
    desk,
    finding,
    listing,
    postponing_views,
    queries,
    services,
)
from tournaments.forms import BeginForm, begin_form, usual_start
from tournaments.models import TournamentRow
from tournaments.pages import RUN, act, allowed, bp, found, here, looked_at
from tournaments.path import views as path_views
from tournaments.rules.formats import BLANK, TEMPLATES, Template
from tournaments.terms import TERMS

__all__ = ["bp", "desk", "finding", "path_views", "postponing_views"]
add_pages(Written(bp, TERMS, found, looked_at, see=RUN, write=RUN, publish=RUN))


@bp.get("/")
@reads()
def index() -> ResponseReturnValue:
    """Every tournament by its state, with the next step of each."""
    states = listing.states(reading(), now())
    return render_template(
        "tournaments/index.html",
        kind=TERMS,
        states=states,
        situation=situation(TERMS, states, listing.OVER),
        may_begin=allowed("new"),
    )


@bp.route("/new", methods=["GET", "POST"])
@acts(*RUN)
def new() -> ResponseReturnValue:
    """Begin a tournament from a template or from a past one."""
    session = here()
    key, given = request.values.get("from", ""), request.method == "POST"
    source: Template | TournamentRow | None
    source = beginnings.template(key) or queries.get(session, key)
    form = begin_form(venue(), request.form) if given else _usual(session, source)

    def create(chosen: Template | TournamentRow) -> TournamentRow | Refused:
        return services.create(session, form.beginning(), chosen, venue(), act())

    return pages.begin(TERMS, form, source, (*TEMPLATES, BLANK), create)


def _usual(session: Session, source: Template | TournamentRow | None) -> BeginForm:
    """The form filled in as the house usually does."""
    return begin_form(
        venue(),
        name=source.name if isinstance(source, TournamentRow) else "",
        starts_at=usual_start(venue(), now()),
        place=listing.usual_place(session),
    )
