"""What the table's screen shows of the round, and which screens there are."""

from flask import Blueprint, abort, flash, render_template, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house.floor import running
from house.floor.console import screens, seen
from house.floor.console.views import PLAY, bp
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds import seat_screens
from house.floor.rounds.play import Progress
from house.floor.rounds.views import at_the_table
from house.floor.signs.views import note_screen
from house.floor.tables.pages import digest, find, polled
from house.web import (
    act,
    acts,
    anyone,
    go_to,
    now,
    reading,
    reads,
    refuse,
    writing,
)
from house.web.request import seal
from rulebook import Refused

public = Blueprint("play", __name__, url_prefix="/play")


@public.get("/<token>")
@anyone
def show(token: str) -> ResponseReturnValue:
    """The round as the room may see it."""
    context = _shown(token)
    body = render_template("console/_seen.html", **context)
    there = url_for("play.refresh", token=token)
    return render_template(
        "console/seen.html", body=body, poll=there, tag=digest(body), **context
    )


@public.get("/<token>/now")
@anyone
def refresh(token: str) -> ResponseReturnValue:
    """The same alone, sent only when it reads differently than before."""
    return polled(render_template("console/_seen.html", **_shown(token)))


def _shown(token: str) -> dict[str, object]:
    found = screens.find(reading(), token) if len(token) <= 64 else None
    if found is None:
        abort(404, "No screen of this house has this address.")
    screen, table = found
    note_screen(screen)
    return seen.shown(
        reading(), books.here(reading(), table), seal(), progress=progress_at(table)
    )


def progress_at(table: TableRow) -> Progress | None:
    """How far what is played at a table is, for whoever only looks."""
    play = running.floor().play_at(reading(), table, now())
    return play.progress(stops=False)


@bp.get("/<int:number>/console/screens")
@reads(*PLAY)
def listed(number: int) -> ResponseReturnValue:
    """The screens of a table that show its rounds."""
    table = find(reading(), number)
    page = listing(reading(), table)
    return render_template("console/screens.html", refused=None, **page)


def listing(session: Session, table: TableRow) -> dict[str, object]:
    """What the page of a table's screens lists: no address of a seat's."""
    here = books.here(session, table)
    return {
        "table": table,
        "screens": screens.of(table).in_use(session),
        "at_seats": seat_screens.of(session, table),
        "sitting": books.seats(session, here.book, table),
    }


@bp.post("/<int:number>/console/screens")
@acts(*PLAY, row=at_the_table)
def give(number: int) -> ResponseReturnValue:
    """Give the table a screen for the room."""
    table = find(writing(), number, lock=True)
    return after(table, screens.give(writing(), table, act()))


@bp.post("/<int:number>/console/screens/<int:screen_id>/withdraw")
@acts(*PLAY, row=at_the_table)
def withdraw(number: int, screen_id: int) -> ResponseReturnValue:
    """Withdraw the address of a screen."""
    table = find(writing(), number, lock=True)
    return after(table, screens.of(table).withdraw(writing(), screen_id, act()))


def after(table: TableRow, verdict: object) -> ResponseReturnValue:
    """Go on to the screens of the table, or show why nothing changed."""
    if isinstance(verdict, Refused):
        page = listing(writing(), table)
        return refuse("console/screens.html", verdict, **page)
    flash("The screens of the table are changed.")
    return go_to(url_for("console.listed", number=table.number))
