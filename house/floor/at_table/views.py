"""Pages of who sits at a table: cards, limits, chips, and what seats were paid."""

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from game.payments import CHANGES_UNDER
from house.audit.plain import LARGEST
from house.floor import running
from house.floor.acts import Act
from house.floor.at_table import backing, changing, chips, paying, queries, wrong_wagers
from house.floor.at_table.chips import ChipsSeen
from house.floor.at_table.forms import (
    BackForm,
    ChangeForm,
    ChipsForm,
    InvalidForm,
    PaidForm,
    ReturnForm,
)
from house.floor.at_table.models import Chips
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.models import RoundRow, SeatRow
from house.floor.rulings import carrying, deciding
from house.floor.rulings.models import CarriedRow, RulingRow
from house.floor.rulings.services import named
from house.floor.tables import services as tables
from house.payments import loss_limits
from house.people.patrons.models import PatronRow
from house.people.roles import Role
from house.web import (
    actor,
    acts,
    go_to,
    now,
    reading,
    reads,
    signed_in,
    writing,
)
from house.web.once import request_key
from house.web.request import seal
from rulebook import Refusal, Refused

bp = Blueprint("at_table", __name__, url_prefix="/desk/tables/<int:number>")
DEAL = (Role.DEALER, Role.SUPERVISOR, Role.DEPUTY, Role.DIRECTOR)
RUN = (Role.SUPERVISOR, Role.DEPUTY, Role.DIRECTOR)


def session() -> Session:
    """The session of this request: for looking, or of its one transaction."""
    return reading() if request.method == "GET" else writing()


def table_of(number: int) -> TableRow:
    """The table of the page; held against others while something is done."""
    table = tables.get(session(), number, lock=request.method != "GET")
    if table is None:
        abort(404, f"There is no table {number}.")
    return table


def round_of(table: TableRow, number: int) -> RoundRow:
    """The round of the page."""
    found = None
    if 0 < number < 2**31:
        found = books.numbered(session(), books.REAL, table, number)
    if not isinstance(found, RoundRow):
        abort(404, f"There is no round {number} at table {table.number}.")
    return found


def _sits(table: TableRow, seat: int) -> SeatRow:
    found = books.seats(session(), books.REAL, table).get(seat)
    if not isinstance(found, SeatRow):
        abort(404, f"Nobody sits at seat {seat} of table {table.number}.")
    return found


def _act() -> Act:
    return Act(actor(), now())


@bp.get("/seats")
@reads(*DEAL)
def seats(number: int) -> ResponseReturnValue:
    """Who sits at the table: card, loss limit, chips, and what may be done."""
    return render_template("at_table/seats.html", **_page(table_of(number)))


def _page(table: TableRow, refused: Refused | None = None) -> dict[str, Any]:
    return {
        "table": table,
        "people": queries.at_seats(session(), table, now()),
        "declared": queries.declarations(session(), table),
        "carried": carrying.waiting(session(), table.pk),
        "chips": Chips,
        "chips_form": ChipsForm(),
        "changes": CHANGES_UNDER.get(table.rulebook, {}),
        "no_money": tuple(_against_money(table)),
        "own_card": running.floor().play_at(session(), table, now()).player_card(),
        "invalid_form": InvalidForm(),
        "may": bool(signed_in().roles & set(DEAL)),
        "may_pause": bool(signed_in().roles & set(RUN)),
        "refused": refused,
    }


def _against_money(table: TableRow) -> Iterable[Refusal]:
    """Why no money changes hands at the table, by whoever it is lent to."""
    return running.floor().play_at(session(), table, now()).against_money()


def _settled(table: TableRow, verdict: object, said: str) -> ResponseReturnValue:
    """Go back to the seats after an act, or show every reason against it."""
    if isinstance(verdict, Refused):
        page = _page(table, verdict)
        return render_template("at_table/seats.html", **page), 409
    flash(f"{named(verdict)} is applied." if isinstance(verdict, RulingRow) else said)
    return go_to(url_for(".seats", number=table.number))


def _unread(table: TableRow, form: Any) -> ResponseReturnValue:
    page = _page(table) | {"wrong": form.errors}
    return render_template("at_table/seats.html", **page), 422


@bp.post("/seats/<int:seat>/chips")
@acts(*DEAL)
def declare(number: int, seat: int) -> ResponseReturnValue:
    """Write down chips as they were seen and declared."""
    table = table_of(number)
    form = ChipsForm(request.form)
    if not form.validate():
        return _unread(table, form)
    key = f"chips-{request_key()}"
    seen = ChipsSeen(
        Chips(form.chips.data),
        form.seen.data or 0,
        form.declared.data or 0,
        key,
        form.terminal.data or "",
    )
    money = _against_money(table)
    sits = _sits(table, seat)
    verdict = chips.declare(writing(), table, sits, seen, _act(), against=money)
    return _settled(table, verdict, "The chips are written down.")


@bp.post("/seats/<int:seat>/change")
@acts(*DEAL)
def change(number: int, seat: int) -> ResponseReturnValue:
    """Write down chips bought with money, or swapped for other chips."""
    table = table_of(number)
    form = ChangeForm(request.form)
    if not form.validate():
        return _unread(table, form)
    given = form.change()
    money = _against_money(table)
    sits = _sits(table, seat)
    verdict = changing.change(writing(), table, sits, given, _act(), against=money)
    uneven = "It does not come out even: the difference is entered under Payments."
    said = uneven if given.short_cents else "It is written down."
    return _settled(table, verdict, said)


@bp.post("/seats/<int:seat>/pause")
@acts(*RUN)
def pause(number: int, seat: int) -> ResponseReturnValue:
    """Stop a player's betting so that the limit can calculate, or let it go on."""
    table = table_of(number)
    patron = writing().get(PatronRow, _sits(table, seat).patron_id or 0)
    if patron is None:
        abort(404, f"Nobody with a card sits at seat {seat}.")
    on = not request.form.get("resume")
    verdict = loss_limits.pause(writing(), patron, _act(), on=on)
    stands = "stopped" if on else "allowed again"
    return _settled(table, verdict, f"Betting at seat {seat} is {stands}.")


@bp.post("/seats/<int:seat>/cut-back")
@acts(*DEAL)
def cut_back(number: int, seat: int) -> ResponseReturnValue:
    """Cut wagers back to the loss limit, the last first."""
    table = table_of(number)
    bench = deciding.bench("limit")
    verdict: object = bench
    if not isinstance(bench, Refused):
        verdict = wrong_wagers.cut_back(writing(), table, seat, bench)
    return _settled(table, verdict, "In practice nothing is kept.")


@bp.post("/seats/<int:seat>/invalid")
@acts(*DEAL, before=deciding.weigh)
def invalid(number: int, seat: int) -> ResponseReturnValue:
    """Rule on wagers that are invalid for their player card."""
    table = table_of(number)
    form = InvalidForm(request.form)
    if not form.validate():
        return _unread(table, form)
    bench = deciding.bench("invalid")
    verdict: object = bench
    if not isinstance(bench, Refused):
        verdict = wrong_wagers.rule_invalid(writing(), table, form.finding(seat), bench)
    return _settled(table, verdict, "In practice nothing is kept.")


@bp.post("/seats/<int:seat>/jackpot")
@acts(*DEAL, before=deciding.weigh)
def back(number: int, seat: int) -> ResponseReturnValue:
    """Place another player's jackpot wager on this box."""
    table = table_of(number)
    form = BackForm(request.form)
    if not form.validate():
        return _unread(table, form)
    bench = deciding.bench("backed")
    verdict: object = bench
    if not isinstance(bench, Refused):
        verdict = backing.back(writing(), table, seat, form.backer.data or 0, bench)
    return _settled(table, verdict, "The jackpot wager is placed.")


@bp.post("/carried/<int:carried_id>/return")
@acts(*DEAL)
def give_back(number: int, carried_id: int) -> ResponseReturnValue:
    """Give a carried jackpot wager back to somebody who leaves."""
    table = table_of(number)
    row = writing().get(CarriedRow, carried_id) if carried_id <= LARGEST else None
    if row is None or row.table_id != table.pk:
        abort(404, "There is no such wager.")
    form = ReturnForm(request.form)
    if not form.validate():
        return _unread(table, form)
    note = form.notification.data or ""
    verdict = backing.return_carried(writing(), table, row, note, _act(), seal())
    return _settled(table, verdict, "The wager is given back.")


@bp.route("/rounds/<int:round_number>/paid", methods=["GET", "POST"])
@acts(*DEAL, Role.CASHIER)
def paid(number: int, round_number: int) -> ResponseReturnValue:
    """What each seat was paid, beside what the settlement says."""
    table = table_of(number)
    row = round_of(table, round_number)
    form = PaidForm(request.form or None)
    if request.method == "GET":
        return render_template("at_table/paid.html", **_paid(table, row, form))
    if not form.validate():
        return render_template("at_table/paid.html", **_paid(table, row, form)), 422
    play = running.floor().play_of(writing(), table, row, now())
    seat, cents = form.seat.data or 0, form.paid.data or 0
    verdict = paying.key_paid(
        writing(), table, row, seat, cents, _act(), against=play.against_money()
    )
    if isinstance(verdict, Refused):
        page = _paid(table, row, form) | {"refused": verdict}
        return render_template("at_table/paid.html", **page), 409
    wrong = verdict.payment_id is not None
    flash("The difference is entered." if wrong else f"Seat {verdict.seat} is paid.")
    return go_to(url_for(".paid", number=number, round_number=round_number))


def _paid(table: TableRow, row: RoundRow, form: PaidForm) -> dict[str, Any]:
    return {
        "table": table,
        "round": row,
        "due": paying.due(session(), row),
        "form": form,
        "refused": None,
    }
