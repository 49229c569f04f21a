"""What every page of a promotion shares: finding it, and who may do what."""

from flask import Blueprint, abort, current_app, request, url_for

from house.people.roles import Role
from house.web import act, here, reading
from house.web.access import may
from promotions import queries
from promotions.models import PromotionRow

__all__ = ["act", "here"]
bp = Blueprint("promotions", __name__, url_prefix="/desk/promotions")
WRITE = (Role.MARKETING,)
APPROVE = (Role.APPROVER,)
SEE = (Role.MARKETING, Role.APPROVER, Role.SCRUTINEER)


def found(slug: str) -> PromotionRow:
    """The promotion of the page, held against others while something is done."""
    row = queries.get(here(), slug, lock=request.method != "GET")
    if row is None:
        abort(404, "There is no such promotion.")
    return row


def looked_at(slug: str) -> PromotionRow:
    """The promotion of a page that only tries something out."""
    row = queries.get(reading(), slug)
    if row is None:
        abort(404, "There is no such promotion.")
    return row


def allowed(endpoint: str) -> bool:
    """Whether whoever is signed in may use this page of the promotions."""
    return may(f"{bp.name}.{endpoint}", current_app)


def editor_link(row: PromotionRow, field: str = "") -> str:
    """Where a field of the terms is written; nowhere for who may not write."""
    if not allowed("save"):
        return ""
    return url_for("promotions.terms", slug=row.slug, _anchor=field or None)
