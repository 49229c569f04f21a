"""Pages of staff."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from house.web import reads

bp = Blueprint("staff", __name__, url_prefix="/desk/staff")


@bp.get("/")
@reads()
def index() -> ResponseReturnValue:
    """To be built."""
    return ""
