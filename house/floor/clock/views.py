"""The page of the clock: which tables it stops, and saying that it is right again."""

from typing import Any

from flask import current_app, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.floor.clock import wall_clock
from house.floor.signs.forms import DownForm
from house.floor.tables.pages import RUN, bp
from house.people.roles import Role
from house.web import act, acts, go_to, now, reading, reads, refuse, writing
from house.web.access import may
from rulebook import Refused


@bp.get("/clock", endpoint="clock")
@reads(Role.ADMIN, *RUN)
def clock_page() -> ResponseReturnValue:
    """Whether the clock stops a table, and since when."""
    return render_template("signs/clock.html", refused=None, **_shown(DownForm()))


def _shown(form: DownForm) -> dict[str, Any]:
    session = reading()
    return {
        "form": form,
        "stopped": wall_clock.stopped(session, now()),
        "newest": wall_clock.newest(session),
        "may_set": may("tables.set_clock_right", current_app),
    }


@bp.post("/clock")
@acts(Role.ADMIN, step_up=True)
def set_clock_right() -> ResponseReturnValue:
    """Say that the clock is right now, with what happened to it."""
    form = DownForm(request.form)
    if not form.validate():
        page = render_template("signs/clock.html", refused=None, **_shown(form))
        return page, 422
    verdict = wall_clock.set_right(writing(), form.why.data or "", act())
    if isinstance(verdict, Refused):
        return refuse("signs/clock.html", verdict, **_shown(form))
    flash("The clock is right. The tables go on.")
    return go_to(url_for("tables.clock"))
