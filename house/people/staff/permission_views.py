"""Who may do what, read off the running code."""

from flask import Blueprint, current_app, render_template, request
from flask.typing import ResponseReturnValue

from house.people.roles import Role
from house.people.staff.permissions import by_room
from house.web import reads, signed_in
from house.web.access import OWN_ROW

bp = Blueprint("permissions", __name__, url_prefix="/desk/permissions")


@bp.get("/")
@reads()
def index() -> ResponseReturnValue:
    """Every page and act of the house with the roles it is for."""
    role = _asked_for()
    rooms = by_room(current_app, role)
    return render_template(
        "permissions/index.html",
        rooms=rooms,
        total=sum(len(permissions) for _, permissions in rooms),
        changes=sum(one.changes for _, permissions in rooms for one in permissions),
        role=role,
        roles=tuple(Role),
        own_row=OWN_ROW,
        addresses="addresses" in request.args,
    )


def _asked_for() -> Role | None:
    """The role that is asked for, one's own at first, or none for all of them."""
    asked, own = request.args.get("role"), signed_in().roles
    if asked is None:
        return next((role for role in Role if role in own), None)
    return Role(asked) if asked in list(Role) else None
