"""Pages of tables: the floor, one table, setting one up."""

from typing import Any

from flask import (
    Blueprint,
    abort,
    current_app,
    flash,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house.floor import desk, queries, services
from house.floor.forms import TableForm
from house.floor.models import TableRow
from house.floor.rules import OFFERS, for_tournament, layout_of
from house.floor.services import Act
from house.people.roles import Role
from house.web import (
    actor,
    acts,
    go_to,
    now,
    reading,
    reads,
    refuse,
    signed_in,
    writing,
)
from house.web.access import may
from rulebook import SOURCES, Refused

__all__ = ["bp", "desk"]
bp = Blueprint("tables", __name__, url_prefix="/desk/tables")
SET_UP = (Role.ADMIN, Role.DIRECTOR)
ASSIGN = (Role.DIRECTOR, Role.DEPUTY)
RUN = (Role.SUPERVISOR, Role.DIRECTOR, Role.DEPUTY)
LABELS = {
    "number": "Number",
    "game": "Game",
    "rulebook": "Under",
    "seats": "Places",
    "device": "Deals from",
    "minimum_cents": "Minimum, cents",
    "maximum_cents": "Maximum, cents",
    "unit_cents": "In steps of, cents",
    "low_limit": "Low-limit table",
    "cashless": "Cashless table",
}


def _act() -> Act:
    return Act(actor(), now())


def _table(session: Session, number: int, *, lock: bool = False) -> TableRow:
    table = services.get(session, number, lock=lock)
    if table is None:
        abort(404, f"There is no table {number}.")
    return table


def _allowed(endpoint: str) -> bool:
    return may(f"{bp.name}.{endpoint}", current_app)


@bp.get("/")
@reads()
def index() -> ResponseReturnValue:
    """The floor: every table, what is played there, who watches over it."""
    tables = queries.floor(reading())
    return render_template(
        "tables/index.html",
        tables=tables,
        open_count=sum(one.is_open for one in tables),
        may_add=_allowed("new"),
        mine=signed_in().id,
    )


@bp.get("/<int:number>")
@reads()
def show(number: int) -> ResponseReturnValue:
    """One table, fit for the tablet beside it."""
    return render_template(
        "tables/show.html", refused=None, **_shown(reading(), _table(reading(), number))
    )


def _shown(session: Session, table: TableRow) -> dict[str, Any]:
    """What a table's page shows, and what stands against opening it."""
    people = services.supervisors(session)
    return {
        "one": queries.one(session, table),
        "table": table,
        "source": SOURCES[table.rulebook],
        "offer": layout_of(table).offer,
        "people": people,
        "not_open": tuple(services.check_open(table, people, now())),
        "not_mine": services.own_table(session, signed_in(), {"number": table.number}),
        "no_tournament": tuple(for_tournament(table)),
        "may": _allowed,
    }


@bp.route("/new", methods=["GET", "POST"])
@acts(*SET_UP)
def new() -> ResponseReturnValue:
    """Put a new table on the floor."""
    form = TableForm(request.form or None)
    if request.method == "GET" or not form.validate():
        status = 422 if request.method == "POST" else 200
        return _form_page("tables/new.html", form, status)
    verdict = services.set_up(writing(), form.layout(), _act())
    if isinstance(verdict, Refused):
        return refuse("tables/new.html", verdict, form=form, offers=OFFERS)
    flash(f"Table {verdict.number} is on the floor, closed.")
    return go_to(url_for(".show", number=verdict.number))


def _form_page(
    template: str, form: TableForm, status: int = 200, **context: Any
) -> ResponseReturnValue:
    page = render_template(template, form=form, refused=None, offers=OFFERS, **context)
    return page, status


@bp.route("/<int:number>/edit", methods=["GET", "POST"])
@acts(*SET_UP)
def edit(number: int) -> ResponseReturnValue:
    """Change what a closed table is."""
    page = "tables/edit.html"
    if request.method == "GET":
        table = _table(reading(), number)
        return _form_page(page, TableForm.of(table), table=table, theirs=())
    table, form = _table(writing(), number, lock=True), TableForm(request.form)
    if not form.validate():
        return _form_page(page, form, 422, table=table, theirs=())
    seen, latest = form.version.data or 0, table.version
    theirs = _beside(form, table) if seen != latest else ()
    verdict = services.change(writing(), table, seen, form.layout(), _act())
    form.version.raw_data = [str(latest)]
    context = {"form": form, "table": table, "theirs": theirs, "offers": OFFERS}
    return _settled(verdict, table, "The table is changed.", page, **context)


def _beside(form: TableForm, table: TableRow) -> tuple[tuple[str, Any, Any], ...]:
    """Each field in which what is saved and what was typed differ."""
    theirs, yours = layout_of(table).plain(), form.layout().plain()
    return tuple(
        (label, theirs[name], yours[name])
        for name, label in LABELS.items()
        if theirs[name] != yours[name]
    )


def _settled(
    verdict: object, table: TableRow, done: str, page: str = "", /, **context: Any
) -> ResponseReturnValue:
    """Go on to the table after an act, or show every reason against it."""
    if isinstance(verdict, Refused):
        shown = context or _shown(writing(), table)
        return refuse(page or "tables/show.html", verdict, **shown)
    flash(done)
    return go_to(url_for(".show", number=table.number))


@bp.post("/<int:number>/supervisor")
@acts(*ASSIGN)
def assign(number: int) -> ResponseReturnValue:
    """Say who watches over a table."""
    table = _table(writing(), number, lock=True)
    chosen = request.form.get("supervisor", "")
    staff_id = int(chosen) if chosen.isascii() and chosen.isdigit() else -1
    verdict = services.assign(writing(), table, staff_id if chosen else None, _act())
    return _settled(verdict, table, f"Table {number} has its supervisor.")


@bp.post("/<int:number>/open")
@acts(*RUN, row=services.own_table)
def open_table(number: int) -> ResponseReturnValue:
    """Let patrons play at a table: one's own, or any for a director or deputy."""
    table = _table(writing(), number, lock=True)
    verdict = services.open_table(writing(), table, _act())
    return _settled(verdict, table, f"Table {number} is open.")


@bp.post("/<int:number>/close")
@acts(*RUN, row=services.own_table)
def close_table(number: int) -> ResponseReturnValue:
    """Close a table: one's own, or any for a director or deputy."""
    table = _table(writing(), number, lock=True)
    verdict = services.close_table(writing(), table, _act())
    return _settled(verdict, table, f"Table {number} is closed.")
