"""The timeline of deadlines, the page of each, and one's own calendar."""

from urllib.parse import urlencode

from flask import Blueprint, Response, abort, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from house.audit.lately import lately
from house.audit.plain import LARGEST
from house.notices import desk, duties, feeds, kinds, queries, timeline  # noqa: F401
from house.notices.calendar_pages import as_events
from house.notices.ical import calendar
from house.notices.models import DeadlineRow
from house.notices.states import State, met_late, state
from house.notices.timeline_forms import (
    FILTERS,
    OPEN,
    PAST,
    ProofForm,
    TimelineForm,
)
from house.people.roles import Role
from house.web import (
    actor,
    acts,
    anyone,
    go_to,
    now,
    on_the_web,
    reading,
    reads,
    refuse,
    signed_in,
    venue,
    writing,
)
from rulebook import Refused, rules

bp = Blueprint("deadlines", __name__, url_prefix="/desk/deadlines")
feed_bp = Blueprint("calendar", __name__)
SHOWN = 50
LOOK = tuple(role for role in Role if role is not Role.DEALER)
MEET = (Role.COMPLIANCE, Role.DIRECTOR, Role.DEPUTY)


@bp.get("/")
@reads(*LOOK)
def index() -> ResponseReturnValue:
    """Every deadline that one's roles may see: open first, narrowed down as asked."""
    seen = kinds.seen_by(signed_in().roles)
    form = TimelineForm(request.args, venue=venue(), seen=seen)
    good = form.validate()
    form.offer(lately(reading()))
    found, pager = timeline.DeadlinePage(()), ("", "")
    if good:
        wanted, (after, before) = form.wanted(), _edges()
        found = timeline.find(
            reading(), wanted, seen, now=now(), after=after, before=before
        )
        pager = _pager(wanted, found)
    page = render_template(
        "notices/index.html",
        form=form,
        found=found,
        pager=pager,
        filtered=any(form[name].data for name in FILTERS) or any(_edges()),
        **_words(),
        **_troubles(seen),
    )
    return page, 200 if good else 422


def _words() -> dict[str, object]:
    """What the templates of deadlines say with."""
    session = reading()
    return {
        "known": rules(),
        "kind_of": kinds.kind_of,
        "link_to": lambda kind, id_: kinds.link_to(session, kind, id_),
        "met_late": met_late,
        "state": lambda row: state(row, now()),
        "State": State,
    }


def _troubles(seen: frozenset[str] | None) -> dict[str, object]:
    """What goes wrong with clocks and post, for those who see everything."""
    session = reading()
    overdue = timeline.count_overdue(session, seen, now())
    everything = seen is None
    failing = queries.failing_deadlines(session, SHOWN) if everything else ()
    letters = queries.undelivered(session, SHOWN) if everything else ()
    late = queries.unlooked_at(session, now()) if everything else None
    return {
        "title": situation(len(failing), len(letters), overdue, late=late is not None),
        "failing": failing,
        "letters": letters,
        "late": late,
        "fired": queries.lately_met(session, 20, seen),
    }


def _edges() -> tuple[timeline.Cursor | None, timeline.Cursor | None]:
    """After which deadline the page asked for begins, or before which it ends."""
    after, before = (request.args.get(edge, "") for edge in ("after", "before"))
    return timeline.Cursor.read(after), timeline.Cursor.read(before)


def _pager(
    wanted: timeline.DeadlineFilter, found: timeline.DeadlinePage
) -> tuple[str, str]:
    """The addresses of what is earlier and of what is later, where there is any.

    What is past is read backwards and what is open forwards; where one begins it
    leads to the other.
    """
    then = _address(after=str(found.then)) if found.then else ""
    back = _address(before=str(found.back)) if found.back else ""
    if wanted.past:
        return then, back or _address(state=OPEN)
    if wanted.newest_first:
        return then, back
    return back or ("" if wanted.state else _address(state=PAST)), then


def _address(**changed: str) -> str:
    kept = {name: request.args[name] for name in FILTERS if request.args.get(name)}
    asked = {name: value for name, value in {**kept, **changed}.items() if value}
    return f"{url_for('.index')}?{urlencode(asked)}" if asked else url_for(".index")


def _deadline(session: Session, deadline_id: int) -> DeadlineRow:
    row = session.get(DeadlineRow, deadline_id) if deadline_id <= LARGEST else None
    seen = kinds.seen_by(signed_in().roles)
    if row is None or (seen is not None and row.kind not in seen):
        abort(404, "There is no such deadline among those you may see.")
    return row


@bp.get("/<int:deadline_id>")
@reads(*LOOK)
def show(deadline_id: int) -> ResponseReturnValue:
    """One deadline: what, by when, under which rule, met by whom and the proof."""
    row = _deadline(reading(), deadline_id)
    may_meet = bool(signed_in().roles & set(MEET))
    form = ProofForm()
    return render_template(
        "notices/deadline.html", row=row, form=form, may_meet=may_meet, **_words()
    )


@bp.post("/<int:deadline_id>/met")
@acts(*MEET)
def meet(deadline_id: int) -> ResponseReturnValue:
    """Say that a duty of no room of its own was met, with the proof."""
    row = _deadline(writing(), deadline_id)
    form = ProofForm(request.form)
    shown = {"row": row, "form": form, "may_meet": True, **_words()}
    if not form.validate():
        return render_template("notices/deadline.html", **shown), 422
    said = form.proof.data or ""
    verdict = duties.meet_by_hand(writing(), row, said, actor(), now())
    if isinstance(verdict, Refused):
        return refuse("notices/deadline.html", verdict, **shown)
    flash("The deadline is met.")
    return go_to(url_for(".show", deadline_id=deadline_id))


@bp.get("/calendar")
@reads(*LOOK)
def own_calendar() -> ResponseReturnValue:
    """Where one's own calendar can read one's deadlines."""
    feed = feeds.of(reading(), signed_in().id)
    return render_template("notices/calendar.html", feed=feed, address="")


@bp.post("/calendar")
@acts(*LOOK)
def make_calendar() -> ResponseReturnValue:
    """Make a new secret address for one's calendar; the old one ends."""
    token = feeds.make(writing(), signed_in(), actor(), now())
    address = on_the_web(url_for("calendar.feed", token=token))
    feed = feeds.of(writing(), signed_in().id)
    return render_template("notices/calendar.html", feed=feed, address=address)


@bp.post("/calendar/end")
@acts(*LOOK)
def end_calendar() -> ResponseReturnValue:
    """Take one's secret address back; whoever reads it finds nothing."""
    ended = feeds.take_back(writing(), signed_in(), actor(), now())
    flash("The address is taken back." if ended else "There was no address.")
    return go_to(url_for(".own_calendar"))


@feed_bp.get("/calendar/<token>.ics")
@anyone
def feed(token: str) -> ResponseReturnValue:
    """The deadlines of whoever has this secret address, as a calendar."""
    found = feeds.owner(reading(), token) if len(token) <= 64 else None
    if found is None:
        abort(404, "There is no calendar at this address.")
    staff, roles = found
    events = as_events(feeds.shown(reading(), roles, now()), now())
    name = f"{venue().name}: deadlines of {staff.name}"
    return Response(
        calendar(name, events, now()),
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": "inline; filename=deadlines.ics"},
    )


def situation(failing: int, letters: int, overdue: int = 0, *, late: bool) -> str:
    """How the clocks stand in one sentence."""
    if late:
        return "Nothing looks at the clock: start the ticking process."
    parts: list[str] = []
    if overdue:
        parts.append(_count(overdue, "duty is overdue", "duties are overdue"))
    if failing:
        parts.append(_count(failing, "deadline fails", "deadlines fail"))
    if letters:
        parts.append(
            _count(letters, "message is undelivered", "messages are undelivered")
        )
    *firsts, last = parts or ["every deadline is in hand"]
    sentence = f"{', '.join(firsts)} and {last}" if firsts else last
    return f"{sentence[0].upper()}{sentence[1:]}."


def _count(count: int, one: str, many: str) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven")
    number = words[count] if count < len(words) else str(count)
    return f"{number} {one if count == 1 else many}"
