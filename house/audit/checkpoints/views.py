"""The newest checkpoint, for everybody: what the record came to, and the key."""

from datetime import datetime

from flask import Blueprint, Response, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue

from house.audit.checkpoints.telling import newest_told
from house.web import anyone, reading
from rulebook import HOUSE

public = Blueprint("checkpoints", __name__)
PUBLISHED = HOUSE.at("RECORD-10")
FRESH = 300  # seconds; a checkpoint stands for a night


@public.get("/record")
@anyone
def show() -> ResponseReturnValue:
    """What the record came to when it was last signed, and with which key."""
    found = newest_told(reading())
    page = render_template(
        "public/record.html",
        checkpoint=found,
        signed_at=datetime.fromisoformat(found.at) if found else None,
        published=PUBLISHED,
    )
    return _cached(make_response(page), found.hash if found else "none")


@public.get("/record.json")
@anyone
def newest() -> ResponseReturnValue:
    """The newest checkpoint as it was signed."""
    found = newest_told(reading())
    if found is None:
        abort(404, "No checkpoint has been signed yet.")
    return _cached(Response(found.line(), mimetype="application/json"), found.hash)


def _cached(answer: Response, tag: str) -> Response:
    """Anybody between may keep it for some minutes."""
    answer.set_etag(tag)
    answer.cache_control.public = True
    answer.cache_control.max_age = FRESH
    answer.make_conditional(request)
    return answer
