"""The public page of results, until the terms take it down."""

from flask import abort, make_response, render_template
from flask.typing import ResponseReturnValue

from house.documents import answers
from house.terms import public
from house.web import anyone, now, reading
from promotions.public.views import bp, row_of
from promotions.results import published
from promotions.results.published import AS_STATED
from promotions.terms import TERMS


@bp.get("/<slug>/results")
@anyone
def results(slug: str) -> ResponseReturnValue:
    """Who won what, as the terms publish it; gone once the terms say so."""
    row, _ = public.version_of(TERMS, row_of(slug))
    found = published.of(reading(), row, now())
    if not found.draws:
        abort(404, "Nothing is drawn yet. Results stand here once a draw was held.")
    if not found.are_up(now()):
        abort(410, "The terms published these results for a time that is over.")
    page = render_template(
        "public/won.html", promotion=row, results=found, rule=AS_STATED
    )
    response = make_response(page)
    response.headers["Cache-Control"] = answers.NEWEST
    return response
