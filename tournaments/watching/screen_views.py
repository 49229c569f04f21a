"""A tournament's screens: what they show, and the desk page that switches them."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.floor.signs.models import DisplayRow
from house.floor.signs.shows import Shows
from house.floor.tables.pages import digest, polled
from house.typed import whole
from house.web import acts, go_to, now, on_the_web, reading, reads, refuse
from rulebook import Refused
from tournaments.models import TournamentRow
from tournaments.pages import RUN, SEE, act, allowed, bp, found, here
from tournaments.watching import pictures, screens
from tournaments.watching.models import Picture
from tournaments.watching.screens import Set
from tournaments.watching.views import known, stage_of, worked

PAGE = "tournaments/watching/screens.html"
NAMES = {
    Picture.LOBBY: "Lobby: what comes next, and when",
    Picture.SEATS: "Seats from A to Z",
    Picture.TABLES: "Map of the tables",
    Picture.HAND: "Hand n of N, with the clock",
    Picture.STANDINGS: "Standings",
    Picture.MOVES: "Who was moved lately",
    Picture.PRIZES: "Prizes",
    Picture.MESSAGE: "A message",
}


def _picture(screen: DisplayRow) -> str:
    tournament = reading().get_one(TournamentRow, screen.subject_id)
    to = screens.setting(reading(), screen)
    know = known(tournament.slug)
    stage_at = stage_of(tournament.slug, know)
    work = worked(tournament.slug, know, stage_at)
    asked = pictures.Showing(reading(), tournament, work, now(), to.message)
    picture = to.picture(now())
    about = pictures.drawn(picture, asked)
    return render_template("tournaments/watching/_screen.html", **about)


def page(screen: DisplayRow) -> ResponseReturnValue:
    """The picture, filling a screen."""
    body = _picture(screen)
    about = {"screen": screen, "body": body, "tag": digest(body)}
    return render_template("tournaments/watching/screen.html", **about)


def part(screen: DisplayRow) -> ResponseReturnValue:
    """The picture alone, sent only when it looks different than before."""
    return polled(_picture(screen))


SHOWS = Shows(page, part)


def _about(tournament: TournamentRow) -> dict[str, Any]:
    every = [
        (row, screens.setting(here(), row), on_the_web(f"/display/{row.token}"))
        for row in screens.of(tournament).in_use(here())
    ]
    return {
        "tournament": tournament,
        "screens": every,
        "names": NAMES,
        "rule": screens.SWITCHED,
        "may": allowed,
    }


@bp.get("/<slug>/screens")
@reads(*SEE)
def show_screens(slug: str) -> ResponseReturnValue:
    """See the screens of the tournament, and switch them."""
    return render_template(PAGE, refused=None, **_about(found(slug)))


@bp.post("/<slug>/screens")
@acts(*RUN)
def new_screen(slug: str) -> ResponseReturnValue:
    """Give the tournament one more screen."""
    tournament = found(slug)
    row = screens.give(here(), tournament, request.form.get("name", ""), act())
    flash(f"Open the address of {row.name} on the screen.")
    return go_to(url_for("tournaments.show_screens", slug=slug))


def _screen(tournament: TournamentRow, screen_id: int) -> DisplayRow:
    row = screens.of(tournament).find(here(), screen_id)
    if row is None:
        abort(404, "The tournament has no such screen.")
    return row


def _wanted() -> Set:
    ticked = set(request.form.getlist("pictures"))
    shown = tuple(picture for picture in Picture if picture.value in ticked)
    seconds = whole(request.form.get("seconds", "").strip()) or 0
    return Set(shown, seconds, request.form.get("message", ""))


@bp.post("/<slug>/screens/<int:screen_id>")
@acts(*RUN)
def switch_screen(slug: str, screen_id: int) -> ResponseReturnValue:
    """Switch what a screen shows, or its message."""
    tournament = found(slug)
    row = _screen(tournament, screen_id)
    verdict = screens.switch(here(), tournament, row, _wanted(), act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_about(tournament))
    flash(f"{row.name} shows it within seconds.")
    return go_to(url_for("tournaments.show_screens", slug=slug))


@bp.post("/<slug>/screens/<int:screen_id>/withdraw")
@acts(*RUN)
def withdraw_tournament_screen(slug: str, screen_id: int) -> ResponseReturnValue:
    """Withdraw the address of a screen."""
    tournament = found(slug)
    row = _screen(tournament, screen_id)
    screens.of(tournament).withdraw(here(), row.pk, act())
    flash(f"{row.name} shows nothing any more.")
    return go_to(url_for("tournaments.show_screens", slug=slug))
