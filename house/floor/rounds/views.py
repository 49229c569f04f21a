"""What a console asks and tells about the round at a table, as JSON.

Every address starts with `/desk/tables/<number>/rounds`. A POST carries a key of 16
to 64 letters, digits, - or _ (as `key` in the JSON, as `_key` in a form, or in the
header Idempotency-Key) and is safe to repeat: the same key acts once and gets the
same answer, a day later too. With CSRF on, JSON carries the header X-CSRFToken.

    GET  …/state                    -> State (of what is under way, or what was last)
    POST …/open     {dealt: "keyed"|"dealt", deck?: {back, steps}} -> Told + {round}
    POST …/actions  {round, expected, action, sent_at?}       -> Told
    POST …/actions  {round, expected, actions: [{key, action}…], sent_at?} -> Told
    POST …/undo     {round, expected, reason, seq?}           -> Told
    POST …/sit      {seat, player | card}                     -> {seats}
    POST …/leave    {seat, why?}                              -> {seats}
    POST …/corrections {round, expected, without: [seq…], instead: [action…], reason,
                     confirm: false|true}         -> {effects, downstream, done}
    GET  …/<round>/replay           -> {round, steps: [{seq, action, …, seen}]}

`round` is the number of the round and `expected` the seq of the last action the
sender has seen (0: none): if something else happened in between, the action is not
done. `action` is a move as `game.play` reads it, {"act": "ante", "seat": 3,
"amount": 1500, "also": {"jackpot": 500}}; a form sends it as JSON in a field. Where
the house deals, {"act": "deal"} carries no cards: they come from the sealed deck.
A tablet that was cut off sends what it held back, at most 40 actions each with its own
key, in one request: they are done in order up to the first that is refused; sent
again, those that were done are not done twice.
`deck` confirms what the console asked for before the round: {"back": "red", "steps":
["shuffle", "cut"]}, exactly those steps; it is left out where the house deals.
`undo` takes back the last action, or the one with this seq if the rest still fits.

Told, and no more; who wants to see the table asks for it once, after its last tap:
    {"done": 1, "seq": 7, "refused": []}
`done` is how many actions were, `seq` the last one of the round now. 409, no more was
done: `refused` holds every reason, [{rule, wrong, right, field}]. 422: the request
itself cannot be read, {"refused": […]}. 403: not yours to do. 503: the database
cannot be reached; send the same key again.

State:
    {"table": 5, "round": 12, "seq": 7, "practice": false, "unit": "cents",
     "dealt": "keyed", "phase": …, "over": false, "first_card": true,
     "offers": [{act, label, rule, seat, amounts: {least, most, step, taps}, extras,
                 cards: {count, for_whom, left}, spot, blind, rank, needs}],
     "seen": {…the table as the dealer may see it…},
     "seats": [{seat, player, card}], "staked": {"3": 4500},
     "lines": [{seat, wager, stake, net, rule}], "at": "2026-11-20T01:00:00Z"}
`round` is null before the first round at a table.
"""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, jsonify, request
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house.floor import running
from house.floor.decks.requests import prepared_in
from house.floor.models import TableRow, TableStatus
from house.floor.rounds import answers, corrections, history, opening, seating
from house.floor.rounds import book as books
from house.floor.rounds import services as rounds
from house.floor.rounds.corrections import Correction, Effect
from house.floor.rounds.opening import RoundRequest
from house.floor.rounds.requests import RequestFields, Unread, request_fields
from house.floor.rounds.seating import Guest
from house.floor.rounds.taps import Done, Tap
from house.floor.rounds.undoing import UndoRequest, take_back
from house.floor.tables import services as tables
from house.floor.tables.pages import find
from house.people.roles import Role
from house.people.sessions import Staff
from house.typed import read_whole, whole
from house.web import act, acts, reading, reads, writing
from house.web.request import seal
from rulebook import Refusal, Refused

bp = Blueprint("rounds", __name__, url_prefix="/desk/tables/<int:number>/rounds")
KEEP = (Role.DEALER, Role.SUPERVISOR, Role.DIRECTOR, Role.DEPUTY)
WATCH = (Role.SUPERVISOR, Role.DIRECTOR, Role.DEPUTY)


def at_the_table(
    session: Session, staff: Staff, kwargs: Mapping[str, Any]
) -> Refusal | None:
    """A dealer deals where the roster sends them; a supervisor minds their own."""
    if Role.DEALER in staff.roles:
        return None
    return tables.own_table(session, staff, kwargs)


@bp.errorhandler(Unread)
def unread(error: Unread) -> ResponseReturnValue:
    """Say what in a request could not be read."""
    return jsonify(answers.refusals(error.refused)), 422


@bp.get("/state")
@reads()
def state(number: int) -> ResponseReturnValue:
    """How the round at a table stands, for a page that asks again and again."""
    table = find(reading(), number)
    play = running.floor().play_at(reading(), table, act().now)
    response = jsonify(answers.now_at(reading(), table, seal(), play))
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    return response.make_conditional(request)


@bp.post("/open")
@acts(*KEEP, row=at_the_table, once=False)
def open_round(number: int) -> ResponseReturnValue:
    """Open the next round: one that counts at an open table, else one to practise."""
    said, table = request_fields(), find(writing(), number, lock=True)
    options = said.group("options")
    if cards := said.text("dealt", 16):
        options = options | {"cards": cards}
    prepared = prepared_in(said)
    said.done()
    practice = table.status is TableStatus.CLOSED
    wanted = RoundRequest(said.key, options, practice=practice, prepared=prepared)
    play = running.floor().play_at(writing(), table, act().now)
    opened = opening.open_round(writing(), table, wanted, play, act(), seal())
    if isinstance(opened, Refused):
        return _refused(table, opened)
    return jsonify(answers.outcome(0, done=1) | {"round": opened.number})


@bp.post("/actions")
@acts(*KEEP, row=at_the_table, once=False)
def do(number: int) -> ResponseReturnValue:
    """Do one action in the round under way, or those that a tablet held back."""
    taps = _taps(request_fields())
    here = books.held(writing(), number, [tap.key for tap in taps])
    if here is None:
        abort(404, f"There is no table {number}.")
    verdict, done = rounds.act_on(writing(), here, taps, act(), running.floor())
    return _outcome(here.table, verdict, done)


def _taps(said: RequestFields) -> list[Tap]:
    round_, expected = said.whole("round"), said.whole("expected")
    sent_at = said.instant("sent_at")
    if "actions" not in said.found:
        action = said.group("action", needed=True)
        said.done()
        return [Tap(said.key, round_, expected, action, sent_at)]
    taps = [
        Tap(each["key"], round_, expected, each["action"], sent_at)
        for each in said.taps("actions")
    ]
    said.done()
    return taps


@bp.post("/undo")
@acts(*KEEP, row=at_the_table)
def undo(number: int) -> ResponseReturnValue:
    """Take an action back, with a reason."""
    said, table = request_fields(), find(writing(), number, lock=True)
    undo_request = UndoRequest(
        said.key,
        said.whole("round"),
        said.whole("expected"),
        said.text("reason", 400),
        said.whole("seq", 0) or None,
    )
    said.done()
    verdict = take_back(writing(), table, undo_request, act(), running.floor())
    return _outcome(table, verdict, done=not isinstance(verdict, Refused))


def _outcome(
    table: TableRow, verdict: Done | Refused, done: int
) -> ResponseReturnValue:
    """What came of taps, and no more: who wants to see the table asks for it."""
    if isinstance(verdict, Refused):
        return _refused(table, verdict, done)
    return answers.outcome(verdict.position.seq, done)  # spelt after the transaction


def _refused(table: TableRow, refused: Refused, done: int = 0) -> ResponseReturnValue:
    """Every reason why no more was done, and the last action of the round now."""
    seq = books.seq_now(writing(), books.here(writing(), table))
    return answers.outcome(seq, done, refused), 409


@bp.post("/sit")
@acts(*KEEP, row=at_the_table)
def sit(number: int) -> ResponseReturnValue:
    """Let somebody take a seat, by player card or by name."""
    said, table = request_fields(), find(writing(), number, lock=True)
    guest = Guest(
        said.whole("seat"), said.key, said.text("player", 80), said.text("card", 32)
    )
    said.done()
    return _seats(number, seating.sit(writing(), table, guest, act(), running.floor()))


@bp.post("/leave")
@acts(*KEEP, row=at_the_table)
def leave(number: int) -> ResponseReturnValue:
    """Write down that somebody has left their seat."""
    said, table = request_fields(), find(writing(), number, lock=True)
    seat, why = said.whole("seat"), said.text("why", 200)
    said.done()
    parts = (writing(), table, seat, act(), running.floor())
    verdict = seating.leave(*parts, key=said.key, why=why)
    return _seats(number, verdict)


def _seats(number: int, verdict: object) -> ResponseReturnValue:
    table = find(writing(), number)
    taken = books.seats(writing(), books.here(writing(), table).book, table)
    told = {"seats": answers.seats(taken)}
    if isinstance(verdict, Refused):
        return jsonify(answers.refusals(verdict) | told), 409
    return jsonify(told)


@bp.post("/corrections")
@acts(*WATCH, row=tables.own_table)
def correct(number: int) -> ResponseReturnValue:
    """Show what a correction of a past round would change, or make it."""
    said, table = request_fields(), find(writing(), number, lock=True)
    wanted = _correction(said)
    confirm = said.flag("confirm")
    said.done()
    work = corrections.correct if confirm else corrections.foresee
    verdict = work(writing(), table, wanted, act(), running.floor())
    if isinstance(verdict, Effect):
        return jsonify(answers.effect(verdict))
    return jsonify(answers.refusals(verdict)), 409


def _correction(said: RequestFields) -> Correction:
    instead = said.group("instead", needed=True)
    read = {whole(k, 99_999): v for k, v in instead.items()}
    known = {k: v for k, v in read.items() if k is not None}
    lists = all(isinstance(moves, list) for moves in known.values())
    plain = lists and all(isinstance(m, dict) for ms in known.values() for m in ms)
    if not plain or len(known) < len(instead):
        said.group("instead, an object of lists of moves by seq", needed=True)
        known = {}
    return Correction(
        said.key,
        said.whole("round"),
        said.whole("expected"),
        said.text("reason", 400),
        known,
    )


@bp.get("/<int:which>/replay")
@reads()
def replay(number: int, which: int) -> ResponseReturnValue:
    """A past round step by step, as the room could see it, or one seat of it."""
    table = find(reading(), number)
    practice = request.args.get("practice") == "1"
    book = books.PRACTICE if practice else books.REAL
    row = books.numbered(reading(), book, table, which)
    if row is None:
        abort(404, f"There is no round {which} at table {number}.")
    seat = request.args.get("seat", type=read_whole)
    if refused := history.check_seat(row, seat):
        return jsonify(answers.refusals(refused)), 409
    return jsonify(_replayed(history.replay(reading(), book, row, seal()), seat))


def _replayed(found: history.Replayed, seat: int | None) -> dict[str, Any]:
    return {
        "round": found.round.number,
        "practice": found.round.practice,
        "steps": [
            {
                "seq": step.action.seq,
                "says": history.said(step),
                "holds": step.holds,
                "by": step.action.by_name,
                "at": answers.instant(step.at),
                "seen": step.seen(seat),
            }
            for step in found.steps
        ],
        "lines": [answers.line(each) for each in found.lines],
    }
