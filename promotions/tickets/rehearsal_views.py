"""The page of a rehearsal: what old play would earn by the terms being written."""

from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from house.terms.versions import document_of
from house.web import now, reading, refuse, tries
from house.web.bodies import takes_file
from promotions import queries
from promotions.models import PromotionRow
from promotions.pages import WRITE, bp, looked_at
from promotions.rules import rehearsal
from promotions.rules.rehearsal import REHEARSED
from promotions.rules.terms import Terms
from promotions.tickets import rehearsing
from promotions.tickets.rehearsing import Sample
from rulebook import Refused

PAGE = "promotions/tickets/rehearsal.html"
LARGEST = 16 * 1024 * 1024
SHOWN = 100  # patrons, each with as many plays


@bp.route("/<slug>/rehearsal", methods=["GET", "POST"])
@takes_file(LARGEST)
@tries(*WRITE)
def rehearse(slug: str) -> ResponseReturnValue:
    """Try the earn rules on play that was, before anybody can rely on them."""
    row = looked_at(slug)
    draft = queries.draft_of(row)
    if request.method == "GET":
        return render_template(PAGE, refused=None, **_about(row, draft))
    sample = _sample()
    if isinstance(sample, Refused):
        return refuse(PAGE, sample, **_about(row, draft))
    found = rehearsal.rehearse(draft, sample.plays, _in_force(row))
    about = _about(row, draft) | {
        "found": found,
        "findings": [*rehearsal.findings(found)],
        "sample": sample,
        "unread": rehearsing.shown(sample),
    }
    return render_template(PAGE, refused=None, **about)


def _about(row: PromotionRow, draft: Terms) -> dict[str, Any]:
    return {
        "row": row,
        "terms": draft,
        "says": draft.entry.earning.text(draft),
        "limits": draft.entry.closing.text(draft),
        "found": None,
        "shown": SHOWN,
        "most": rehearsing.MOST,
        "rule": REHEARSED,
    }


def _sample() -> Sample | Refused:
    file = request.files.get("file")
    if request.form.get("week"):
        sample: Sample | Refused = rehearsing.last_week(reading(), now())
    elif file is not None and file.filename:
        sample = rehearsing.sent(file.stream)
    else:
        return rehearsing.empty()
    if isinstance(sample, Sample) and not sample.plays and not sample.bad:
        return rehearsing.empty()
    return sample


def _in_force(row: PromotionRow) -> Terms | None:
    document = document_of(reading(), row)
    return queries.terms_in(document) if document else None
