"""Pages of claims: entering a round, seeing its worth, confirming or withdrawing."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house.floor.meters import claims, line, times
from house.floor.meters.claim_forms import ClaimForm, claim_form, time_form
from house.floor.meters.claims import Claim
from house.floor.meters.forms import ReasonForm
from house.floor.meters.linking import tables_on
from house.floor.meters.models import ClaimState, MeterClaimRow, MeterRow
from house.floor.meters.pages import RUN, allowed, bp, confirms, found, held
from house.floor.meters.systems import SYSTEMS
from house.floor.meters.times import TimeFixed
from house.floor.meters.valuing import HANDS, Box, told
from house.floor.models import TableRow
from house.floor.ranks import rank_of
from house.people.roles import Role
from house.web import (
    act,
    actor,
    acts,
    go_to,
    now,
    reading,
    reads,
    refuse,
    venue,
    writing,
)
from house.web.once import request_key
from rulebook import Refused

MOST_SEATS = 14
CLAIM = (Role.DEALER, *RUN)


@bp.route("/<int:meter_id>/claims/new", methods=["GET", "POST"])
@acts(*CLAIM)
def enter_claim(meter_id: int) -> ResponseReturnValue:
    """Enter a round with a royal or a straight flush."""
    posted = request.method == "POST"
    meter = held(meter_id) if posted else found(reading(), meter_id)
    form = claim_form(venue())(request.form or None)
    about = _asked(writing() if posted else reading(), meter, form)
    if not posted:
        form["shown_at"].data = now()
        return render_template("meters/claim_new.html", refused=None, **about)
    if not form.validate():
        return render_template("meters/claim_new.html", refused=None, **about), 422
    row = next(t for t in about["tables"] if t.number == form.table.data)
    shown_at = form["shown_at"].data
    entered = Claim(
        row, about["boxes"], shown_at, f"claim-{request_key()}", form.round.data or ""
    )
    verdict = claims.enter(writing(), meter, entered, act())
    if isinstance(verdict, Refused):
        return refuse("meters/claim_new.html", verdict, **about)
    return go_to(url_for(".claim", meter_id=meter.pk, claim_id=verdict.pk))


def _asked(session: Session, meter: MeterRow, form: ClaimForm) -> dict[str, Any]:
    tables = [row for row, _ in tables_on(session, meter)]
    form.table.choices = [(row.number, f"Table {row.number}") for row in tables]
    return {
        "meter": meter,
        "form": form,
        "tables": tables,
        "seats": range(1, max((row.seats for row in tables), default=7) + 1),
        "boxes": _boxes(),
        "hands": HANDS,
    }


def _boxes() -> tuple[Box, ...]:
    """The seats that were ticked as having a jackpot wager."""
    asked = request.form
    return tuple(
        Box(
            seat,
            HANDS.get(asked.get(f"hand_{seat}", "")),
            f"folded_{seat}" in asked,
        )
        for seat in range(1, MOST_SEATS + 1)
        if f"wager_{seat}" in asked
    )


def _claim(session: Session, meter: MeterRow, claim_id: int) -> MeterClaimRow:
    row = session.get(MeterClaimRow, claim_id) if 0 < claim_id < 2**31 else None
    if row is None or row.meter_id != meter.pk:
        abort(404, "There is no such claim.")
    return row


@bp.get("/<int:meter_id>/claims/<int:claim_id>")
@reads()
def claim(meter_id: int, claim_id: int) -> ResponseReturnValue:
    """One claim: what each seat gets, from what, and who confirms it."""
    meter = found(reading(), meter_id)
    row = _claim(reading(), meter, claim_id)
    return render_template(
        "meters/claim.html", refused=None, **_shown(reading(), meter, row)
    )


def _shown(session: Session, meter: MeterRow, row: MeterClaimRow) -> dict[str, Any]:
    payments, against = row.payments, []
    if row.state in {ClaimState.WAITING, ClaimState.BLOCKED}:
        payments = [told(p) for p in line.worth(session, meter, row).payments]
        against = list(claims.against_confirming(session, meter, row, rank_of(actor())))
    return {
        "meter": meter,
        "claim": row,
        "table": session.get_one(TableRow, row.table_id),
        "payments": payments,
        "against": against,
        "system": SYSTEMS[meter.rulebook],
        "confirms": confirms(meter),
        "time": time_form(venue())(),
        "no_time": any(times.against_time(meter, row)),
        "may": allowed,
    }


@bp.post("/<int:meter_id>/claims/<int:claim_id>/confirm")
@acts(*RUN, step_up=True)
def confirm_claim(meter_id: int, claim_id: int) -> ResponseReturnValue:
    """Confirm a claim and pay it from the meter."""
    meter = held(meter_id)
    row = _claim(writing(), meter, claim_id)
    verdict = claims.confirm(writing(), meter, row, act())
    return _settled(verdict, meter, row, "The prizes are confirmed.")


@bp.post("/<int:meter_id>/claims/<int:claim_id>/time")
@acts(*RUN)
def fix_time(meter_id: int, claim_id: int) -> ResponseReturnValue:
    """Write down when a hand was keyed, as Surveillance says."""
    meter = held(meter_id)
    row = _claim(writing(), meter, claim_id)
    form = time_form(venue())(request.form)
    if not form.validate():
        about = _shown(writing(), meter, row) | {"time": form}
        return render_template("meters/claim.html", refused=None, **about), 422
    fixed = TimeFixed(form["fixed_at"].data, form["officer"].data)
    verdict = times.fix(writing(), meter, row, fixed, act())
    return _settled(verdict, meter, row, "The time of the hand is fixed.")


@bp.post("/<int:meter_id>/claims/<int:claim_id>/withdraw")
@acts(Role.DIRECTOR, step_up=True)
def withdraw_claim(meter_id: int, claim_id: int) -> ResponseReturnValue:
    """Withdraw a claim, with a written reason."""
    meter = held(meter_id)
    row = _claim(writing(), meter, claim_id)
    reason = ReasonForm(request.form).reason.data or ""
    verdict = claims.withdraw(writing(), meter, row, reason, act())
    return _settled(verdict, meter, row, "The claim is withdrawn.")


def _settled(
    verdict: object, meter: MeterRow, row: MeterClaimRow, done: str
) -> ResponseReturnValue:
    if isinstance(verdict, Refused):
        about = _shown(writing(), meter, row)
        return refuse("meters/claim.html", verdict, **about)
    flash(done)
    return go_to(url_for(".claim", meter_id=meter.pk, claim_id=row.pk))
