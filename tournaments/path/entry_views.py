"""Pages of the entries of a tournament: the list, one more, one less, refunds."""

from dataclasses import replace
from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.audit.plain import LARGEST
from house.people.patrons import queries as patrons
from house.people.patrons.models import PatronRow
from house.terms import versions
from house.typed import read_whole
from house.web import acts, go_to, now, reads, refuse
from rulebook import Refused
from tournaments import queries
from tournaments.entrants import deciding
from tournaments.models import EntryRow, EntryState, TournamentRow
from tournaments.money import queries as money
from tournaments.money import refunding, shifts
from tournaments.pages import CAGE, DESK, SEE, act, allowed, bp, found, here
from tournaments.path import ending, entry_list, ledgers, signing, steps
from tournaments.path import entries as entering
from tournaments.path.forms import EndForm, EntryForm, PaidForm
from tournaments.rules.facts import Application
from tournaments.rules.lifecycle import Action, transition
from tournaments.rules.refunds import Cause
from tournaments.seating.seats import seats_now
from tournaments.waiting import line

ENTRIES = "tournaments/path/entries.html"
ENTRY = "tournaments/path/entry.html"
END = "tournaments/path/entry_end.html"
REFUNDS = "tournaments/path/refunds.html"


def _list(tournament: TournamentRow) -> dict[str, Any]:
    session = here()
    facts = steps.entry_facts(session, tournament, act())
    facts = replace(facts, application=Application())
    verdict = transition(tournament.status, Action.TAKE_ENTRY, facts)
    desk = allowed("take_entry")
    return {
        "tournament": tournament,
        "takings": money.takings(session, tournament),
        "pool_cents": money.pool_cents(session, tournament, facts.terms)
        if facts.terms
        else 0,
        "shift": shifts.open_of(session, act()) if desk else None,
        "facts": facts,
        "stops": verdict.refusals if isinstance(verdict, Refused) else (),
        "is_full": not line.is_room(facts),
        "may": allowed,
        **_listed(tournament),
        **_sought(tournament, desk=desk),
    }


def _listed(tournament: TournamentRow) -> dict[str, Any]:
    """One page of the entries, with what is known of each, in a query a kind."""
    session, words = here(), request.args.get("find", "").strip()[:120]
    state = next((s for s in EntryState if s == request.args.get("state")), None)
    page = request.args.get("page", 1, type=read_whole)
    listing = entry_list.listed(session, tournament, words, state, page)
    ids = [entry.pk for entry in listing.entries]
    bound = {entry.document_id for entry in listing.entries}
    return {
        "listing": listing,
        "find": words,
        "state": state,
        "money": money.of_entries(session, ids),
        "nothing": money.NOTHING,
        "behind": queries.behind(session, tournament, bound),
        "seats": seats_now(session, tournament, entries=ids),
        "took_over": queries.substitutions(session, ids),
    }


def _sought(tournament: TournamentRow, *, desk: bool) -> dict[str, Any]:
    """The patrons who fit what the desk looks for, to be entered."""
    session, asked = here(), request.args.get("q", "").strip()[:120]
    # Who takes entries tells namesakes apart.
    page = patrons.search(session, asked, 1, now=now(), private=desk) if asked else None
    return {
        "q": asked,
        "page": page,
        "against": lambda patron: entering.against_person(
            session, tournament, patron, now()
        ),
    }


@bp.get("/<slug>/entries")
@reads(*SEE)
def entries(slug: str) -> ResponseReturnValue:
    """See every entry; find a patron to enter."""
    return render_template(ENTRIES, refused=None, **_list(found(slug)))


def _person(patron_id: int) -> PatronRow | None:
    if not 0 < patron_id <= LARGEST:
        return None
    return patrons.get(here(), patron_id)


def _one(tournament: TournamentRow, patron: PatronRow) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "patron": patron,
        "terms": queries.terms_of(here(), tournament),
        "document": versions.document_of(here(), tournament),
        "ties": entering.affiliation(patron),
        "card": patrons.with_standing(here(), [patron], now())[0].card,
        "shift": shifts.open_of(here(), act()),
        "against": entering.against_person(here(), tournament, patron, now()),
    }


@bp.route("/<slug>/entries/new", methods=["GET", "POST"])
@acts(*DESK)
def take_entry(slug: str) -> ResponseReturnValue:
    """Take the entry of a patron."""
    tournament = found(slug)
    patron = _person(request.values.get("patron", 0, type=read_whole))
    if patron is None:
        abort(404, "There is no such patron.")
    about = _one(tournament, patron)
    applied = request.values.get("application", 0, type=read_whole)
    about["applied"] = applied
    if request.method == "GET":
        form = EntryForm.of(about["terms"])
        return render_template(ENTRY, refused=None, form=form, **about)
    form = EntryForm(request.form)
    if not form.validate():
        return render_template(ENTRY, refused=None, form=form, **about), 422
    command = replace(form.command(), application=applied)
    verdict = entering.take(here(), tournament, patron, command, act())
    if isinstance(verdict, Refused):
        return refuse(ENTRY, verdict, form=form, **about)
    deciding.taken(here(), tournament, verdict, applied, act())
    flash(f"{verdict.name} is entered as number {verdict.number} and has paid.")
    there = url_for("tournaments.entry_money", slug=slug, number=verdict.number)
    return go_to(there)


def entry_of(tournament: TournamentRow, number: int) -> EntryRow:
    """The entry of a page, held against others while something is done."""
    lock = request.method != "GET"
    row = ledgers.entry(here(), tournament, number, lock=lock)
    if row is None:
        abort(404, f"There is no entry {number}.")
    return row


@bp.route("/<slug>/entries/<int:number>/end", methods=["GET", "POST"])
@acts(*DESK)
def end_entry(slug: str, number: int) -> ResponseReturnValue:
    """End an entry before play: withdrawn, declined, refused or void."""
    tournament = found(slug)
    entry = entry_of(tournament, number)
    paid = money.of_entry(here(), entry.pk).paid_cents
    about = {"tournament": tournament, "entry": entry, "paid_cents": paid}
    if request.method == "GET":
        return render_template(END, refused=None, form=EndForm(), **about)
    form = EndForm(request.form)
    if not form.validate():
        return render_template(END, refused=None, form=form, **about), 422
    cause, reason = Cause(form.cause.data), form.reason.data or ""
    verdict = ending.end(here(), tournament, entry, cause, reason, act())
    if isinstance(verdict, Refused):
        return refuse(END, verdict, form=form, **about)
    flash(f"Entry {number} has ended.")
    return go_to(url_for("tournaments.entries", slug=slug))


@bp.post("/<slug>/entries/<int:number>/sign")
@acts(*DESK)
def sign_entry(slug: str, number: int) -> ResponseReturnValue:
    """Note that the entrant signed and so accepted the terms in force."""
    tournament = found(slug)
    entry = entry_of(tournament, number)
    verdict = signing.sign(here(), tournament, entry, act())
    if isinstance(verdict, Refused):
        return refuse(ENTRIES, verdict, **_list(tournament))
    flash(f"{entry.name} has signed the terms.")
    return go_to(url_for("tournaments.entries", slug=slug))


def _owed(tournament: TournamentRow, **over: Any) -> dict[str, Any]:
    every = ledgers.refunds(here(), tournament)
    return {
        "tournament": tournament,
        "refunds": every,
        "unpaid": [each for each in every if each.paid is None],
        "may": allowed,
        "form": PaidForm(),
    } | over


@bp.get("/<slug>/refunds")
@reads(*SEE)
def refunds(slug: str) -> ResponseReturnValue:
    """See what is due back to whom, and what was handed out."""
    return render_template(REFUNDS, refused=None, **_owed(found(slug)))


@bp.post("/<slug>/refunds/<int:refund_id>/pay")
@acts(*CAGE)
def pay_refund(slug: str, refund_id: int) -> ResponseReturnValue:
    """Note that a refund was handed out."""
    tournament = found(slug)
    form = PaidForm(request.form)
    if not form.validate():
        about = _owed(tournament, form=form)
        return render_template(REFUNDS, refused=None, **about), 422
    how = form.how.data or ""
    verdict = refunding.pay(here(), tournament, refund_id, form.tender, how, act())
    if isinstance(verdict, Refused):
        return refuse(REFUNDS, verdict, **_owed(tournament))
    flash(f"The refund is handed out: receipt {verdict.number}.")
    return go_to(url_for("tournaments.refunds", slug=slug))
