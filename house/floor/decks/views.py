"""What is said and asked about the cards of a table.

    POST /desk/tables/<number>/rounds/cards  {act, …} -> {done, stands}

`act` is one of check {missing-red?, extra-red?, by_device?}, prepare {deck: {back,
steps, cut_by?, lifted?}}, count {found, back}, machine count {found}, order shuffle
{abnormal?, reason}, order cut {reason?}, order count {reason?}, replace {reason?} and
end shoe. As everywhere on the console the key in Idempotency-Key makes it happen once;
409 lists every reason against it and nothing was done.
"""

from typing import Any

from flask import Blueprint, flash, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house.audit.plain import LARGEST
from house.floor.decks import orders, services
from house.floor.decks.models import CardAct, DeckRow
from house.floor.decks.orders import ORDERS, Ordered
from house.floor.decks.requests import checked_in, prepared_in
from house.floor.decks.standing import cards_of, history, supplied
from house.floor.decks.wording import described, in_words
from house.floor.models import TableRow
from house.floor.rounds import answers
from house.floor.rounds.requests import RequestFields, Unread, request_fields
from house.floor.rounds.views import KEEP, at_the_table
from house.floor.tables.pages import find
from house.people.roles import Role
from house.typed import read_whole
from house.web import act, acts, go_to, reading, reads, refuse, signed_in, writing
from house.web.request import seal
from rulebook import Refused

bp = Blueprint("decks", __name__, url_prefix="/desk/tables/<int:number>")
ORDER = (Role.SUPERVISOR, Role.DEPUTY, Role.DIRECTOR, Role.INSPECTOR)
PAGE = 50


@bp.errorhandler(Unread)
def unread(error: Unread) -> ResponseReturnValue:
    """Say what in a request could not be read."""
    return jsonify(answers.refusals(error.refused)), 422


@bp.post("/rounds/cards")
@acts(*KEEP, row=at_the_table)
def do(number: int) -> ResponseReturnValue:
    """Confirm, order or count something of the cards of a table."""
    said, table = request_fields(), find(writing(), number, lock=True)
    what = said.text("act", 32, needed=True)
    if what not in (CardAct.CHECK, CardAct.PREPARE, *ORDERS):
        said.refuse("act", "something that can be done to cards")
    return _answered(table, _done(said, table, what))


def _done(said: RequestFields, table: TableRow, what: str) -> DeckRow | Refused:
    if what == CardAct.CHECK:
        found = checked_in(said, supplied(table).backs)
        said.done()
        return services.check(writing(), table, found, act(), said.key)
    if what == CardAct.PREPARE:
        prepared = prepared_in(said)
        if prepared is None:
            said.group("deck", needed=True)
        said.done()
        assert prepared is not None
        return services.prepare(writing(), table, prepared, act(), said.key)
    found_, abnormal = said.whole("found", 0), said.flag("abnormal")
    back, reason = said.text("back", 16), said.text("reason", 400)
    said.done()
    ordered = Ordered(said.key, CardAct(what), reason, abnormal, found_, back)
    return orders.carry_out(writing(), table, ordered, act(), seal())


def _answered(table: TableRow, verdict: DeckRow | Refused) -> ResponseReturnValue:
    if isinstance(verdict, Refused):
        return jsonify(answers.refusals(verdict)), 409
    now = cards_of(writing(), table).pack
    return jsonify(
        {"done": verdict.pk, "says": in_words(verdict), "stands": described(now)}
    )


@bp.get("/cards")
@reads()
def show(number: int) -> ResponseReturnValue:
    """What was done to the cards of a table, newest first."""
    page = _history(reading(), find(reading(), number))
    return render_template("decks/history.html", refused=None, **page)


def _history(session: Session, table: TableRow) -> dict[str, Any]:
    before = request.args.get("before", 0, type=read_whole)
    rows = history(session, table, min(max(before, 0), LARGEST), PAGE + 1)
    return {
        "table": table,
        "rows": rows[:PAGE],
        "older": rows[PAGE - 1].pk if len(rows) > PAGE else 0,
        "stands": described(cards_of(session, table).pack),
        "in_words": in_words,
        "may_order": bool(signed_in().roles & set(ORDER)),
        "inspector": cards_of(session, table).pack.rules.inspector,
    }


@bp.post("/cards/count")
@acts(*ORDER)
def order_count(number: int) -> ResponseReturnValue:
    """Order a count of the cards, from the floor or as an inspector."""
    said, table = request_fields(), find(writing(), number, lock=True)
    why, who = said.text("reason", 400), said.text("inspector", 120)
    ordered = Ordered(said.key, CardAct.ORDER_COUNT, why, inspector=who)
    verdict = orders.carry_out(writing(), table, ordered, act(), seal())
    if isinstance(verdict, Refused):
        return refuse("decks/history.html", verdict, **_history(writing(), table))
    flash("A count is ordered: the next round waits for it.")
    return go_to(url_for(".show", number=number))
