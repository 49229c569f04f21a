"""Pages of rulings: something went wrong, the book, one ruling."""

from itertools import groupby
from typing import Any

from flask import Blueprint, abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from game.irregularities.possible import Possible, possible
from game.ranks import LADDERS
from house.audit.plain import LARGEST
from house.floor import running
from house.floor.disputes.queries import about_ruling
from house.floor.models import TableRow
from house.floor.ranks import rank_of
from house.floor.rounds.play import Play
from house.floor.rulings import (
    answers,
    deciding,
    desk,
    following,
    making,
    queries,
    services,
)
from house.floor.rulings.forms import EventForm, FilterForm
from house.floor.rulings.making import Proposed, RulingRequest
from house.floor.rulings.models import RulingEvent, RulingRow
from house.floor.rulings.scenes import AtTable, at_table
from house.floor.rulings.services import named
from house.floor.tables import services as tables
from house.notices.kinds import leads
from house.people.roles import Role
from house.typed import read_whole, whole
from house.units import UNITS, written
from house.web import (
    act,
    actor,
    acts,
    go_to,
    here,
    now,
    reading,
    reads,
    signed_in,
    writing,
)
from house.web.request import seal
from rulebook import Refused

__all__ = ["bp", "desk"]
bp = Blueprint("rulings", __name__, url_prefix="/desk")
CALL = (Role.DEALER, Role.SUPERVISOR, Role.DEPUTY, Role.DIRECTOR)


@leads("ruling")
def _page_of(_session: Session, ruling_id: int) -> str:
    return url_for("rulings.show", ruling_id=ruling_id)


def _table(number: int) -> TableRow:
    """The table of the page; held against others while something is done."""
    session, lock = here(), request.method != "GET"
    table = tables.get(session, number, lock=lock)
    if table is None:
        abort(404, f"There is no table {number}.")
    return table


@bp.get("/tables/<int:number>/ruling")
@reads(*CALL)
def ask(number: int) -> ResponseReturnValue:
    """Something went wrong: pick what happened and see the ruling with its rule."""
    table = _table(number)
    at = at_table(reading(), table, seal(), _play(reading(), table))
    picked = _picked(at, request.args.get("what", ""))
    proposed: Proposed | Refused | None = None
    if picked is not None and ("show" in request.args or not picked.questions):
        proposed = making.propose(at, picked.name, _given(at, picked))
    page = _page(table, at, picked, proposed)
    status = 422 if isinstance(proposed, Refused) else 200
    return render_template("rulings/ask.html", **page), status


def _play(session: Session, table: TableRow) -> Play:
    return running.floor().play_at(session, table, now())


def _picked(at: AtTable, what: str) -> Possible | None:
    return next((one for one in possible(at.scene) if one.name == what), None)


def _given(at: AtTable, picked: Possible | None) -> dict[str, object]:
    questions = picked.questions if picked else ()
    return answers.given(questions, request.values, at.unit)


def _page(
    table: TableRow,
    at: AtTable,
    picked: Possible | None,
    proposed: Proposed | Refused | None,
    refused: Refused | None = None,
) -> dict[str, Any]:
    ruling = proposed.ruling if isinstance(proposed, Proposed) else None
    questions = picked.questions if picked else ()
    enough = ruling is None or LADDERS[ruling.code].reaches(
        rank_of(actor()), ruling.decided_by
    )
    return {
        "table": table,
        "at": at,
        "groups": [(k, tuple(v)) for k, v in groupby(possible(at.scene), _group)],
        "picked": picked,
        "typed": answers.typed(questions, request.values),
        "sent": request.values,
        "ruling": ruling,
        "title": LADDERS[ruling.code].title(ruling.decided_by) if ruling else "",
        "titles": LADDERS[ruling.code].titles_of(ruling.decided_by) if ruling else (),
        "seats": making.by_seat(at, ruling.effects) if ruling else (),
        "enough": enough,
        "amount": lambda value: written(value, at.unit),
        "unit": UNITS[at.unit].spoken,
        "refused": proposed if isinstance(proposed, Refused) else refused,
        "may_call": bool(signed_in().roles & set(CALL)),
    }


def _group(one: Possible) -> str:
    return one.group


@bp.post("/tables/<int:number>/ruling")
@acts(*CALL, before=deciding.weigh)
def apply(number: int) -> ResponseReturnValue:
    """Apply the ruling on the word of whoever the rule makes decide."""
    table = _table(number)
    at = at_table(writing(), table, seal(), _play(writing(), table))
    picked = _picked(at, request.form.get("what", ""))
    bench = deciding.bench("ruling")
    verdict: RulingRow | Refused | None
    if isinstance(bench, Refused):
        verdict = bench
    else:
        verdict = services.apply(writing(), table, _asked(at, picked), bench)
    if isinstance(verdict, Refused):
        what, given = request.form.get("what", ""), _given(at, picked)
        page = _page(table, at, picked, making.propose(at, what, given), verdict)
        return render_template("rulings/ask.html", **page), 409
    return _applied(table, verdict)


def _asked(at: AtTable, picked: Possible | None) -> RulingRequest:
    seats = [whole(seat, 999) for seat in request.form.getlist("retract")]
    return RulingRequest(
        what=request.form.get("what", "")[:40],
        given=_given(at, picked),
        round=_form_number("round"),
        expected=_form_number("expected"),
        chosen=tuple(name[:80] for name in request.form.getlist("choice")),
        retracted=tuple(seat for seat in seats if seat is not None),
    )


def _form_number(name: str) -> int:
    found = request.form.get(name, 0, type=read_whole)
    return found if 0 <= found <= LARGEST else 0


def _applied(table: TableRow, row: RulingRow | None) -> ResponseReturnValue:
    if row is None:
        flash("The ruling is applied; in practice nothing of it is kept.")
        return go_to(url_for(".ask", number=table.number))
    flash(f"{named(row)} is applied.")
    return go_to(url_for(".show", ruling_id=row.pk))


@bp.get("/rulings/")
@reads(*CALL)
def index() -> ResponseReturnValue:
    """The ruling book: every ruling with its number, by table, day, rule and rank."""
    form = FilterForm(request.args)
    known = {rank: rank for rank in queries.ranks(reading())}
    form.rank.choices = {"": "Every rank"} | known
    valid = form.validate()
    found = queries.find(reading(), form.wanted() if valid else queries.Filter())
    filled = {k: v for k, v in request.args.items() if v and k != "before"}
    page = render_template(
        "rulings/index.html",
        found=found,
        form=form,
        filled=filled,
        named=named,
        amount=written,
    )
    return page, 200 if valid else 422


def _row(ruling_id: int) -> RulingRow:
    session = here()
    row = queries.one(session, ruling_id)
    if row is None:
        abort(404, f"There is no ruling {ruling_id}.")
    return row


@bp.get("/rulings/<int:ruling_id>")
@reads(*CALL)
def show(ruling_id: int) -> ResponseReturnValue:
    """One ruling: what happened, the rule, each seat, who was told, what is done."""
    return render_template("rulings/show.html", **_shown(_row(ruling_id)))


def _shown(row: RulingRow, refused: Refused | None = None) -> dict[str, Any]:
    session = here()
    events = following.events_of(session, row)
    return {
        "row": row,
        "name": named(row),
        "tasks": following.tasks_of(session, row),
        "done": {e.place: e for e in events if e.happened is RulingEvent.DONE},
        "told": {e.place: e for e in events if e.happened is RulingEvent.TOLD},
        "carried": queries.carried_by(session, row),
        "notices": queries.notices_about(session, row),
        "disputes": about_ruling(session, row.pk),
        "amount": lambda value: written(value, row.unit),
        "may_add": bool(signed_in().roles & set(CALL)),
        "refused": refused,
    }


@bp.post("/rulings/<int:ruling_id>/events")
@acts(*CALL)
def add(ruling_id: int) -> ResponseReturnValue:
    """Say that a task was done, or that somebody was told."""
    row = _row(ruling_id)
    form = EventForm(request.form)
    if not form.validate():
        return render_template("rulings/show.html", **_shown(row)), 422
    what, place = RulingEvent(form.happened.data), form.place.data or 0
    verdict = following.add(writing(), row, what, place, form.note.data or "", act())
    if isinstance(verdict, Refused):
        return render_template("rulings/show.html", **_shown(row, verdict)), 409
    flash(f"{named(row)}: noted.")
    return go_to(url_for(".show", ruling_id=row.pk))
