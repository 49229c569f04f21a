"""Where people find the house: by the name it was given, never by the one asked for."""

from flask import Flask, request
from werkzeug.exceptions import BadRequest
from werkzeug.sansio.utils import host_is_trusted

from house.web.request import config

# Machines that watch the house ask it by number.
BY_ANY_NAME = "health.healthz"


def on_the_web(path: str) -> str:
    """The whole address of a path, as it is printed, scanned and put on a screen."""
    return f"{config().public_url}{path}"


def init_app(app: Flask) -> None:
    """Answer only to the names of the house; to any, where it has none."""
    app.jinja_env.globals["on_the_web"] = on_the_web

    @app.before_request
    def known() -> None:
        ours = host_is_trusted(request.host, config().hosts)
        if not ours and request.endpoint != BY_ANY_NAME:
            raise BadRequest("This house does not answer to that name.")
