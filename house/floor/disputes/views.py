"""Pages of disputes: the register, a new one, one with its decisions and its end."""

from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.audit.plain import LARGEST
from house.floor import running
from house.floor.disputes import queries, rules, services
from house.floor.disputes.forms import AdditionForm, dispute_form
from house.floor.disputes.models import DisputeEvent
from house.floor.disputes.rules import ENTRY, Case
from house.floor.disputes.services import Addition
from house.floor.tables import services as tables
from house.payments.queries import patron_named
from house.people.patrons import queries as patrons
from house.people.patrons.models import PatronRow
from house.people.roles import READERS, Role
from house.typed import read_whole
from house.web import (
    act,
    actor,
    acts,
    go_to,
    here,
    now,
    reading,
    reads,
    refuse,
    signed_in,
    venue,
    writing,
)
from house.web.once import request_key
from rulebook import Refusal, Refused

bp = Blueprint("disputes", __name__, url_prefix="/desk/disputes")
ENTER = (Role.DEALER, Role.SUPERVISOR, Role.DEPUTY, Role.DIRECTOR)
# They have disputes about promotions; what is about a table its ranks decide.
ADD = (*ENTER, Role.MARKETING, Role.APPROVER)
# What the page offers, in the order in which it happens.
STEPS = tuple(DisputeEvent)


def _case(dispute_id: int) -> Case:
    """The dispute of the page; held against others while something is done."""
    session, lock = here(), request.method != "GET"
    case = queries.case(session, dispute_id, lock=lock)
    if case is None:
        abort(404, f"There is no dispute {dispute_id}.")
    umpire = running.floor().umpire_of(session, case.lent_to, act())
    theirs = umpire.opened_by if umpire else frozenset()
    if not signed_in().roles & {*ENTER, *READERS, *theirs}:
        abort(403, f"{case.name} is not one of your work.")
    return replace(case, umpire=umpire)


def _number(name: str) -> int | None:
    found = request.args.get(name, type=read_whole)
    return found if found is not None and 0 < found <= LARGEST else None


@bp.get("/")
@reads(*ENTER)
def index() -> ResponseReturnValue:
    """The register of disputes: what is open, newest first, or everything."""
    everything = request.args.get("show") == "all"
    table = _number("table")
    found = queries.find(
        reading(), only_open=not everything, table=table, before=_number("before")
    )
    return render_template(
        "disputes/index.html",
        found=found,
        everything=everything,
        table=table,
        title=situation(found),
        who={case.item.pk: rules.who_decides(case) for case in found.cases},
        may_enter=bool(signed_in().roles & set(ENTER)),
    )


def situation(found: queries.DisputesPage) -> str:
    """How the register stands in one sentence."""
    count = sum(case.ended is None for case in found.cases)
    if not count:
        return "No dispute is open."
    if count == 1 and not found.older_than:
        return "One dispute is open."
    return f"{'More than ' if found.older_than else ''}{count} disputes are open."


@bp.route("/new", methods=["GET", "POST"])
@acts(*ENTER)
def new() -> ResponseReturnValue:
    """Enter a dispute."""
    form = dispute_form(venue())(request.form or None, data=_about())
    page = "disputes/new.html"
    if request.method == "GET" or not form.validate():
        status = 200 if request.method == "GET" else 422
        return render_template(page, form=form, refused=None), status
    patron = _patron(form.patron.data)
    if isinstance(patron, Refused):
        return refuse(page, patron, form=form)
    entry = form.entry(patron.pk if patron else None, _number("ruling"))
    entry = replace(entry, **_lent(entry.table_number))
    verdict = services.enter(writing(), entry, f"dispute-{request_key()}", act())
    if isinstance(verdict, Refused):
        return refuse(page, verdict, form=form)
    flash(f"{verdict.name} is entered.")
    return go_to(url_for(".show", dispute_id=verdict.item.pk))


def _about() -> dict[str, Any]:
    """What a link from a table or a round already says."""
    number = _number("table")
    session = here()
    table = tables.get(session, number) if number and number < 1000 else None
    return {
        "raised_at": now(),
        "table": table.number if table else None,
        "round": _number("round"),
        "document": table.rulebook if table else None,
    }


def _lent(number: int | None) -> dict[str, Any]:
    """Whose a table is now, where it is lent, and how far that is."""
    table = tables.get(writing(), number) if number else None
    if table is None:
        return {}
    play = running.floor().play_at(writing(), table, now())
    progress = play.progress() if play.lent_to else None
    return {"lent_to": play.lent_to, "hand": progress.says if progress else ""}


def _patron(words: str | None) -> PatronRow | Refused | None:
    if not words:
        return None
    wrong = f"No patron has the number or card “{words}”."
    right = "Look them up under Patrons, or leave it empty."
    nobody = Refused((Refusal(ENTRY, wrong, right, "patron"),))
    return patron_named(writing(), words) or nobody


@bp.get("/<int:dispute_id>")
@reads(*ADD)
def show(dispute_id: int) -> ResponseReturnValue:
    """One dispute: what was raised, decided, reviewed, told, and how it ended."""
    return render_template("disputes/show.html", **_shown(_case(dispute_id)))


def _shown(case: Case, **over: Any) -> dict[str, Any]:
    session = here()
    patron = case.item.patron_id
    return {
        "case": case,
        "item": case.item,
        "who": rules.who_decides(case),
        "conduct": case.conduct,
        "offered": [
            (step, tuple(rules.against(case, step, actor()))) for step in STEPS
        ],
        "how": rules.How,
        "patron": patrons.get(session, patron) if patron else None,
        "may_add": bool(signed_in().roles & set(ADD)),
        "form": AdditionForm(),
        "refused": None,
    } | over


@bp.post("/<int:dispute_id>/events")
@acts(*ADD)
def add(dispute_id: int) -> ResponseReturnValue:
    """Add a decision, a review, what the person was told, or the end."""
    case = _case(dispute_id)
    form = AdditionForm(request.form)
    if not form.validate():
        shown = _shown(case, form=form)
        return render_template("disputes/show.html", **shown), 422
    new = Addition(
        DisputeEvent(form.happened.data), form.note.data or "", form.how.data or ""
    )
    verdict = services.add(writing(), case, new, act())
    if isinstance(verdict, Refused):
        shown = _shown(case, form=form) | {"refused": verdict}
        return render_template("disputes/show.html", **shown), 409
    flash(f"{case.name}: {new.happened}.")
    return go_to(url_for(".show", dispute_id=case.item.pk))
