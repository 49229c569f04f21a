"""Pages of over- and underpayments: the register, an entry, what was tried."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from game.payments import Intent, Step, is_breach, is_credit
from house.audit.plain import LARGEST
from house.payments import limit_views, queries, services, tasks
from house.payments.acts import Act
from house.payments.forms import CloseForm, FindingForm, attempt_form, entry_form
from house.payments.models import Outcome
from house.payments.pages import CLOSE, ENTER, SEE, bp
from house.payments.rules import ENTRY, Case, check_entry
from house.payments.services import Attempt
from house.people.patrons.models import PatronRow
from house.typed import read_whole
from house.web import (
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
from rulebook import Refusal, Refused

__all__ = ["bp", "limit_views"]


def _act() -> Act:
    return Act(actor(), now(), venue())


def _case(payment_id: int) -> Case:
    """The case of the page; held against others while something is done."""
    session, lock = here(), request.method != "GET"
    case = queries.case(session, payment_id, lock=lock)
    if case is None:
        abort(404, f"There is no over- or underpayment {payment_id}.")
    return case


def _patron(words: str | None) -> PatronRow | Refused | None:
    """Who is meant by a number or card, if anybody; unknown is a mistake."""
    if not words:
        return None
    wrong = f"No patron has the number or card “{words}”."
    right = "Look them up under Patrons, or leave it empty."
    nobody = Refused((Refusal(ENTRY, wrong, right, "patron"),))
    return queries.patron_named(writing(), words) or nobody


@bp.get("/")
@reads(*SEE)
def index() -> ResponseReturnValue:
    """The register: what is open, newest first, or everything."""
    everything = request.args.get("show") == "all"
    before = request.args.get("before", type=read_whole)
    before = before if before and 0 < before <= LARGEST else None
    found = queries.find(reading(), only_open=not everything, before=before)
    return render_template(
        "payments/index.html",
        found=found,
        everything=everything,
        title=situation(found),
        patrons=queries.patrons_of(reading(), found.cases),
        to_do={c.item.pk: tasks.still_to_do(c, venue()) for c in found.cases},
        may_enter=bool(signed_in().roles & set(ENTER)),
    )


def situation(found: queries.CasePage) -> str:
    """How the register stands in one sentence."""
    count = sum(case.closed is None for case in found.cases)
    if not count:
        return "No over- or underpayment is open."
    number = f"More than {count}" if found.older_than else str(count)
    if number == "1":
        return "One over- or underpayment is open."
    return f"{number} over- or underpayments are open."


@bp.route("/new", methods=["GET", "POST"])
@acts(*ENTER)
def new() -> ResponseReturnValue:
    """Enter an over- or underpayment."""
    data = {"happened_at": now(), "known_at": now()}
    form = entry_form(venue())(request.form or None, data=data)
    page = "payments/new.html"
    if request.method == "GET":
        return render_template(page, form=form, refused=None)
    read, patron = form.validate(), _patron(form.patron.data)
    nobody = patron if isinstance(patron, Refused) else None
    if not read:
        return render_template(page, form=form, refused=nobody), 422
    if nobody:
        also = check_entry(form.entry(None), now())
        return refuse(page, Refused((*nobody.refusals, *also)), form=form)
    known = patron.pk if isinstance(patron, PatronRow) else None
    verdict = services.enter(writing(), form.entry(known), _act())
    if isinstance(verdict, Refused):
        return refuse(page, verdict, form=form)
    flash(f"{tasks.subject(verdict).name} is entered.")
    return go_to(url_for(".show", payment_id=verdict.item.pk))


@bp.get("/<int:payment_id>")
@reads(*SEE)
def show(payment_id: int) -> ResponseReturnValue:
    """One case: what was paid, what must be tried by when, what was done."""
    return render_template("payments/show.html", **_shown(_case(payment_id)))


def _shown(case: Case, **over: Any) -> dict[str, Any]:
    session = here()
    todo = tasks.still_to_do(case, venue())
    patron = queries.patrons_of(session, [case]).get(case.patron_id or 0)
    return {
        "case": case,
        "item": case.item,
        "about": tasks.subject(case),
        "todo": [(task, tasks.due_at(case, task, venue())) for task in todo],
        "words": tasks.TO_DO,
        "steps": Step.__members__,
        "patron": patron,
        "breach": is_breach(case.difference(venue())),
        "credit": is_credit(case.difference(venue())),
        "notices": queries.notices_about(session, case),
        "told": services.sent_notice(session, case, venue()),
        "attempt": attempt_form(venue())(data={"at": now()}),
        "finding": FindingForm(prefix="finding-", data={"intent": case.intent.value}),
        "closing": CloseForm(prefix="closing-"),
        "may_add": bool(signed_in().roles & set(ENTER)) and not case.closed,
        "may_close": bool(signed_in().roles & set(CLOSE)) and not case.closed,
        "refused": None,
    } | over


def _settled(
    case: Case, verdict: object, done: str, **over: Any
) -> ResponseReturnValue:
    """Go back to the case after an act, or show every reason against it."""
    if isinstance(verdict, Refused):
        shown = _shown(case, **over) | {"refused": verdict}
        return render_template("payments/show.html", **shown), 409
    flash(done)
    return go_to(url_for(".show", payment_id=case.item.pk))


def _unready(case: Case, **over: Any) -> ResponseReturnValue:
    return render_template("payments/show.html", **_shown(case, **over)), 422


@bp.post("/<int:payment_id>/steps")
@acts(*ENTER)
def add_step(payment_id: int) -> ResponseReturnValue:
    """Add a step that was taken, and what came of it."""
    case = _case(payment_id)
    form = attempt_form(venue())(request.form)
    if not form.validate():
        return _unready(case, attempt=form)
    patron = _patron(form.patron.data)
    if isinstance(patron, Refused):
        return _settled(case, patron, "", attempt=form)
    step = Step(form.step.data)
    tried = Attempt(step, form.note.data or "", form["at"].data, patron)
    verdict = services.attempt(writing(), case, tried, _act())
    return _settled(case, verdict, "The step is added.", attempt=form)


@bp.post("/<int:payment_id>/finding")
@acts(*ENTER)
def add_finding(payment_id: int) -> ResponseReturnValue:
    """Add what was found out about whether it was meant."""
    case = _case(payment_id)
    form = FindingForm(request.form, prefix="finding-")
    if not form.validate():
        return _unready(case, finding=form)
    found = Intent(form.intent.data)
    verdict = services.find_intent(writing(), case, found, form.note.data or "", _act())
    return _settled(case, verdict, "The finding is added.", finding=form)


@bp.post("/<int:payment_id>/tell")
@acts(*CLOSE)
def tell(payment_id: int) -> ResponseReturnValue:
    """Draft the notice that brings it to the regulator's attention."""
    notice = services.tell_regulator(writing(), _case(payment_id), _act())
    flash("The notice is drafted.")
    return go_to(url_for("notices.show", notice_id=notice.pk))


@bp.post("/<int:payment_id>/close")
@acts(*CLOSE)
def close(payment_id: int) -> ResponseReturnValue:
    """Close the case as no breach or as a breach."""
    case = _case(payment_id)
    form = CloseForm(request.form, prefix="closing-")
    if not form.validate():
        return _unready(case, closing=form)
    outcome = Outcome(form.outcome.data)
    verdict = services.close(writing(), case, outcome, form.note.data or "", _act())
    return _settled(case, verdict, "The case is closed.", closing=form)
