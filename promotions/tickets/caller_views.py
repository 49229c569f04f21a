"""The page of play systems: who has a key, a new one, and the end of one."""

from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.people.roles import Role
from house.typed import whole
from house.web import acts, on_the_web, reads, refuse
from promotions.forms import CallerForm
from promotions.pages import WRITE, act, allowed, bp, here
from promotions.tickets import callers
from promotions.tickets.callers import KEYED
from promotions.tickets.calls import MOST
from rulebook import Refused

PAGE = "promotions/tickets/callers.html"


def _about(form: CallerForm) -> dict[str, Any]:
    return {
        "callers": callers.every(here()),
        "form": form,
        "rule": KEYED,
        "may": allowed,
        "address": on_the_web(url_for("ticket_calls.take", slug="SLUG")),
        "most": MOST,
        "key": "",
        "refused": None,
    }


@bp.get("/callers")
@reads(*WRITE, Role.ADMIN)
def play_systems() -> ResponseReturnValue:
    """See which systems send play, and since when."""
    return render_template(PAGE, **_about(CallerForm()))


@bp.post("/callers")
@acts(Role.ADMIN, step_up=True)
def make_key() -> ResponseReturnValue:
    """Give a system a key, which is shown this once, or end one."""
    form = CallerForm(request.form)
    ended = whole(request.form.get("revoke", ""))
    if ended is not None:
        verdict: object = callers.revoke(here(), ended, act())
    elif form.validate():
        verdict = callers.make(here(), form.name.data or "", act())
    else:
        return render_template(PAGE, **_about(form)), 422
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_without_refused(form))
    key = verdict if isinstance(verdict, str) else ""
    return render_template(PAGE, **_about(CallerForm()) | {"key": key})


def _without_refused(form: CallerForm) -> dict[str, Any]:
    return {name: value for name, value in _about(form).items() if name != "refused"}
