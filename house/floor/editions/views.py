"""The page of editions: since when each document holds, and who entered that."""

from typing import Any

from flask import current_app, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.floor.editions import services as editions
from house.floor.signs.forms import edition_form
from house.floor.tables.pages import bp
from house.people.roles import Role
from house.web import act, acts, go_to, reading, reads, refuse, venue, writing
from house.web.access import may
from rulebook import DOCUMENTS, Refused


@bp.get("/editions", endpoint="editions")
@reads(Role.ADMIN, Role.DIRECTOR, Role.DEPUTY)
def editions_page() -> ResponseReturnValue:
    """Every edition, since when it holds here, and what is still missing."""
    form = edition_form(venue())
    return render_template("signs/editions.html", refused=None, **_shown(form))


def _shown(form: Any) -> dict[str, Any]:
    entered = editions.entries(reading())
    return {
        "form": form,
        "documents": DOCUMENTS,
        "entered": entered,
        "latest": {row.code: row for row in entered},
        "missing": [e for e in editions.UNDATED if e.code not in _codes(entered)],
        "may_enter": may("tables.enter_edition", current_app),
    }


def _codes(entered: Any) -> set[str]:
    return {row.code for row in entered}


@bp.post("/editions")
@acts(Role.ADMIN, step_up=True)
def enter_edition() -> ResponseReturnValue:
    """Enter since when an edition holds, with the instrument that says so."""
    form = edition_form(venue(), request.form)
    if not form.validate():
        page = render_template("signs/editions.html", refused=None, **_shown(form))
        return page, 422
    instrument = form.instrument.data or ""
    verdict = editions.enter(writing(), form.which(), form.instant(), instrument, act())
    if isinstance(verdict, Refused):
        return refuse("signs/editions.html", verdict, **_shown(form))
    flash(f"{verdict.code} holds from {venue().short(verdict.since)}.")
    return go_to(url_for("tables.editions"))
