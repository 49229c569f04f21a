"""Asking who it is once more before the gravest acts."""

from flask.typing import ResponseReturnValue

from house.people.sessions import Staff


def ask_again(_signed: Staff) -> ResponseReturnValue:
    """To be built."""
    return "", 401
