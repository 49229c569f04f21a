"""Pages of lists: send one, see what would become of it, take it, what became of it."""

from collections import Counter
from itertools import islice
from pathlib import PurePath
from typing import Any

from flask import (
    abort,
    after_this_request,
    flash,
    g,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from house.terms import versions
from house.typed import read_whole
from house.web import acts, config, go_to, reads, refuse
from house.web.bodies import takes_file
from rulebook import HOUSE, Refusal, Refused
from tournaments import queries as tournaments
from tournaments.importing import queries, services, staging
from tournaments.importing.columns import Declaration
from tournaments.importing.files import Encoding
from tournaments.importing.forms import ListForm
from tournaments.importing.models import ImportRow, Outcome
from tournaments.importing.services import House, Send, Weighing
from tournaments.importing.staging import LARGEST, StagedList
from tournaments.importing.weighing import CheckedEntry
from tournaments.models import TournamentRow
from tournaments.money import shifts
from tournaments.pages import CAGE, DESK, act, allowed, bp, found, here
from tournaments.path import steps

LISTS, LIST = "tournaments/lists/index.html", "tournaments/lists/show.html"
PROGRESS = "tournaments/lists/_progress.html"
LOOKED_AT = 1_000  # rows that are weighed for the page; a terminal weighs them all
SHOWN = 100
NO_FILE = Refusal(
    HOUSE.at("TOURN-180"), "No list was sent.", "Choose a CSV or XLSX.", "file"
)


def _house() -> House:
    return House(config().imports, config().cash_needs_shift)


def _about(tournament: TournamentRow) -> dict[str, Any]:
    session = here()
    sent = queries.imports(session, tournament)
    return {
        "tournament": tournament,
        "imports": [(run, queries.progress(session, run)) for run in sent],
        "document": versions.document_of(session, tournament),
        "terms": tournaments.terms_of(session, tournament),
        "entries": tournaments.entries_count(session, tournament),
        "shift": shifts.open_of(session, act()),
        "largest": LARGEST // 2**20,
        "may": allowed,
    }


@bp.get("/<slug>/lists")
@reads(*DESK, *CAGE)
def lists(slug: str) -> ResponseReturnValue:
    """See the lists that were sent; send one, or take entries and money away."""
    about = _about(found(slug))
    number = about["document"].number if about["document"] else 0
    form = ListForm(data={"version": number})
    return render_template(LISTS, refused=None, form=form, **about)


def _read_through(slug: str) -> None:  # noqa: ARG001 (its tournament is found later)
    """Read a list that was sent, before anything is held for it."""
    form, file = ListForm(request.form), request.files.get("file")
    if form.validate() and file is not None and file.filename:
        encoding = Encoding(form.encoding.data)
        g.staged = staging.stage(file.stream, encoding, config().imports)


@bp.post("/<slug>/lists")
@takes_file(LARGEST)
@acts(*DESK, before=_read_through)
def send_list(slug: str) -> ResponseReturnValue:
    """Send a list of entries; nothing is taken yet."""
    tournament, form = found(slug), ListForm(request.form)
    if not form.validate():
        about = _about(tournament)
        return render_template(LISTS, refused=None, form=form, **about), 422
    staged: StagedList | Refused = g.get("staged") or Refused((NO_FILE,))
    if isinstance(staged, Refused):
        steps.note(here(), tournament, "send a list", act(), staged)
        return refuse(LISTS, staged, form=form, **_about(tournament))
    name = PurePath(request.files["file"].filename or "").name
    run = services.begin(here(), tournament, Send(staged, name, form.said), act())
    _drop_if_over(run)
    return go_to(url_for(".list_of_entries", slug=slug, import_id=run.pk))


def _drop_if_over(run: ImportRow) -> None:
    """Delete the rows of a list that is done, once that is certain."""
    if not queries.progress(here(), run).is_over:
        return
    folder, sha256 = config().imports, run.sha256

    @after_this_request
    def drop(response: Response) -> Response:
        staging.drop(folder, sha256)
        return response


def _run(slug: str, import_id: int) -> tuple[TournamentRow, ImportRow]:
    tournament = found(slug)
    run = queries.get(here(), tournament, import_id)
    if run is None:
        abort(404, "There is no such list.")
    return tournament, run


def _weighed(tournament: TournamentRow, run: ImportRow) -> list[CheckedEntry]:
    """What would become of the next rows, as far as a page shows them."""
    house = _house()
    if not staging.is_here(house.folder, run.sha256):
        return []
    rows = islice(services.ahead(here(), run, house), LOOKED_AT)
    how = Weighing(house, Declaration.of(run.said), act())
    return list(services.weighed(here(), tournament, rows, how))


def _shown(tournament: TournamentRow, run: ImportRow) -> dict[str, Any]:
    progress = queries.progress(here(), run)
    asked = request.args.get("show", "")
    only = Outcome(asked) if asked in set(Outcome) else None
    ahead = [] if progress.is_over else _weighed(tournament, run)
    counts = Counter(each.outcome for each in ahead)
    fits = [each for each in ahead if only in (None, each.outcome)]
    after = request.args.get("after", 0, type=read_whole)
    return {
        "tournament": tournament,
        "run": run,
        "said": Declaration.of(run.said),
        "progress": progress,
        "here": staging.is_here(config().imports, run.sha256),
        "looked_at": len(ahead),
        "counts": counts,
        "ahead": fits[:SHOWN],
        "fits": len(fits),
        "marks": queries.marks(here(), run, after, only),
        "outcomes": Outcome,
        "only": only,
        "after": after,
        "page": queries.PAGE,
        "may": allowed,
    }


@bp.get("/<slug>/lists/<int:import_id>")
@reads(*DESK)
def list_of_entries(slug: str, import_id: int) -> ResponseReturnValue:
    """See what would become of each row of a list, or what became of it."""
    return render_template(LIST, refused=None, **_shown(*_run(slug, import_id)))


@bp.post("/<slug>/lists/<int:import_id>/take")
@acts(*DESK)
def take_list(slug: str, import_id: int) -> ResponseReturnValue:
    """Enter the next people on a list."""
    tournament, run = _run(slug, import_id)
    done = services.go_on(here(), tournament, run, _house(), act())
    if isinstance(done, Refused):
        return refuse(LIST, done, **_shown(tournament, run))
    _drop_if_over(run)
    there = url_for(".list_of_entries", slug=slug, import_id=import_id)
    if done.is_over or "HX-Request" not in request.headers:
        if done.is_over:
            flash(f"The list is done: {done.entered:,} of {done.rows:,} are entered.")
        return go_to(there)
    return render_template(PROGRESS, tournament=tournament, run=run, progress=done)


@bp.post("/<slug>/lists/<int:import_id>/drop")
@acts(*DESK)
def drop_list(slug: str, import_id: int) -> ResponseReturnValue:
    """Drop a list of which nothing was taken."""
    tournament, run = _run(slug, import_id)
    refused = services.give_up(here(), tournament, run, act())
    if refused is not None:
        return refuse(LIST, refused, **_shown(tournament, run))
    folder, sha256 = config().imports, run.sha256

    @after_this_request
    def drop(response: Response) -> Response:
        staging.drop(folder, sha256)
        return response

    flash("The list is dropped.")
    return go_to(url_for(".lists", slug=slug))
