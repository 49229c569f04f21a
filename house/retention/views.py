"""One page with everything the house keeps, and for how long."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from house.people.roles import Role
from house.retention.kinds import FORGOTTEN, LASTING
from house.web import reads
from house.web.request import config

bp = Blueprint("retention", __name__, url_prefix="/desk/retention")


@bp.get("/")
@reads(Role.ADMIN)
def index() -> ResponseReturnValue:
    """What is kept how long, under which rule and why."""
    return render_template(
        "retention/index.html",
        forgotten=[(kind, config().keep[kind.name]) for kind in FORGOTTEN],
        lasting=LASTING,
        backups=config().backups_kept if config().backups else 0,
    )
