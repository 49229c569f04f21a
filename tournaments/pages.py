"""What every page of a tournament shares: finding it, and who may do what."""

from flask import Blueprint, abort, current_app, request, url_for

from house.people.roles import Role
from house.web import act, here, reading
from house.web.access import may
from tournaments import queries
from tournaments.models import TournamentRow

__all__ = ["act", "here"]
bp = Blueprint("tournaments", __name__, url_prefix="/desk/tournaments")
RUN = (Role.DIRECTOR, Role.DEPUTY)
DESK = (*RUN, Role.ENTRIES_DESK)
CAGE = (Role.CASHIER,)
SEE = (*DESK, *CAGE, Role.SUPERVISOR, Role.DEALER)


def found(slug: str) -> TournamentRow:
    """The tournament of the page, held against others while something is done."""
    lock = request.method != "GET"
    tournament = queries.get(here(), slug, lock=lock)
    if tournament is None:
        abort(404, "There is no such tournament.")
    return tournament


def looked_at(slug: str) -> TournamentRow:
    """The tournament of a page that only tries something out."""
    tournament = queries.get(reading(), slug)
    if tournament is None:
        abort(404, "There is no such tournament.")
    return tournament


def allowed(endpoint: str) -> bool:
    """Whether whoever is signed in may use this page of the tournaments."""
    return may(f"{bp.name}.{endpoint}", current_app)


def editor_link(tournament: TournamentRow, field: str = "") -> str:
    """Where a field of the terms is written; nowhere for who may not write."""
    if not allowed("terms"):
        return ""
    return url_for("tournaments.terms", slug=tournament.slug, _anchor=field or None)
