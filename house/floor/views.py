"""Pages of tables."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from house.web import reads

bp = Blueprint("tables", __name__, url_prefix="/desk/tables")


@bp.get("/")
@reads()
def index() -> ResponseReturnValue:
    """To be built."""
    return ""
