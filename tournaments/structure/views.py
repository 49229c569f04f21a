"""The page of the structure: staff only, drafts too, for any number of players."""

from functools import partial
from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.terms import versions
from house.web import reads
from rulebook import Refusal
from rulebook.terms import wording
from tournaments import queries
from tournaments.models import TournamentRow
from tournaments.money import queries as money
from tournaments.pages import RUN, bp, editor_link, found, here
from tournaments.rules import prizes
from tournaments.rules.terms import Terms
from tournaments.structure import bars, gantt, sheet


def reckoned_from(tournament: TournamentRow) -> Terms:
    """The terms in force; the draft before there are any, or when it is asked for."""
    if request.args.get("of") == "draft":
        return queries.draft_of(tournament)
    return queries.terms_of(here(), tournament)


def _drawn(terms: Terms, made: sheet.Sheet) -> dict[str, Any]:
    """The pictures of the plan that is shown."""
    if made.drawn is None:
        return {"days": (), "prizes": None, "chances": None, "unequal": ()}
    plan = made.drawn.plan
    return {
        "days": gantt.draw(terms, plan),
        "prizes": bars.prizes(plan, sheet.prize_shares(terms, plan)),
        "chances": bars.chances(plan),
        "unequal": sheet.unequal(plan),
    }


@bp.get("/<slug>/structure")
@reads(*RUN)
def structure(slug: str) -> ResponseReturnValue:
    """See whether the structure adds up, for any number of players."""
    tournament, typed = found(slug), request.args.get("players", "")
    if request.args.get("seen") == str(tournament.version):
        return "", 204  # nobody has written since
    asked = sheet.check_asked(typed) if typed.strip() else None
    wrong = asked if isinstance(asked, Refusal) else None
    terms = reckoned_from(tournament)
    made = sheet.sheet(terms, None if wrong else asked)  # type: ignore[arg-type]
    about = _about(tournament, terms, made) | {"typed": typed, "wrong": wrong}
    part = "HX-Request" in request.headers
    page = "tournaments/structure/_answer.html" if part else _PAGE
    return render_template(page, **about), 422 if wrong else 200


_PAGE = "tournaments/structure/show.html"


def _about(
    tournament: TournamentRow, terms: Terms, made: sheet.Sheet
) -> dict[str, Any]:
    document = versions.document_of(here(), tournament)
    path = url_for("tournaments.show", slug=tournament.slug)
    index = url_for("tournaments.index")
    paid = money.takings(here(), tournament).pool_cents
    return {
        "tournament": tournament,
        "name": tournament.name or "A tournament",
        "version": document.number if document else None,
        "sheet": made,
        "designated": len(queries.tables(here(), tournament)),
        "where": [
            ("Tournaments", index),
            (tournament.name, path),
            ("Structure", None),
        ],
        "back": path,
        "here": url_for("tournaments.structure", slug=tournament.slug),
        "staff_only": sheet.STAFF_ONLY,
        "most_prizes": max((len(c.plan.prizes_cents) for c in made.every), default=0),
        "exact": bars.exact,
        "paid": paid,
        "pool_cents": prizes.pool_cents(terms, paid),
        "chips_of": sheet.chips_of,
        "per_cent": sheet.per_cent,
        "bank": sheet.bank_said(terms),
        "when": partial(wording.when, zone=terms.names.tz),
        "field_link": lambda field: editor_link(tournament, field),
        **_drawn(terms, made),
    }
