"""Looking after a meter: displays, equipment, corrections, alarms, past readings."""

from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house.floor.meters import corrections, faults, queries, watching
from house.floor.meters.corrections import Correction
from house.floor.meters.forms import (
    CorrectionForm,
    DisplayForm,
    EquipmentForm,
    ReasonForm,
)
from house.floor.meters.models import MeterRow
from house.floor.meters.opening import Linked
from house.floor.meters.pages import RUN, SET_UP, bp, found, held, shown, table
from house.forms import HouseForm, VenueTimeField
from house.people.roles import Role
from house.web import act, actor, acts, go_to, reading, reads, refuse, venue, writing
from house.web.once import request_key
from rulebook import Refused

PAGE = "meters/care.html"


@bp.get("/<int:meter_id>/care")
@reads(*RUN)
def care(meter_id: int) -> ResponseReturnValue:
    """Check the display, report equipment, correct, read the meter as it was."""
    about = _about(reading(), found(reading(), meter_id))
    return render_template(PAGE, refused=None, **about)


def _about(session: Session, meter: MeterRow, **forms: Any) -> dict[str, Any]:
    class AsAt(HouseForm):
        at = VenueTimeField("As at", venue=venue())

    asked = AsAt(request.args if "at" in request.args else None)
    read = None
    if asked.validate() and (at := asked["at"].data) is not None:
        read = queries.read_at(session, meter, at, actor())
    return {
        "as_at": asked,
        "read": read,
        "denied": isinstance(read, Refused),
        "display_form": DisplayForm(),
        "correction": CorrectionForm(),
        "finding": ReasonForm(),
        **shown(session, meter),
        **forms,
    }


def _settled(verdict: object, meter: MeterRow, done: str) -> ResponseReturnValue:
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_about(writing(), meter))
    flash(done)
    return go_to(url_for(".care", meter_id=meter.pk))


@bp.post("/<int:meter_id>/display")
@acts(*RUN)
def check_display(meter_id: int) -> ResponseReturnValue:
    """Compare what a display shows with the meter."""
    meter, form = held(meter_id), DisplayForm(request.form)
    if not form.validate():
        about = _about(writing(), meter, display_form=form)
        return render_template(PAGE, refused=None, **about), 422
    read = form.shown_cents.data or 0
    verdict = watching.check_display(writing(), meter, read, act())
    return _settled(verdict, meter, "The display shows enough.")


@bp.post("/<int:meter_id>/tables/<int:number>/equipment")
@acts(*RUN)
def report_equipment(meter_id: int, number: int) -> ResponseReturnValue:
    """Say how the equipment of a linked table does."""
    meter, row = held(meter_id), table(writing(), number)
    form = EquipmentForm(request.form)
    report = Linked(
        str(number),
        form.display_works.data,
        form.recorder_works.data,
        (form.manual_cover.data or "")[:200],
    )
    verdict = faults.report(writing(), meter, row, report, act(), venue())
    return _settled(verdict, meter, f"The equipment of table {number} is noted.")


@bp.post("/<int:meter_id>/corrections")
@acts(Role.DIRECTOR, step_up=True)
def correct(meter_id: int) -> ResponseReturnValue:
    """Correct a meter with a new row of its ledger."""
    meter, form = held(meter_id), CorrectionForm(request.form)
    if not form.validate():
        about = _about(writing(), meter, correction=form)
        return render_template(PAGE, refused=None, **about), 422
    amount = form.amount.data or 0
    signs = {"add": amount, "take": -amount, "cancel": 0}
    asked = Correction(
        f"correction-{request_key()}",
        form.reason.data,
        amount // 100 if form.what.data == "cancel" else 0,
        signs[form.what.data],
    )
    verdict = corrections.correct(writing(), meter, asked, act())
    return _settled(verdict, meter, "The meter is corrected.")


@bp.post("/<int:meter_id>/alarm")
@acts(Role.DIRECTOR, step_up=True)
def end_alarm(meter_id: int) -> ResponseReturnValue:
    """End the alarm on a meter, with what was found."""
    meter, form = held(meter_id), ReasonForm(request.form)
    finding = form.reason.data or ""
    verdict = watching.end_alarm(writing(), meter, finding, act())
    return _settled(verdict, meter, "The alarm is ended.")


@bp.post("/<int:meter_id>/address")
@acts(*SET_UP)
def new_address(meter_id: int) -> ResponseReturnValue:
    """Give the meter's screen another address."""
    meter = watching.new_address(writing(), held(meter_id), act())
    return _settled(meter, meter, "The screen has a new address; the old one is dead.")
