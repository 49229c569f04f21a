"""Pages of notices: drafts, what was sent, what came back, and the contacts."""

from collections.abc import Mapping
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    g,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from sqlmodel import Session
from wtforms import Form

from house.audit.plain import LARGEST
from house.notices import answers, kinds, letters, pdf, rewording, services
from house.notices import notice_queries as queries
from house.notices.models import Channel, NoticeRow
from house.notices.notice_forms import (
    AcknowledgeForm,
    AsideForm,
    PostingForm,
    WordsForm,
    on_the_wall,
)
from house.notices.notice_rules import State, may_set_aside, state
from house.people.roles import READERS, Role
from house.people.sessions import Staff
from house.people.staff.queries import names
from house.press import NoPdf
from house.typed import read_whole
from house.web import (
    act,
    acts,
    go_to,
    here,
    now,
    reading,
    reads,
    refuse,
    signed_in,
    venue,
    writing,
)
from rulebook import HOUSE, Refusal, Refused, rules

bp = Blueprint("notices", __name__, url_prefix="/desk/notices")
SEE = (Role.DIRECTOR, Role.DEPUTY)
SEND = (Role.COMPLIANCE, Role.DIRECTOR, Role.DEPUTY)
OF_THEIR_OWN = (Role.MARKETING,)  # notices of some kinds, and no others
EVERY = frozenset({*SEE, *SEND, *READERS})
OWN_KINDS = HOUSE.at("PROMOTION-29")


def opened_by(notice: NoticeRow, roles: frozenset[Role]) -> bool:
    """Whether these roles open this notice: all of them, or those of their work."""
    return bool(roles & EVERY) or bool(roles & letters.roles_of(notice.kind))


def own_kind(session: Session, who: Staff, kwargs: Mapping[str, Any]) -> Refusal | None:
    """Why somebody may not send this very notice."""
    notice = queries.get(session, kwargs["notice_id"])
    if notice is None or opened_by(notice, who.roles):
        return None
    wrong = f"“{letters.label_of(notice.kind)}” is no notice of your work."
    return Refusal(OWN_KINDS, wrong, "The directors and compliance see to it.")


def asked_for(notice_id: int) -> NoticeRow:
    """The notice of the page; held against others while something is done."""
    session, lock = here(), request.method != "GET"
    notice = queries.get(session, notice_id, lock=lock)
    if notice is None:
        abort(404, f"There is no notice {notice_id}.")
    if not opened_by(notice, signed_in().roles):
        abort(403, f"Notice {notice_id} is not one of your work ({OWN_KINDS}).")
    return notice


@bp.get("/")
@reads(*SEE)
def index() -> ResponseReturnValue:
    """Every notice, newest first; drafts, sent or acknowledged ones when asked."""
    asked = request.args.get("state", "")
    wanted = State(asked) if asked in set(State) else None
    before = request.args.get("before", type=read_whole)
    if before is not None and not 0 < before <= LARGEST:
        before = None
    drafts = len(queries.find(reading(), State.DRAFT, size=100).rows)
    return render_template(
        "notices/notices.html",
        title=situation(drafts),
        found=queries.find(reading(), wanted, before),
        wanted=wanted,
        states=tuple(State),
        state=state,
        may_send=bool(signed_in().roles & set(SEND)),
        label_of=letters.label_of,
        known=rules(),
    )


def situation(drafts: int) -> str:
    """How the notices stand in one sentence."""
    if not drafts:
        return "No notice waits to be sent."
    return "One notice waits to be sent." if drafts == 1 else _many(drafts)


def _many(drafts: int) -> str:
    return f"{'More than 99' if drafts > 99 else drafts} notices wait to be sent."


@bp.get("/<int:notice_id>")
@reads(*SEE, *OF_THEIR_OWN)
def show(notice_id: int) -> ResponseReturnValue:
    """One notice: its words, whom it tells, and what became of it."""
    notice = asked_for(notice_id)
    return render_template("notices/notice.html", refused=None, **shown(notice))


def _again(notice: NoticeRow, **forms: Any) -> ResponseReturnValue:
    page = render_template(
        "notices/notice.html", refused=None, **shown(notice, **forms)
    )
    return page, 422


def shown(notice: NoticeRow, **over: Any) -> dict[str, Any]:
    """What the page of a notice shows."""
    session = here()
    old = notice.corrects_id and queries.get(session, notice.corrects_id)
    about = int(notice.about_id) if notice.about_id.isdigit() else None
    return {
        "notice": notice,
        "state": state(notice),
        "State": State,
        "to": services.recipient_of(session, notice),
        "drafted_by": names(session, [by := notice.drafted_by]).get(by, by),
        "corrects": old,
        "corrections": queries.corrections_of(session, notice),
        "about": kinds.link_to(session, notice.about_kind, about),
        "label_of": letters.label_of,
        "posting": _posting_form(channel=notice.channel or Channel.EMAIL),
        "answer": on_the_wall(AcknowledgeForm, "When", venue())(data={"at": now()}),
        "may_send": bool(signed_in().roles & {*SEND, *OF_THEIR_OWN}),
        "may_enter": bool(signed_in().roles & set(SEND)),
        "every": url_for(".index") if signed_in().roles & EVERY else None,
        "aside": AsideForm(),
        "may_set_aside": may_set_aside(notice),
        "known": rules(),
    } | over


def _posting_form(*args: Any, channel: Channel = Channel.EMAIL) -> Any:
    form = on_the_wall(PostingForm, "When it was handed over, told or posted", venue())
    return form(*args, data={"at": now(), "channel": channel.value})


@bp.get("/<int:notice_id>/text")
@reads(*SEE, *OF_THEIR_OWN)
def as_text(notice_id: int) -> ResponseReturnValue:
    """The words of a notice, as they are sent."""
    notice = asked_for(notice_id)
    words = f"{notice.title}\n\n{notice.body}"
    return Response(words, content_type="text/plain; charset=utf-8")


@bp.get("/<int:notice_id>/pdf")
@reads(*SEE, *OF_THEIR_OWN)
def on_paper(notice_id: int) -> ResponseReturnValue:
    """A notice as a PDF: the one that was sent, or a draft as it would look."""
    notice = asked_for(notice_id)
    to = services.recipient_of(reading(), notice).name
    made = notice.pdf or pdf.of(notice, to=to, at=notice.posted_at)
    name = f"notice-{notice.pk}.pdf"
    headers = {"Content-Disposition": f"inline; filename={name}"}
    return Response(made, content_type="application/pdf", headers=headers)


def _words_page(
    notice: NoticeRow, form: Form, status: int = 200
) -> ResponseReturnValue:
    page = render_template(
        "notices/reword.html", notice=notice, form=form, refused=None
    )
    return page, status


@bp.route("/<int:notice_id>/reword", methods=["GET", "POST"])
@acts(*SEND, *OF_THEIR_OWN, row=own_kind)
def reword(notice_id: int) -> ResponseReturnValue:
    """Change the words of a draft."""
    notice = asked_for(notice_id)
    if request.method == "GET":
        return _words_page(notice, WordsForm(obj=notice))
    form = WordsForm(request.form)
    if not form.validate():
        return _words_page(notice, form, 422)
    seen = form.version.data or 0
    verdict = rewording.reword(writing(), notice, seen, form.letter(), act())
    if isinstance(verdict, Refused):
        return refuse("notices/reword.html", verdict, notice=notice, form=form)
    flash("The words are saved.")
    return go_to(url_for(".show", notice_id=notice_id))


def prepare(notice_id: int) -> None:
    """Make the PDF before the transaction opens, so that nobody waits for it."""
    notice = queries.get(reading(), notice_id)
    g.made = None
    if notice is None or notice.posted_at is not None:
        return
    to = services.recipient_of(reading(), notice).name
    try:
        g.made = (notice.version, to, pdf.of(notice, to=to, at=now()))
    except NoPdf as error:
        flash(str(error))


@bp.post("/<int:notice_id>/send")
@acts(*SEND, *OF_THEIR_OWN, before=prepare, row=own_kind)
def send(notice_id: int) -> ResponseReturnValue:
    """Send a notice, or note that it was handed over or told."""
    notice = asked_for(notice_id)
    form = _posting_form(request.form)
    if not form.validate():
        return _again(notice, posting=form)
    to = services.recipient_of(writing(), notice).name
    *made_for, made = g.get("made") or (0, "", None)
    kept = made if made_for == [notice.version, to] else None
    verdict = services.post(writing(), notice, form.posting(), act(), kept)
    if isinstance(verdict, Refused):
        return refuse("notices/notice.html", verdict, **shown(notice, posting=form))
    flash("The notice is sent." if notice.sent_at else "The notice is in the post.")
    return go_to(url_for(".show", notice_id=notice_id))


@bp.post("/<int:notice_id>/acknowledge")
@acts(*SEND, *OF_THEIR_OWN, row=own_kind)
def acknowledge(notice_id: int) -> ResponseReturnValue:
    """Note that whoever was told has acknowledged it."""
    notice = asked_for(notice_id)
    form = on_the_wall(AcknowledgeForm, "When", venue())(request.form)
    if not form.validate():
        return _again(notice, answer=form)
    words, at = form.acknowledgement.data or "", form["at"].data
    verdict = answers.acknowledge(writing(), notice, words, at, act())
    if isinstance(verdict, Refused):
        return refuse("notices/notice.html", verdict, **shown(notice, answer=form))
    flash("The acknowledgement is noted.")
    return go_to(url_for(".show", notice_id=notice_id))


@bp.post("/<int:notice_id>/correct")
@acts(*SEND, *OF_THEIR_OWN, row=own_kind)
def correct(notice_id: int) -> ResponseReturnValue:
    """Draft a new notice that puts a sent one right."""
    notice = asked_for(notice_id)
    sent = venue().long(notice.sent_at) if notice.sent_at else ""
    verdict = answers.correct(writing(), notice, sent, act())
    if isinstance(verdict, Refused):
        return refuse("notices/notice.html", verdict, **shown(notice))
    flash("The correction is drafted: say what is right now.")
    return go_to(url_for(".reword", notice_id=verdict.pk))
