"""The page of a promotion's incidents: what was found, told and validated."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.notices import notice_queries
from house.people.roles import Role
from house.web import acts, go_to, now, reads, refuse, venue
from promotions import queries
from promotions.incidents import queries as found_queries
from promotions.incidents import services
from promotions.incidents.forms import ValidateForm, incident_form
from promotions.incidents.services import WITH_A_DRAW
from promotions.models import PromotionRow
from promotions.pages import SEE, act, allowed, bp, found, here
from rulebook import Refused

PAGE = "promotions/incidents/show.html"
WHO = (Role.MARKETING, Role.APPROVER)


def _shown(row: PromotionRow, **over: Any) -> dict[str, Any]:
    session, regime = here(), queries.terms_of(here(), row).regime
    every = found_queries.incidents(session, row)
    return {
        "row": row,
        "regime": regime,
        "incidents": [
            (
                each,
                notice_queries.get(session, each.row.notice_id),
                tuple(services.against_validating(each, act())),
            )
            for each in every
        ],
        "is_open": any(each.is_open for each in every),
        "may_report": row.status in WITH_A_DRAW and allowed("report_incident"),
        "form": incident_form(venue(), found_at=now()),
        "validation": ValidateForm(),
        "may": allowed,
    } | over


@bp.get("/<slug>/incidents")
@reads(*SEE)
def incidents(slug: str) -> ResponseReturnValue:
    """See what put a draw in doubt, who was told and who validated it."""
    return render_template(PAGE, refused=None, **_shown(found(slug)))


@bp.post("/<slug>/incidents")
@acts(*WHO)
def report_incident(slug: str) -> ResponseReturnValue:
    """Put a doubt about a draw on file: it waits or is cancelled from now on."""
    row, form = found(slug), incident_form(venue(), request.form)
    if not form.validate():
        return render_template(PAGE, refused=None, **_shown(row, form=form)), 422
    verdict = services.report(here(), row, form.found(), act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(row, form=form))
    flash("The doubt is on file. Now tell the inspectors: the notice is drafted.")
    return go_to(url_for("notices.show", notice_id=verdict.notice_id))


@bp.post("/<slug>/incidents/<int:number>/validate")
@acts(*WHO, step_up=True)
def validate_draw(slug: str, number: int) -> ResponseReturnValue:
    """Write down how the integrity of the draw was validated, as somebody else."""
    row, form = found(slug), ValidateForm(request.form)
    every = found_queries.incidents(here(), row)
    incident = next((each for each in every if each.row.pk == number), None)
    if incident is None:
        abort(404, "There is no such incident.")
    verdict = services.validate(here(), row, incident, form.how.data or "", act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(row, validation=form))
    flash("The draw is validated; it can be taken up again.")
    return go_to(url_for("promotions.incidents", slug=slug))
