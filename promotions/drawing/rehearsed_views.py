"""A rehearsal of the stage on invented holders, marked all over."""

from flask import render_template, request
from flask.typing import ResponseReturnValue

from house.web import reads
from promotions.drawing import room as rooms
from promotions.pages import SEE, bp, found, here
from promotions.rules.rehearsed import INVENTED, rehearse


@bp.get("/<slug>/draws/<int:number>/rehearsal")
@reads(*SEE)
def rehearse_draw(slug: str, number: int) -> ResponseReturnValue:
    """Rehearse the stage: invented people, nothing kept."""
    row = found(slug)
    names = rehearse(rooms.terms_for(here(), row, number), f"{slug} {number}")
    shown = min(max(request.args.get("shown", 0, type=int), 0), len(names))
    return render_template(
        "promotions/drawing/rehearsal.html",
        row=row,
        number=number,
        names=names,
        shown=shown,
        name=names[shown - 1] if shown else None,
        rule=INVENTED,
    )
