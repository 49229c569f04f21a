"""Pages of the editor: writing the terms, checking them as one types, publishing."""

from typing import Any

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.documents.address import on_the_web
from house.web import (
    acts,
    config,
    go_to,
    now,
    reading,
    reads,
    refuse,
    tries,
    writing,
)
from rulebook import Refused
from tournaments import queries, services
from tournaments.editor import merging, rows
from tournaments.editor.page import Editor, Typed, editor, typed
from tournaments.models import TournamentRow
from tournaments.pages import RUN, act, allowed, bp, found
from tournaments.printing.document import document_of
from tournaments.rules.terms import Terms

PAGE = "tournaments/terms.html"


def _form() -> dict[str, list[str]]:
    return {name: request.form.getlist(name) for name in request.form}


def _looked_at(slug: str) -> TournamentRow:
    tournament = queries.get(reading(), slug)
    if tournament is None:
        abort(404, "There is no such tournament.")
    return tournament


def _page(shown: Editor, **more: Any) -> str:
    may = {"may_save": allowed("save"), "may_publish": allowed("publish")}
    return render_template(PAGE, **{"refused": None, "e": shown} | may | more)


@bp.get("/<slug>/terms")
@reads(*RUN)
def terms(slug: str) -> ResponseReturnValue:
    """The terms of a tournament as they are being written."""
    return _page(editor(reading(), found(slug), now()))


@bp.post("/<slug>/terms")
@acts(*RUN)
def save(slug: str) -> ResponseReturnValue:
    """Keep the terms as they are written now."""
    tournament = found(slug)
    given = typed(tournament, _form())
    if given.refusals:
        return _unsaved(tournament, given, Refused(given.refusals))
    theirs, latest = queries.draft_of(tournament), tournament.version
    # A step of the tournament makes a new version of its row, not of its terms.
    seen = latest if merging.marks(theirs) == given.marks else given.version
    verdict = services.save(writing(), tournament, seen, given.terms, act())
    if not isinstance(verdict, Refused):
        flash("The terms are saved.")
        return go_to(url_for(".terms", slug=slug))
    if seen == latest:
        return _unsaved(tournament, given, verdict)
    both = merging.conflicts(theirs, given.terms, given.marks)
    shown = editor(writing(), tournament, now(), given, conflicts=both)
    return _page(shown, refused=verdict, both_shown=merging.BOTH_SHOWN), 409


def _unsaved(
    tournament: TournamentRow, given: Typed, refused: Refused
) -> ResponseReturnValue:
    """The page with what was typed, every reason on top and at its field."""
    shown = editor(writing(), tournament, now(), given, unread=refused.refusals)
    return _page(shown, refused=refused), 422


@bp.post("/<slug>/terms/check")
@tries(*RUN)
def check(slug: str) -> ResponseReturnValue:
    """What the checklist says to the terms as they are typed, saved or not."""
    tournament = _looked_at(slug)
    given = typed(tournament, _form())
    shown = editor(reading(), tournament, now(), given)
    return render_template("tournaments/_live.html", e=shown)


@bp.post("/<slug>/terms/rows")
@tries(*RUN)
def change_rows(slug: str) -> ResponseReturnValue:
    """The page with one row more or less in a list; nothing is saved by it."""
    tournament = _looked_at(slug)
    wanted = rows.wish(request.form.get("_do", ""))
    if wanted is None:
        abort(400, "There is no such list.")
    form = _form()
    texts = {name: values[-1] for name, values in form.items()}
    changed = rows.done(texts, wanted)
    given = typed(tournament, {name: [text] for name, text in changed.items()})
    return _page(editor(reading(), tournament, now(), given))


@bp.get("/<slug>/terms/preview")
@reads(*RUN)
def preview(slug: str) -> ResponseReturnValue:
    """The draft as it would be printed."""
    tournament = found(slug)
    return _printed(tournament, queries.draft_of(tournament))


@bp.post("/<slug>/terms/preview")
@tries(*RUN)
def preview_typed(slug: str) -> ResponseReturnValue:
    """What is typed as it would be printed; nothing is saved by looking."""
    tournament = _looked_at(slug)
    given = typed(tournament, _form())
    return _printed(tournament, given.terms, typed=True, unread=given.refusals)


def _printed(tournament: TournamentRow, terms: Terms, **more: Any) -> str:
    document = document_of(terms, on_the_web(f"/t/{tournament.slug}"))
    about = {"tournament": tournament, "document": document}
    shown = {"typed": False, "unread": ()} | about | more
    return render_template("tournaments/preview.html", **shown)


@bp.get("/<slug>/publish")
@reads(*RUN)
def before_publishing(slug: str) -> ResponseReturnValue:
    """Say what follows from publishing, before it is done."""
    tournament = found(slug)
    shown = editor(reading(), tournament, now())
    by_two = config().publish_by_two
    return render_template(
        "tournaments/publish.html",
        e=shown,
        tournament=tournament,
        address=on_the_web(f"/t/{slug}"),
        stops=tuple(services.second_person(tournament, act(), by_two=by_two)),
        may_publish=allowed("publish"),
    )


@bp.post("/<slug>/publish")
@acts(*RUN)
def publish(slug: str) -> ResponseReturnValue:
    """Publish the first version of the terms: from then on they bind."""
    tournament = found(slug)
    version = request.form.get("version", "")
    seen = int(version) if version.isdecimal() and len(version) < 10 else 0
    address, by_two = on_the_web(f"/t/{slug}"), config().publish_by_two
    verdict = services.publish(
        writing(), tournament, seen, address, act(), by_two=by_two
    )
    if isinstance(verdict, Refused):
        shown = editor(writing(), tournament, now())
        may = {"may_save": allowed("save"), "may_publish": allowed("publish")}
        return refuse(PAGE, verdict, e=shown, **may)
    flash(f"The terms of {tournament.name} are published.")
    return go_to(url_for(".show", slug=slug))
