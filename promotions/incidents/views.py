"""The page of a promotion's incidents: what was found, told and validated."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.notices import notice_queries
from house.people.roles import Role
from house.web import acts, go_to, now, reads, refuse, venue
from promotions import queries
from promotions.drawing.pages import hands
from promotions.incidents import queries as found_queries
from promotions.incidents import services, setting_aside
from promotions.incidents.forms import AsideForm, ValidateForm, incident_form
from promotions.incidents.queries import Incident
from promotions.incidents.services import WITH_A_DRAW
from promotions.incidents.setting_aside import Aside
from promotions.models import PromotionRow
from promotions.pages import APPROVE, SEE, act, allowed, bp, found, here
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
                tuple(setting_aside.against(session, row, each)),
            )
            for each in every
        ],
        "is_open": any(each.is_open for each in every),
        "may_report": row.status in WITH_A_DRAW and allowed("report_incident"),
        "form": incident_form(venue(), found_at=now()),
        "validation": ValidateForm(),
        "aside": aside_form(row),
        "held": setting_aside.held(session, row),
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


def aside_form(row: PromotionRow, typed: Any = None) -> AsideForm:
    """The form with the draws whose result stands."""
    form = AsideForm(typed)
    every = setting_aside.held(here(), row)
    form.draw.choices = {str(one.draw): f"Draw {one.draw}" for one in every}
    return form


def _incident(row: PromotionRow, number: int) -> Incident:
    every = found_queries.incidents(here(), row)
    incident = next((each for each in every if each.row.pk == number), None)
    if incident is None:
        abort(404, "There is no such incident.")
    return incident


@bp.post("/<slug>/incidents/<int:number>/set-aside")
@acts(*APPROVE, step_up=True)
def set_draw_aside(slug: str, number: int) -> ResponseReturnValue:
    """Set the result of a draw aside after a doubt; it is drawn again."""
    row, with_ = found(slug), hands()
    incident, form = _incident(row, number), aside_form(row, request.form)
    asked = request.form.get("draw", 0, type=int)
    said = Aside(asked, form.how.data or "", form.reason.data or "")
    verdict = (
        with_
        if isinstance(with_, Refused)
        else setting_aside.set_aside(here(), row, incident, said, with_.key, act())
    )
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(row, aside=form))
    flash(f"The result of draw {asked} is set aside. Draw it again when all is ready.")
    return go_to(url_for("promotions.draw_room", slug=slug, number=asked))


@bp.post("/<slug>/incidents/<int:number>/validate")
@acts(*WHO, step_up=True)
def validate_draw(slug: str, number: int) -> ResponseReturnValue:
    """Write down how the integrity of the draw was validated, as somebody else."""
    row, form = found(slug), ValidateForm(request.form)
    incident = _incident(row, number)
    verdict = services.validate(here(), row, incident, form.how.data or "", act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(row, validation=form))
    flash("The draw is validated; it can be taken up again.")
    return go_to(url_for("promotions.incidents", slug=slug))
