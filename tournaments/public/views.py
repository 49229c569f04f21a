"""Public pages of a tournament: itself in short, its terms, and their files."""

from flask import Blueprint

from house.terms import public, versions
from house.terms.public import SLUG, Situation
from house.web import now, reading
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.path import ledgers
from tournaments.public.shown import FIRST, situation
from tournaments.rules.lifecycle import Status
from tournaments.rules.terms import Terms
from tournaments.terms import TERMS

bp = Blueprint("public_tournaments", __name__, url_prefix="/t")


def row_of(slug: str) -> TournamentRow | None:
    """The tournament of this address, if it is one."""
    return queries.get(reading(), slug) if SLUG.fullmatch(slug) else None


def situation_of(row: TournamentRow) -> Situation:
    """How a tournament stands, as everybody may know it."""
    cancelled = ledgers.steps(reading(), row).get(Status.CANCELLED)
    since = cancelled.at if cancelled else None
    terms = versions.terms_of(Terms, reading(), row)
    said = situation(row.status, terms, now(), since)
    return Situation(said, row.status is Status.CANCELLED, FIRST)


public.add_pages(bp, TERMS, row_of, situation_of)
