"""Correcting a round that is over: the effect is shown before it is done."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house import money
from house.floor import running
from house.floor.acts import Act
from house.floor.at_table.forms import CorrectionForm
from house.floor.at_table.views import RUN, bp, round_of, session, table_of
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds import corrections
from house.floor.rounds.corrections import Correction, Effect
from house.floor.rounds.models import AnyAction, RoundRow
from house.floor.rounds.replay import Position
from house.web import actor, acts, go_to, now, writing
from house.web.once import request_key
from house.web.request import seal
from rulebook import Refused


@bp.route("/rounds/<int:round_number>/correction", methods=["GET", "POST"])
@acts(*RUN)
def correct(number: int, round_number: int) -> ResponseReturnValue:
    """Correct what was keyed wrongly in a round that is over."""
    table = table_of(number)
    row = round_of(table, round_number)
    position = books.position(session(), books.REAL, row, seal())
    form = CorrectionForm(request.form or None, data={"expected": position.seq})
    page = {"table": table, "round": row, "form": form, "position": position}
    if request.method == "GET":
        return _shown(page, None, None, 200)
    if not form.validate():
        return _shown(page, None, None, 422)
    wanted = _wanted(row, position, form)
    if not request.form.get("confirm"):
        return _foreseen(page, table, wanted)
    verdict = corrections.correct(writing(), table, wanted, _act(), running.floor())
    if isinstance(verdict, Refused):
        return _shown(page, verdict, None, 409)
    flash(f"Round {row.number} is corrected.")
    return go_to(url_for("at_table.paid", number=number, round_number=round_number))


def _act() -> Act:
    return Act(actor(), now())


def _foreseen(
    page: dict[str, Any], table: TableRow, wanted: Correction
) -> ResponseReturnValue:
    effect = corrections.foresee(writing(), table, wanted, _act(), running.floor())
    if isinstance(effect, Refused):
        return _shown(page, effect, None, 409)
    return _shown(page, None, effect, 200)


def _wanted(row: RoundRow, position: Position, form: CorrectionForm) -> Correction:
    return Correction(
        f"correct-{request_key()}"[:64],
        row.number,
        form.expected.data or 0,
        form.reason.data or "",
        _instead(position),
    )


def _instead(position: Position) -> Mapping[int, Sequence[Mapping[str, Any]]]:
    """What takes the place of actions: nothing, another amount, other cards."""
    found: dict[int, list[dict[str, Any]]] = {}
    for slot in position.slots:
        if request.form.get(f"without-{slot.seq}"):
            found[slot.seq] = []
            continue
        moves = [position.game.write(move) for move in slot.moves]
        if _changed(moves, slot.seq):
            found[slot.seq] = moves
    return found


def _changed(moves: list[dict[str, Any]], seq: int) -> bool:
    """Put what was typed into the moves of one action; whether anything was."""
    typed = request.form.get(f"amount-{seq}", "").strip()
    cards = request.form.get(f"cards-{seq}", "").split()
    changed = False
    for move in moves:
        if typed and "amount" in move:
            try:
                amount = money.cents(typed)
            except ValueError:
                amount = -1  # the reading of the move says what is wrong with it
            changed = changed or amount != move["amount"]
            move["amount"] = amount
        if cards and "cards" in move and cards != move["cards"]:
            move["cards"], changed = cards, True
    return changed


def _shown(
    page: dict[str, Any],
    refused: Refused | None,
    effect: Effect | None,
    status: int,
) -> ResponseReturnValue:
    row, position = page["round"], page["position"]
    actions = books.actions(session(), books.REAL, row)
    kept: dict[int, AnyAction] = {action.seq: action for action in actions}
    rows = [
        (kept[slot.seq], [position.game.write(move) for move in slot.moves])
        for slot in position.slots
        if slot.moves
    ]
    shown = page | {"rows": rows, "refused": refused, "effect": effect}
    return render_template(
        "at_table/correction.html", **shown, sent=request.form
    ), status
