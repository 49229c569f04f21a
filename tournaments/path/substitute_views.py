"""The page on which a substitute takes over an entry."""

from dataclasses import replace
from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.audit.plain import LARGEST
from house.people.patrons import queries as patrons
from house.people.patrons.models import PatronRow
from house.typed import read_whole
from house.web import acts, go_to, now, refuse
from rulebook import Refused
from tournaments import queries
from tournaments.entrants import deciding, naming
from tournaments.entrants.models import ApplicationRow
from tournaments.models import EntryRow, TournamentRow
from tournaments.pages import DESK, act, bp, found, here
from tournaments.path import substituting
from tournaments.path.entry_views import entry_of
from tournaments.path.forms import SubstituteForm
from tournaments.path.substituting import Substitute
from tournaments.seating.seats import seats_now

PAGE = "tournaments/path/substitute.html"


def _shown(tournament: TournamentRow, entry: EntryRow, **over: Any) -> dict[str, Any]:
    session, asked = here(), request.args.get("q", "").strip()[:120]
    terms = queries.terms_of(session, tournament)
    applied = _applied(tournament, entry)
    named_at = applied.at if applied else now()
    stops = tuple(substituting.closed(session, tournament, entry, named_at))
    found_ = (
        patrons.search(session, asked, 1, now=now(), private=True) if asked else None
    )
    return {
        "tournament": tournament,
        "entry": entry,
        "terms": terms,
        "follows": terms.conduct.substitution.text(terms),
        "seat": seats_now(session, tournament).get(entry.pk),
        "stops": stops,
        "q": asked,
        "page": found_,
        "patron": None,
        "applied": applied,
        "form": SubstituteForm(),
        "against": lambda patron: tuple(
            r
            for r in substituting.against(
                session,
                tournament,
                entry,
                Substitute(patron, selected=True, named_at=named_at),
                now(),
            )
            if r not in stops
        ),
    } | over


def _applied(tournament: TournamentRow, entry: EntryRow) -> ApplicationRow | None:
    """Whom the entrant named on the pass, where the desk came from there."""
    number = request.values.get("application", 0, type=read_whole)
    lock = request.method != "GET"
    return deciding.named_for(here(), tournament, entry, number, lock=lock)


def _named() -> PatronRow | None:
    patron_id = request.values.get("patron", 0, type=read_whole)
    return patrons.get(here(), patron_id) if 0 < patron_id <= LARGEST else None


@bp.route("/<slug>/entries/<int:number>/substitute", methods=["GET", "POST"])
@acts(*DESK)
def substitute(slug: str, number: int) -> ResponseReturnValue:
    """Let a substitute take over an entry."""
    tournament = found(slug)
    entry = entry_of(tournament, number)
    about = _shown(tournament, entry, patron=_named())
    if request.method == "GET":
        return render_template(PAGE, refused=None, **about)
    form = SubstituteForm(request.form)
    if not form.validate():
        return render_template(PAGE, refused=None, **about | {"form": form}), 422
    applied: ApplicationRow | None = about["applied"]
    named_at = applied.at if applied else None
    named = replace(form.command(_named()), named_at=named_at)
    verdict = substituting.substitute(here(), tournament, entry, named, act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **about | {"form": form})
    if applied is not None:
        deciding.substituted(here(), tournament, applied, entry, act())
    naming.take_back(here(), tournament, entry, act())  # whoever else was named
    flash(f"{verdict.name} has taken over entry {number} from {verdict.replaced_name}.")
    return go_to(url_for("tournaments.entries", slug=slug))
