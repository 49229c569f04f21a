"""Pages of contacts: where notices to each body go."""

from flask import (
    abort,
    flash,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from house.notices import contacts
from house.notices.models import Audience
from house.notices.notice_forms import (
    ContactForm,
)
from house.notices.notice_views import SEE, SEND, bp
from house.people.roles import READERS
from house.web import (
    actor,
    acts,
    go_to,
    here,
    now,
    reading,
    reads,
    refuse,
    signed_in,
)
from rulebook import Refused


@bp.get("/contacts")
@reads(*SEE)
def contact_list() -> ResponseReturnValue:
    """Whom the house tells, body by body and document by document."""
    return render_template(
        "notices/contacts.html",
        current=contacts.current(reading()),
        bodies=contacts.BODIES,
        documents=contacts.CODES,
        may_enter=bool(signed_in().roles & set(SEND)),
        readers=READERS,
    )


@bp.route("/contacts/<body>/<document>", methods=["GET", "POST"])
@acts(*SEND)
def enter_contact(body: str, document: str) -> ResponseReturnValue:
    """Enter how a body is reached under a document; the old entry is kept."""
    if body not in set(contacts.BODIES) or document not in contacts.CODES:
        abort(404, "Contacts are kept for three bodies under five documents.")
    session = here()
    who = Audience(body)
    past = contacts.history(session, who, document)
    form = ContactForm(request.form or None, obj=past[0] if past else None)
    shown = {"body": who, "document": document, "past": past, "form": form}
    page = "notices/contact.html"
    if request.method == "GET" or not form.validate():
        status = 200 if request.method == "GET" else 422
        return render_template(page, refused=None, **shown), status
    verdict = contacts.enter(
        session, who, document, form.contact(), by=actor(), now=now()
    )
    if isinstance(verdict, Refused):
        return refuse(page, verdict, **shown)
    flash(f"{verdict.name} is told from now on.")
    return go_to(url_for(".contact_list"))
