"""The page on which a substitute takes over an entry."""

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
    stops = tuple(substituting.closed(session, tournament, entry, now()))
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
        "form": SubstituteForm(),
        "against": lambda patron: tuple(
            r
            for r in substituting.against(
                session, tournament, entry, Substitute(patron, selected=True), now()
            )
            if r not in stops
        ),
    } | over


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
    named = form.command(_named())
    verdict = substituting.substitute(here(), tournament, entry, named, act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **about | {"form": form})
    flash(f"{verdict.name} has taken over entry {number} from {verdict.replaced_name}.")
    return go_to(url_for("tournaments.entries", slug=slug))
