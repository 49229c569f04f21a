"""Public pages of a tournament: itself in short, its terms, and their files."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from house.terms import public, versions
from house.terms.public import SLUG, Situation
from house.web import anyone, now, reading
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


@bp.get("/<slug>/terms")
@anyone
def show(slug: str) -> ResponseReturnValue:
    """The terms in force, for everybody."""
    return public.show(TERMS, row_of(slug), None, situation_of)


@bp.get("/<slug>/v/<int:number>")
@anyone
def version(slug: str, number: int) -> ResponseReturnValue:
    """One version of the terms, also one that was replaced."""
    return public.show(TERMS, row_of(slug), number, situation_of)


@bp.get("/<slug>/v/<int:number>/changes")
@anyone
def changes(slug: str, number: int) -> ResponseReturnValue:
    """What a version changed, old and new side by side."""
    return public.changes(TERMS, row_of(slug), number)


@bp.get("/<slug>/terms.pdf")
@anyone
def terms_pdf(slug: str) -> ResponseReturnValue:
    """The terms in force on paper."""
    return public.pdf(TERMS, row_of(slug))


@bp.get("/<slug>/v/<int:number>/terms.pdf")
@anyone
def version_pdf(slug: str, number: int) -> ResponseReturnValue:
    """One version of the terms on paper."""
    return public.pdf(TERMS, row_of(slug), number)


@bp.get("/<slug>/terms.json")
@anyone
def terms_json(slug: str) -> ResponseReturnValue:
    """The terms in force as data, as they were hashed."""
    return public.json(TERMS, row_of(slug))


@bp.get("/<slug>/v/<int:number>/terms.json")
@anyone
def version_json(slug: str, number: int) -> ResponseReturnValue:
    """One version of the terms as data, as it was hashed."""
    return public.json(TERMS, row_of(slug), number)
