"""Standings for everybody, live on phones; on the pass with one's own entry in them."""

from collections.abc import Callable
from typing import Any

from flask import Response, abort, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.documents import answers
from house.floor.tables.pages import digest
from house.terms.public import SLUG
from house.typed import read_whole
from house.web import again, anyone, reading
from tournaments import queries
from tournaments.entrants.pass_views import opened, private
from tournaments.models import TournamentRow
from tournaments.public.views import bp
from tournaments.rules.standings import At
from tournaments.watching import board, kept
from tournaments.watching.board import (
    NAMED,
    PRIVATE,
    WATCHED,
    StageStandings,
    StandingsPage,
)
from tournaments.watching.field import CONFIRMED
from tournaments.watching.kept import Kept

NOWHERE = "No tournament of this house has this address."
RULES = {"named": NAMED, "private": PRIVATE, "watched": WATCHED, "confirmed": CONFIRMED}


def known(slug: str) -> Kept:
    """What the process knows of a tournament whose terms everybody may read."""
    found = kept.of(slug) if SLUG.fullmatch(slug) else None
    if found is None or kept.made(found, "row", lambda: _row(slug)) is None:
        abort(404, NOWHERE)
    return found


def _row(slug: str) -> TournamentRow | None:
    row = queries.get(reading(), slug)
    return row if row is not None and row.document_id is not None else None


def tournament_of(slug: str) -> TournamentRow:
    """The tournament, in the session of this request."""
    row = queries.get(reading(), slug)
    assert row is not None, "Whoever asks for it has found it."
    return row


def stage_of(slug: str, found: Kept) -> int:
    """The stage that is asked for, or the newest."""
    newest = kept.made(
        found, "newest", lambda: board.newest_stage(reading(), tournament_of(slug))
    )
    return request.args.get("stage", newest, type=read_whole)


def worked(slug: str, found: Kept, stage_at: int) -> StageStandings:
    """A stage worked out, once for everybody until something happens."""

    def work() -> StageStandings | None:
        row = tournament_of(slug)
        stages = queries.terms_of(reading(), row).format.stages.stages
        inside = 0 <= stage_at < len(stages)
        return board.worked(reading(), row, stage_at) if inside else None

    made = kept.made(found, ("worked", stage_at), work)
    if made is None:
        abort(404, "The tournament has no such stage.")
    return made


def _wanted(own: int | None = None) -> StandingsPage:
    session, _, number = request.args.get("table", "").partition("-")
    at: At | None = None
    if session.isdecimal() and number.isdecimal() and len(session + number) < 9:
        at = (int(session), int(number))
    page = request.args.get("page", 1, type=read_whole)
    return StandingsPage(at, max(1, page), own)


def _fragment(slug: str, found: Kept, stage_at: int, wanted: StandingsPage) -> str:
    work = worked(slug, found, stage_at)
    shows = board.board(reading(), tournament_of(slug), work, wanted)
    return render_template(
        "tournaments/watching/_standings.html",
        board=shows,
        here=_here(slug, stage_at, wanted),
        rules=RULES,
    )


def _asked(stage_at: int, wanted: StandingsPage) -> dict[str, Any]:
    """A part of the standings as its address names it."""
    at = f"{wanted.at[0]}-{wanted.at[1]}" if wanted.at else None
    return {"stage": stage_at, "table": at, "page": wanted.page}


def _here(slug: str, stage_at: int, wanted: StandingsPage) -> Callable[..., str]:
    """The address of another part of the same standings."""
    whose = dict(request.view_args or {}) | {"slug": slug}
    page = ".pass_standings" if "token" in whose else ".standings"

    def here(*, part: str = "", **changes: Any) -> str:
        return url_for(f"{page}{part}", **whose, **_asked(stage_at, wanted) | changes)

    return here


def _page(slug: str, found: Kept, stage_at: int, wanted: StandingsPage) -> str:
    body = _fragment(slug, found, stage_at, wanted)
    row = tournament_of(slug)
    terms = queries.terms_of(reading(), row)
    works = {
        at: worked(slug, found, at).state
        for at in range(len(terms.format.stages.stages))
    }
    return render_template(
        "tournaments/watching/standings.html",
        tournament=row,
        venue_name=terms.names.venue,
        work=worked(slug, found, stage_at),
        stages=board.stages(reading(), row, stage_at, works),
        here=_here(slug, stage_at, wanted),
        body=body,
        tag=digest(body),
        rules=RULES,
    )


def _sent(found: Kept, key: object, make: Callable[[], str]) -> Response:
    """An answer that is sent only when it differs from the one the phone has."""
    body, tag = kept.made(found, key, lambda: _tagged(make()))
    if found.holds(key):
        again.holds(found.until)
    response = make_response(body)
    response.headers["Cache-Control"] = answers.NEWEST
    response.set_etag(tag)
    response.make_conditional(request)
    return response


def _tagged(body: str) -> tuple[bytes, str]:
    return body.encode(), digest(body)


@bp.get("/<slug>/standings")
@anyone
def standings(slug: str) -> ResponseReturnValue:
    """Where everybody stands, for everybody."""
    found = known(slug)
    stage_at, wanted = stage_of(slug, found), _wanted()
    key = ("page", stage_at, wanted)
    return _sent(found, key, lambda: _page(slug, found, stage_at, wanted))


@bp.get("/<slug>/standings/list")
@anyone
def standings_list(slug: str) -> ResponseReturnValue:
    """The list alone, sent only when it reads differently than before."""
    found = known(slug)
    stage_at, wanted = stage_of(slug, found), _wanted()
    key = ("list", stage_at, wanted)
    return _sent(found, key, lambda: _fragment(slug, found, stage_at, wanted))


@bp.get("/<slug>/pass/<token>/standings")
@anyone
def pass_standings(slug: str, token: str) -> ResponseReturnValue:
    """Where everybody stands, with one’s own entry in it."""
    _, entry = opened(slug, token)
    found = known(slug)
    wanted = _wanted(entry.number)
    return private(_page(slug, found, stage_of(slug, found), wanted))


@bp.get("/<slug>/pass/<token>/standings/list")
@anyone
def pass_standings_list(slug: str, token: str) -> ResponseReturnValue:
    """The same list alone, sent only when it reads differently than before."""
    _, entry = opened(slug, token)
    found = known(slug)
    body = _fragment(slug, found, stage_of(slug, found), _wanted(entry.number))
    response = private(body)
    response.set_etag(digest(body))
    response.make_conditional(request)
    return response
