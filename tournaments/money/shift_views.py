"""The cage: shifts of those who take money, each opened, counted and handed in."""

from typing import Any

from flask import (
    Blueprint,
    abort,
    current_app,
    flash,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from house.audit.plain import LARGEST
from house.people.accounts import second_person
from house.people.accounts.browsers import ours
from house.web import acts, go_to, reads, refuse
from house.web.access import may
from rulebook import Refused
from tournaments.money import drawers, shift_queries, shifts
from tournaments.money.forms import CountForm, FillForm, OpenForm
from tournaments.money.models import ShiftRow
from tournaments.pages import CAGE, DESK, act, here
from tournaments.rules.payments import Method

bp = Blueprint("cage", __name__, url_prefix="/desk/cage")
TAKE = (*DESK, *CAGE)  # whoever takes money has a drawer
INDEX, CLOSE, SHEET = "cage/index.html", "cage/close.html", "cage/sheet.html"
FILL = "cage/fill.html"


def _all(**over: Any) -> dict[str, Any]:
    until = min(request.args.get("until", LARGEST, type=int), LARGEST)
    page = shift_queries.page(here(), until)
    return {
        "mine": shifts.open_of(here(), act()),
        "page": page,
        "methods": tuple(Method),
        "form": OpenForm(),
        "back": ours(request.values.get("back")),
    } | over


@bp.get("/")
@reads(*TAKE)
def index() -> ResponseReturnValue:
    """See every shift with its totals by method; open one's own."""
    return render_template(INDEX, refused=None, **_all())


@bp.post("/open")
@acts(*TAKE)
def open_shift() -> ResponseReturnValue:
    """Open a shift with the float that was counted, and go on where one was needed."""
    form = OpenForm(request.form)
    if not form.validate():
        return render_template(INDEX, refused=None, **_all(form=form)), 422
    verdict = shifts.open_shift(here(), form.float_cents.data or 0, act())
    if isinstance(verdict, Refused):
        return refuse(INDEX, verdict, **_all(form=form))
    flash(f"Shift {verdict.pk} is open.")
    return go_to(ours(request.form.get("back")) or url_for("cage.index"))


@bp.route("/fill", methods=["GET", "POST"])
@acts(*TAKE, before=second_person.weigh)
def fill() -> ResponseReturnValue:
    """Have the cage fill one's own drawer, or drop to it what is too much."""
    shift, back = shifts.open_of(here(), act()), ours(request.values.get("back"))
    if shift is None:
        flash("Open a shift first.")
        return go_to(url_for("cage.index", back=back))
    shown = {"shift": shift, "back": back}
    if request.method == "GET":
        return render_template(FILL, refused=None, form=FillForm(), **shown)
    form, second = FillForm(request.form), second_person.second()
    if not form.validate():
        return render_template(FILL, refused=None, form=form, **shown), 422
    if isinstance(second, Refused):
        return refuse(FILL, second, form=form, **shown)
    verdict = drawers.fill(here(), shift, form.wanted(second), act())
    if isinstance(verdict, Refused):
        return refuse(FILL, verdict, form=form, **shown)
    flash("It is moved, and both of you have signed.")
    return go_to(back or url_for("cage.sheet", shift_id=shift.pk))


def _shift(shift_id: int) -> ShiftRow:
    row = here().get(ShiftRow, shift_id) if 0 < shift_id <= LARGEST else None
    if row is None:
        abort(404, f"There is no shift {shift_id}.")
    return row


@bp.get("/<int:shift_id>")
@reads(*TAKE)
def sheet(shift_id: int) -> ResponseReturnValue:
    """See what a shift took and gave back, receipt by receipt, and its count."""
    shift = _shift(shift_id)
    whole = shift_queries.sheet(here(), shift)
    is_mine = whole.closed is None and shift.by == act().by.id
    # What a drawer comes to is not shown to whoever has still to count it.
    sees = whole.closed is not None and may("ledger.owner", current_app)
    about = {"is_mine": is_mine, "methods": tuple(Method), "sees_ledger": sees}
    fills = drawers.moved(here(), shift)
    return render_template(SHEET, sheet=whole, fills=fills, **about)


@bp.route("/<int:shift_id>/close", methods=["GET", "POST"])
@acts(*TAKE)
def close(shift_id: int) -> ResponseReturnValue:
    """Count a shift's drawer, close it and hand it in."""
    shift = _shift(shift_id)
    if request.method == "GET":
        return render_template(CLOSE, refused=None, shift=shift, form=CountForm())
    form = CountForm(request.form)
    if not form.validate():
        return render_template(CLOSE, refused=None, shift=shift, form=form), 422
    verdict = shifts.close(here(), shift, form.counted, act())
    if isinstance(verdict, Refused):
        return refuse(CLOSE, verdict, shift=shift, form=form)
    flash(f"Shift {shift.pk} is closed.")
    return go_to(url_for("cage.sheet", shift_id=shift.pk))
