"""The page on which staff look at winners against expectation."""

from flask import render_template
from flask.typing import ResponseReturnValue

from house.web import reads
from promotions.pages import APPROVE, WRITE, bp, here, looked_at
from promotions.results import sanity
from promotions.rules import sanity as rules


@bp.get("/<slug>/sanity", endpoint="sanity")
@reads(*WRITE, *APPROVE)
def winners_by_chance(slug: str) -> ResponseReturnValue:
    """See how winners lie against tickets: information, never a reason to redraw."""
    row = looked_at(slug)
    page, every = "promotions/results/sanity.html", [*sanity.of(here(), row)]
    told = {"rule": rules.INFORMS, "refused": None}
    return render_template(page, row=row, every=every, **told)
