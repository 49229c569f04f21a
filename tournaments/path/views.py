"""The path of a tournament: what is done, what is missing, the act that does it."""

from datetime import timedelta
from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.documents import queries as documents
from house.floor.acts import Act
from house.notices.notice_rules import State, state
from house.web import acts, go_to, now, on_the_web, reads, refuse
from house.web.request import config
from rulebook import Refused
from tournaments import queries
from tournaments.arrival import views as arrival_views
from tournaments.models import TournamentRow
from tournaments.money import queries as money
from tournaments.pages import RUN, act, allowed, bp, editor_link, found, here
from tournaments.path import (
    advice,
    briefing_views,
    cancelling,
    desk,
    entry_views,
    facts_shown,
    ledgers,
    notices,
    officer_views,
    playing,
    presence,
    sheet,
    steps,
    substitute_views,
    telling,
)
from tournaments.path.forms import AvailableForm, ReasonForm
from tournaments.printing.document import KIND as TERMS
from tournaments.rules.lifecycle import Status
from tournaments.rules.postponing import is_too_few
from tournaments.seating import move_views, paper_views
from tournaments.seating import views as seating_views
from tournaments.structure import views as structure_views
from tournaments.waiting import desk as waiting_desk
from tournaments.waiting import views as waiting_views

__all__ = [
    "arrival_views",
    "bp",
    "briefing_views",
    "desk",
    "entry_views",
    "move_views",
    "officer_views",
    "paper_views",
    "seating_views",
    "structure_views",
    "substitute_views",
    "waiting_desk",
    "waiting_views",
]
PAGE = "tournaments/path/show.html"


def shown(tournament: TournamentRow, **over: Any) -> dict[str, Any]:
    """What the page of the path shows."""
    session, who = here(), act()
    facts = steps.facts_of(session, tournament, who)
    milestones = sheet.shown(
        tournament.status, facts, ledgers.steps(session, tournament)
    )
    to_come = sheet.next_step(milestones)
    unpaid = len(ledgers.unpaid(session, tournament))
    return {
        "tournament": tournament,
        "facts": facts,
        "too_few": tournament.status is Status.ENTRIES_OPEN and is_too_few(facts),
        "milestones": milestones,
        "to_come": to_come,
        "situation": sheet.situation(tournament.status, to_come, facts, unpaid),
        "key_facts": list(
            facts_shown.key_facts(
                facts.terms,
                facts.entries,
                money.pool_cents(session, tournament, facts.terms),
            )
        )
        if facts.terms
        else [],
        "versions": documents.versions(session, TERMS, tournament.pk),
        "bound": queries.bound_by(session, tournament),
        "there": presence.there(session, tournament, now(), facts),
        "notices": notices.every(session, tournament),
        "unsent": _unsent(tournament),
        "may": allowed,
        "step_of": ledgers.steps(session, tournament),
        "field_link": lambda field: editor_link(tournament, field),
        "refused": None,
    } | over


def _unsent(tournament: TournamentRow) -> dict[str, tuple[int, str]]:
    """Notices on their way, by the act that writes them, and what to do with each."""
    does = {State.DRAFT: "Send the notice", State.POSTED: "See it in the post"}
    waiting = {
        notice.kind: (notice.pk, does[stage])
        for notice in notices.every(here(), tournament)
        if (stage := state(notice)) in does
    }
    kinds = (("advise", notices.OPENS), ("tell", notices.CHANGED))
    return {name: waiting[kind] for name, kind in kinds if kind in waiting}


def on_the_path(
    verdict: object, tournament: TournamentRow, done: str
) -> ResponseReturnValue:
    """Go on to the path after an act, or show every reason against it."""
    if isinstance(verdict, Refused):
        about = shown(tournament)
        about.pop("refused")
        return refuse(PAGE, verdict, **about)
    flash(done)
    return go_to(url_for("tournaments.show", slug=tournament.slug))


@bp.get("/<slug>")
@reads()
def show(slug: str) -> ResponseReturnValue:
    """See the path of a tournament: done, missing, and what does it."""
    return render_template(PAGE, **shown(found(slug)))


@bp.route("/<slug>/available", methods=["GET", "POST"])
@acts(*RUN)
def available(slug: str) -> ResponseReturnValue:
    """Say where patrons get the terms."""
    tournament, who = found(slug), act()
    form = AvailableForm(data={"places": "the public page and the cage"})
    page = "tournaments/path/available.html"
    if request.method == "GET":
        return render_template(page, tournament=tournament, form=form, refused=None)
    form = AvailableForm(request.form)
    if not form.validate():
        about = {"tournament": tournament, "form": form, "refused": None}
        return render_template(page, **about), 422
    places = form.places.data or ""
    verdict = advice.make_available(here(), tournament, places, who)
    if isinstance(verdict, Refused):
        return refuse(page, verdict, tournament=tournament, form=form)
    return on_the_path(verdict, tournament, "Patrons can get the terms.")


@bp.post("/<slug>/advise")
@acts(*RUN)
def advise(slug: str) -> ResponseReturnValue:
    """Draft the notice that advises the inspectorate, and show it to be sent."""
    tournament = found(slug)
    address = on_the_web(f"/t/{slug}")
    verdict = advice.draft(here(), tournament, address, act())
    if isinstance(verdict, Refused):
        return on_the_path(verdict, tournament, "")
    flash("The notice is drafted: send it, hand it over or tell it by telephone.")
    return go_to(url_for("notices.show", notice_id=verdict.pk))


@bp.post("/<slug>/tell")
@acts(*RUN)
def tell(slug: str) -> ResponseReturnValue:
    """Draft the notice of a change the regulator has not been told of."""
    tournament = found(slug)
    untold = queries.untold(here(), tournament)
    if not untold:
        flash("The regulator has been told of everything.")
        return go_to(url_for("tournaments.show", slug=slug))
    notice = telling.draft(here(), tournament, untold[0], act())
    flash("The notice is drafted: send it before play begins.")
    return go_to(url_for("notices.show", notice_id=notice.pk))


@bp.post("/<slug>/open-entries")
@acts(*RUN)
def open_entries(slug: str) -> ResponseReturnValue:
    """Open entries."""
    tournament = found(slug)
    verdict = playing.open_entries(here(), tournament, act())
    return on_the_path(verdict, tournament, "Entries are open.")


@bp.post("/<slug>/start")
@acts(*RUN)
def start(slug: str) -> ResponseReturnValue:
    """Start play."""
    tournament = found(slug)
    verdict = playing.start_play(here(), tournament, act())
    return on_the_path(verdict, tournament, "Play has started.")


@bp.post("/<slug>/finish")
@acts(*RUN)
def finish(slug: str) -> ResponseReturnValue:
    """Finish the tournament and give its tables back."""
    tournament, collected = found(slug), timedelta(days=config().prize_days)
    verdict = playing.finish(here(), tournament, act(), collected)
    return on_the_path(verdict, tournament, "The tournament is finished.")


@bp.post("/<slug>/settle")
@acts(*RUN)
def settle(slug: str) -> ResponseReturnValue:
    """Settle the tournament."""
    tournament = found(slug)
    verdict = playing.settle(here(), tournament, act())
    return on_the_path(verdict, tournament, "The tournament is settled.")


@bp.route("/<slug>/cancel", methods=["GET", "POST"])
@acts(RUN[0], step_up=True)
def cancel(slug: str) -> ResponseReturnValue:
    """Cancel the tournament: refunds, notices, tables and deadlines in one act."""
    tournament, page = found(slug), "tournaments/path/cancel.html"
    about = _to_cancel(tournament, act())
    if request.method == "GET":
        return render_template(page, form=ReasonForm(), refused=None, **about)
    form = ReasonForm(request.form)
    reason = form.reason.data or ""
    verdict = cancelling.cancel(here(), tournament, reason, act())
    if isinstance(verdict, Refused):
        return refuse(page, verdict, form=form, **about)
    flash("The tournament is cancelled.")
    return go_to(url_for("tournaments.refunds", slug=slug))


def _to_cancel(tournament: TournamentRow, _who: Act) -> dict[str, Any]:
    """What cancelling would do."""
    session = here()
    entrants = queries.entrants(session, tournament)
    over = {Status.SETTLED, Status.CANCELLED}
    return {
        "tournament": tournament,
        "entrants": len(entrants),
        "tables": queries.tables(session, tournament),
        "paid_cents": sum(
            each.paid_cents
            for each in money.of_entries(session, [e.pk for e in entrants]).values()
        ),
        "stops": cancelling.against(session, tournament, now()),
        "is_over": tournament.status in over,
        "terms": queries.terms_of(session, tournament),
    }
