"""The sign of a table: on a screen at the table, and on paper."""

from dataclasses import replace

from flask import Blueprint, abort, render_template, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house import press
from house.floor import running
from house.floor.meters.pot import coming, pot_of
from house.floor.models import TableRow
from house.floor.signs import displays, shows
from house.floor.signs.models import DisplayRow
from house.floor.signs.sheet import Sheet, sheet
from house.floor.signs.shows import Shows
from house.floor.tables import services
from house.floor.tables.pages import RUN, bp, digest, find, polled, settled
from house.floor.tables.standing import standing
from house.web import (
    act,
    acts,
    anyone,
    now,
    on_the_web,
    reading,
    reads,
    transaction,
    writing,
)

public = Blueprint("displays", __name__, url_prefix="/display")


def _asked(token: str) -> tuple[DisplayRow, Shows]:
    """The screen of an address, and who has its picture."""
    screen = shows.find(reading(), token) if len(token) <= 64 else None
    kind = SIGN if screen and screen.shows == displays.TABLE else None
    kind = kind or (shows.of(screen) if screen else None)
    if screen is None or kind is None:
        abort(404, "No screen of this house has this address.")
    note_screen(screen)
    return screen, kind


def note_screen(screen: DisplayRow) -> None:
    """Note that a screen asked, at most once a minute."""
    if not displays.seen_lately(screen, now()):
        with transaction() as session:
            displays.note(session, screen, now())


def sheet_of(session: Session, table: TableRow) -> Sheet:
    """The whole sign of a table: its limits, its prize meter, what is announced."""
    pot, changes = pot_of(session, table), coming(session, table)
    about = sheet(standing(session, table), now(), pot, changes)
    play = running.floor().play_at(session, table, now())
    if (progress := play.progress(stops=False)) is None:
        return about
    return replace(about, played=progress.says, played_for=progress.limits)


@public.get("/<token>")
@anyone
def show(token: str) -> ResponseReturnValue:
    """The sign of a table or another picture, filling a screen."""
    screen, kind = _asked(token)
    return kind.page(screen)


@public.get("/<token>/sign")
@anyone
def sign(token: str) -> ResponseReturnValue:
    """The picture alone, sent only when it reads differently than before."""
    screen, kind = _asked(token)
    return kind.part(screen)


def _sheet(screen: DisplayRow) -> Sheet:
    return sheet_of(reading(), reading().get_one(TableRow, screen.subject_id))


def _page(screen: DisplayRow) -> ResponseReturnValue:
    about = _sheet(screen)
    body = render_template("signs/_sheet.html", sheet=about)
    shown = {"sheet": about, "body": body, "token": screen.token, "tag": digest(body)}
    return render_template("signs/display.html", **shown)


def _part(screen: DisplayRow) -> ResponseReturnValue:
    return polled(render_template("signs/_sheet.html", sheet=_sheet(screen)))


SIGN = Shows(_page, _part)


@bp.get("/<int:number>/sign")
@reads()
def sign_to_print(number: int) -> ResponseReturnValue:
    """The sign on a sheet of A5, to print from the browser."""
    table = find(reading(), number)
    about = sheet_of(reading(), table)
    return render_template("signs/print.html", sheet=about, paper=False)


@bp.get("/<int:number>/sign.pdf")
@reads()
def sign_pdf(number: int) -> ResponseReturnValue:
    """The sign as a PDF of one A5 page."""
    table = find(reading(), number)
    about = sheet_of(reading(), table)
    page = render_template("signs/print.html", sheet=about, paper=True)
    return press.sent(press.sheet(page), page, f"sign-table-{number}.pdf")


@bp.post("/<int:number>/screens")
@acts(*RUN, row=services.own_table)
def give_screen(number: int) -> ResponseReturnValue:
    """Give a table's sign a screen."""
    table = find(writing(), number, lock=True)
    screen = displays.give(writing(), table, act())
    there = on_the_web(url_for("displays.show", token=screen.token))
    return settled(screen, table, f"Open {there} on the screen at the table.")


@bp.post("/<int:number>/screens/<int:screen_id>/withdraw")
@acts(*RUN, row=services.own_table)
def withdraw_screen(number: int, screen_id: int) -> ResponseReturnValue:
    """Withdraw the address of a screen."""
    table = find(writing(), number, lock=True)
    verdict = displays.limits(table).withdraw(writing(), screen_id, act())
    return settled(verdict, table, "The screen shows nothing any more.")
