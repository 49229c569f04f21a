"""Pages of frozen lists for staff: how each draw stands, and the promise for it."""

from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session, col, func, select

from house.people.roles import Role
from house.web import acts, go_to, reads, refuse
from promotions import queries
from promotions.forms import PromiseForm
from promotions.freezing import closing, headers, promises, reading
from promotions.freezing.models import FreezeRow, ScreenedRow
from promotions.freezing.promises import PROMISED, Promise
from promotions.models import PromotionRow
from promotions.pages import SEE, act, allowed, bp, found, here
from rulebook import Refused


@bp.get("/<slug>/lists")
@reads(*SEE)
def frozen_lists(slug: str) -> ResponseReturnValue:
    """See which lists are frozen, who was left out, and what is still promised."""
    row, session = found(slug), here()
    terms = queries.terms_of(session, row)
    draws = [
        (
            draw,
            fixed := closing.of(session, row, draw.number),
            headers.of(session, fixed) if fixed else None,
            headers.promise_of(session, row, draw.number),
            headers.waits(session, row, draw.number, terms),
            _left_out(session, fixed) if fixed else (),
        )
        for draw in reading.numbers(session, row, terms)
    ]
    return render_template(
        "promotions/freezing/lists.html",
        row=row,
        draws=draws,
        fixed=reading.lists(session, row),
        is_open=bool(_open_draws(row)),
        refused=None,
        may=allowed,
    )


def _left_out(session: Session, fixed: FreezeRow) -> Any:
    """On each ground: the rule, how many holders and how many tickets."""
    by = (col(ScreenedRow.ground), col(ScreenedRow.rule))
    sums = select(*by, func.count(), func.sum(col(ScreenedRow.tickets)))
    mine = sums.where(col(ScreenedRow.freeze_id) == fixed.pk)
    return session.exec(mine.group_by(*by).order_by(*by)).all()


@bp.route("/<slug>/promise", methods=["GET", "POST"])
@acts(Role.SCRUTINEER, step_up=True)
def promise(slug: str) -> ResponseReturnValue:
    """Promise a draw with a phrase that nobody else knows and nothing keeps."""
    row, page = found(slug), "promotions/freezing/promise.html"
    form = PromiseForm(request.form) if request.method == "POST" else PromiseForm()
    form.draw.choices = _open_draws(row)
    about = {"row": row, "form": form, "rule": PROMISED}
    if request.method == "GET" or not form.validate():
        status = 422 if request.method == "POST" else 200
        return render_template(page, refused=None, **about), status
    said = Promise(form.draw.data, form.phrase.data or "", form.again.data or "")
    verdict = promises.give(here(), row, said, act())
    if isinstance(verdict, Refused):
        return refuse(page, verdict, **about)
    flash(f"Draw {verdict.draw} is promised. Keep the phrase: nobody else has it.")
    return go_to(url_for("promotions.frozen_lists", slug=slug))


def _open_draws(row: PromotionRow) -> list[tuple[int, str]]:
    session = here()
    return [
        (draw.number, f"Draw {draw.number}")
        for draw in reading.numbers(session, row, queries.terms_of(session, row))
        if (fixed := closing.of(session, row, draw.number)) is None
        or headers.of(session, fixed) is None
    ]
