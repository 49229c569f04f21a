"""The desk page of a promotion's kiosks: their addresses, and withdrawing one."""

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.typed import whole
from house.web import acts, go_to, on_the_web, reads, refuse
from promotions.kiosks import devices
from promotions.models import PromotionRow
from promotions.pages import SEE, WRITE, act, allowed, bp, found, here
from rulebook import Refused

PAGE = "promotions/kiosks/index.html"


def _about(row: PromotionRow) -> dict[str, object]:
    every = [
        (
            kiosk,
            on_the_web(
                url_for("public_promotions.kiosk", slug=row.slug, token=kiosk.token)
            ),
        )
        for kiosk in devices.of(row).in_use(here())
    ]
    return {"row": row, "kiosks": every, "rule": devices.KIOSK, "may": allowed}


@bp.get("/<slug>/kiosks")
@reads(*SEE)
def kiosks(slug: str) -> ResponseReturnValue:
    """See the kiosks of a promotion."""
    return render_template(PAGE, refused=None, **_about(found(slug)))


@bp.post("/<slug>/kiosks")
@acts(*WRITE)
def change_kiosks(slug: str) -> ResponseReturnValue:
    """Give one more kiosk an address, or withdraw one."""
    row = found(slug)
    gone = whole(request.form.get("withdraw", ""))
    if gone is None:
        devices.give(here(), row, request.form.get("name", ""), act())
        flash("The kiosk has its address.")
        return go_to(url_for(".kiosks", slug=slug))
    verdict = devices.of(row).withdraw(here(), gone, act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_about(row))
    flash(f"{verdict.name} is withdrawn.")
    return go_to(url_for(".kiosks", slug=slug))
