"""Pages of rules."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from house.web import reads

bp = Blueprint("rules", __name__, url_prefix="/desk/rules")


@bp.get("/")
@reads()
def index() -> ResponseReturnValue:
    """To be built."""
    return ""
