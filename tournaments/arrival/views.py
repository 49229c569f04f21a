"""The page at the door of a session: scan, tap or find; the list follows by itself."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from flask import (
    Response,
    after_this_request,
    flash,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from house.floor.tables.pages import polled
from house.typed import read_whole
from house.web import acts, config, go_to, now, reads, refuse
from house.web.headers import WITH_CAMERA
from rulebook import Refused
from tournaments import queries
from tournaments.arrival import absence, arriving, codes, roster
from tournaments.arrival.arriving import Arrived, Door
from tournaments.arrival.roster import Player
from tournaments.models import EntryRow, TournamentRow
from tournaments.pages import DESK, RUN, SEE, act, allowed, bp, found, here
from tournaments.path.entry_views import entry_of

PAGE = "tournaments/arrival/door.html"
LIST = "tournaments/arrival/_list.html"


def _session(starts: Mapping[int, datetime]) -> int:
    """The session asked for; else the first that is still to start, or the last."""
    asked = request.values.get("session", 0, type=read_whole)
    to_come = [number for number, start in starts.items() if start >= now()]
    usual = next(iter(to_come), max(starts, default=1))
    return asked if asked in starts else usual


def listed(tournament: TournamentRow) -> dict[str, Any]:
    """Who is expected at a session, and who of them is here."""
    session = here()
    terms = queries.terms_of(session, tournament)
    starts = roster.starts_of(terms, roster.stage_of(session, tournament))
    number = _session(starts)
    everybody = roster.players(session, tournament)
    mine = [p for p in everybody if p.sits.session == number]
    return {
        "tournament": tournament,
        "terms": terms,
        "starts": starts,
        "number": number,
        "players": sorted(mine, key=lambda p: (p.is_here, p.entry.name.lower())),
        "here": sum(p.is_here for p in mine),
        "absent": sum(p.is_absent for p in mine),
        "missing": sum(not p.is_here and not p.is_absent for p in mine),
        "may": allowed,
    }


def shown(tournament: TournamentRow, **over: Any) -> dict[str, Any]:
    """The whole page."""
    about = listed(tournament)
    stops = absence.against(here(), tournament, about["number"], act())
    return (
        about
        | {
            "identity": config().identity_on_arrival,
            "seen": request.values.get("seen") == "yes",
            "too_early": stops,
            "fits": (),
            "confirm": None,
        }
        | over
    )


@bp.get("/<slug>/arrival")
@reads(*SEE)
def arrival(slug: str) -> ResponseReturnValue:
    """See who has arrived at a session, and let players in."""
    after_this_request(_may_use_the_camera)
    return render_template(PAGE, refused=None, **shown(found(slug)))


def _may_use_the_camera(page: Response) -> Response:
    """The one page that may look through a camera, for the codes on passes."""
    page.headers["Permissions-Policy"] = WITH_CAMERA
    return page


@bp.get("/<slug>/arrival/list")
@reads(*SEE)
def arrival_list(slug: str) -> ResponseReturnValue:
    """The list of a session, sent again only when it has changed."""
    return polled(render_template(LIST, **listed(found(slug))))


@bp.post("/<slug>/arrival")
@acts(*DESK)
def arrive(slug: str) -> ResponseReturnValue:
    """Let in whoever was scanned, typed or tapped."""
    after_this_request(_may_use_the_camera)
    tournament, typed = found(slug), request.form.get("code", "")
    about = shown(tournament)
    fits = codes.meant(here(), tournament, typed)
    if len(fits) > 1:
        refused = None
        return render_template(PAGE, refused=refused, **about | _choice(about, fits))
    one = next(iter(fits), None)
    door = Door(about["number"], about["identity"])
    seen = request.form.get("seen") == "yes"
    verdict = arriving.arrive(here(), tournament, one, door, act(), seen=seen)
    if isinstance(verdict, Refused):
        only = all(refusal.field == "seen" for refusal in verdict.refusals)
        return refuse(PAGE, verdict, **about | {"confirm": one if only else None})
    flash(_said(verdict))
    kept = "yes" if request.form.get("keep") == "yes" else None
    there = url_for("tournaments.arrival", slug=slug, session=door.session, seen=kept)
    return go_to(there)


def _choice(about: dict[str, Any], fits: Sequence[EntryRow]) -> dict[str, Any]:
    """Of several who fit a name, those of this session, one to be tapped."""
    ids = {entry.pk for entry in fits}
    found_: list[Player] = [p for p in about["players"] if p.entry.pk in ids]
    return {"fits": found_, "asked": request.form.get("code", "")[:120]}


def _said(arrived: Arrived) -> str:
    """What the desk reads out."""
    entry, sits = arrived.player.entry, arrived.player.sits
    place = f"table {sits.table_number}, seat {sits.seat}"
    if arrived.again:
        return f"{entry.name} is here already: {place}."
    late = f" {arrived.late}" if arrived.late else ""
    return f"{entry.name} is here: {place}.{late}"


@bp.post("/<slug>/arrival/<int:number>/back")
@acts(*DESK)
def arrival_back(slug: str, number: int) -> ResponseReturnValue:
    """Take an arrival back."""
    tournament = found(slug)
    entry = entry_of(tournament, number)
    verdict = arriving.take_back(here(), tournament, entry, act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **shown(tournament))
    flash(f"{entry.name} has not arrived after all.")
    at = verdict.sits.session
    return go_to(url_for("tournaments.arrival", slug=slug, session=at))


@bp.post("/<slug>/arrival/absent")
@acts(*RUN)
def set_absent(slug: str) -> ResponseReturnValue:
    """Set everybody absent who has not come, or take that back."""
    tournament = found(slug)
    number = request.form.get("session", 0, type=read_whole)
    back = request.form.get("absent") == "back"
    step = absence.take_back if back else absence.set_absent
    verdict = step(here(), tournament, number, act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **shown(tournament))
    many = f"{verdict} {'player is' if verdict == 1 else 'players are'}"
    flash(f"{many} no longer absent." if back else f"{many} absent.")
    return go_to(url_for("tournaments.arrival", slug=slug, session=number))
