"""Pages of patrons: find, add, show, change."""

from flask import current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from house.people.patrons import acts as acts_on_patrons
from house.people.patrons import desk, merge_views, queries, services
from house.people.patrons.cards import check_holder, holder, needed_to_play, valid_card
from house.people.patrons.exclusion_rules import LABELS, in_force, is_over
from house.people.patrons.forms import PatronForm
from house.people.patrons.models import PatronRow
from house.people.patrons.pages import (
    EDIT,
    PRIVATE,
    SEE,
    SEE_DETAILS,
    allowed,
    bp,
    moment,
    patron_or_404,
    settled,
    show_form,
)
from house.people.patrons.rules import LABELS as FIELD_LABELS
from house.people.patrons.rules import tidy
from house.typed import read_whole
from house.web import acts, now, reading, reads, refuse, venue, writing
from house.web.access import may
from rulebook import Refused

__all__ = ["acts_on_patrons", "bp", "desk", "merge_views"]
LONGEST_SEARCH = 120


@bp.get("/")
@reads(*SEE)
def index() -> ResponseReturnValue:
    """Find a patron by name, card, birth date, e-mail or telephone."""
    text = request.args.get("q", "")[:LONGEST_SEARCH]
    number = request.args.get("page", 1, type=read_whole)
    private = allowed("details")
    page = queries.search(reading(), text, number, now=now(), private=private)
    hidden = PRIVATE if queries.is_private(text) and not private else None
    part = request.headers.get("HX-Target") == "found"
    template = "patrons/_found.html" if part else "patrons/index.html"
    return render_template(
        template,
        page=page,
        q=text,
        private=private,
        hidden=hidden,
        may_add=allowed("new"),
    )


@bp.route("/new", methods=["GET", "POST"])
@acts(*EDIT)
def new() -> ResponseReturnValue:
    """Add a patron, after a look at everybody who may be the same person."""
    form = PatronForm(request.form or None)
    if request.method == "GET" or not form.validate():
        status = 422 if request.method == "POST" else 200
        return show_form("patrons/new.html", form, status, likely=())
    ticked = bool(form.despite_likely.data)
    details = form.details()
    verdict = services.add(writing(), details, moment(), despite_likely=ticked)
    if isinstance(verdict, Refused):
        likely = queries.likely(writing(), tidy(details))
        return refuse("patrons/new.html", verdict, form=form, likely=likely)
    return settled(verdict, f"{verdict.name} is added.", verdict.pk, "")


@bp.get("/<int:patron_id>")
@reads(*SEE)
def show(patron_id: int) -> ResponseReturnValue:
    """One patron: who they are, their card, whether they may be here."""
    patron = patron_or_404(reading(), patron_id)
    if patron.merged_into_id is not None:
        there = queries.survivor(reading(), patron).pk
        return redirect(url_for(".show", patron_id=there, merged=patron_id), 303)
    return render_template("patrons/show.html", **standing(patron))


def standing(patron: PatronRow) -> dict[str, object]:
    """What a patron's page shows."""
    who = holder(reading(), patron)
    likely = queries.likely(reading(), services.details_of(patron), patron.pk)
    return {
        "patron": patron,
        "cards": who.cards,
        "card": valid_card(who.cards),
        "no_card": tuple(check_holder(who, now(), venue().local(now()).date())),
        "cannot_play": tuple(needed_to_play(who.cards, now())),
        "exclusions": who.exclusions,
        "barred": [e for e in who.exclusions if in_force(e, now())],
        "is_over": is_over,
        "excluded_by": LABELS,
        "likely": likely,
        "may": allowed,
        "may_see_limit": may("payments.limit", current_app),
    }


@bp.get("/<int:patron_id>/details")
@reads(*SEE_DETAILS)
def details(patron_id: int) -> ResponseReturnValue:
    """Birth date, address and contact of a patron, on a sheet to print."""
    patron = patron_or_404(reading(), patron_id)
    return render_template("patrons/details.html", patron=patron)


@bp.route("/<int:patron_id>/edit", methods=["GET", "POST"])
@acts(*EDIT)
def edit(patron_id: int) -> ResponseReturnValue:
    """Change a patron's details, seeing what others changed in between."""
    if request.method == "GET":
        patron = patron_or_404(reading(), patron_id)
        form = PatronForm.of(patron)
        return show_form("patrons/edit.html", form, patron=patron, theirs=())
    patron = patron_or_404(writing(), patron_id, lock=True)
    form = PatronForm(request.form)
    if not form.validate():
        return show_form("patrons/edit.html", form, 422, patron=patron, theirs=())
    seen, latest = form.version.data or 0, patron.version
    verdict = services.change(writing(), patron, seen, form.details(), moment())
    theirs = beside(form, patron) if seen != latest else ()
    form.version.raw_data = [str(latest)]
    context = {"form": form, "patron": patron, "theirs": theirs}
    return settled(
        verdict, "The changes are saved.", patron_id, "patrons/edit.html", **context
    )


def beside(form: Form, patron: PatronRow) -> tuple[tuple[str, object, object], ...]:
    """Each field in which what is saved and what was typed differ."""
    theirs = services.details_of(patron)
    yours = tidy(form.details())
    return tuple(
        (label, getattr(theirs, name), getattr(yours, name))
        for name, label in FIELD_LABELS.items()
        if getattr(theirs, name) != getattr(yours, name)
    )
