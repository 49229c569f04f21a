"""Pages of tournaments: the list, and beginning one."""

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house.web import acts, go_to, now, reading, reads, refuse, venue, writing
from rulebook import Refused
from tournaments import (
    beginnings,
    desk,
    editor_views,
    finding,
    listing,
    postponing_views,
    queries,
    services,
)
from tournaments.forms import BeginForm, begin_form, usual_start
from tournaments.models import TournamentRow
from tournaments.pages import RUN, act, allowed, bp
from tournaments.path import views as path_views
from tournaments.rules.formats import BLANK, TEMPLATES, Template

__all__ = ["bp", "desk", "editor_views", "finding", "path_views", "postponing_views"]


@bp.get("/")
@reads()
def index() -> ResponseReturnValue:
    """Every tournament by its state, with the next step of each."""
    states = listing.states(reading(), now())
    return render_template(
        "tournaments/index.html",
        states=states,
        situation=listing.situation(states),
        may_begin=allowed("new"),
    )


@bp.route("/new", methods=["GET", "POST"])
@acts(*RUN)
def new() -> ResponseReturnValue:
    """Begin a tournament from a template or from a past one."""
    given = request.method == "POST"
    session = writing() if given else reading()
    source = _source(session, request.values.get("from", ""))
    form = begin_form(venue(), request.form) if given else _usual(session, source)
    about = {"form": form, "source": source, "templates": (*TEMPLATES, BLANK)}
    if not given or not form.validate():
        page = render_template("tournaments/new.html", refused=None, **about)
        return page, 422 if given else 200
    if source is None:
        abort(422, "There is no such template.")
    verdict = services.create(session, form.beginning(), source, venue(), act())
    if isinstance(verdict, Refused):
        return refuse("tournaments/new.html", verdict, **about)
    flash(f"{verdict.name} is begun: its terms are written from {_named(source)}.")
    return go_to(url_for(".terms", slug=verdict.slug))


def _source(session: Session, key: str) -> Template | TournamentRow | None:
    """The template or the past tournament that is meant."""
    return beginnings.template(key) or queries.get(session, key)


def _usual(session: Session, source: Template | TournamentRow | None) -> BeginForm:
    """The form filled in as the house usually does."""
    return begin_form(
        venue(),
        name=source.name if isinstance(source, TournamentRow) else "",
        starts_at=usual_start(venue(), now()),
        place=listing.usual_place(session),
    )


def _named(source: Template | TournamentRow) -> str:
    if isinstance(source, Template):
        return f"the template “{source.title}”"
    return source.name
