"""Where the public finds a page of the house: on paper, in codes and in letters."""

from flask import has_request_context, request

from house.web import config


def on_the_web(path: str) -> str:
    """The whole address of a path, as it is printed and scanned."""
    root = config().public_url
    if not root and has_request_context():
        root = request.url_root.rstrip("/")
    return f"{root}{path}"
