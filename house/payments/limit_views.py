"""Pages of loss limits: find a player by card, see the limit, change it, stop play."""

from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from game.loss_limits import DISCLAIMER, DUTIES, Funds, has_gaming_limit
from house.forms import HouseForm
from house.payments import deposits, limit_queries, loss_limits, queries, wagers
from house.payments.limit_forms import DepositForm, DepositLimitForm, LimitForm
from house.payments.models import LossLimitRow
from house.payments.pages import SEE, STOP, bp
from house.people.patrons import queries as patron_queries
from house.people.patrons.models import PatronRow
from house.typed import read_whole
from house.web import (
    act,
    acts,
    go_to,
    now,
    reading,
    reads,
    refuse,
    signed_in,
    venue,
    writing,
)
from rulebook import Refusal, Refused

PAGE, FORM = "payments/limit.html", "payments/limit_change.html"


def _patron(session: Session, patron_id: int, *, lock: bool = False) -> PatronRow:
    """Whose limit it is: whoever stands for them now."""
    row = patron_queries.get(session, patron_id, lock=lock)
    if row is None:
        abort(404, f"There is no patron {patron_id}.")
    return patron_queries.survivor(session, row)


@bp.get("/limits")
@reads(*SEE)
def limits() -> ResponseReturnValue:
    """Find a player by card, or see whose limits were changed last."""
    asked = request.args.get("q", "").strip()[:64]
    at = request.args.get("table", type=read_whole)
    patron = queries.patron_named(reading(), asked) if asked else None
    if patron is not None:
        return redirect(url_for(".limit", patron_id=patron.pk, table=at), 303)
    found = limit_queries.latest(reading(), now())
    return render_template("payments/limits.html", found=found, asked=asked, table=at)


@bp.get("/limits/<int:patron_id>")
@reads(*SEE)
def limit(patron_id: int) -> ResponseReturnValue:
    """One patron's loss limit: what holds, what is used, breaks and every change."""
    patron = _patron(reading(), patron_id)
    if patron.pk != patron_id:
        return redirect(url_for(".limit", patron_id=patron.pk), 303)
    return render_template(PAGE, refused=None, **_shown(reading(), patron))


def _shown(session: Session, patron: PatronRow) -> dict[str, Any]:
    changes = loss_limits.history(session, patron.pk)
    cards = patron_queries.cards_of(session, patron.pk)
    found = loss_limits.standing(session, patron, now())
    deposit = deposits.standing(session, patron, now(), venue())
    return {
        "patron": patron,
        "card": next((card for card in cards if card.cancelled_at is None), None),
        "found": found,
        "deposit": deposit,
        "any_limit": has_gaming_limit(
            found.limit if found else None, deposit.limit if deposit else None
        ),
        "funds": Funds,
        "changes": limit_queries.told(session, changes),
        "breaks": limit_queries.breaks(changes),
        "wagers": wagers.latest(session, patron),
        "duties": DUTIES,
        "disclaimer": DISCLAIMER,
        "table": request.args.get("table", type=read_whole),
        "may_change": bool(signed_in().roles & set(SEE)),
        "may_stop": bool(signed_in().roles & set(STOP)),
    }


@bp.route("/limits/<int:patron_id>/change", methods=["GET", "POST"])
@acts(*SEE)
def change_limit(patron_id: int) -> ResponseReturnValue:
    """Set a patron's limit or change it: a lower one at once, a higher one later."""
    if request.method == "GET":
        patron = _patron(reading(), patron_id)
        found = loss_limits.standing(reading(), patron, now())
        form = LimitForm(data=_as_it_is(found))
        return _form_page(form, patron, found)
    patron, form = _patron(writing(), patron_id, lock=True), LimitForm(request.form)
    found = loss_limits.standing(writing(), patron, now())
    if not form.validate():
        return _form_page(form, patron, found, 422)
    verdict = loss_limits.set_limit(writing(), patron, form.wanted(), act())
    if isinstance(verdict, Refused):
        about = {"form": form, "patron": patron, "found": found, "duties": DUTIES}
        return refuse(FORM, verdict, **about, disclaimer=DISCLAIMER)
    return _done(patron, verdict)


def _as_it_is(found: loss_limits.Standing | None) -> dict[str, int]:
    if found is None:
        return {"period_days": 7}
    row = found.row
    return {"limit_cents": row.limit_cents, "period_days": row.period_days}


def _form_page(
    form: LimitForm,
    patron: PatronRow,
    found: loss_limits.Standing | None,
    status: int = 200,
) -> ResponseReturnValue:
    about = {"form": form, "patron": patron, "found": found, "duties": DUTIES}
    page = render_template(FORM, refused=None, disclaimer=DISCLAIMER, **about)
    return page, status


def _done(patron: PatronRow, row: LossLimitRow) -> ResponseReturnValue:
    later = row.from_at > row.at
    when = f"from {venue().short(row.from_at)}" if later else "now"
    flash(f"The loss limit of {patron.name} holds {when}.")
    return go_to(url_for(".limit", patron_id=patron.pk))


def _settled(patron: PatronRow, verdict: object, done: str) -> ResponseReturnValue:
    """Go back to the limit after an act, or show why it was refused."""
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(writing(), patron))
    flash(done)
    return go_to(url_for(".limit", patron_id=patron.pk))


@bp.post("/limits/<int:patron_id>/keep")
@acts(*SEE)
def keep_limit(patron_id: int) -> ResponseReturnValue:
    """Call off a change that waits."""
    patron = _patron(writing(), patron_id, lock=True)
    verdict = loss_limits.keep(writing(), patron, act())
    return _settled(patron, verdict, "The limit stays as it is.")


@bp.post("/limits/<int:patron_id>/end")
@acts(*SEE)
def end_limit(patron_id: int) -> ResponseReturnValue:
    """End a patron's limit, once the running period is over."""
    patron = _patron(writing(), patron_id, lock=True)
    verdict = loss_limits.end(writing(), patron, act())
    return _settled(patron, verdict, "The limit ends as shown below.")


@bp.post("/limits/<int:patron_id>/stop")
@acts(*STOP)
def stop_betting(patron_id: int) -> ResponseReturnValue:
    """Stop a patron's betting for a while, so that the limit can calculate."""
    patron = _patron(writing(), patron_id, lock=True)
    verdict = loss_limits.pause(writing(), patron, act(), on=True)
    return _settled(patron, verdict, f"No wager of {patron.name} is taken now.")


@bp.post("/limits/<int:patron_id>/go-on")
@acts(*STOP)
def resume_betting(patron_id: int) -> ResponseReturnValue:
    """Let a patron bet again after a break."""
    patron = _patron(writing(), patron_id, lock=True)
    verdict = loss_limits.pause(writing(), patron, act(), on=False)
    return _settled(patron, verdict, f"{patron.name} may bet again.")


@bp.post("/limits/<int:patron_id>/deposit-limit")
@acts(*SEE)
def limit_deposits(patron_id: int) -> ResponseReturnValue:
    """Set what a patron may pay in from outside in a day, or end that limit."""
    patron = _patron(writing(), patron_id, lock=True)
    form = DepositLimitForm(request.form)
    if not form.validate():
        return _unread(patron, form)
    verdict = deposits.set_limit(writing(), patron, form.deposit_cents.data, act())
    return _settled(patron, verdict, "The deposit limit holds from now on.")


@bp.post("/limits/<int:patron_id>/deposits")
@acts(*SEE)
def pay_in(patron_id: int) -> ResponseReturnValue:
    """Write down money that was paid into a patron's account."""
    patron = _patron(writing(), patron_id, lock=True)
    form = DepositForm(request.form)
    if not form.validate():
        return _unread(patron, form)
    paid = Funds(form.funds.data), form.cents.data or 0
    verdict = deposits.pay_in(writing(), patron, paid, act(), venue())
    return _settled(patron, verdict, "What was paid in is written down.")


def _unread(patron: PatronRow, form: HouseForm) -> ResponseReturnValue:
    """The page once more, with every field that could not be read."""
    wrong = tuple(
        Refusal(deposits.SET, str(said), "", name)
        for name, every in form.errors.items()
        for said in every
    )
    about = _shown(writing(), patron)
    return render_template(PAGE, refused=Refused(wrong), **about), 422
