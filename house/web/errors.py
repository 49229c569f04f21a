"""What a person sees when something fails: a sentence, what was kept, a way out."""

import secrets
from dataclasses import dataclass

import structlog
from flask import Flask, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.orm.exc import StaleDataError
from werkzeug.exceptions import HTTPException

from house.press import NoPdf
from house.sealing import BrokenSeal
from house.web.gate import Busy
from house.web.request import staff

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Sentence:
    """An error in plain words: what happened and what to do now."""

    title: str
    advice: str


SENTENCES = {
    400: Sentence(
        "This request could not be read.", "Go back, open the page again, repeat it."
    ),
    403: Sentence("This is not yours to do.", "Ask somebody whose role allows it."),
    404: Sentence(
        "There is nothing at this address.", "It may have been renamed. Check the link."
    ),
    405: Sentence("This page cannot be used that way.", "Go back and use its buttons."),
    409: Sentence(
        "Somebody else changed this first.",
        "Open it again: it shows the latest values. Yours were not saved.",
    ),
    410: Sentence("This screen has ended.", "Nothing is shown here any more."),
    413: Sentence(
        "That is too large to take in.", "Send less text or a smaller file at once."
    ),
    415: Sentence("This kind of content is not taken.", "Send a form or JSON."),
    429: Sentence("That was too often.", "Wait a little, then try again."),
    500: Sentence(
        "This page failed. Nothing was saved.",
        "Try again; if it fails twice, write down the reference and go on by hand.",
    ),
    503: Sentence(
        "The house’s database cannot be reached.",
        "Nothing was saved. Go on by hand and try again in a minute.",
    ),
}
NO_KEY = Sentence(
    "This is sealed with a key that the house does not have.",
    "An administrator’s desk names the key; it belongs into OLD_SECRET_KEYS.",
)
BUSY = Sentence(
    "The house is busy just now.",
    "Nothing was done yet. Try again in a few seconds.",
)
NO_PDF = Sentence(
    "This cannot be printed here.",
    "What it says stands on the page itself; print that from the browser.",
)
# How the databases say that they are busy, not gone.
CROWDED = ("too many clients", "remaining connection slots", "database is locked")
CROWDED_CODES = frozenset({"40001", "40P01", "53300", "55P03", "57014"})


def _answer(
    code: int, detail: str = "", reference: str = "", own: Sentence | None = None
) -> ResponseReturnValue:
    sentence = own or SENTENCES.get(code, SENTENCES[500])
    if request.path.startswith("/api/") or request.accept_mimetypes.best == (
        "application/json"
    ):
        problem = {
            "status": code,
            "title": sentence.title,
            "detail": detail or sentence.advice,
            **({"reference": reference} if reference else {}),
        }
        return jsonify(problem), code
    page = render_template(
        "error.html",
        code=code,
        sentence=sentence,
        detail=detail,
        reference=reference,
        inside=_inside(code),
    )
    return page, code


def _inside(code: int) -> bool:
    """Whether a desk is the way out: guests have none."""
    if code >= 500:  # who asks cannot be looked up in a house that fails
        return request.path.startswith("/desk")
    return staff() is not None


def init_app(app: Flask) -> None:
    """Answer every failure with a page; no traceback ever reaches a person."""

    @app.errorhandler(CSRFError)
    def forged(error: CSRFError) -> ResponseReturnValue:
        return _answer(400, f"{error.description} Sign in again if this stays.")

    @app.errorhandler(HTTPException)
    def known(error: HTTPException) -> ResponseReturnValue:
        own = type(error).description
        detail = error.description if error.description != own else ""
        return _with_time(error, _answer(error.code or 500, detail or ""))

    @app.errorhandler(Busy)
    @app.errorhandler(NoConnection)
    def crowded(error: Exception) -> ResponseReturnValue:
        return _busy(error if isinstance(error, Busy) else Busy())

    @app.errorhandler(NoPdf)
    def no_pdf(error: NoPdf) -> ResponseReturnValue:
        return _answer(503, str(error), own=NO_PDF)

    @app.errorhandler(StaleDataError)
    def stale(_error: StaleDataError) -> ResponseReturnValue:
        return _answer(409)

    @app.errorhandler(OperationalError)
    @app.errorhandler(InterfaceError)
    def unreachable(error: DBAPIError) -> ResponseReturnValue:
        reference = _log(error)
        if _is_crowded(error):
            return _busy(Busy())
        return _answer(503, reference=reference)

    @app.errorhandler(BrokenSeal)
    def sealed(error: BrokenSeal) -> ResponseReturnValue:
        return _answer(409, reference=_log(error), own=NO_KEY)

    @app.errorhandler(Exception)
    def failed(error: Exception) -> ResponseReturnValue:
        return _answer(500, reference=_log(error))


def _busy(error: Busy) -> ResponseReturnValue:
    """Say when to come again, to people and to tablets."""
    more = error.description if error.description != Busy.description else ""
    return _with_time(error, _answer(503, more or "", own=BUSY))


def _with_time(
    error: HTTPException, answer: ResponseReturnValue
) -> ResponseReturnValue:
    """The answer, and in its headers when to come again if the error says so."""
    response, when = make_response(answer), getattr(error, "retry_after", None)
    if when is not None:
        response.headers["Retry-After"] = str(when)
    return response


def _is_crowded(error: DBAPIError) -> bool:
    """Whether the database is there and only has too much to do."""
    code = getattr(error.orig, "sqlstate", None)
    return code in CROWDED_CODES or any(said in str(error.orig) for said in CROWDED)


def _log(error: Exception) -> str:
    """Write the failure down under a reference a person can read out."""
    reference = f"{secrets.token_hex(2)}-{secrets.token_hex(2)}".upper()
    # The rule, not the address: a name or the secret of a screen may stand in that.
    route = request.url_rule.rule if request.url_rule else "no route"
    about = {"reference": reference, "method": request.method, "route": route}
    log.error("request failed", **about, exc_info=error)
    return reference
