"""Pages of meters: the list, one meter, setting one up, its tables, its wagers."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from house.floor.meters import (
    care_views,
    change_views,
    claim_views,
    desk,
    feeding,
    linking,
    queries,
    services,
)
from house.floor.meters.feeding import Batch
from house.floor.meters.forms import (
    AmountsForm,
    BatchForm,
    LookForm,
    TermsForm,
)
from house.floor.meters.models import MeterStatus
from house.floor.meters.pages import (
    RUN,
    SET_UP,
    allowed,
    bp,
    found,
    held,
    settled,
    shown,
    table,
)
from house.floor.meters.systems import SYSTEMS
from house.typed import read_whole
from house.web import act, acts, go_to, reading, reads, refuse, writing
from house.web.once import request_key
from rulebook import SOURCES, Refused

__all__ = ["bp", "care_views", "change_views", "claim_views", "desk"]


@bp.get("/")
@reads()
def index() -> ResponseReturnValue:
    """Every meter, what it shows now, and the tables that feed it."""
    meters = queries.every_meter(reading())
    return render_template(
        "meters/index.html",
        meters=meters,
        running=[one for one in meters if one.meter.status is MeterStatus.OPEN],
        may=allowed,
    )


@bp.get("/<int:meter_id>")
@reads()
def show(meter_id: int) -> ResponseReturnValue:
    """One meter: its value, its tables, what is announced, its ledger."""
    before = request.args.get("before", type=read_whole)
    about = shown(reading(), found(reading(), meter_id), before)
    return render_template("meters/show.html", refused=None, **about)


@bp.route("/new", methods=["GET", "POST"])
@acts(*SET_UP)
def new() -> ResponseReturnValue:
    """Draft a meter under one of the documents."""
    code = request.values.get("under", "CROWN3")
    if code not in SYSTEMS:
        abort(404, "This document has no meters.")
    form, amounts = TermsForm(code, request.form or None), AmountsForm(request.form)
    if request.method == "GET" or not _valid(form, amounts):
        return _terms_page("meters/new.html", form, amounts)
    terms = form.terms(amounts.amounts())
    verdict = services.set_up(writing(), form.name.data, terms, act())
    if isinstance(verdict, Refused):
        return refuse("meters/new.html", verdict, **_terms_context(form, amounts))
    flash(f"{verdict.name} is drafted. Link its tables, then open it.")
    return go_to(url_for(".show", meter_id=verdict.pk))


@bp.route("/<int:meter_id>/edit", methods=["GET", "POST"])
@acts(*SET_UP)
def edit(meter_id: int) -> ResponseReturnValue:
    """Change the terms of a meter that has not opened."""
    if request.method == "GET":
        meter = found(reading(), meter_id)
        forms = TermsForm.of(meter), AmountsForm.of(meter)
        return _terms_page("meters/edit.html", *forms, meter=meter)
    meter = held(meter_id)
    form, amounts = TermsForm(meter.rulebook, request.form), AmountsForm(request.form)
    if not _valid(form, amounts):
        return _terms_page("meters/edit.html", form, amounts, meter=meter)
    terms = form.terms(amounts.amounts())
    draft = services.Draft(form.name.data, terms, form.version.data or 0)
    verdict = services.change_terms(writing(), meter, draft, act())
    form.version.raw_data = [str(meter.version)]
    context = _terms_context(form, amounts) | {"meter": meter}
    return settled(
        verdict, meter, "The terms are saved.", "meters/edit.html", **context
    )


def _valid(*forms: Form) -> bool:
    return not [form for form in forms if not form.validate()]


def _terms_context(form: TermsForm, amounts: AmountsForm) -> dict[str, Any]:
    return {
        "form": form,
        "amounts": amounts,
        "code": form.code,
        "system": SYSTEMS[form.code],
        "needs": SYSTEMS[form.code].asks,
        "systems": SYSTEMS,
        "sources": SOURCES,
    }


def _terms_page(
    page: str, form: TermsForm, amounts: AmountsForm, **context: Any
) -> ResponseReturnValue:
    about = _terms_context(form, amounts) | context
    status = 422 if request.method == "POST" else 200
    return render_template(page, refused=None, **about), status


@bp.post("/<int:meter_id>/tables")
@acts(*SET_UP)
def link(meter_id: int) -> ResponseReturnValue:
    """Link a table to a meter that has not opened."""
    meter = held(meter_id)
    row = table(writing(), request.form.get("table", 0, type=read_whole))
    verdict = linking.link_draft(writing(), meter, row, act())
    return settled(verdict, meter, f"Table {row.number} is on {meter.name}.")


@bp.post("/<int:meter_id>/tables/<int:number>/unlink")
@acts(*SET_UP)
def unlink(meter_id: int, number: int) -> ResponseReturnValue:
    """Take a table off a meter that has not opened."""
    meter, row = held(meter_id), table(writing(), number)
    verdict = linking.unlink_draft(writing(), meter, row, act())
    return settled(verdict, meter, f"Table {number} is off {meter.name}.")


@bp.post("/<int:meter_id>/tables/<int:number>/look")
@acts(*SET_UP)
def look(meter_id: int, number: int) -> ResponseReturnValue:
    """Enter what was seen at a table before its meter opens."""
    meter, row, form = held(meter_id), table(writing(), number), LookForm(request.form)
    if not form.validate():
        about = shown(writing(), meter)
        page = render_template("meters/show.html", refused=None, look=form, **about)
        return page, 422
    verdict = linking.look(writing(), meter, row, form.looked(), act())
    return settled(verdict, meter, f"Table {number} was looked at.")


@bp.post("/<int:meter_id>/open")
@acts(*SET_UP, step_up=True)
def open_meter(meter_id: int) -> ResponseReturnValue:
    """Open a meter: from now on it shows its seed and takes wagers."""
    meter = held(meter_id)
    verdict = services.open_meter(writing(), meter, act())
    return settled(verdict, meter, f"{meter.name} is open.")


@bp.post("/<int:meter_id>/contributions")
@acts(*RUN)
def contribute(meter_id: int) -> ResponseReturnValue:
    """Enter the jackpot wagers of settled rounds at one table."""
    meter, form = held(meter_id), BatchForm(request.form)
    about = shown(writing(), meter)
    form.table.choices = [(row.number, str(row.number)) for row, _ in about["on"]]
    if not form.validate():
        page = render_template("meters/show.html", refused=None, batch=form, **about)
        return page, 422
    row = table(writing(), form.table.data)
    batch = Batch(
        row, form.wagers.data, f"batch-{request_key()}", form.round.data or ""
    )
    verdict = feeding.contribute(writing(), meter, batch, act())
    done = f"{form.wagers.data:,} wagers of table {row.number} are in."
    return settled(verdict, meter, done)
