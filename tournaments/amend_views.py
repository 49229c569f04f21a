"""Pages for changing terms that are published: what changes, for whom, and the act."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.documents import queries as documents
from house.documents.address import on_the_web
from house.documents.difference import difference
from house.web import acts, config, go_to, reads, refuse, writing
from rulebook import Refused
from tournaments import amending, discarding
from tournaments.amending import Amend
from tournaments.models import TournamentRow
from tournaments.pages import RUN, act, allowed, bp, found, here
from tournaments.printing.document import document_of

PAGE = "tournaments/amend.html"


def _number(name: str) -> int:
    """A number a form carries; nought where it carries none."""
    text = request.form.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _asked(tournament: TournamentRow, proposal: amending.Amendment | None) -> Amend:
    """What the form asks for; before it is sent, what it would ask for."""
    address, by_two = on_the_web(f"/t/{tournament.slug}"), config().publish_by_two
    if request.method == "POST":
        note = request.form.get("note", "")
        return Amend(_number("version"), _number("seen"), note, address, by_two)
    seen = proposal.document.number if proposal else 0
    return Amend(tournament.version, seen, "–", address, by_two)


def _shown(tournament: TournamentRow) -> dict[str, Any]:
    """Everything the page shows: the change, its reasons and its consequences."""
    proposal = amending.proposed(here(), tournament)
    if proposal is None:
        abort(404, "These terms are not published yet: there is nothing to change.")
    command = _asked(tournament, proposal)
    old = documents.read(proposal.document).document
    return {
        "tournament": tournament,
        "proposal": proposal,
        "differences": difference(old, document_of(proposal.new, command.address)),
        "derived": {c.path for c in proposal.changes if c.is_derived},
        "again": {c.path for c in proposal.accepted},
        "against": amending.against(here(), tournament, command, act()),
        "note": request.form.get("note", ""),
        "reason": request.form.get("reason", ""),
        "may_amend": allowed("amend"),
        "refused": None,
    }


@bp.get("/<slug>/changes")
@reads(*RUN)
def changes(slug: str) -> ResponseReturnValue:
    """What the draft changes in the terms in force, and who must be told."""
    return render_template(PAGE, **_shown(found(slug)))


@bp.post("/<slug>/amend")
@acts(*RUN)
def amend(slug: str) -> ResponseReturnValue:
    """Publish the draft as the next version of the terms."""
    tournament = found(slug)
    command = _asked(tournament, None)
    verdict = amending.amend(writing(), tournament, command, act())
    if isinstance(verdict, Refused):
        shown = _shown(tournament)
        shown.pop("refused")
        return refuse(PAGE, verdict, **shown)
    flash(f"Version {verdict.number} is published. Send the notices drafted for it.")
    return go_to(url_for(".show", slug=slug))


@bp.post("/<slug>/changes/discard")
@acts(*RUN)
def discard(slug: str) -> ResponseReturnValue:
    """Throw the draft of changes away; the version in force stays."""
    tournament = found(slug)
    reason = request.form.get("reason", "")
    verdict = discarding.discard(
        writing(), tournament, _number("version"), reason, act()
    )
    if isinstance(verdict, Refused):
        shown = _shown(tournament) | {"refused_draft": True}
        shown.pop("refused")
        return refuse(PAGE, verdict, **shown)
    flash("The changes are thrown away. The terms in force stay as they are.")
    return go_to(url_for(".show", slug=slug))
