"""Public pages of a frozen list: its file, its header, and checking a receipt."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from flask import Response, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from house.db import Database
from house.terms import public
from house.web import anyone, reading
from house.web.request import database
from promotions.freezing import headers
from promotions.freezing import reading as lists
from promotions.freezing.models import FreezeRow, HeaderRow
from promotions.models import PromotionRow
from promotions.public.draws import attempts
from promotions.public.views import bp, row_of
from promotions.rules import receipts
from promotions.terms import TERMS
from rulebook import HOUSE, Cite, Refused

PUBLISHED: Cite = HOUSE.at("PROMOTION-59")


def _fixed(slug: str) -> tuple[PromotionRow, list[FreezeRow]]:
    row, _ = public.version_of(TERMS, row_of(slug))
    return row, [*lists.lists(reading(), row)]


def _asked(slug: str) -> tuple[PromotionRow, FreezeRow]:
    """The frozen list of the draw that is asked for, or of the newest."""
    row, fixed = _fixed(slug)
    draw = request.values.get("draw", type=int)
    found = [one for one in fixed if draw in {None, one.draw}]
    if not found:
        abort(404, "No list of entries is fixed yet. It is when entries close.")
    return row, found[-1]


@bp.route("/<slug>/check", methods=["GET", "POST"])
@anyone
def check(slug: str) -> ResponseReturnValue:
    """Check that one's own tickets are in the frozen list, without showing it."""
    row, fixed = _fixed(slug)
    about: dict[str, Any] = {
        "promotion": row,
        "lists": [(one, headers.of(reading(), one)) for one in fixed],
        "attempts": attempts(reading(), row),
        "rule": receipts.PROVEN,
        "published": PUBLISHED,
        "given": "",
        "code": "",
        "holds": None,
        "refused": None,
        "receipt": None,
    }
    if request.method == "POST" and fixed:
        about |= _answer(slug)
    status = 422 if about["refused"] else 200
    return render_template("public/check.html", **about), status


def _answer(slug: str) -> dict[str, Any]:
    """A receipt by its reference code, or whether a receipt holds."""
    _, freeze = _asked(slug)
    if code := request.form.get("code", "").strip().lower():
        found = lists.receipt(reading(), freeze, code[:64])
        told = _told(slug, freeze, found) if found else None
        return {"code": code, "receipt": told, "draw": freeze.draw}
    given = request.form.get("receipt", "")
    verdict = receipts.read(given)
    if isinstance(verdict, Refused):
        return {"given": given, "refused": verdict, "draw": freeze.draw}
    holds = receipts.check(verdict, freeze.entry_root, freeze.holders)
    return {"given": given, "holds": holds, "count": verdict.count, "draw": freeze.draw}


def _told(slug: str, freeze: FreezeRow, found: Any) -> dict[str, Any]:
    return {"promotion": slug, "draw": freeze.draw, **asdict(found)}


@bp.post("/<slug>/receipt.json")
@anyone
def receipt(slug: str) -> ResponseReturnValue:
    """The receipt of whoever knows the reference code, to be kept."""
    _, freeze = _asked(slug)
    code = request.form.get("code", "").strip().lower()[:64]
    found = lists.receipt(reading(), freeze, code)
    if found is None:
        abort(404, "Nobody with this reference code is in the list.")
    answer = jsonify(_told(slug, freeze, found))
    name = f"receipt-{slug}-{freeze.draw}.json"
    answer.headers["Content-Disposition"] = f"attachment; filename={name}"
    return answer


@bp.get("/<slug>/entries.csv")
@anyone
def entries(slug: str) -> ResponseReturnValue:
    """The published list: index, first, count, leaf; no name and no reference."""
    _, freeze = _asked(slug)
    return Response(_streamed(database(), freeze), mimetype="text/csv")


def _streamed(db: Database, freeze: FreezeRow) -> Iterator[str]:
    with db.reading() as session:
        yield from lists.entries(session, freeze)


@bp.get("/<slug>/header.json")
@anyone
def header(slug: str) -> ResponseReturnValue:
    """The header of a draw, to the byte, once it is published."""
    _, freeze = _asked(slug)
    kept: HeaderRow | None = headers.of(reading(), freeze)
    if kept is None:
        abort(404, "The header waits for the scrutineer’s promise.")
    return Response(kept.content, mimetype="application/json")
