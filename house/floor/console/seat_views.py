"""A seat's screen: made by whoever runs the table, opened once, on one phone."""

import secrets
from collections.abc import Mapping
from typing import Any

from flask import Response, abort, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house.documents.pdf import qr
from house.floor.console import seen
from house.floor.console.screen_views import after, progress_at, public
from house.floor.console.views import PLAY, bp
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds import seat_screens
from house.floor.rounds.views import at_the_table
from house.floor.tables import services as tables
from house.floor.tables.pages import digest, find, polled
from house.people.sessions import Staff
from house.typed import whole
from house.web import (
    act,
    acts,
    anyone,
    config,
    go_to,
    now,
    on_the_web,
    reading,
    writing,
)
from house.web.request import cookie_name, seal
from rulebook import Refusal, Refused

LONGEST_SECRET = 64


def runs_the_table(
    session: Session, staff: Staff, kwargs: Mapping[str, Any]
) -> Refusal | None:
    """Turn away whoever does not run this very table now."""
    if tables.own_table(session, staff, kwargs) is None:
        return None
    table = find(session, kwargs["number"])
    if _deals(session, table, staff):
        return None
    right = "Whoever opened its last round, its supervisor, a director or a deputy may."
    return Refusal(
        seat_screens.SITTING, f"You do not run table {table.number} now.", right
    )


def _deals(session: Session, table: TableRow, staff: Staff) -> bool:
    """Whether they opened the last round there since the table opened."""
    here = books.here(session, table)
    if here.round is None or here.round.opened_by != staff.username:
        return False
    since = None if here.book.practice else table.opened_at
    return since is None or here.round.opened_at >= since


@bp.post("/<int:number>/console/seat-screens")
@acts(*PLAY, row=runs_the_table)
def give_seat(number: int) -> ResponseReturnValue:
    """Make a screen for whoever sits at a seat; its address is shown this once."""
    table = find(writing(), number, lock=True)
    seat = whole(request.form.get("seat", "")) or 0
    given = seat_screens.give(writing(), table, seat, act())
    if isinstance(given, Refused):
        return after(table, given)
    address = on_the_web(url_for("play.open_seat", secret=given.secret))
    return render_template(
        "console/seat_made.html",
        table=table,
        seat=seat,
        picture=qr(address),
        address=address,
        lapses=seat_screens.LAPSES,
    )


@bp.post("/<int:number>/console/seat-screens/<int:screen_id>/end")
@acts(*PLAY, row=at_the_table)
def end_seat(number: int, screen_id: int) -> ResponseReturnValue:
    """End a seat's screen."""
    table = find(writing(), number, lock=True)
    return after(table, seat_screens.end(writing(), table, screen_id, act()))


@public.get("/open/<secret>")
@anyone
def open_seat(secret: str) -> ResponseReturnValue:
    """Ask the player whether this phone is to show their hand."""
    screen = None
    if len(secret) <= LONGEST_SECRET:
        screen = seat_screens.waiting(reading(), secret, now())
    if screen is None:
        abort(404, "This address was opened already or has lapsed. Ask the dealer.")
    page = render_template("console/seat_open.html", seat=screen.seat, secret=secret)
    return _known(make_response(page))


def _known(answer: Response) -> Response:
    """Give a phone that has none something to be known by."""
    if not request.cookies.get(cookie_name("seat")):
        answer.set_cookie(
            cookie_name("seat"),
            secrets.token_urlsafe(24),
            secure=config().behind_tls,
            httponly=True,
            samesite="Lax",
        )
    return answer


@public.post("/open/<secret>")
@anyone
def take_seat(secret: str) -> ResponseReturnValue:
    """Show the hand on this phone from now on, and on no other."""
    phone = request.cookies.get(cookie_name("seat"), "")
    if not phone or len(secret) > LONGEST_SECRET:
        abort(400, "The phone keeps no cookies: allow them and scan the code again.")
    if not seat_screens.open_on(writing(), secret, phone, now()):
        abort(404, "This address was opened already or has lapsed. Ask the dealer.")
    return go_to(url_for("play.seat"))


@public.get("/seat")
@anyone
def seat() -> ResponseReturnValue:
    """The round as the player at a seat may see it, on their own phone."""
    context = _shown()
    body = render_template("console/_seen.html", **context)
    there = url_for("play.seat_now")
    return render_template(
        "console/seen.html", body=body, poll=there, tag=digest(body), **context
    )


@public.get("/seat/now")
@anyone
def seat_now() -> ResponseReturnValue:
    """The same alone, sent only when it reads differently than before."""
    return polled(render_template("console/_seen.html", **_shown()))


def _shown() -> dict[str, Any]:
    phone = request.cookies.get(cookie_name("seat"), "")
    looker = seat_screens.looker(reading(), phone) if phone else None
    if looker is None:
        abort(410, "Ask the dealer for another if you sit at a table.")
    own = looker.is_in_round
    return seen.shown(
        reading(),
        looker.here,
        seal(),
        looker.seat,
        own_hand=own,
        progress=progress_at(looker.here.table),
    )
