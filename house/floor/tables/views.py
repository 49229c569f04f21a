"""Pages of tables: the floor, one table, setting one up, opening and closing."""

from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.floor import desk, running
from house.floor.clock import views as clock_views
from house.floor.decks.requests import checked_in, counted_in
from house.floor.decks.standing import supplied
from house.floor.editions import views as edition_views
from house.floor.limits import views as limit_views
from house.floor.models import Designation, TableRow
from house.floor.rounds.requests import request_fields
from house.floor.signs import views as display_views
from house.floor.tables import queries, services, shutting
from house.floor.tables.forms import TableForm
from house.floor.tables.pages import (
    RUN,
    allowed,
    before_closing,
    bp,
    digest,
    find,
    polled,
    settled,
    shown,
)
from house.floor.tables.rules import OFFERS, layout_of
from house.people.roles import Role
from house.typed import whole
from house.web import (
    act,
    acts,
    go_to,
    now,
    reading,
    reads,
    refuse,
    signed_in,
    writing,
)
from house.web.request import config
from rulebook import Refused

__all__ = ["bp", "clock_views", "desk", "display_views", "edition_views", "limit_views"]
SET_UP = (Role.ADMIN, Role.DIRECTOR)
ASSIGN = (Role.DIRECTOR, Role.DEPUTY)
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
    "method": "Shuffled",
    "backs": "Decks",
    "machine_counts": "The shuffler counts its cards",
}


@bp.get("/")
@reads()
def index() -> ResponseReturnValue:
    """The floor: every table, what is played there, who watches over it."""
    return render_template("tables/index.html", **_floor())


@bp.get("/floor")
@reads()
def floor() -> ResponseReturnValue:
    """The floor alone, for a page that asks again every few seconds."""
    if "HX-Request" not in request.headers:
        return go_to(url_for(".index"))
    return polled(render_template("tables/_every.html", **_floor()))


def _floor() -> dict[str, Any]:
    tables = queries.floor(reading(), now())
    return {
        "tables": tables,
        "open_count": sum(one.is_open for one in tables),
        "may_add": allowed("new"),
        "mine": signed_in().id,
    }


@bp.get("/<int:number>")
@reads()
def show(number: int) -> ResponseReturnValue:
    """One table, fit for the tablet beside it."""
    table = find(reading(), number)
    return render_template("tables/show.html", refused=None, **shown(reading(), table))


@bp.get("/<int:number>/state")
@reads()
def state(number: int) -> ResponseReturnValue:
    """How a table stands; the page is loaded anew when it has changed."""
    one = queries.one(reading(), find(reading(), number), now())
    seen = digest(one.signature)
    body = render_template("tables/_state.html", one=one, table=one.table, seen=seen)
    response = polled(body, request.args.get("seen", ""))
    if request.args.get("seen") != seen:
        response.headers["HX-Refresh"] = "true"
    return response


@bp.route("/new", methods=["GET", "POST"])
@acts(*SET_UP)
def new() -> ResponseReturnValue:
    """Put a new table on the floor."""
    form = TableForm(request.form or None)
    if request.method == "GET" or not form.validate():
        status = 422 if request.method == "POST" else 200
        return _form_page("tables/new.html", form, status)
    verdict = services.set_up(
        writing(), form.layout(), act(), from_hand=config().from_hand
    )
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
        table = find(reading(), number)
        return _form_page(page, TableForm.of(table), table=table, theirs=())
    table, form = find(writing(), number, lock=True), TableForm(request.form)
    if not form.validate():
        return _form_page(page, form, 422, table=table, theirs=())
    seen, latest = form.version.data or 0, table.version
    theirs = _beside(form, table) if seen != latest else ()
    verdict = services.change(
        writing(), table, seen, form.layout(), act(), from_hand=config().from_hand
    )
    form.version.raw_data = [str(latest)]
    context = {"form": form, "table": table, "theirs": theirs, "offers": OFFERS}
    return settled(verdict, table, "The table is changed.", page, **context)


def _beside(form: TableForm, table: TableRow) -> tuple[tuple[str, Any, Any], ...]:
    """Each field in which what is saved and what was typed differ."""
    theirs, yours = layout_of(table).plain(), form.layout().plain()
    return tuple(
        (label, theirs[name], yours[name])
        for name, label in LABELS.items()
        if theirs[name] != yours[name]
    )


@bp.post("/<int:number>/supervisor")
@acts(*ASSIGN)
def assign(number: int) -> ResponseReturnValue:
    """Say who watches over a table."""
    table = find(writing(), number, lock=True)
    chosen = request.form.get("supervisor", "")
    staff_id = (whole(chosen) or -1) if chosen else None
    verdict = services.assign(writing(), table, staff_id, act())
    return settled(verdict, table, f"Table {number} has its supervisor.")


@bp.post("/<int:number>/designation")
@acts(*ASSIGN)
def designation(number: int) -> ResponseReturnValue:
    """Take a closed table out of use, or release it for open play."""
    table = find(writing(), number)
    release = request.form.get("designation") == Designation.OPEN_PLAY
    to = Designation.OPEN_PLAY if release else Designation.CLOSED
    verdict = running.floor().release(writing(), table, to, act())
    return settled(verdict, table, f"Table {number}: {to.label.lower()}.")


@bp.post("/<int:number>/open")
@acts(*RUN, row=services.own_table)
def open_table(number: int) -> ResponseReturnValue:
    """Let patrons play at a table: one's own, or any for a director or deputy."""
    said, table = request_fields(), find(writing(), number, lock=True)
    checked = checked_in(said, supplied(table).backs)
    cards = checked if said.flag("checked") or checked.wrong else None
    if said.wrong:
        return settled(Refused(tuple(said.wrong)), table, "")
    verdict = services.open_table(writing(), table, act(), cards=cards)
    return settled(verdict, table, f"Table {number} is open.")


@bp.route("/<int:number>/close", methods=["GET", "POST"])
@acts(*RUN, row=services.own_table)
def close_table(number: int) -> ResponseReturnValue:
    """Close a table at once, saying that nobody plays there."""
    if request.method == "GET":
        return before_closing(number, nobody=True)
    said, table = request_fields(), find(writing(), number, lock=True)
    counted = counted_in(said)
    if said.wrong:
        return settled(Refused(tuple(said.wrong)), table, "")
    verdict = shutting.close(writing(), table, act(), nobody=True, counted=counted)
    return settled(verdict, table, f"Table {number} is closed.")
