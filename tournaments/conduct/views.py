"""Pages of conduct: one player, and what was done to them."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.floor import running
from house.people.roles import Role
from house.web import acts, go_to, reads, refuse
from rulebook import Refused
from tournaments import queries
from tournaments.conduct import acting, finding, taking_back
from tournaments.conduct.forms import BackForm, DeedForm
from tournaments.conduct.models import ConductRow
from tournaments.models import EntryRow, TournamentRow
from tournaments.pages import RUN, SEE, act, allowed, bp, found, here
from tournaments.path.entry_views import entry_of
from tournaments.rules import conducting
from tournaments.rules.conducting import SIZED, VERB_OF, Deed, Verb

PAGE = "tournaments/conduct/player.html"
AT_TABLE = (*RUN, Role.SUPERVISOR)
# What may be done beside the penalties of the terms, as the page offers it.
OFFERED = {
    "late": (Verb.LATE, "Is late"),
    "back": (Verb.BACK, "Is back at the seat"),
    "absent": (Verb.ABSENT, "Stays away"),
    "out": (Verb.OUT, "Is out, too late"),
    "broke": (Verb.BROKE, "Is out, too few chips"),
    "lowest": (Verb.LOWEST, "Is out, lowest stack"),
    "retired": (Verb.RETIRED, "Retires"),
}


def _penalties(tournament: TournamentRow) -> dict[str, tuple[Verb, str, str, int]]:
    """The penalties of the terms by a short name: verb, ground, cost, most."""
    every = conducting.offered(queries.terms_of(here(), tournament))
    return {
        f"p{at}": (VERB_OF[p.sanction], ground, p.costs(), p.most)
        for at, (ground, p) in enumerate(every)
    }


def _deed(tournament: TournamentRow, form: DeedForm) -> Deed | None:
    """What is asked for, by its short name."""
    what, reason = request.values.get("what", ""), form.reason.data or ""
    if what in OFFERED:
        return Deed(OFFERED[what][0], reason=reason, seen=form.shown)
    listed = _penalties(tournament).get(what)
    if listed is None:
        return None
    verb, ground, _, most = listed
    size = most if form.number is None and not form.size.data else form.number or 0
    size = size if verb in SIZED else 0
    return Deed(verb, ground, size, reason, form.shown)


def _shown(
    tournament: TournamentRow, entry: EntryRow, form: DeedForm, **over: Any
) -> dict[str, Any]:
    session, what = here(), request.values.get("what", "")
    where = finding.where(session, tournament, entry)
    deed = _deed(tournament, form)
    seen = None
    if deed is not None:
        seen = acting.foresee(session, tournament, entry, deed, act(), where)
    if deed is not None and deed.verb in SIZED and not form.size.data:
        form.size.data = str(deed.size)
    needed = deed is None or deed.verb not in (Verb.LATE, Verb.BACK)
    form.reason.flags.required = needed
    player = finding.player(session, tournament, entry, where, act().now)
    given = finding.history(session, tournament, entry)
    form.seen.data = str(player.stack_chips)
    return {
        "tournament": tournament,
        "entry": entry,
        "where": where,
        "player": player,
        "given": [_given(tournament, row) for row in given],
        "penalties": _penalties(tournament),
        "offered": OFFERED,
        "what": what,
        "deed": deed,
        "seen": seen,
        "stops": _stops(seen),
        "sized": deed is not None and deed.verb in SIZED,
        "form": form,
        "back_form": BackForm(),
        "may": allowed,
    } | over


def _stops(seen: acting.Foreseen | None) -> list[Any]:
    """What stands against an act, but for what is still to be written."""
    stops = seen.refusals if seen else ()
    return [stop for stop in stops if stop.field != "reason"]


def _given(tournament: TournamentRow, row: ConductRow) -> dict[str, Any]:
    against = taking_back.against_taking_back(here(), tournament, row, act())
    return {"row": row, "against": tuple(against)}


@bp.get("/<slug>/entries/<int:number>/conduct")
@reads(*SEE)
def conduct(slug: str, number: int) -> ResponseReturnValue:
    """See what may be done to a player, what it would do, and what was done."""
    tournament = found(slug)
    entry, form = entry_of(tournament, number), DeedForm(request.args)
    return render_template(PAGE, refused=None, **_shown(tournament, entry, form))


@bp.post("/<slug>/entries/<int:number>/conduct")
@acts(*AT_TABLE)
def do_to_player(slug: str, number: int) -> ResponseReturnValue:
    """Do something to a player: as the terms list it, with the effect shown."""
    tournament, form = found(slug), DeedForm(request.form)
    entry = entry_of(tournament, number)
    deed = _deed(tournament, form)
    if deed is None:
        abort(404, "The terms list no such penalty.")
    verdict = acting.do(here(), tournament, entry, deed, act(), running.floor())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(tournament, entry, form))
    flash(f"{entry.name}: {verdict.verb.value}. Number {verdict.number} in the book.")
    return go_to(url_for("tournaments.conduct", slug=slug, number=number))


@bp.post("/<slug>/conduct/<int:book_number>/back")
@acts(*RUN)
def take_conduct_back(slug: str, book_number: int) -> ResponseReturnValue:
    """Take back what was done to a player, with a reason."""
    tournament, form = found(slug), BackForm(request.form)
    row = taking_back.numbered(here(), tournament, book_number)
    if row is None:
        abort(404, f"There is no number {book_number} in the book.")
    entry, reason = here().get_one(EntryRow, row.entry_id), form.reason.data or ""
    floor = running.floor()
    verdict = taking_back.take_back(here(), tournament, row, reason, act(), floor)
    if isinstance(verdict, Refused):
        about = _shown(tournament, entry, DeedForm(), back_form=form)
        return refuse(PAGE, verdict, **about)
    flash(f"Number {book_number} is taken back.")
    return go_to(url_for("tournaments.conduct", slug=slug, number=entry.number))
