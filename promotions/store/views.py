"""The page of a promotion's prize store."""

from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.web import acts, go_to, now, reads, refuse
from promotions.models import PromotionRow
from promotions.pages import APPROVE, SEE, WRITE, act, allowed, bp, found, here
from promotions.store import stock
from promotions.store.forms import BoughtForm, OutForm
from rulebook import Refused
from rulebook.terms import wording

PAGE = "promotions/store/show.html"


def _shown(row: PromotionRow, **over: Any) -> dict[str, Any]:
    counts, inside = stock.counts(here(), row, now()), stock.held(here(), row)
    given = stock.gone_to(here(), row)
    shown: dict[str, Any] = {
        "row": row,
        "counts": counts,
        "inside": inside,
        "given": given,
        "gone": stock.taken_out(here(), row),
        "short": sum(each.short for each in counts),
        "bought": BoughtForm(),
        "out": OutForm(),
        "may": allowed,
    } | over
    shown["bought"].offer(counts)
    shown["out"].offer([one.thing for one in inside if one.thing not in given])
    return shown


@bp.get("/<slug>/store")
@reads(*SEE)
def store(slug: str) -> ResponseReturnValue:
    """See what was bought, is held, promised, handed over and unclaimed."""
    return render_template(PAGE, refused=None, **_shown(found(slug)))


@bp.post("/<slug>/store")
@acts(*WRITE, *APPROVE)
def enter_prizes(slug: str) -> ResponseReturnValue:
    """Enter things that were bought for a prize, each under its own mark."""
    row, form = found(slug), BoughtForm(request.form)
    shown = _shown(row, bought=form)
    if not form.validate():
        return render_template(PAGE, refused=None, **shown), 422
    verdict = stock.take_in(here(), row, form.bought(), act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **shown)
    many = wording.many(len(verdict), "thing is", "things are")
    flash(f"{wording.capital(many)} in the store.")
    return go_to(url_for("promotions.store", slug=slug))


@bp.post("/<slug>/store/out")
@acts(*WRITE, *APPROVE, step_up=True)
def take_prize_out(slug: str) -> ResponseReturnValue:
    """Take a thing out of the store that no winner waits for."""
    row, form = found(slug), OutForm(request.form)
    shown = _shown(row, out=form)
    if not form.validate():
        return render_template(PAGE, refused=None, **shown), 422
    thing, why = form.thing.data, form.why.data or ""
    verdict = stock.take_out(here(), row, thing, why, act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **shown)
    flash(f"{verdict.thing} is out of the store.")
    return go_to(url_for("promotions.store", slug=slug))
