"""The page on which a notice is written by hand."""

from typing import Any

from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from house.audit.lately import lately
from house.notices import answers, contacts, letters, writing_services
from house.notices.contacts import Contact
from house.notices.models import NoticeRow
from house.notices.notice_forms import AsideForm
from house.notices.notice_views import SEND, asked_for, bp, shown
from house.notices.writing_forms import writing_form
from house.notices.writing_services import Written
from house.web import act, acts, go_to, now, reading, refuse, venue, writing
from house.web.once import request_key
from rulebook import Refused

PAGE = "notices/write.html"


@bp.route("/write", methods=["GET", "POST"])
@acts(*SEND)
def write() -> ResponseReturnValue:
    """Write a notice by hand: look at it first, then draft it to whoever is told."""
    form = writing_form(venue())(request.form or request.args)
    if request.method == "GET" or not form.validate():
        status = 200 if request.method == "GET" else 422
        return render_template(PAGE, refused=None, **_shown(form)), status
    written = form.written(venue(), request_key())
    if "preview" in request.form:
        return _preview(form, written)
    verdict = writing_services.write(writing(), written, act())
    if isinstance(verdict, Refused):
        return refuse(PAGE, verdict, **_shown(form))
    return _drafted(verdict)


def _preview(form: Any, written: Written) -> ResponseReturnValue:
    """The notice as it would read; nothing is written yet."""
    refusals = tuple(writing_services.check(written, now()))
    page = _shown(form, preview=written, to=_recipients(written))
    if refusals:
        return refuse(PAGE, Refused(refusals), **page)
    return render_template(PAGE, refused=None, **page)


def _recipients(written: Written) -> tuple[Contact, ...]:
    """Whom it would go to, as their contacts stand now."""
    kind = next((k for k in writing_services.kinds() if k.name == written.kind), None)
    if kind is None or not kind.audience.is_body:
        return written.to
    row = contacts.of(writing(), kind.audience, written.document)
    return (Contact(row.name, row.email, row.phone),) if row else ()


def _drafted(notices: tuple[NoticeRow, ...]) -> ResponseReturnValue:
    if len(notices) == 1:
        flash("The notice is drafted: send it, or note how it was told.")
        return go_to(url_for(".show", notice_id=notices[0].pk))
    flash(f"{len(notices)} notices are drafted, one to each.")
    return go_to(url_for(".index", state="draft"))


def _shown(form: Any, **over: Any) -> dict[str, Any]:
    form.offer(lately(reading()))
    page = {
        "form": form,
        "label_of": letters.label_of,
        "preview": None,
        "to": (),
    }
    return page | over


@bp.post("/<int:notice_id>/aside")
@acts(*SEND)
def set_aside(notice_id: int) -> ResponseReturnValue:
    """Let a draft that a person wrote go nowhere, with the reason."""
    notice = asked_for(notice_id)
    form = AsideForm(request.form)
    if not form.validate():
        page = shown(notice, aside=form)
        return render_template("notices/notice.html", refused=None, **page), 422
    why = form.why.data or ""
    verdict = answers.set_aside(writing(), notice, why, act())
    if isinstance(verdict, Refused):
        return refuse("notices/notice.html", verdict, **shown(notice, aside=form))
    flash("The notice is set aside.")
    return go_to(url_for(".show", notice_id=notice_id))
