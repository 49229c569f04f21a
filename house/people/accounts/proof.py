"""Asking who it is once more before the gravest acts, without losing what was typed."""

from datetime import timedelta

from flask import Flask, make_response, render_template, request
from flask.typing import ResponseReturnValue

from house.people.accounts.browsers import agent, remote_address, this_browser
from house.people.accounts.passwords import passwords
from house.people.accounts.sign_in import Knock, Porter
from house.people.accounts.throttle import Wait
from house.people.sessions import Staff
from house.web.request import config, database, let_go, now, seal
from rulebook import HOUSE, Refused

CITE = HOUSE.at("ACCESS-6")
PROOF = "_proof"


def porter() -> Porter:
    """The one at this house's door, who looks and writes by himself."""
    let_go()
    return Porter(database(), passwords(config()), seal())


def knock(key: str = "") -> Knock:
    """This request, as the porter sees it."""
    return Knock(remote_address(), agent(), this_browser(), key)


def ask_again(signed: Staff) -> ResponseReturnValue | None:
    """Go on when the proof sent along is good; else ask, keeping the form as it is."""
    given = request.form.get(PROOF, "")
    if not given:
        return _page(None, 401)
    fresh = timedelta(minutes=config().step_up_minutes)
    verdict = porter().prove(signed, given, knock(), fresh, now())
    if verdict is None:
        return None
    if isinstance(verdict, Wait):
        return too_many(verdict, _page(Refused((verdict.refusal(now()),)), 429))
    return _page(verdict, 401)


def too_many(held: Wait, answer: ResponseReturnValue) -> ResponseReturnValue:
    """Say in the headers, too, how long to wait."""
    response = make_response(answer)
    response.headers["Retry-After"] = str(held.seconds(now()))
    return response


def _page(refused: Refused | None, status: int) -> ResponseReturnValue:
    kept = [
        (name, value)
        for name, values in request.form.lists()
        if name not in {PROOF, "csrf_token"}
        for value in values
    ]
    page = render_template(
        "accounts/confirm.html", kept=kept, refused=refused, cite_=CITE
    )
    return page, status


def init_app(app: Flask) -> None:
    """Let every grave act ask again in this way."""
    app.extensions["proof"] = ask_again
