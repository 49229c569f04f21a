"""What the pages of terms do, whatever they are for; a feature has the routes."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from flask import abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.forms import HouseForm
from house.terms import writing as written
from house.terms.creating import Source, Template
from house.terms.editor import merging, rows
from house.terms.editor.page import Editor, Typed, editor, typed
from house.terms.kind import Kind, R, T
from house.terms.models import TermsRow
from house.terms.versions import draft_of
from house.typed import whole
from house.web import act, config, go_to, now, on_the_web, reading, refuse, writing
from rulebook import Refused

PAGE = "terms/editor.html"


class May(NamedTuple):
    """What whoever is signed in may do with the terms."""

    save: bool
    publish: bool


def number(name: str) -> int:
    """A number a form carries; nought where it carries none."""
    return whole(request.form.get(name, ""), most=10**9) or 0


def _form() -> dict[str, list[str]]:
    return {name: request.form.getlist(name) for name in request.form}


def _page(shown: Editor[T, R], may: May, **more: Any) -> str:
    return render_template(PAGE, **{"refused": None, "e": shown, "may": may} | more)


def begin(
    kind: Kind[T, R],
    form: HouseForm,
    source: Source | None,
    templates: Sequence[Template],
    create: Callable[[Any], R | Refused],  # from the source that is meant
) -> ResponseReturnValue:
    """The page that begins something from a template or from a past one."""
    page, given = f"{kind.plural.lower()}/new.html", request.method == "POST"
    about = {"kind": kind, "form": form, "source": source, "templates": templates}
    if not given or not form.validate():
        return render_template(page, refused=None, **about), 422 if given else 200
    if source is None:
        abort(422, "There is no such template.")
    verdict = create(source)
    if isinstance(verdict, Refused):
        return refuse(page, verdict, **about)
    flash(f"{verdict.name} is begun: its terms are written from {_named(source)}.")
    return go_to(url_for(".terms", slug=verdict.slug))


def _named(source: Source) -> str:
    if isinstance(source, TermsRow):
        return source.name
    return f"the template “{source.title}”"


def show(kind: Kind[T, R], row: R, may: May) -> str:
    """The terms as they are being written, with the fields of the clauses asked for."""
    opened = frozenset(request.args.getlist("open"))
    return _page(editor(kind, reading(), row, now(), opened=opened), may)


def save(kind: Kind[T, R], row: R, may: May) -> ResponseReturnValue:
    """Keep the terms as they are written now; show both where two people wrote."""
    given = typed(kind, row, _form())
    if given.refusals:
        return _unsaved(kind, row, given, Refused(given.refusals), may)
    theirs, latest = draft_of(kind.terms, row), row.version
    # A step on the path makes a new version of the row, not of its terms.
    seen = latest if merging.marks(theirs) == given.marks else given.version
    verdict = written.save(kind, writing(), row, seen, given.terms, act())
    if not isinstance(verdict, Refused):
        flash("The terms are saved.")
        return go_to(url_for(".terms", slug=row.slug))
    if seen == latest:
        return _unsaved(kind, row, given, verdict, may)
    both = merging.conflicts(kind, theirs, given.terms, given.marks)
    shown = editor(kind, writing(), row, now(), given, conflicts=both)
    return _page(shown, may, refused=verdict, both_shown=merging.BOTH_SHOWN), 409


def _unsaved(
    kind: Kind[T, R], row: R, given: Typed[T], refused: Refused, may: May
) -> ResponseReturnValue:
    """The page with what was typed, every reason on top and at its field."""
    shown = editor(kind, writing(), row, now(), given, unread=refused.refusals)
    return _page(shown, may, refused=refused), 422


def check(kind: Kind[T, R], row: R) -> str:
    """What the checklist says to the terms as they are typed, saved or not."""
    given = typed(kind, row, _form())
    shown = editor(kind, reading(), row, now(), given)
    return render_template("terms/_live.html", e=shown)


def change_rows(kind: Kind[T, R], row: R, may: May) -> str:
    """The page with a row more or less, or a clause opened; nothing is saved by it."""
    wish = rows.wished(kind, request.form.get("_do", ""))
    if wish is None:
        abort(400, "There is no such list.")
    texts = {name: values[-1] for name, values in _form().items()}
    changed = rows.done(kind, texts, wish)
    given = typed(kind, row, {name: [text] for name, text in changed.items()})
    return _page(editor(kind, reading(), row, now(), given), may)


def preview(kind: Kind[T, R], row: R) -> str:
    """The draft as it would be printed, or what is typed over it."""
    given = typed(kind, row, _form()) if request.method == "POST" else None
    terms = given.terms if given else draft_of(kind.terms, row)
    return render_template(
        "terms/preview.html",
        kind=kind,
        row=row,
        document=kind.document_of(terms, on_the_web(kind.public_path(row))),
        typed=given is not None,
        unread=given.refusals if given else (),
    )


def before_publishing(kind: Kind[T, R], row: R, may: May) -> str:
    """Say what follows from publishing, before it is done."""
    by_two = config().publish_by_two
    e = editor(kind, reading(), row, now())
    said = frozenset((*e.items.refusals, *e.beside.stops))
    besides = kind.against_publishing(reading(), row, act())
    return render_template(
        "terms/publish.html",
        e=e,
        kind=kind,
        row=row,
        address=on_the_web(kind.public_path(row)),
        stops=(
            *written.second_person(row, act(), by_two=by_two),
            *(r for r in besides if r not in said),
        ),
        may=may,
    )


def publish(kind: Kind[T, R], row: R, may: May) -> ResponseReturnValue:
    """Publish the first version of the terms: from then on they bind."""
    address, by_two = on_the_web(kind.public_path(row)), config().publish_by_two
    verdict = written.publish(
        kind, writing(), row, number("version"), address, act(), by_two=by_two
    )
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, e=editor(kind, writing(), row, now()), may=may)
    flash(f"The terms of {row.name} are {kind.done}.")
    return go_to(url_for(".show", slug=row.slug))
