"""The ledger as people read it: the accounts of an owner, each unfolded."""

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.ledger import queries
from house.ledger.models import AccountRow, PostingRow
from house.ledger.queries import PAGE
from house.money import dollars
from house.people.roles import Role
from house.web import reading, reads

bp = Blueprint("ledger", __name__, url_prefix="/desk/ledger")
SEE = (Role.SUPERVISOR, Role.CASHIER, Role.DIRECTOR, Role.DEPUTY)
CENT = 1_000_000  # in millionths
LARGEST = 2**63 - 1


@bp.get("/<owner>")
@reads(*SEE)
def owner(owner: str) -> ResponseReturnValue:
    """The accounts of an owner, and one of them posting by posting."""
    found = queries.of_owner(reading(), owner[:80])
    if not found:
        abort(404, f"Nothing was ever posted to {owner}.")
    asked = request.args.get("account", type=int)
    shown = next((row for row in found if row.pk == asked), found[0])
    until = min(request.args.get("until", LARGEST, type=int), LARGEST)
    postings = queries.explained(reading(), shown, until)
    return render_template(
        "ledger/owner.html",
        owner=owner,
        accounts=found,
        shown=shown,
        postings=postings,
        older=postings[-1].entry.pk if len(postings) == PAGE else None,
        amount=amount,
        leads_to=leads_to,
    )


def amount(units: int, account: AccountRow) -> str:
    """So many units as a person reads them; of a meter, whole cents and the rest."""
    if account.unit == "cents":
        return dollars(units)
    if account.unit.startswith("millionths"):
        whole, rest = divmod(abs(units), CENT)
        sign = "-" if units < 0 else ""
        return f"{sign}{dollars(whole)}" + (f" and {rest:,} millionths" if rest else "")
    return f"{units:,} {account.unit}"


def leads_to(posting: PostingRow) -> str:
    """The page of what a posting comes from, where it has one."""
    facts = posting.facts
    if posting.cause_kind != "round" or "round" not in facts:
        return ""
    place = {"number": facts["table"], "round_number": facts["round"]}
    return url_for("at_table.paid", **place)
