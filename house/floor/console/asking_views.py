"""What a console asks of people beside the cards, sent the way its taps are."""

from flask import abort, jsonify
from flask.typing import ResponseReturnValue

from house.floor.at_table import idling
from house.floor.console import reminders, screen
from house.floor.console.reminders import Answer
from house.floor.ranks import rank_of
from house.floor.rounds import answers
from house.floor.rounds.requests import request_fields
from house.floor.rounds.views import KEEP, at_the_table, bp
from house.floor.rulings import following, queries
from house.floor.rulings.models import RulingEvent
from house.floor.tables.pages import find
from house.web import act, actor, acts, writing
from house.web.request import seal
from rulebook import Refused


@bp.post("/by-hand")
@acts(*KEEP, row=at_the_table)
def confirm(number: int) -> ResponseReturnValue:
    """Write down that something only hands can do was done."""
    said, table = request_fields(), find(writing(), number, lock=True)
    answer = Answer(
        said.text("rule", 64, needed=True),
        said.text("moment", 64),
        said.text("answer", 80, needed=True),
    )
    said.done()
    there = screen.read(writing(), table, seal(), rank_of(actor()))
    return _told(reminders.confirm(writing(), table, there, answer, act()))


@bp.post("/vacate")
@acts(*KEEP, row=at_the_table)
def vacate(number: int) -> ResponseReturnValue:
    """Ask a player who sat out to give up the seat."""
    said, table = request_fields(), find(writing(), number, lock=True)
    seat = said.whole("seat")
    said.done()
    return _told(idling.ask(writing(), table, seat, said.key, act()))


@bp.post("/ruling-task")
@acts(*KEEP, row=at_the_table)
def done(number: int) -> ResponseReturnValue:
    """Say that what a ruling asks for before the next deal is done, with its note."""
    said, table = request_fields(), find(writing(), number, lock=True)
    ruling, place = said.whole("ruling"), said.whole("place")
    note = said.text("note", 400)
    said.done()
    row = queries.one(writing(), ruling)
    if row is None or row.table_id != table.pk:
        abort(404, f"Table {number} has no ruling {ruling}.")
    parts = (RulingEvent.DONE, place, note, act())
    return _told(following.add(writing(), row, *parts))


def _told(verdict: object) -> ResponseReturnValue:
    if isinstance(verdict, Refused):
        return jsonify(answers.refusals(verdict)), 409
    return jsonify({"done": 1})
