"""Pages at the end of a promotion: its disputes, and completing it."""

from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.payments.queries import patron_named
from house.web import acts, go_to, reads, refuse
from house.web.once import request_key
from promotions import queries
from promotions.claims import completing, disputes
from promotions.claims.disputes import FINAL
from promotions.claims.forms import DisputeForm
from promotions.models import PromotionRow
from promotions.pages import APPROVE, SEE, WRITE, act, allowed, bp, found, here
from promotions.path.views import on_the_path
from rulebook import Refusal, Refused

PAGE = "promotions/claims/disputes.html"


def _shown(row: PromotionRow, **over: Any) -> dict[str, Any]:
    return {
        "row": row,
        "cases": disputes.cases(here(), row),
        "regime": queries.terms_of(here(), row).regime,
        "right": disputes.RIGHT,
        "form": DisputeForm(),
        "may": allowed,
    } | over


@bp.get("/<slug>/disputes", endpoint="disputes")
@reads(*SEE)
def about(slug: str) -> ResponseReturnValue:
    """See the disputes about a promotion, and how each was decided."""
    return render_template(PAGE, refused=None, **_shown(found(slug)))


@bp.post("/<slug>/disputes")
@acts(*WRITE, *APPROVE)
def raise_dispute(slug: str) -> ResponseReturnValue:
    """Enter a dispute about a promotion in the register of disputes."""
    row, form = found(slug), DisputeForm(request.form)
    patron = patron_named(here(), form.patron.data or "")
    if patron is None:
        wrong = f"No patron has the number or card “{form.patron.data}”."
        nobody = Refusal(FINAL, wrong, "Look them up under Patrons.", "patron")
        return refuse(PAGE, Refused((nobody,)), **_shown(row, form=form))
    key, what = f"dispute-{request_key()}", form.what.data or ""
    verdict = disputes.raise_one(here(), row, patron, what, act(), key=key)
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(row, form=form))
    flash(f"{verdict.name} is entered: the approver decides it.")
    return go_to(url_for("disputes.show", dispute_id=verdict.item.pk))


@bp.post("/<slug>/complete")
@acts(*WRITE, *APPROVE)
def complete(slug: str) -> ResponseReturnValue:
    """Complete the promotion, once nothing is left to do."""
    row = found(slug)
    verdict = completing.complete(here(), row, act())
    return on_the_path(verdict, row, "The promotion is completed.")
