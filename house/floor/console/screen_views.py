"""What a seat's screen and the table's screen show of the round, and nothing more."""

from typing import Any

from flask import Blueprint, abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from game.jackpots.opening import acceptance
from game.line import Line
from house.floor.at_table.backing import WAGERING
from house.floor.console import felt, screens, wording
from house.floor.console.screen import kept
from house.floor.console.screens import Looker
from house.floor.console.settlement import settlement
from house.floor.console.views import PLAY, bp
from house.floor.meters.queries import meter_of
from house.floor.rounds import book as books
from house.floor.rounds.replay import Position
from house.floor.rulings import directions
from house.floor.signs.views import note_screen
from house.floor.tables.pages import act, digest, find, polled
from house.typed import whole
from house.web import (
    acts,
    anyone,
    go_to,
    reading,
    reads,
    refuse,
    writing,
)
from house.web.request import seal
from rulebook import Cited, Refused

public = Blueprint("play", __name__, url_prefix="/play")


@public.get("/<token>")
@anyone
def show(token: str) -> ResponseReturnValue:
    """The round as one seat, or the room, may see it."""
    context = _shown(_looker(token))
    body = render_template("console/_seen.html", **context)
    return render_template(
        "console/seen.html", body=body, token=token, tag=digest(body), **context
    )


@public.get("/<token>/now")
@anyone
def refresh(token: str) -> ResponseReturnValue:
    """The same alone, sent only when it reads differently than before."""
    return polled(render_template("console/_seen.html", **_shown(_looker(token))))


def _looker(token: str) -> Looker:
    found = screens.find(reading(), token) if len(token) <= 64 else None
    if found is None:
        abort(404, "No screen of this house has this address.")
    note_screen(found.screen)
    return found


def _shown(looker: Looker) -> dict[str, Any]:
    session, table = reading(), looker.table
    here = books.here(session, table)
    sitting = {
        number: row.player
        for number, row in books.seats(session, here.book, table).items()
    }
    row, position = here.round, None
    lines: tuple[Line, ...] = ()
    settled = None
    if row is not None:
        position = books.position(session, here.book, row, seal())
        game, state = position.game, position.state
        lines = kept(session, here.book, row) if row.ended_at else game.so_far(state)
        settled = settlement(lines, lambda s: game.said(state, s), row.unit)
    seen = _seen(position, looker.seat)
    lies = felt.felt(seen, table.seats, sitting, lines, undecided=_waits(position))
    return {
        "table": table,
        "seat": looker.seat,
        "row": row,
        "practice": here.book.practice,
        "felt": lies,
        "own": lies.seats[looker.seat - 1] if looker.seat else None,
        "settled": settled,
        "prices": position.game.pays(position.state) if position else None,
        "meter": meter_of(session, table),
        "directed": _directed(looker),
        "accepted": _accepted(position, looker),
        "card_name": wording.card,
    }


def _directed(looker: Looker) -> list[directions.Directed]:
    """What everybody at the table must know, and what was said to this seat."""
    return [
        one
        for one in directions.holding(reading(), looker.table)
        if one.is_for_all or looker.seat in one.seats
    ]


def _accepted(position: Position | None, looker: Looker) -> Cited[str] | None:
    """Whether the jackpot wager of this seat is in, until the round is over."""
    rules = WAGERING.get(looker.table.rulebook)
    if rules is None or position is None or looker.seat is None:
        return None
    state = position.state
    if state.setup.jackpot is None or position.game.over(state):
        return None
    staked = position.game.jackpots(state)
    return acceptance(rules, accepted=looker.seat in staked)


def _seen(position: Position | None, seat: int | None) -> dict[str, Any] | None:
    return position.game.seen(position.state, seat) if position else None


def _waits(position: Position | None) -> tuple[int, ...]:
    if position is None:
        return ()
    offers = position.game.offers(position.state)
    return tuple(o.seat for o in offers if o.act == "fold" and o.seat is not None)


@bp.get("/<int:number>/console/screens")
@reads(*PLAY)
def listed(number: int) -> ResponseReturnValue:
    """The screens of a table that show its rounds."""
    table = find(reading(), number)
    found = screens.of(reading(), table)
    return render_template(
        "console/screens.html", table=table, screens=found, refused=None
    )


@bp.post("/<int:number>/console/screens")
@acts(*PLAY)
def give(number: int) -> ResponseReturnValue:
    """Give the table, or one seat, a screen."""
    table = find(writing(), number, lock=True)
    seat = request.form.get("seat", "")
    wanted = (whole(seat) or 0) if seat else None
    return _after(table, screens.give(writing(), table, wanted, act()))


@bp.post("/<int:number>/console/screens/<int:screen_id>/withdraw")
@acts(*PLAY)
def withdraw(number: int, screen_id: int) -> ResponseReturnValue:
    """Withdraw the address of a screen."""
    table = find(writing(), number, lock=True)
    return _after(table, screens.withdraw(writing(), table, screen_id, act()))


def _after(table: Any, verdict: object) -> ResponseReturnValue:
    if isinstance(verdict, Refused):
        found = screens.of(writing(), table)
        page = "console/screens.html"
        return refuse(page, verdict, table=table, screens=found)
    flash("The screens of the table are changed.")
    return go_to(url_for("console.listed", number=table.number))
