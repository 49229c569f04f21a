"""Who may do what, read off the running code."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from house.web import reads

bp = Blueprint("permissions", __name__, url_prefix="/desk/permissions")


@bp.get("/")
@reads()
def index() -> ResponseReturnValue:
    """To be built."""
    return ""
