"""What the pages do that change published terms: see, publish, or throw away."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.documents import queries as documents
from house.documents.difference import difference
from house.terms import amending, discarding
from house.terms.amending import Amend
from house.terms.kind import Amendment, Kind, R, T
from house.terms.pages import number
from house.web import act, config, go_to, here, on_the_web, refuse, writing
from rulebook import Refused

PAGE = "terms/amend.html"


def _command(kind: Kind[T, R], row: R, proposal: Amendment[T] | None) -> Amend:
    """What the form says; before it is sent, what it would say."""
    address, by_two = on_the_web(kind.public_path(row)), config().publish_by_two
    if request.method == "POST":
        note = request.form.get("note", "")
        return Amend(number("version"), number("seen"), note, address, by_two)
    seen = proposal.document.number if proposal else 0
    return Amend(row.version, seen, "–", address, by_two)


def _shown(kind: Kind[T, R], row: R, *, may: bool) -> dict[str, Any]:
    """Everything the page shows: the change, its reasons and its consequences."""
    proposal = amending.proposed(kind, here(), row)
    if proposal is None:
        abort(404, "These terms are not published yet: there is nothing to change.")
    command = _command(kind, row, proposal)
    old = documents.read(proposal.document).document
    new = kind.document_of(proposal.new.terms, command.address)
    return {
        "kind": kind,
        "row": row,
        "proposal": proposal,
        "differences": difference(old, new),
        "derived": {c.path for c in proposal.changes if c.is_derived},
        "again": {c.path for c in proposal.follows.accepted},
        "against": amending.against(kind, here(), row, command, act()),
        "note": request.form.get("note", ""),
        "reason": request.form.get("reason", ""),
        "may_amend": may,
    }


def show(kind: Kind[T, R], row: R, *, may: bool) -> str:
    """What the draft changes in the terms in force, and who must be told."""
    return render_template(PAGE, refused=None, **_shown(kind, row, may=may))


def amend(kind: Kind[T, R], row: R, *, may: bool) -> ResponseReturnValue:
    """Publish the draft as the next version of the terms."""
    command = _command(kind, row, None)
    verdict = amending.amend(kind, writing(), row, command, act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(kind, row, may=may))
    flash(f"Version {verdict.number} is {kind.done}. Send the notices drafted for it.")
    return go_to(url_for(".show", slug=row.slug))


def discard(kind: Kind[T, R], row: R, *, may: bool) -> ResponseReturnValue:
    """Throw the draft of changes away; the version in force stays."""
    reason = request.form.get("reason", "")
    verdict = discarding.discard(kind, writing(), row, number("version"), reason, act())
    if isinstance(verdict, Refused):
        shown = _shown(kind, row, may=may) | {"refused_draft": True}
        return refuse(PAGE, verdict, **shown)
    flash("The changes are thrown away. The terms in force stay as they are.")
    return go_to(url_for(".show", slug=row.slug))
