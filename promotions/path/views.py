"""The path of a promotion: what is done, what is missing, the act that does it."""

from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.documents import queries as documents
from house.web import acts, go_to, reads, refuse
from promotions import material, nominees, queries
from promotions.forms import ReasonForm, WordForm
from promotions.models import PromotionRow
from promotions.pages import (
    APPROVE,
    SEE,
    WRITE,
    act,
    allowed,
    bp,
    editor_link,
    found,
    here,
)
from promotions.path import (
    approving,
    ending,
    letters,
    lodging,
    scrutineers,
    sheet,
    starting,
)
from promotions.path import steps as taken
from promotions.printing import KIND
from promotions.rules import scrutineer as scrutineer_rules
from promotions.rules.lifecycle import OVER, Status
from rulebook import Refused

PAGE = "promotions/path/show.html"


def shown(row: PromotionRow) -> dict[str, Any]:
    """What the page of the path shows."""
    session, facts = here(), taken.facts_of(here(), row, act())
    stepped = queries.steps(session, row)
    milestones = sheet.shown(row.status, facts, stepped)
    to_come = sheet.next_step(milestones)
    regime = facts.terms.regime
    return {
        "row": row,
        "facts": facts,
        "terms": facts.terms,
        "regime": regime,
        "milestones": milestones,
        "to_come": to_come,
        "waits": sheet.waits_until(row.status, facts),
        "situation": sheet.situation(row.status, to_come, facts),
        "versions": documents.versions(session, KIND, row.pk),
        "notices": [
            notice
            for notice in queries.notices(session, row)
            if notice.kind != letters.LETTER
        ],
        "letters": letters.waiting(session, row),
        "pieces": material.on_file(session, row),
        "needs_scrutineer": scrutineer_rules.is_needed(
            regime, facts.terms.largest_prize_cents
        ),
        "steps": stepped,
        "is_over": row.status in OVER,
        "may": allowed,
        "field_link": lambda field: editor_link(row, field),
    }


def on_the_path(verdict: object, row: PromotionRow, done: str) -> ResponseReturnValue:
    """Go on to the path after an act, or show every reason against it."""
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **shown(row))
    flash(done)
    return go_to(url_for("promotions.show", slug=row.slug))


@bp.get("/<slug>")
@reads()
def show(slug: str) -> ResponseReturnValue:
    """See the path of a promotion: done, missing, and what does it."""
    return render_template(PAGE, refused=None, **shown(found(slug)))


@bp.post("/<slug>/lodge")
@acts(*WRITE)
def lodge(slug: str) -> ResponseReturnValue:
    """Draft the notice that lodges the terms, and show it to be sent."""
    row = found(slug)
    verdict = lodging.draft(here(), row, act())
    if isinstance(verdict, Refused):
        return on_the_path(verdict, row, "")
    flash("The notice is drafted with the full terms: send it to the regulator.")
    return go_to(url_for("notices.show", notice_id=verdict.pk))


@bp.post("/<slug>/start")
@acts(*WRITE)
def start(slug: str) -> ResponseReturnValue:
    """Start the promotion, once nothing is in the way."""
    row = found(slug)
    verdict = starting.start(here(), row, act())
    return on_the_path(verdict, row, "The promotion is running.")


def _reasoned(row: PromotionRow, page: str, do: Any, done: str) -> ResponseReturnValue:
    """A page that asks for a reason, and the act that keeps it."""
    about = {"row": row, "is_over": row.status in OVER}
    if request.method == "GET":
        return render_template(page, form=ReasonForm(), refused=None, **about)
    form = ReasonForm(request.form)
    verdict = do(here(), row, form.reason.data or "", act())
    if isinstance(verdict, Refused):
        return refuse(page, verdict, form=form, **about)
    flash(done)
    return go_to(url_for("promotions.show", slug=row.slug))


@bp.route("/<slug>/cancel", methods=["GET", "POST"])
@acts(*WRITE, *APPROVE, step_up=True)
def cancel(slug: str) -> ResponseReturnValue:
    """Cancel the promotion with a reason that everybody may read."""
    page, done = "promotions/path/cancel.html", "The promotion is cancelled."
    return _reasoned(found(slug), page, ending.cancel, done)


@bp.route("/<slug>/postpone", methods=["GET", "POST"])
@acts(*WRITE, *APPROVE, step_up=True)
def postpone(slug: str) -> ResponseReturnValue:
    """Put the promotion off, or take it up again, with a reason."""
    row, page = found(slug), "promotions/path/postpone.html"
    if row.status is Status.POSTPONED:
        return _reasoned(row, page, ending.go_on, "The promotion goes on.")
    return _reasoned(row, page, ending.postpone, "The promotion is postponed.")


@bp.route("/<slug>/regulator-word", methods=["GET", "POST"])
@acts(*WRITE)
def regulator_word(slug: str) -> ResponseReturnValue:
    """Note where the regulator's approval of the drafted change is found."""
    row, page = found(slug), "promotions/path/word.html"
    regime = queries.draft_of(row).regime
    if request.method == "GET":
        about = {"row": row, "regime": regime, "form": WordForm()}
        return render_template(page, refused=None, **about)
    form = WordForm(request.form)
    reference = form.reference.data or ""
    verdict = approving.note_word(here(), row, reference, act())
    if isinstance(verdict, Refused):
        return refuse(page, verdict, row=row, regime=regime, form=form)
    flash("The approval is noted, for the change as it is written now.")
    return go_to(url_for("promotions.changes", slug=slug))


@bp.get("/<slug>/scrutineer")
@reads(*SEE)
def scrutineer(slug: str) -> ResponseReturnValue:
    """See who can be the scrutineer, and what stands against the others."""
    return render_template(
        "promotions/path/scrutineer.html", refused=None, **_scrutiny(found(slug))
    )


def _scrutiny(row: PromotionRow) -> dict[str, Any]:
    session, terms = here(), queries.terms_of(here(), row)
    return {
        "row": row,
        "regime": terms.regime,
        "largest_cents": terms.largest_prize_cents,
        "needed": scrutineer_rules.is_needed(terms.regime, terms.largest_prize_cents),
        "current": nominees.nominated(session, row),
        "candidates": [
            (each, tuple(scrutineer_rules.check(each)))
            for each in scrutineers.candidates(session, row)
        ],
        "may": allowed,
    }


@bp.post("/<slug>/scrutineer")
@acts(*WRITE, *APPROVE)
def nominate(slug: str) -> ResponseReturnValue:
    """Nominate a scrutineer, or end the nomination."""
    row, session = found(slug), here()
    if request.form.get("withdraw"):
        reason = request.form.get("reason", "")
        verdict: object = scrutineers.withdraw(session, row, reason, act())
        done = "The nomination is ended."
    else:
        username = request.form.get("staff", "")
        verdict = scrutineers.nominate(session, row, username, act())
        done = "The scrutineer is nominated."
    if isinstance(verdict, Refused):
        page = "promotions/path/scrutineer.html"
        return refuse(page, verdict, **_scrutiny(row))
    flash(done)
    return go_to(url_for("promotions.scrutineer", slug=slug))
