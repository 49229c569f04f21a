"""Pages of announced changes: announcing, signs up and down, calling off."""

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue

from house.floor.meters import changes, signs
from house.floor.meters.changes import Announcement
from house.floor.meters.forms import ChangeForm
from house.floor.meters.models import ChangeKind, MeterChangeRow, MeterRow
from house.floor.meters.pages import RUN, SET_UP, bp, found, held, settled, shown, table
from house.floor.tables.services import get
from house.web import act, acts, reading, refuse, writing
from rulebook import Refused


@bp.route("/<int:meter_id>/changes/new", methods=["GET", "POST"])
@acts(*SET_UP)
def announce(meter_id: int) -> ResponseReturnValue:
    """Announce a change of an open meter; it happens once its signs are up."""
    form = ChangeForm(request.form or None)
    page = "meters/change.html"
    if request.method == "GET":
        about = shown(reading(), found(reading(), meter_id))
        return render_template(page, form=form, refused=None, **about)
    meter = held(meter_id)
    if not form.validate():
        about = shown(writing(), meter)
        return render_template(page, form=form, refused=None, **about), 422
    verdict = changes.announce(writing(), meter, _announced(form), act())
    if isinstance(verdict, Refused):
        return refuse(page, verdict, form=form, **shown(writing(), meter))
    return settled(verdict, meter, "It is announced. Now put its sign up.")


def _announced(form: ChangeForm) -> Announcement:
    kind = ChangeKind(form.kind.data)
    needs_table = kind in {ChangeKind.JOIN, ChangeKind.LEAVE, ChangeKind.TRANSFER}
    needs_meter = kind in {ChangeKind.TRANSFER, ChangeKind.CLOSE}
    row = get(writing(), form.table.data or 0) if needs_table else None
    to = None
    if needs_meter and form.to.data:
        to = found(writing(), form.to.data)
    return Announcement(kind, row, to, form.details())


def _change(meter: MeterRow, change_id: int) -> MeterChangeRow:
    change = writing().get(MeterChangeRow, change_id) if change_id < 2**31 else None
    if change is None or meter.pk not in {change.meter_id, change.to_meter_id}:
        abort(404, "There is no such change.")
    return change


@bp.post("/<int:meter_id>/changes/<int:change_id>/signs/<int:number>/up")
@acts(*RUN)
def sign_up(meter_id: int, change_id: int, number: int) -> ResponseReturnValue:
    """Say that the sign is up at a table."""
    meter = found(writing(), meter_id)
    change, row = _change(meter, change_id), table(writing(), number)
    verdict = signs.put_up(writing(), change.pk, row, act())
    return settled(verdict, meter, f"The sign at table {number} is up.")


@bp.post("/<int:meter_id>/changes/<int:change_id>/signs/<int:number>/down")
@acts(*RUN)
def sign_down(meter_id: int, change_id: int, number: int) -> ResponseReturnValue:
    """Say that the sign came down; its time starts again when it is back."""
    meter = found(writing(), meter_id)
    change, row = _change(meter, change_id), table(writing(), number)
    verdict = signs.take_down(writing(), change.pk, row, act())
    done = f"The sign at table {number} is down. Its time starts again."
    return settled(verdict, meter, done)


@bp.post("/<int:meter_id>/changes/<int:change_id>/call-off")
@acts(*SET_UP)
def call_off(meter_id: int, change_id: int) -> ResponseReturnValue:
    """Call an announced change off."""
    meter = found(writing(), meter_id)
    change = _change(meter, change_id)
    verdict = signs.call_off(writing(), change.pk, act())
    return settled(verdict, meter, "The change is called off.")
