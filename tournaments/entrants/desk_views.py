"""The pass of an entry at the desk: shown to be scanned, made anew, taken back."""

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.web import acts, go_to, on_the_web
from house.web.request import seal
from tournaments.entrants import consents, passes
from tournaments.entrants.consents import WORDS
from tournaments.entrants.forms import ConsentsForm, named
from tournaments.models import EntryRow, TournamentRow
from tournaments.pages import DESK, act, bp, found, here
from tournaments.path import ledgers

PAGE = "tournaments/entrants/pass.html"


def _entry(tournament: TournamentRow, number: int) -> EntryRow:
    lock = request.method != "GET"
    row = ledgers.entry(here(), tournament, number, lock=lock)
    if row is None:
        abort(404, f"There is no entry {number}.")
    return row


@bp.route("/<slug>/entries/<int:number>/pass", methods=["GET", "POST"])
@acts(*DESK)
def pass_of_entry(slug: str, number: int) -> ResponseReturnValue:
    """Show the pass of an entry to be scanned; make a new one."""
    tournament = found(slug)
    entry = _entry(tournament, number)
    if request.method == "POST":
        passes.issue(here(), tournament, entry, seal(), act())
        flash("The new pass is good. One that was handed out before has ended.")
        return go_to(url_for(".pass_of_entry", slug=slug, number=number))
    good = passes.of(here(), entry)
    way = passes.path(tournament, passes.token_in(good, seal())) if good else ""
    address = on_the_web(way) if way else ""
    return render_template(
        PAGE,
        tournament=tournament,
        entry=entry,
        good=good,
        address=address,
        form=_consents_form(entry),
        said=consents.history(here(), entry),
        words=WORDS,
    )


def _consents_form(entry: EntryRow) -> ConsentsForm:
    held = consents.of(here(), entry)
    given = [what for what, agreed in held.items() if agreed]
    return ConsentsForm(data={"consents": named(given)})


@bp.post("/<slug>/entries/<int:number>/consents")
@acts(*DESK)
def say_consents(slug: str, number: int) -> ResponseReturnValue:
    """Note what an entrant agrees to, as they say it at the desk."""
    tournament = found(slug)
    entry, form = _entry(tournament, number), ConsentsForm(request.form)
    if not form.validate():
        abort(400, "One of the ticks is none of ours.")
    changed = consents.say(here(), tournament, entry, form.given, act())
    flash("It is kept from now on." if changed else "Nothing has changed.")
    return go_to(url_for(".pass_of_entry", slug=slug, number=number))


@bp.post("/<slug>/entries/<int:number>/pass/revoke")
@acts(*DESK)
def revoke_pass(slug: str, number: int) -> ResponseReturnValue:
    """Take the pass of an entry back."""
    tournament = found(slug)
    passes.revoke(here(), tournament, _entry(tournament, number), act())
    flash(f"The pass of entry {number} opens nothing any more.")
    return go_to(url_for(".pass_of_entry", slug=slug, number=number))
