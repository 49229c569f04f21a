"""The call of a play system: rows of play as JSON, each reference once."""

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from house.floor.acts import Act
from house.web import anyone, now, writing
from promotions import queries
from promotions.tickets import callers, importing, lists, sorting
from promotions.tickets.callers import KEYED
from promotions.tickets.lists import AMOUNTS, NEEDED, TIER, Bad, Block, Given
from promotions.tickets.models import CallerRow
from promotions.tickets.sorting import Sorted
from rulebook import Refusal, Refused

bp = Blueprint("ticket_calls", __name__, url_prefix="/api/promotions")
MOST = 5_000  # rows of one call
BEARER = re.compile(r"Bearer ([A-Za-z0-9_-]{20,100})")


@bp.post("/<slug>/tickets")
@anyone
def take(slug: str) -> ResponseReturnValue:
    """Take what a play system sends; the same call again counts nothing more."""
    caller = _caller()
    if caller is None:
        wrong, right = "The key is missing or has ended.", "Send it as a bearer token."
        return _problem(401, wrong, right)
    rows = _rows()
    if isinstance(rows, Refusal):
        return _problem(422, rows.wrong, rows.right)
    row = queries.get(writing(), slug, lock=True)
    if row is None:
        return _problem(404, f"There is no promotion “{slug}”.", "Give its address.")
    act, digest = Act(callers.actor(caller), now()), _digest(caller)
    taking = importing.begin(writing(), row, caller.name, digest, act)
    if isinstance(taking, Refused):
        reason = taking.refusals[0]
        return _problem(409, reason.wrong, reason.right)
    found = sorting.sort(writing(), taking, rows, now())
    if not taking.is_over:
        importing.keep(writing(), taking, found, rows.read, act)
    return jsonify(_outcome(found))


def _caller() -> CallerRow | None:
    given = BEARER.fullmatch(request.headers.get("Authorization", ""))
    return callers.of(writing(), given[1]) if given else None


def _digest(caller: CallerRow) -> str:
    """What tells this call from every other: the same bytes are the same call."""
    return sha256(f"{caller.pk} ".encode() + request.get_data()).hexdigest()


def _problem(code: int, title: str, detail: str) -> ResponseReturnValue:
    """What is wrong, in the shape of every problem of the house."""
    answer = jsonify(status=code, title=title, detail=detail, rule=KEYED.id)
    answer.status_code = code
    if code == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def _rows() -> Block | Refusal:
    """The rows of the call; what is wrong with one of them is said of it alone."""
    try:
        sent = request.get_json()
    except UnsupportedMediaType:
        raise
    except BadRequest:
        return Refusal(KEYED, "The body is no JSON.", "Send an object with rows.")
    rows = sent.get("rows") if isinstance(sent, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        right = "Send an object with rows, each of them an object."
        return Refusal(KEYED, "There are no rows.", right)
    if not 0 < len(rows) <= MOST:
        wrong = f"There are {len(rows):,} rows."
        return Refusal(KEYED, wrong, f"Send from 1 to {MOST:,} at once.")
    return Block.of(_read(rows))


def _read(rows: list[dict[str, Any]]) -> Iterator[Given | Bad]:
    for number, row in enumerate(rows, start=1):
        amounts = [name for name in AMOUNTS if name in row]
        texts = [*(row.get(name) for name in NEEDED), row.get(TIER, "")]
        reference = texts[0] if isinstance(texts[0], str) else ""
        whole = len(amounts) == 1 and type(row[amounts[0]]) is int
        if not whole or not all(isinstance(text, str) for text in texts):
            why = f"It needs reference, card, at and one of {', '.join(AMOUNTS)}."
            yield Bad(number, reference[: lists.LONGEST], why)
            continue
        name, card, at, tier = map(str, texts)
        amount, came = str(row[amounts[0]]), AMOUNTS[amounts[0]]
        yield lists.row_of(number, name, card, at, amount, came, tier)


def _outcome(found: Sorted) -> dict[str, Any]:
    fates = found.fates()
    each = [
        {
            "reference": fate.reference,
            "outcome": fate.outcome.value,
            "tickets": fate.tickets,
            **({"why": fate.why} if fate.why else {}),
        }
        for fate in fates
    ]
    counts = {o.value: 0 for o in sorting.Outcome}
    for fate in fates:
        counts[fate.outcome.value] += 1
    return {**counts, "tickets": sum(fate.tickets for fate in fates), "rows": each}
