"""Pages of results: for everybody, on paper, on the pass; certificates."""

from datetime import datetime

from flask import abort, render_template
from flask.typing import ResponseReturnValue

from house.documents import answers
from house.press import sent, sheet
from house.terms.public import SLUG
from house.web import anyone, reading, reads
from rulebook import HOUSE, Cite
from tournaments import queries
from tournaments.entrants.pass_views import opened, private
from tournaments.models import TournamentRow
from tournaments.pages import SEE, looked_at
from tournaments.pages import bp as desk
from tournaments.public.views import bp
from tournaments.results import chips, outcome
from tournaments.results.chart import chart
from tournaments.results.outcome import SHOWN, ResultLine, Results
from tournaments.watching import kept
from tournaments.watching.views import NOWHERE, known

CERTIFIED: Cite = HOUSE.at("TOURN-382")
NOT_YET = "This tournament has no results yet."


def _found(slug: str) -> tuple[TournamentRow, Results | None]:
    """A tournament everybody may read of, and its results once there are any."""
    worked = known(slug)
    row = queries.get(reading(), slug)
    if row is None or not SLUG.fullmatch(slug):
        abort(404, NOWHERE)
    if not outcome.is_over(row):
        return row, None
    made = kept.made(worked, "results", lambda: outcome.results(reading(), row))
    return row, made


def _page(template: str, row: TournamentRow, found: Results | None) -> str:
    terms = queries.terms_of(reading(), row)
    about = {"tournament": row, "terms": terms, "results": found, "rule": SHOWN}
    return render_template(template, **about)


@bp.get("/<slug>/results")
@anyone
def results(slug: str) -> ResponseReturnValue:
    """What the tournament came to, for everybody."""
    return answers.page(_page("public/results.html", *_found(slug)))


@bp.get("/<slug>/results.pdf")
@anyone
def results_pdf(slug: str) -> ResponseReturnValue:
    """The results on paper."""
    row, found = _found(slug)
    if found is None:
        abort(404, NOT_YET)
    page = _page("print/results.html", row, found)
    return sent(sheet(page), page, f"{row.slug}-results.pdf")


@bp.get("/<slug>/pass/<token>/chips")
@anyone
def pass_chips(slug: str, token: str) -> ResponseReturnValue:
    """Every change of one’s own chips, hand by hand."""
    row, entry = opened(slug, token)
    moved = chips.moved(reading(), [entry.pk])[entry.pk]
    went: list[tuple[datetime, int]] = [(m.at, m.has) for m in moved if m.is_drawn]
    page = render_template(
        "public/chips.html",
        tournament=row,
        entry=entry,
        token=token,
        moved=moved,
        chart=chart({f"Entry {entry.number}": went}),
        rule=chips.OWN,
    )
    return private(page)


@bp.get("/<slug>/pass/<token>/certificate.pdf")
@anyone
def pass_certificate(slug: str, token: str) -> ResponseReturnValue:
    """One’s own certificate, with one’s own name."""
    row, entry = opened(slug, token)
    found = outcome.results(reading(), row) if outcome.is_over(row) else None
    mine = [one for one in found.lines if one.number == entry.number] if found else []
    if found is None or not mine:
        abort(404, NOT_YET if found is None else "This entry has no place.")
    page = _certificates(row, found, [(mine[0], entry.name)])
    answer = sent(sheet(page), page, f"{row.slug}-certificate.pdf")
    return private(answer)


@desk.get("/<slug>/certificates.pdf")
@reads(*SEE)
def certificates(slug: str) -> ResponseReturnValue:
    """A certificate for everybody who won something, names as agreed."""
    row = looked_at(slug)
    if not outcome.is_over(row):
        abort(404, NOT_YET)
    found = outcome.results(reading(), row)
    placed = [(one, one.name) for one in found.lines if one.cents] or [
        (one, one.name) for one in found.winners
    ]
    page = _certificates(row, found, placed)
    return sent(sheet(page), page, f"{row.slug}-certificates.pdf")


def _certificates(
    row: TournamentRow, found: Results, placed: list[tuple[ResultLine, str]]
) -> str:
    return render_template(
        "print/placed.html",
        tournament=row,
        terms=queries.terms_of(reading(), row),
        results=found,
        placed=placed,
        rule=CERTIFIED,
    )
