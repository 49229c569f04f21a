"""Pages of patrons."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from house.web import reads

bp = Blueprint("patrons", __name__, url_prefix="/desk/patrons")


@bp.get("/")
@reads()
def index() -> ResponseReturnValue:
    """To be built."""
    return ""
