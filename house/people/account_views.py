"""Signing in and out, and minding one's own account."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from house.people.sessions import Hurdle
from house.web import anyone, hurdles

bp = Blueprint("accounts", __name__)


@bp.get("/sign-in")
@anyone
def sign_in() -> ResponseReturnValue:
    """To be built."""
    return ""


@bp.get("/sign-in/second-factor")
@hurdles(Hurdle.SECOND_FACTOR, once=False)
def second_factor() -> ResponseReturnValue:
    """To be built."""
    return ""


@bp.post("/sign-out")
@hurdles(always=True)
def sign_out() -> ResponseReturnValue:
    """To be built."""
    return ""


@bp.get("/desk/account")
@hurdles()
def account() -> ResponseReturnValue:
    """To be built."""
    return ""


@bp.get("/desk/account/password")
@hurdles(Hurdle.PASSWORD)
def password() -> ResponseReturnValue:
    """To be built."""
    return ""


@bp.get("/desk/account/second-factor")
@hurdles(Hurdle.ENROL)
def enrol() -> ResponseReturnValue:
    """To be built."""
    return ""
