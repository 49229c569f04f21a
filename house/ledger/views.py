"""The ledger as people read it: the accounts of an owner, each unfolded."""

from functools import partial

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.audit.plain import LARGEST
from house.ledger import owners, queries
from house.ledger.models import PostingRow
from house.ledger.queries import PAGE
from house.people.roles import Role
from house.typed import read_whole
from house.units import written
from house.web import reading, reads
from house.web.access import opens

bp = Blueprint("ledger", __name__, url_prefix="/desk/ledger")
SEE = (Role.SUPERVISOR, Role.CASHIER, Role.DIRECTOR, Role.DEPUTY)


@bp.get("/<owner>")
@reads(*SEE)
def owner(owner: str) -> ResponseReturnValue:
    """The accounts of an owner, and one of them posting by posting."""
    found = queries.of_owner(reading(), owner[:80])
    if not found:
        whose = owners.named(reading(), owner)
        return render_template("ledger/empty.html", whose=whose)
    asked = request.args.get("kind", "")
    shown = next((row for row in found if row.kind == asked), found[0])
    until = min(request.args.get("until", LARGEST, type=read_whole), LARGEST)
    postings = queries.explained(reading(), shown, until)
    return render_template(
        "ledger/owner.html",
        owner=owner,
        whose=owners.named(reading(), owner),
        named=partial(owners.named, reading()),
        accounts=found,
        shown=shown,
        postings=postings,
        older=postings[-1].entry.pk if len(postings) == PAGE else None,
        written=written,
        leads_to=leads_to,
    )


def leads_to(posting: PostingRow) -> str:
    """The page of what a posting comes from, where it has one."""
    facts = posting.facts
    if posting.cause_kind != "round" or "round" not in facts:
        return ""
    table, number = facts["table"], facts["round"]
    if opens("at_table.paid"):
        return url_for("at_table.paid", number=table, round_number=number)
    return url_for("console.replay", number=table, round=number)
