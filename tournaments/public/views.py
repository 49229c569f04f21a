"""Public pages of a tournament: its terms, every version of them, and their files."""

import re

from flask import Blueprint, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue

from house.documents import answers, queries
from house.documents.difference import difference
from house.documents.models import DocumentRow
from house.documents.queries import at
from house.web import anyone, now, reading
from tournaments import queries as tournaments
from tournaments.models import TournamentRow
from tournaments.path import ledgers
from tournaments.printing.document import KIND
from tournaments.public.shown import Page, situation
from tournaments.rules.lifecycle import Status

bp = Blueprint("public_tournaments", __name__, url_prefix="/t")
SLUG = re.compile("[a-z0-9-]{1,64}")
MOST_VERSIONS = 1_000_000


def _found(slug: str, number: int | None = None) -> tuple[TournamentRow, DocumentRow]:
    """A published tournament and the version asked for; a draft is nowhere."""
    session = reading()
    tournament = tournaments.get(session, slug) if SLUG.fullmatch(slug) else None
    document = tournaments.document_of(session, tournament) if tournament else None
    if tournament and document and number is not None:
        known = 0 < number <= MOST_VERSIONS
        document = at(session, KIND, tournament.pk, number) if known else None
    if tournament is None or document is None:
        abort(404, "No tournament of this house has this address.")
    return tournament, document


def _page(slug: str, number: int | None) -> Page:
    session = reading()
    tournament, row = _found(slug, number)
    versions = queries.versions(session, KIND, tournament.pk)
    cancelled = ledgers.steps(session, tournament).get(Status.CANCELLED)
    terms = tournaments.terms_in(versions[0])
    since = cancelled.at if cancelled else None
    return Page(
        slug=tournament.slug,
        row=row,
        edition=queries.read(row),
        versions=versions,
        situation=situation(tournament.status, terms, now(), since),
        is_cancelled=tournament.status is Status.CANCELLED,
    )


@bp.get("/<slug>")
@anyone
def show(slug: str) -> ResponseReturnValue:
    """The terms in force, for everybody."""
    return _show(slug, None)


@bp.get("/<slug>/v/<int:number>")
@anyone
def version(slug: str, number: int) -> ResponseReturnValue:
    """One version of the terms, also one that was replaced."""
    return _show(slug, number)


def _show(slug: str, number: int | None) -> ResponseReturnValue:
    html = render_template("public/tournament.html", page=_page(slug, number))
    response = make_response(html)
    response.headers["Cache-Control"] = answers.NEWEST
    response.add_etag()
    response.make_conditional(request)
    return response


@bp.get("/<slug>/v/<int:number>/changes")
@anyone
def changes(slug: str, number: int) -> ResponseReturnValue:
    """What a version changed, old and new side by side."""
    page = _page(slug, number)
    before = at(reading(), KIND, page.edition.subject_id, number - 1)
    if before is None:
        abort(404, "The first version changed nothing.")
    old = queries.read(before).document
    return render_template(
        "public/changes.html",
        page=page,
        before=before,
        changes=difference(old, page.document),
    )


@bp.get("/<slug>/terms.pdf")
@anyone
def terms_pdf(slug: str) -> ResponseReturnValue:
    """The terms in force on paper."""
    return answers.pdf(_found(slug)[1], slug, fixed=False)


@bp.get("/<slug>/v/<int:number>/terms.pdf")
@anyone
def version_pdf(slug: str, number: int) -> ResponseReturnValue:
    """One version of the terms on paper."""
    return answers.pdf(_found(slug, number)[1], slug, fixed=True)


@bp.get("/<slug>/terms.json")
@anyone
def terms_json(slug: str) -> ResponseReturnValue:
    """The terms in force as data, as they were hashed."""
    return answers.json(_found(slug)[1], slug, fixed=False)


@bp.get("/<slug>/v/<int:number>/terms.json")
@anyone
def version_json(slug: str, number: int) -> ResponseReturnValue:
    """One version of the terms as data, as it was hashed."""
    return answers.json(_found(slug, number)[1], slug, fixed=True)
