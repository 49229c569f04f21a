"""A change carries a key made by its sender; the same key acts once, however often."""

import hashlib
import re
from collections.abc import Callable
from datetime import datetime
from typing import IO

from flask import Response, make_response, render_template, request, session
from flask.typing import ResponseReturnValue
from sqlalchemy import LargeBinary, and_, bindparam, delete, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Field, Session, SQLModel, col, select
from werkzeug.exceptions import BadRequest

from house.web.request import now, seal, staff, transaction
from rulebook import HOUSE, Refusal, Refused

KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
PIECE = 1 << 16  # bytes of a file
NOT_CONTENT = frozenset({"_key", "_proof", "csrf_token"})
KEPT_HEADERS = ("Location", "Content-Type", "HX-Redirect", "HX-Trigger")
# Nothing was tried yet: the form is sent again, corrected, and may keep its key.
NOT_TRIED = frozenset({400, 413, 422})


class RequestKeyRow(SQLModel, table=True):
    """A key that was used, by whom, for what, and the answer it got."""

    __tablename__ = "request_key"

    scope: str = Field(primary_key=True, max_length=80)
    key: str = Field(primary_key=True, max_length=64)
    request_sha256: str = Field(max_length=64)
    at: datetime = Field(index=True)
    status: int = 0
    headers: str = ""
    body: bytes = Field(default=b"", sa_type=LargeBinary)


_TABLE = RequestKeyRow.__table__  # type: ignore[attr-defined]
_MINE = and_(_TABLE.c.scope == bindparam("whose"), _TABLE.c.key == bindparam("which"))
# Every change asks these: they are put together once.
_KEEP, _FORGET = update(_TABLE).where(_MINE), delete(_TABLE).where(_MINE)
_CLAIM = {
    name: dialect.insert(_TABLE).on_conflict_do_nothing().returning(_TABLE.c.key)
    for name, dialect in (("postgresql", postgresql), ("sqlite", sqlite))
}


def once(act: Callable[[], ResponseReturnValue]) -> ResponseReturnValue:
    """Do it in one transaction, or give again the answer this key already got."""
    key = request_key()
    fingerprint = _fingerprint()
    with transaction() as writing:
        earlier = _claim(writing, key, fingerprint)
        if earlier is not None:
            return _again(earlier, fingerprint)
        response = make_response(act())
        _keep(writing, key, response)
    return response


def request_key() -> str:
    """The key this request carries; without a good one nothing is done."""
    key = request.headers.get("Idempotency-Key") or request.form.get("_key", "")
    if not key and request.is_json:
        said = request.get_json(silent=True)
        key = str(said.get("key", "")) if isinstance(said, dict) else ""
    if not KEY.fullmatch(key):
        raise BadRequest(
            "The request carries no key of 16 to 64 letters, digits, - or _, "
            f"so it could be done twice ({HOUSE.at('ONCE-1')}). "
            "Open the page again and repeat it."
        )
    return key


def _scope() -> str:
    """Whose key it is: two people may choose the same one."""
    signed = staff()
    return f"staff:{signed.id}" if signed else f"guest:{session.get('csrf_token', '')}"


def _fingerprint() -> str:
    """What was asked, so that a key is not taken for another request."""
    parts = [request.method, request.full_path]
    for name, values in sorted(request.form.lists()):
        if name not in NOT_CONTENT:
            parts += [name, *values]
    for name, file in sorted(request.files.items()):
        parts += [name, _digest(file.stream)]
    if request.is_json:
        parts.append(request.get_data(as_text=True))
    # A plain hash of a form with a password in it could be guessed backwards.
    return seal().mark("\0".join(parts))


def _digest(stream: IO[bytes]) -> str:
    """A file by its fingerprint, read piece by piece."""
    found = hashlib.sha256()
    while piece := stream.read(PIECE):
        found.update(piece)
    stream.seek(0)
    return found.hexdigest()


def _claim(writing: Session, key: str, fingerprint: str) -> RequestKeyRow | None:
    """Take the key for this transaction, or return what it was used for."""
    claimed = {
        "scope": _scope(),
        "key": key,
        "request_sha256": fingerprint,
        "at": now(),
        "status": 0,
        "headers": "",
        "body": b"",
    }
    claim = _CLAIM[writing.get_bind().dialect.name]
    if writing.execute(claim, claimed).first() is not None:
        return None
    mine = select(RequestKeyRow).where(
        col(RequestKeyRow.scope) == _scope(), col(RequestKeyRow.key) == key
    )
    return writing.exec(mine).one()


def _keep(writing: Session, key: str, response: Response) -> None:
    """Keep the answer beside the act, in the same transaction."""
    mine = {"whose": _scope(), "which": key}
    if response.status_code in NOT_TRIED:
        writing.execute(_FORGET, mine)
        return
    headers = "\n".join(
        f"{name}: {response.headers[name]}"
        for name in KEPT_HEADERS
        if name in response.headers
    )
    answer = {
        "status": response.status_code,
        "headers": headers,
        "body": seal().seal(response.get_data()),  # it may show a one-time password
    }
    writing.execute(_KEEP, mine | answer)


def _again(earlier: RequestKeyRow, fingerprint: str) -> ResponseReturnValue:
    """The answer given before; or a refusal, when the key was for something else."""
    if earlier.request_sha256 != fingerprint:
        refusal = Refusal(
            HOUSE.at("ONCE-2"),
            "This key was already used for another request.",
            "Open the page again and repeat what you meant to do.",
        )
        return render_template("denied.html", refused=Refused((refusal,))), 409
    response = make_response(seal().open(earlier.body), earlier.status)
    for line in filter(None, earlier.headers.split("\n")):
        name, _, value = line.partition(": ")
        response.headers[name] = value
    response.headers["Idempotent-Replay"] = "true"
    return response
