"""The application as it is measured: everything but the token against forgery."""

from flask import Flask

from app import create_app


def build() -> Flask:
    """The house, for a client that is no browser."""
    app = create_app()
    app.config["WTF_CSRF_ENABLED"] = False
    return app
