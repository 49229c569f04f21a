"""Past rounds of a table: the list, and each of them step by step."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session, col, select

from house.floor.console import felt, wording
from house.floor.console.moves_in_words import in_words
from house.floor.console.screen import kept
from house.floor.console.settlement import settlement
from house.floor.console.views import PLAY, bp, may_play
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds import history, practice
from house.floor.rounds.book import Book
from house.floor.rounds.history import Replayed, Step
from house.floor.rounds.models import AnyRound
from house.floor.rounds.replay import TAKE_BACK
from house.floor.tables.pages import find
from house.typed import read_whole
from house.web import act, acts, go_to, reading, reads, writing
from house.web.request import seal

A_PAGE = 50


@bp.get("/<int:number>/console/rounds")
@reads()
def rounds(number: int) -> ResponseReturnValue:
    """The rounds played at a table, the newest first."""
    table = find(reading(), number)
    before = request.args.get("before", type=read_whole)
    found = _past(reading(), books.REAL, table, before)
    older = found[-1].number if len(found) == A_PAGE and found[-1].number > 1 else None
    return render_template(
        "console/rounds.html",
        table=table,
        rows=found,
        older=older,
        practised=books.last(reading(), books.PRACTICE, table),
        may_play=may_play(),
    )


def _past(
    session: Session, book: Book, table: TableRow, before: int | None
) -> list[AnyRound]:
    kind = book.round
    query = select(kind).where(col(kind.table_id) == table.pk)
    if before is not None:
        query = query.where(col(kind.number) < before)
    return list(session.exec(query.order_by(col(kind.number).desc()).limit(A_PAGE)))


@bp.post("/<int:number>/console/practice/purge")
@acts(*PLAY)
def purge(number: int) -> ResponseReturnValue:
    """Throw away every practice round of a table."""
    table = find(writing(), number, lock=True)
    gone = practice.purge(writing(), table, act())
    many = "One practice round is" if gone == 1 else f"{gone} practice rounds are"
    flash(f"{many} thrown away.")
    return go_to(url_for("console.rounds", number=number))


@bp.get("/<int:number>/console/rounds/<int:round>")
@reads()
def replay(number: int, round: int) -> ResponseReturnValue:  # noqa: A002
    """One round step by step, with the state each person could see."""
    table = find(reading(), number)
    practice = request.args.get("practice") == "1"
    book = books.PRACTICE if practice else books.REAL
    row = books.numbered(reading(), book, table, round)
    if row is None:
        abort(404, f"There is no round {round} at table {number}.")
    seat = request.args.get("seat", type=read_whole)
    refused = history.check_seat(row, seat)
    page = _step_page(table, book, row, None if refused else seat)
    status = 409 if refused else 200
    return render_template("console/replay.html", refused=refused, **page), status


def _step_page(
    table: TableRow, book: Book, row: AnyRound, seat: int | None
) -> dict[str, Any]:
    found = history.replay(reading(), book, row, seal())
    last = len(found.steps)
    at = min(max(request.args.get("step", last, type=read_whole), 0), last)
    step = found.steps[at - 1] if at else None
    lines = kept(reading(), book, row)
    over = at == last and row.ended_at is not None
    seats = books.players(reading(), book, row)
    return {
        "table": table,
        "row": row,
        "found": found,
        "at": at,
        "last": last,
        "step": step,
        "seat": seat,
        "says": [_says(each, row.unit) for each in found.steps],
        "felt": _felt(table, step, seat, lines if over else ()),
        "settled": settlement(lines, _said(found), row.unit) if over else None,
        "played": sorted(seats),
        "card_name": wording.card,
        "here": _here(table, row, seat),
        "rebuilt": history.REBUILT.get(row.setup["document"]),
    }


def _here(table: TableRow, row: AnyRound, seat: int | None) -> Any:
    def there(step: int, who: int | None = seat) -> str:
        return url_for(
            "console.replay",
            number=table.number,
            round=row.number,
            step=step,
            seat=who,
            practice="1" if row.practice else None,
        )

    return there


def _felt(
    table: TableRow, step: Step | None, seat: int | None, lines: Any
) -> felt.Felt:
    if step is None:
        return felt.felt(None, table.seats, {})
    state, game = step.position.state, step.position.game
    waits = [o.seat for o in game.offers(state) if o.act == "fold" and o.seat]
    seen = step.seen(seat)
    return felt.felt(
        seen, table.seats, {}, lines or game.so_far(state), undecided=waits
    )


def _said(found: Replayed) -> Any:
    return lambda seat: found.position.game.said(found.state, seat)


def _says(step: Step, unit: str) -> str:
    if step.action.kind == TAKE_BACK:
        return f"Action {step.action.takes_back} taken back: {step.action.reason}"
    slots = [slot for slot in step.position.slots if slot.seq == step.action.seq]
    moves = slots[-1].moves if slots else ()
    if not moves:
        return step.action.kind.replace("_", " ").capitalize()
    return ", ".join(in_words(move, unit) for move in moves)
