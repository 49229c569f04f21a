"""What a kiosk shows: a card is swiped or typed, and its holder sees their own."""

from typing import Any

from flask import abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.documents.pdf import qr
from house.floor.signs.models import DisplayRow
from house.web import anyone, now, on_the_web, reading, writing
from promotions import queries
from promotions.kiosks import devices, serving
from promotions.models import PromotionRow
from promotions.public.views import bp, row_of
from promotions.rules.lifecycle import OVER
from rulebook import Refused

PAGE = "promotions/kiosks/kiosk.html"


def _kiosk(slug: str, token: str) -> tuple[PromotionRow, DisplayRow]:
    row = row_of(slug)
    kiosk = devices.at(reading(), row, token) if row else None
    if row is None or kiosk is None or row.status in OVER:
        abort(404, "There is nothing here.")
    return row, kiosk


def _about(row: PromotionRow, kiosk: DisplayRow) -> dict[str, Any]:
    terms = queries.terms_of(reading(), row)
    return {
        "promotion": row,
        "kiosk": kiosk,
        "draw": serving.open_draw(reading(), row, terms, now()),
        "served": None,
        "card": "",
        "refused": None,
        "here": url_for(".kiosk", slug=row.slug, token=kiosk.token),
    }


@bp.route("/<slug>/kiosk/<token>", methods=["GET", "POST"])
@anyone
def kiosk(slug: str, token: str) -> ResponseReturnValue:
    """Swipe a card: see one's own tickets and why, swipe in, take a receipt."""
    row, device = _kiosk(slug, token)
    if request.method == "GET":
        return render_template(PAGE, **_about(row, device))
    card = request.form.get("card", "").strip()[:40]
    holder = serving.card_of(writing(), device, card, now())
    if isinstance(holder, Refused):
        return render_template(PAGE, **_about(row, device) | {"refused": holder}), 409
    refused = None
    if request.form.get("in"):
        found = serving.swipe_in(writing(), row, device, holder, now())
        refused = found if isinstance(found, Refused) else None
    check = on_the_web(url_for(".check", slug=slug))
    about = _about(row, device) | {
        "served": serving.served(writing(), row, holder, now()),
        "card": card,
        "refused": refused,
        "check": check,
        "code": qr(check),
        "at": now(),
    }
    return render_template(PAGE, **about), 409 if refused else 200
